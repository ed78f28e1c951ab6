//! Runs as typed records by `serde_json`, borrowed where they can be: what it costs only to read them.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

/// A run.
#[derive(Debug, Deserialize)]
pub struct Run<'t> {
    /// Its name.
    #[serde(borrow)]
    pub run: Cow<'t, str>,
    /// Its scenario's id.
    #[serde(borrow)]
    pub scenario: Cow<'t, str>,
    /// Who negotiated.
    #[serde(borrow)]
    pub model: Cow<'t, str>,
    /// Who mediated.
    #[serde(borrow)]
    pub mediator: Cow<'t, str>,
    /// The seed.
    pub seed: u64,
    /// What was agreed on.
    #[serde(borrow)]
    pub allocation: Option<Pairs<'t, Share<'t>>>,
    /// The category scores.
    pub scores: Option<Scores>,
}

/// The five category scores.
#[derive(Debug, Deserialize)]
#[expect(missing_docs, reason = "their names are the benchmark's")]
pub struct Scores {
    pub cooperative: f64,
    pub resolution: f64,
    pub hidden_revelations: f64,
    pub commitment_symmetry: f64,
    pub mediator_quality: f64,
}

/// What becomes of a resource.
#[derive(Debug)]
pub enum Share<'t> {
    /// Nobody gets it.
    Nobody,
    /// A party's name, or `shared`.
    Whole(Cow<'t, str>),
    /// Each party's share.
    Parts(Pairs<'t, f64>),
}

/// An object as a list.
#[derive(Debug)]
pub struct Pairs<'t, V>(pub Vec<(Cow<'t, str>, V)>);

impl<'de: 't, 't, V: Deserialize<'de>> Deserialize<'de> for Pairs<'t, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members<V>(std::marker::PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Members<V> {
            type Value = Vec<(Cow<'de, str>, V)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(8);
                while let Some(Name(name)) = map.next_key()? {
                    members.push((name, map.next_value()?));
                }
                Ok(members)
            }
        }
        from.deserialize_map(Members(std::marker::PhantomData))
            .map(Self)
    }
}

/// A name, borrowed if it has no escapes.
struct Name<'t>(Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Name<'t> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Cow<'de, str>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }
        }
        from.deserialize_str(Text).map(Self)
    }
}

impl<'de: 't, 't> Deserialize<'de> for Share<'t> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Share<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, an object or null")
            }
            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Share::Nobody)
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Share::Whole(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Share::Whole(Cow::Owned(text.to_owned())))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(2);
                while let Some(Name(name)) = map.next_key()? {
                    members.push((name, map.next_value()?));
                }
                Ok(Share::Parts(Pairs(members)))
            }
        }
        from.deserialize_any(Any)
    }
}
