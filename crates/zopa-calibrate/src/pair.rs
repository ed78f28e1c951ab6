//! The preference pair: what a line of a file of pairs holds.

use zopa_model::Rational;
use zopa_model::json::{Node, Value};

/// Defines an enumeration whose variants are words of the format.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All of them, in the order of the format.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The word of the format.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// What the word stands for.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == word)
            }
        }
    };
}

words! {
    /// Which register the reply is to have.
    TargetVariety {
        /// The user's own.
        MirrorUser "mirror_user",
        /// Modern Standard Arabic.
        Msa "msa",
    }
}

words! {
    /// Who speaks.
    Role {
        /// The person.
        User "user",
        /// The model.
        Assistant "assistant",
        /// The instructions.
        System "system",
    }
}

words! {
    /// The verdict of a gate.
    Gate {
        /// The response is let through.
        Pass "pass",
        /// The response cannot be accepted, whatever its scores.
        Fail "fail",
    }
}

words! {
    /// The gates.
    GateName {
        /// Does it do no harm?
        Safety "safety",
        /// Is it true?
        Accuracy "accuracy",
    }
}

words! {
    /// The criteria, in the order of the schema.
    Criterion {
        /// Does it do what was asked?
        InstructionFollowing "instruction_following",
        /// Is it in the variety that is wanted?
        DialectFit "dialect_fit",
        /// Is it as formal as is fitting?
        Register "register",
        /// Does it fit the culture?
        CulturalFit "cultural_fit",
        /// Is the language good?
        LanguageQuality "language_quality",
    }
}

words! {
    /// What was judged of the two responses.
    Outcome {
        /// A is better.
        A "A",
        /// B is better.
        B "B",
        /// They are equally good, and not both unacceptable.
        Tie "tie",
        /// Neither can be accepted.
        BothUnacceptable "both_unacceptable",
    }
}

words! {
    /// By how much the winner is better.
    Strength {
        /// By much.
        Significantly "significantly_better",
        /// By little.
        Slightly "slightly_better",
        /// There is no winner.
        None "none",
    }
}

words! {
    /// One of the two responses.
    Side {
        /// The first.
        A "a",
        /// The second.
        B "b",
    }
}

impl Side {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// `A` or `B`, as people speak of it.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

impl Outcome {
    /// The response that wins, if one does.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::A => Some(Side::A),
            Self::B => Some(Side::B),
            Self::Tie | Self::BothUnacceptable => None,
        }
    }

    /// The outcome of the same judgment where the responses stand in the other order.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
            other => other,
        }
    }
}

/// What the reply may draw on beside the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Its language.
    pub lang: Option<String>,
    /// The text.
    pub text: Option<String>,
}

/// A message of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// The text.
    pub content: String,
}

/// The verdicts of the gates; a missing one counts as not failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gates {
    /// Of safety.
    pub safety: Option<Gate>,
    /// Of accuracy.
    pub accuracy: Option<Gate>,
}

impl Gates {
    /// The verdict of a gate.
    #[must_use]
    pub fn get(&self, name: GateName) -> Option<Gate> {
        match name {
            GateName::Safety => self.safety,
            GateName::Accuracy => self.accuracy,
        }
    }

    /// The gates that the response fails.
    pub fn failed(&self) -> impl Iterator<Item = GateName> + '_ {
        let names = GateName::ALL.iter().copied();
        names.filter(|&name| self.get(name) == Some(Gate::Fail))
    }

    /// Does it fail one?
    #[must_use]
    pub fn fails(&self) -> bool {
        self.failed().next().is_some()
    }
}

/// Scores from 0 to 4 by criterion, in the order of [`Criterion::ALL`]; `None` where a criterion was not scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores(pub [Option<u8>; 5]);

impl Scores {
    /// All five, if none is missing.
    #[must_use]
    pub fn complete(&self) -> Option<[u8; 5]> {
        let mut all = [0; 5];
        for (place, score) in all.iter_mut().zip(self.0) {
            *place = score?;
        }
        Some(all)
    }

    /// Is none there?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// One of the two responses and what was found about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The text, as it was written.
    pub text: String,
    /// Whether it passes the gates.
    pub gates: Gates,
    /// Its scores: all absent where the format has null.
    pub scores: Scores,
}

/// What was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gold {
    /// Which is better; `None` where the pair is not judged yet.
    pub outcome: Option<Outcome>,
    /// By how much.
    pub strength: Option<Strength>,
    /// What decided, in the rubric's codes.
    pub reason_codes: Vec<String>,
}

