//! One row: a dialogue as one party saw it.

use crate::outcomes::Unreadable;

/// The forms that the corpus' files have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `<input> .. </input> <dialogue> .. </dialogue> <output> .. </output> <partner_input> .. </partner_input>`.
    Tagged,
    /// Values, dialogue, `<selection>`, choice, reward, `agree` or `disagree`, the partner's values.
    Plain,
    /// A log of self-play, whose lines `debug: values choice choice` stand in pairs.
    Log,
    /// Values alone, of A and of B on two lines.
    Contexts,
}

/// What a party chose at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// So many units of each kind for itself.
    Take(Vec<u64>),
    /// No deal.
    NoAgreement,
    /// The connection was lost.
    Disconnect,
    /// The file says only that both choices differ.
    Disagree,
}

/// A dialogue as one party saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The line, from 1.
    pub(super) line: usize,
    /// How many units there are of each kind.
    pub(super) counts: Vec<u64>,
    /// What a unit is worth to this party.
    pub(super) own: Vec<u64>,
    /// What a unit is worth to the partner, where the row says so.
    pub(super) partner: Option<Vec<u64>>,
    /// What was said, if it was kept.
    pub(super) dialogue: String,
    /// What this party chose.
    pub(super) choice: Choice,
    /// What the partner chose, where the row says so.
    pub(super) partner_choice: Option<Choice>,
}

const DEBUG: &str = "debug:";

impl Form {
    /// The form of a text.
    pub(super) fn of(text: &str) -> Result<Self, Unreadable> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines().next().unwrap_or_default();
        if first.starts_with("<input>") {
            Ok(Self::Tagged)
        } else if lines().any(|line| line.starts_with(DEBUG)) {
            Ok(Self::Log)
        } else if first.contains("<selection>") && first.contains("<eos>") {
            Ok(Self::Plain)
        } else if !first.is_empty() && whole_numbers(first).is_ok() {
            Ok(Self::Contexts)
        } else {
            Err(Unreadable::new(
                "the first line is none of Deal or No Deal's",
                "a line begins with `<input>`, with values and a dialogue up to `<selection>`, with `debug:`, or is values alone",
            ))
        }
    }

    /// Does this line hold a row?
    pub(super) fn has_row(self, line: &str) -> bool {
        match self {
            Self::Log => line.starts_with(DEBUG),
            _ => !line.is_empty(),
        }
    }

    /// Reads a row.
    pub(super) fn row(self, line: usize, text: &str) -> Result<Row, String> {
        match self {
            Self::Tagged => tagged(line, text),
            Self::Plain => plain(line, text),
            Self::Log => log(line, text),
            Self::Contexts => {
                let (counts, own) = context(text)?;
                Ok(Row {
                    line,
                    counts,
                    own,
                    partner: None,
                    dialogue: String::new(),
                    choice: Choice::NoAgreement,
                    partner_choice: None,
                })
            }
        }
    }
}

fn whole_numbers(text: &str) -> Result<Vec<u64>, String> {
    let numbers = text.split_whitespace().map(|token| {
        token
            .parse()
            .map_err(|_| format!("a whole number from 0 is wanted, found `{token}`"))
    });
    numbers.collect()
}

/// Count and value in turn: (counts, values).
fn context(text: &str) -> Result<(Vec<u64>, Vec<u64>), String> {
    let numbers = whole_numbers(text)?;
    if numbers.is_empty() || numbers.len() % 2 != 0 {
        let found = numbers.len();
        return Err(format!(
            "a count and a value for each kind are wanted, found {found} numbers"
        ));
    }
    Ok(numbers.chunks(2).map(|pair| (pair[0], pair[1])).unzip())
}

/// Counts, and both parties' values of the same units.
fn contexts(own: &str, partner: &str) -> Result<[Vec<u64>; 3], String> {
    let ((counts, own), (same, partner)) = (context(own)?, context(partner)?);
    if counts == same {
        Ok([counts, own, partner])
    } else {
        Err("the parties see different counts".to_owned())
    }
}

