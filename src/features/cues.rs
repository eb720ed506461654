//! How a sentence speaks, as its phrases tell: of a cause and what it did, of what will be, of what is not known.

use std::ops::Range;
use std::sync::LazyLock;

use super::cache::Facts;
use super::phrases::{Pattern, Phrases};
use super::words::Words;
use crate::languages::Language;

/// Classes of cue phrases, in the order of their numbers.
pub(super) const CUES: [&str; 16] = [
    "due-to",
    "root-cause",
    "because",
    "led-to",
    "after",
    "found",
    "future",
    "negation",
    "investigating",
    "suspicion",
    "impact",
    "remedy",
    "we",
    "status",
    "modal",
    "stated",
];
/// Classes of the table that mean something only together: a word for the cause, and a verb that says what it was.
const CLASSES: usize = CUES.len() + 2;
/// The numbers of the two classes that part a sentence into what did it and what it did.
const DUE_TO: u32 = 0;
/// The class of phrases that announce a cause.
const ROOT_CAUSE: u32 = 1;
/// The class of the plain conjunctions.
const BECAUSE: u32 = 2;
/// See [`DUE_TO`].
const LED_TO: u32 = 3;
/// The class of what will be done.
const FUTURE: u32 = 6;
/// The class of what is not.
const NEGATION: u32 = 7;
/// The class of what is looked into.
const INVESTIGATING: u32 = 8;
/// The class of status phrases (`we are investigating`).
const STATUS: u32 = 13;
/// The class of what may be.
const MODAL: u32 = 14;
/// The class of sentences that say what the cause was; no phrase of the table has it.
const STATED: u32 = 15;
/// A word for the cause.
const CAUSE_NOUN: u32 = 16;
/// A verb that says what something was.
const COPULA: u32 = 17;
/// So many words may stand between the two: `the cause of the long outage on Monday was`.
const FARTHEST_COPULA: usize = 10;
/// What may be.
pub(super) const MAY_BE: u64 = 1 << MODAL;
/// What will be done.
pub(super) const WILL_BE: u64 = 1 << FUTURE;
/// The first classes: the phrases that tie a cause to what it did.
pub(super) const CAUSAL: u64 = 0b1111;
/// Classes that keep a cause from being stated: what will be, what is not, what is looked into.
const UNSTATED: u64 = 1 << FUTURE | 1 << NEGATION | 1 << INVESTIGATING;
/// Classes of sentences that name a cause, and do not only tell what it did.
pub(super) const NAMES_CAUSE: u64 = 1 << DUE_TO | 1 << ROOT_CAUSE | 1 << BECAUSE | 1 << STATED;
/// Status phrases.
pub(super) const STATUS_CUE: u64 = 1 << STATUS;

static CUE_PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut classes = [""; CLASSES];
    classes[..CUES.len()].copy_from_slice(&CUES);
    (classes[CAUSE_NOUN as usize], classes[COPULA as usize]) = ("cause-noun", "copula");
    Phrases::read(include_str!("../tables/cues.tsv"), &classes)
});

/// The patterns of cue phrases that a word fits.
pub(crate) fn patterns(word: &str) -> Vec<Pattern> {
    CUE_PHRASES.fits(word)
}

/// Fewest words of a clause that is read apart from the rest of its sentence.
const SHORTEST_CLAUSE: usize = 3;

/// What the cue phrases of a sentence say.
#[derive(Debug)]
pub(super) struct Cues {
    /// Their classes, a bit each.
    pub(super) classes: u64,
    /// The words that tell the cause, where a phrase parts them from what it did: a range of [`Words::places`].
    pub(super) clause: Option<Range<usize>>,
    /// Does its second word say what the first is: `It was ...`?
    pub(super) tells_what: bool,
}

/// The classes of cue phrases in a sentence, and the words that tell the cause: behind the last `due to`, else before the
/// first `led to`; in a sentence that says what the cause was, from there on.
pub(super) fn of(facts: &Facts<'_>, words: &Words, places: &Range<usize>, language: Option<Language>) -> Cues {
    let (mut classes, mut behind, mut before, mut noun) = (0_u64, None, None, None);
    let (mut tells_what, mut stated) = (false, None::<Range<usize>>);
    let of_sentence = places.clone().map(|place| words.places[place].word);
    CUE_PHRASES.find(
        |word| facts.cues(word),
        of_sentence,
        language,
        |class, first, end| {
            let class = match class {
                CAUSE_NOUN => {
                    noun = Some(end);
                    return;
                }
                COPULA if noun.is_some_and(|noun| (noun..=noun + FARTHEST_COPULA).contains(&first)) => STATED,
                COPULA => {
                    tells_what |= first == 1;
                    return;
                }
                _ => class,
            };
            classes |= 1_u64.checked_shl(class).unwrap_or_default();
            match class {
                DUE_TO => behind = Some(places.start + end),
                LED_TO => {
                    let here = places.start + first;
                    before = before.or(Some(here));
                    if let Some(what) = &mut stated {
                        what.end = what.end.min(here);
                    }
                }
                STATED => stated = Some(places.start + end..places.end),
                _ => {}
            }
        },
    );
    // What is not known, or will be found out, is not stated.
    if classes & UNSTATED != 0 {
        classes &= !(1 << STATED);
    }
    let long = |clause: &Range<usize>| clause.len() >= SHORTEST_CLAUSE;
    let stated = stated.filter(|_| classes & 1 << STATED != 0);
    let clauses = [behind.map(|from| from..places.end), stated, before.map(|to| places.start..to)];
    let clause = clauses.into_iter().flatten().find(long);
    Cues { classes, clause, tells_what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::cache::{WordCache, WordFacts};
    use crate::tokens;

    /// The words of the clause that tells the cause.
    fn clause_of(text: &str) -> String {
        let words = Words::of(text, &tokens::scan(text));
        let cache = WordCache::default();
        let facts = cache.facts(&words, |word| WordFacts { cues: patterns(word), ..WordFacts::default() });
        let clause = of(&facts, &words, &(0..words.places.len()), None).clause.unwrap_or_default();
        words.places[clause].iter().map(|place| words.distinct.get(place.word)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_words_that_tell_the_cause() {
        for (text, clause) in [
            ("Orders were lost due to a full disk on the broker", "a full disk on the broker"),
            ("A full disk on the broker led to lost orders", "a full disk on the broker"),
            ("The cause was a full disk on the broker", "a full disk on the broker"),
            ("The cause was a full disk on the broker, causing lost orders", "a full disk on the broker"),
            // What is not known is not stated.
            ("The cause of the lost orders is not yet known to us", ""),
            ("Orders were lost due to rain", ""),
            ("Orders were lost on Monday", ""),
        ] {
            assert_eq!(clause_of(text), clause, "{text}");
        }
    }
}