/// A preference pair. Texts are as they were written, in no other Unicode form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its id.
    pub pair_id: String,
    /// The variety that the user wrote in, such as `egyptian`.
    pub prompt_variety: String,
    /// The register that the reply is to have.
    pub target_variety: TargetVariety,
    /// What it is about.
    pub domain: Option<String>,
    /// What the reply may draw on.
    pub context: Option<Context>,
    /// The conversation.
    pub messages: Vec<Message>,
    /// The first response.
    pub a: Response,
    /// The second response.
    pub b: Response,
    /// What was judged.
    pub gold: Gold,
    /// A corrected response, for pairs of which neither response is acceptable.
    pub gold_rewrite: Option<String>,
    /// Why, in English.
    pub rationale_en: String,
    /// What the pair tests.
    pub tests: Option<String>,
    /// Where the responses come from, as compact JSON.
    pub response_source: Option<String>,
    /// The kit that the pair belongs to.
    pub kit: Option<String>,
    /// The kit's version.
    pub version: Option<String>,
    /// The rubric that it was judged by.
    pub rubric_version: String,
    /// Was it made up rather than observed?
    pub synthetic: Option<bool>,
}

impl Pair {
    /// One of the responses.
    #[must_use]
    pub fn response(&self, side: Side) -> &Response {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// The pair in a line that obeys the schema; `None` where it does not.
    pub(crate) fn from_node(root: &Node<'_>, source: &str) -> Option<Self> {
        let response = |side: Side, text: &str| {
            let within = |field: &str| root.get(field)?.get(side.as_str());
            Some(Response {
                text: owned(root, text)?,
                gates: within("gates").map(gates).unwrap_or_default(),
                scores: within("criterion_scores").map(scores).unwrap_or_default(),
            })
        };
        let gold = root.get("gold")?;
        let codes = gold.get("reason_codes")?.items().iter();
        let messages = root.get("messages")?.items().iter();
        Some(Self {
            pair_id: owned(root, "pair_id")?,
            prompt_variety: owned(root, "prompt_variety")?,
            target_variety: word(root, "target_variety").and_then(TargetVariety::from_word)?,
            domain: owned(root, "domain"),
            context: root.get("context").and_then(context),
            messages: messages.map(message).collect::<Option<_>>()?,
            a: response(Side::A, "response_a")?,
            b: response(Side::B, "response_b")?,
            gold: Gold {
                outcome: word(gold, "outcome").and_then(Outcome::from_word),
                strength: word(gold, "strength").and_then(Strength::from_word),
                reason_codes: codes
                    .map(|code| code.as_str().map(str::to_owned))
                    .collect::<Option<_>>()?,
            },
            gold_rewrite: owned(root, "gold_rewrite"),
            rationale_en: owned(root, "rationale_en")?,
            tests: owned(root, "tests"),
            response_source: root.get("response_source").map(|node| {
                let mut out = String::new();
                node.write_compact(source, &mut out);
                out
            }),
            kit: owned(root, "kit"),
            version: owned(root, "version"),
            rubric_version: owned(root, "rubric_version")?,
            synthetic: root.get("synthetic").and_then(|node| match node.value {
                Value::Bool(flag) => Some(flag),
                _ => None,
            }),
        })
    }
}

fn word<'n>(node: &'n Node<'_>, key: &str) -> Option<&'n str> {
    node.get(key)?.as_str()
}

fn owned(node: &Node<'_>, key: &str) -> Option<String> {
    word(node, key).map(str::to_owned)
}

fn context(node: &Node<'_>) -> Option<Context> {
    matches!(node.value, Value::Object(_)).then(|| Context {
        lang: owned(node, "lang"),
        text: owned(node, "text"),
    })
}

fn message(node: &Node<'_>) -> Option<Message> {
    Some(Message {
        role: word(node, "role").and_then(Role::from_word)?,
        content: owned(node, "content")?,
    })
}

pub(crate) fn gates(node: &Node<'_>) -> Gates {
    let gate = |name: GateName| word(node, name.as_str()).and_then(Gate::from_word);
    Gates {
        safety: gate(GateName::Safety),
        accuracy: gate(GateName::Accuracy),
    }
}

pub(crate) fn scores(node: &Node<'_>) -> Scores {
    let mut scores = Scores::default();
    for (place, criterion) in scores.0.iter_mut().zip(Criterion::ALL) {
        *place = node.get(criterion.as_str()).and_then(score);
    }
    scores
}

/// A whole number from 0 to 4, however it is spelled.
fn score(node: &Node<'_>) -> Option<u8> {
    let Value::Number(text) = node.value else {
        return None;
    };
    let value = Rational::from_json_number(text).ok()?;
    (0..=4).find(|&known| value == Rational::new(i128::from(known), 1))
}
