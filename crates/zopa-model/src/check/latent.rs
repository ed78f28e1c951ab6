//! Rule (d) of the schema: a latent resource is derivable from exactly one hidden fact, its holder's, and is to be revealed.
//!
//! Texts are matched by the stems of their words. The *telling* words of a resource are those of its name and id that no other
//! resource's name has. A text *tells* of the resource if it has one of at most two telling words, or two of these and the
//! description's. Being told of twice is reported more carefully: there the text must have (nearly) all the telling words.

use super::Code;
use super::parties::Roll;
use super::place::Place;
use super::report::{Report, clip};
use super::words::Words;

/// Beyond this many comparisons of a resource with a text the rule is silent: no scenario needs more, and they cost time.
const MOST_COMPARISONS: usize = 100_000;

/// An entry of `hidden_facts` or `expected_revelations`.
struct Entry<'n, 's> {
    place: Place<'n, 's>,
    text: &'n str,
    words: Words,
}

/// A participant with its hidden facts; `None` where there is no such list.
struct Holder<'n, 's> {
    name: &'n str,
    facts: Option<Vec<Entry<'n, 's>>>,
}

/// Judges the latent resources.
pub(super) fn judge(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let resources = root.list("resources");
    if !resources
        .iter()
        .any(|resource| resource.text_of("visibility") == Some("latent"))
    {
        return;
    }
    let holders: Vec<Holder<'_, '_>> = root
        .list("participants")
        .iter()
        .filter_map(holder)
        .collect();
    let roll = Roll::read(root);
    let criteria = root.get("evaluation_criteria");
    let revelations =
        criteria
            .as_ref()
            .map(|criteria| match criteria.get("expected_revelations") {
                None => Some(Vec::new()),
                Some(list) => entries(&list),
            });
    let revelations = revelations.flatten();
    let facts: usize = holders
        .iter()
        .filter_map(|holder| holder.facts.as_ref())
        .map(Vec::len)
        .sum();
    let texts = facts + revelations.as_ref().map_or(0, Vec::len) + resources.len();
    if texts.saturating_mul(resources.len()) > MOST_COMPARISONS {
        return;
    }
    let mut party_names = Words::default();
    for holder in &holders {
        party_names.add(&Words::of(holder.name));
    }
    let names: Vec<Words> = resources.iter().map(name_words).collect();
    for (index, resource) in resources.iter().enumerate() {
        let Some(latent) = Latent::read(resource, index, &names, &party_names) else {
            continue;
        };
        // whose facts they are is open where names are missing or equal
        if roll.is_some() {
            latent.judge_facts(&holders, report);
        }
        if let Some(revelations) = &revelations {
            latent.judge_revelations(revelations, report);
        }
    }
}

fn holder<'n, 's>(participant: &Place<'n, 's>) -> Option<Holder<'n, 's>> {
    let name = participant.text_of("name")?;
    let facts = participant
        .get("hidden_facts")
        .and_then(|list| entries(&list));
    Some(Holder { name, facts })
}

/// The entries of a list of texts; `None` where it is no list, or an entry is no text.
fn entries<'n, 's>(list: &Place<'n, 's>) -> Option<Vec<Entry<'n, 's>>> {
    if !matches!(list.node.value, crate::json::Value::Array(_)) {
        return None;
    }
    let entry = |place: Place<'n, 's>| {
        let text = place.text()?;
        let words = Words::of(text);
        Some(Entry { place, text, words })
    };
    list.items().into_iter().map(entry).collect()
}

/// The words of a resource's name and id.
fn name_words(resource: &Place<'_, '_>) -> Words {
    let mut words = Words::of(resource.text_of("name").unwrap_or_default());
    words.add(&Words::of(resource.text_of("id").unwrap_or_default()));
    words
}

/// A latent resource whose fields are sound.
struct Latent<'n, 's, 'w> {
    /// Which of the resources it is.
    index: usize,
    /// The words of every resource's name and id.
    names: &'w [Words],
    id: &'n str,
    held_by: &'n str,
    visibility: Place<'n, 's>,
    telling: Words,
    /// The telling words and those of the description.
    all: Words,
}

