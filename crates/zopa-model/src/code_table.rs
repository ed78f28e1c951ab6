//! The one macro behind every table of codes.

/// Defines the enum of a table's codes, one row each, so that no code can lack a spelling, a severity, a title or an explanation.
///
/// A row is `Name "spelling" Severity "title" "explanation in Markdown";`. Without the last text the explanation is the file `explain/SPELLING.md`
/// beside the table. `Severity` in the head names the enum whose variants the rows use. The enum has `ALL` (in the order of the rows),
/// `as_str`, `severity`, `title`, `explanation`, and displays as its spelling.
#[macro_export]
macro_rules! code_table {
    (
        $(#[$attribute:meta])*
        $table:ident of $severities:ident:
        $($name:ident $word:literal $severity:ident $title:literal $($explanation:literal)?;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $table {
            $(#[doc = concat!("`", $word, "`: ", $title, ".")] $name,)*
        }

        impl $table {
            /// All of them, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The stable spelling.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// How bad it is.
            #[must_use]
            pub fn severity(self) -> $severities {
                match self {
                    $(Self::$name => $severities::$severity,)*
                }
            }

            /// What it says, in a few words.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// The rule, its reason and what mends a breach, in Markdown.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self {
                    $(Self::$name => $crate::code_table!(@explanation $word $($explanation)?),)*
                }
            }
        }

        impl ::std::fmt::Display for $table {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
    (@explanation $word:literal) => { include_str!(concat!("explain/", $word, ".md")) };
    (@explanation $word:literal $explanation:literal) => { $explanation };
}