/// `item0=1 item1=4 item2=0`, or a word that says why there is no choice.
fn choice(tokens: &[&str]) -> Result<Choice, String> {
    match tokens {
        [] => return Err("there is no choice".to_owned()),
        ["no", "agreement"] => return Ok(Choice::NoAgreement),
        [first, ..] if first.trim_matches(['<', '>']) == "no_agreement" => {
            return Ok(Choice::NoAgreement);
        }
        [first, ..] if first.trim_matches(['<', '>']) == "disconnect" => {
            return Ok(Choice::Disconnect);
        }
        [first, ..] if first.trim_matches(['<', '>']) == "disagree" => return Ok(Choice::Disagree),
        _ => {}
    }
    let taken = tokens.iter().enumerate().map(|(kind, token)| {
        let prefix = format!("item{kind}=");
        let units = token
            .strip_prefix(&prefix)
            .and_then(|units| units.parse().ok());
        units.ok_or_else(|| {
            format!("`{prefix}` and a whole number from 0 are wanted, found `{token}`")
        })
    });
    taken.collect::<Result<_, _>>().map(Choice::Take)
}

fn of_every_kind(choice: Choice, kinds: usize) -> Result<Choice, String> {
    match &choice {
        Choice::Take(units) if units.len() != kinds => {
            Err(format!("a choice names {} of {kinds} kinds", units.len()))
        }
        _ => Ok(choice),
    }
}

fn tagged(line: usize, text: &str) -> Result<Row, String> {
    let part = |tag: &str| {
        let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
        let found = text
            .split_once(&open)
            .and_then(|(_, rest)| rest.split_once(&close));
        found
            .map(|(inside, _)| inside.trim())
            .ok_or_else(|| format!("`{open}` .. `{close}` is missing"))
    };
    let [counts, own, partner] = contexts(part("input")?, part("partner_input")?)?;
    let output: Vec<&str> = part("output")?.split_whitespace().collect();
    let (mine, theirs) = output.split_at(output.len() / 2);
    let read = |tokens| choice(tokens).and_then(|choice| of_every_kind(choice, counts.len()));
    let (choice, partner_choice) = (read(mine)?, Some(read(theirs)?));
    Ok(Row {
        line,
        dialogue: part("dialogue")?.to_owned(),
        choice,
        partner_choice,
        counts,
        own,
        partner: Some(partner),
    })
}

fn plain(line: usize, text: &str) -> Result<Row, String> {
    let starts = ["YOU:", "THEM:"].map(|who| text.find(who));
    let start = starts.into_iter().flatten().min();
    let start = start.ok_or("nobody speaks: `YOU:` or `THEM:` is missing")?;
    let (dialogue, end) = text[start..]
        .split_once("<selection>")
        .ok_or("`<selection>` is missing")?;
    let (chosen, end) = end
        .split_once("<eos>")
        .ok_or("`<eos>` is missing behind the choice")?;
    // `reward=.. agree` or `disagree`, and then the partner's values
    let partner = ["disagree", "agree"]
        .iter()
        .find_map(|word| end.rsplit_once(word))
        .map(|(_, partner)| partner);
    let partner = partner.ok_or("neither `agree` nor `disagree` stands behind the reward")?;
    let [counts, own, partner] = contexts(&text[..start], partner)?;
    let tokens: Vec<&str> = chosen.split_whitespace().collect();
    Ok(Row {
        line,
        dialogue: dialogue.trim().to_owned(),
        choice: of_every_kind(choice(&tokens)?, counts.len())?,
        partner_choice: None,
        counts,
        own,
        partner: Some(partner),
    })
}

fn log(line: usize, text: &str) -> Result<Row, String> {
    let tokens: Vec<&str> = text[DEBUG.len()..].split_whitespace().collect();
    let numbers = tokens
        .iter()
        .take_while(|token| token.parse::<u64>().is_ok());
    let (values, chosen) = tokens.split_at(numbers.count());
    let (counts, own) = context(&values.join(" "))?;
    // this party's choice, and then once more
    let mine = chosen.get(..counts.len()).unwrap_or(chosen);
    Ok(Row {
        line,
        choice: of_every_kind(choice(mine)?, counts.len())?,
        partner_choice: None,
        dialogue: String::new(),
        counts,
        own,
        partner: None,
    })
}