impl<'n, 's, 'w> Latent<'n, 's, 'w> {
    fn read(
        resource: &Place<'n, 's>,
        index: usize,
        names: &'w [Words],
        party_names: &Words,
    ) -> Option<Self> {
        let visibility = resource.get("visibility")?;
        if visibility.text()? != "latent" {
            return None;
        }
        let mut foreign = party_names.clone();
        for (_, words) in names
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index)
        {
            foreign.add(words);
        }
        let mut telling = names[index].without(&foreign);
        if !telling.has_letters() {
            telling = names[index].clone();
        }
        let description = Words::of(resource.text_of("description").unwrap_or_default());
        let mut all = description.without(&foreign);
        all.add(&telling);
        let (id, held_by) = (resource.text_of("id")?, resource.text_of("held_by")?);
        Some(Self {
            index,
            names,
            id,
            held_by,
            visibility,
            telling,
            all,
        })
    }

    fn tells(&self, entry: &Entry<'_, '_>) -> bool {
        let few = self.telling.len() <= 2;
        few && self.telling.found_in(&entry.words) > 0 || self.all.found_in(&entry.words) >= 2
    }

    /// Does the entry leave no doubt that it tells of the resource, and not of another one with a similar name?
    fn surely_tells(&self, entry: &Entry<'_, '_>) -> bool {
        let (found, of) = (self.telling.found_in(&entry.words), self.telling.len());
        found > 0
            && if of <= 2 {
                found == of
            } else {
                found * 3 >= of * 2
            }
            && !self.is_about_another(entry)
    }

    /// Has the entry more of another resource's name, or just as many words but the whole name?
    fn is_about_another(&self, entry: &Entry<'_, '_>) -> bool {
        let fit = |name: &Words| {
            let found = name.found_in(&entry.words);
            (found, found == name.len())
        };
        let own = fit(&self.names[self.index]);
        self.names.iter().any(|name| fit(name) > own)
    }

    /// The entry that has most of the resource's words, the first of equals; `None` where none has any.
    fn best<'e>(&self, entries: &'e [Entry<'n, 's>]) -> Option<&'e Entry<'n, 's>> {
        let found = |entry: &&Entry<'_, '_>| self.all.found_in(&entry.words);
        entries
            .iter()
            .rev()
            .max_by_key(found)
            .filter(|best| found(best) > 0)
    }

    fn judge_facts(&self, holders: &[Holder<'n, 's>], report: &mut Report<'_>) {
        let own = holders.iter().find(|holder| holder.name == self.held_by);
        let Some(own) = own.and_then(|holder| holder.facts.as_ref()) else {
            return;
        };
        let others: Vec<&Entry<'_, '_>> = holders
            .iter()
            .filter(|holder| holder.name != self.held_by)
            .flat_map(|holder| holder.facts.iter().flatten())
            .collect();
        let told: Vec<&Entry<'_, '_>> = own.iter().filter(|entry| self.tells(entry)).collect();
        if told.is_empty() {
            let instead = others.iter().find(|entry| self.surely_tells(entry));
            let hint = match (instead, self.best(own)) {
                (Some(other), _) => format!("; the other party's does: {}", excerpt(other.text)),
                (None, Some(near)) => format!("; the nearest is {}", excerpt(near.text)),
                (None, None) => "; none has a word in common with it".to_owned(),
            };
            let message = format!(
                "no hidden fact of `{}` tells of the latent resource `{}`{hint}",
                clip(self.held_by),
                clip(self.id)
            );
            let help = "add a hidden fact that tells of it, in the words of its name";
            report.about(Code::LatentNotInFacts, &self.visibility, message, help);
            return;
        }
        // a fact that only alludes to what another one tells is no second source
        let most = self
            .best(own)
            .map_or(0, |best| self.all.found_in(&best.words));
        let again = told
            .into_iter()
            .filter(|entry| self.surely_tells(entry) && self.all.found_in(&entry.words) * 2 >= most)
            .nth(1);
        let elsewhere = others.into_iter().find(|entry| self.surely_tells(entry));
        let (entry, whose) = match (elsewhere, again) {
            (Some(entry), _) => (entry, "the other party's"),
            (None, Some(entry)) => (entry, "another one of its holder's"),
            (None, None) => return,
        };
        let message = format!(
            "the latent resource `{}` is told of in more than one hidden fact, here in {whose}: {}",
            clip(self.id),
            excerpt(entry.text)
        );
        let help = "tell of it in one hidden fact of its holder alone";
        report.about(Code::LatentInManyFacts, &entry.place, message, help);
    }

    fn judge_revelations(&self, revelations: &[Entry<'n, 's>], report: &mut Report<'_>) {
        if revelations.iter().any(|entry| self.tells(entry)) {
            return;
        }
        let hint = match self.best(revelations) {
            _ if revelations.is_empty() => "there is none".to_owned(),
            Some(near) => format!("the nearest is {}", excerpt(near.text)),
            None => "none has a word in common with it".to_owned(),
        };
        let message = format!(
            "no expected revelation tells of the latent resource `{}`; {hint}",
            clip(self.id)
        );
        let help =
            "add an entry to `expected_revelations` that tells of it, in the words of its name";
        report.about(Code::LatentNotRevealed, &self.visibility, message, help);
    }
}

fn excerpt(text: &str) -> String {
    format!("\"{}\"", clip(text))
}
