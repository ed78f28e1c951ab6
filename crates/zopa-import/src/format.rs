//! The formats: one row each.

use crate::{Source, domain, outcomes};

/// What files of a format hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What can be agreed on, and what it is worth to whom: read by [`domain::read`].
    Domain,
    /// What was agreed: scenarios and runs, read by [`outcomes::read`].
    Outcomes,
}

/// Defines [`Format`] from its table.
macro_rules! formats {
    ($($name:ident $word:literal $kind:ident $title:literal $recognise:expr;)*) => {
        /// A format of another program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Format {
            $(#[doc = concat!("`", $word, "`: ", $title, ".")] $name,)*
        }

        impl Format {
            /// All of them, in the order in which they are recognised.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// What it is called on the command line.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// What it is, in a few words.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// What its files hold.
            #[must_use]
            pub fn kind(self) -> Kind {
                match self {
                    $(Self::$name => Kind::$kind,)*
                }
            }

            /// Does a file look like this? A look at its words: whether it can be read is found by reading it.
            #[must_use]
            pub fn recognises(self, source: &Source<'_>) -> bool {
                match self {
                    $(Self::$name => $recognise(source),)*
                }
            }
        }
    };
}

// name, word, kind, title, and the function that recognises a file of it
formats! {
    Genius "genius" Domain "domain and profiles of GENIUS, XML" domain::genius::recognises;
    GeniusWeb "geniusweb" Domain "domain and profiles of GeniusWeb, JSON" domain::geniusweb::recognises;
    Negolog "negolog" Domain "profiles of NegoLog, JSON" domain::negolog::recognises;
    Negmas "negmas" Domain "outcome space and utility functions of NegMAS, YAML or JSON" domain::negmas::recognises;
    Dnd "dnd" Outcomes "Deal or No Deal: dialogues, logs of self-play or contexts, a line each" outcomes::dnd::recognises;
    Casino "casino" Outcomes "CaSiNo: dialogues about camping supplies, JSON" outcomes::casino::recognises;
    Bargain "bargain" Outcomes "language models that bargain over single items, JSON Lines" outcomes::bargain::recognises;
    Lamen "lamen" Outcomes "LAMEN: rental agreements of language models, JSON Lines" outcomes::lamen::recognises;
    JobInterview "job-interview" Outcomes "job interviews with both parties' tables, JSON Lines" outcomes::interview::recognises;
    Clembench "clembench" Outcomes "games of clembench's Deal or No Deal, JSON, without outcomes" outcomes::clembench::recognises;
}

impl Format {
    /// The format that a file looks like: the first that recognises it.
    #[must_use]
    pub fn guess(source: &Source<'_>) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.recognises(source))
    }
}
