//! How a sentence speaks, as its phrases tell: of a cause and what it did, of what will be, of what is not known.

use std::ops::Range;

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
/// The numbers of the two classes that part a sentence into what did it and what it did.
const DUE_TO: u32 = 0;
/// The class of phrases that announce a cause.
const ROOT_CAUSE: u32 = 1;
/// The class of the plain conjunctions.
const BECAUSE: u32 = 2;
/// See [`DUE_TO`].
const LED_TO: u32 = 3;
/// The class of what came before.
const AFTER: u32 = 4;
/// The class of what was found.
const FOUND: u32 = 5;
/// The class of what will be done.
const FUTURE: u32 = 6;
/// The class of what is not.
const NEGATION: u32 = 7;
/// The class of what is looked into.
const INVESTIGATING: u32 = 8;
/// The class of whom and what it hit.
const IMPACT: u32 = 10;
/// The class of what was done about it.
const REMEDY: u32 = 11;
/// The class of the first person.
const WE: u32 = 12;
/// The class of status phrases (`we are investigating`).
const STATUS: u32 = 13;
/// The class of what may be.
const MODAL: u32 = 14;
/// The class of sentences that say what the cause was; no phrase of the table has it.
const STATED: u32 = 15;
/// A word for the cause; it means something only together with the next.
const CAUSE_NOUN: u32 = CUES.len() as u32;
/// A verb that says what something was.
const COPULA: u32 = CAUSE_NOUN + 1;
/// So many words may stand between the two: `the cause of the long outage on Monday was`.
const FARTHEST_COPULA: usize = 10;
/// What may be.
const MAY_BE: u64 = 1 << MODAL;
/// What will be done.
const WILL_BE: u64 = 1 << FUTURE;
/// The first classes: the phrases that tie a cause to what it did.
pub(super) const CAUSAL: u64 = 0b1111;
/// Classes that keep a cause from being stated: what will be, what is not, what is looked into.
const UNSTATED: u64 = 1 << FUTURE | 1 << NEGATION | 1 << INVESTIGATING;
/// Classes of sentences that name a cause, and do not only tell what it did.
pub(super) const NAMES_CAUSE: u64 = 1 << DUE_TO | 1 << ROOT_CAUSE | 1 << BECAUSE | 1 << STATED;
/// Status phrases.
pub(super) const STATUS_CUE: u64 = 1 << STATUS;
/// Classes by which reports are told from manuals and articles: what may and will be in these; status phrases, causes, what
/// follows what, what was found, what is looked into, whom it hit, what was done and who did it in those.
pub(super) const MANNER_CUES: [u64; 10] =
    [MAY_BE, WILL_BE, STATUS_CUE, CAUSAL, 1 << AFTER, 1 << FOUND, 1 << INVESTIGATING, 1 << IMPACT, 1 << REMEDY, 1 << WE];

/// The table of the program: `phrase  language  class`.
pub(super) const TABLE: &str = include_str!("../tables/cues.tsv");

/// The number of a class of the table.
pub(super) fn class(name: &str) -> Option<u32> {
    let together = [(CAUSE_NOUN, "cause-noun"), (COPULA, "copula")].into_iter().find(|&(_, known)| known == name);
    together.map(|(class, _)| class).or_else(|| CUES.iter().position(|&known| known == name).map(|class| class as u32))
}

/// Fewest words of a clause that is read apart from the rest of its sentence.
const SHORTEST_CLAUSE: usize = 3;

/// What the cue phrases of a sentence say.
#[derive(Debug, Clone, Default)]
pub(super) struct Cues {
    /// Their classes, a bit each.
    pub(super) classes: u64,
    /// The words that tell the cause, where a phrase parts them from what it did: a range of the sentence's words.
    pub(super) clause: Option<Range<usize>>,
    /// Does its second word say what the first is: `It was ...`?
    pub(super) tells_what: bool,
}

/// Hears the cue phrases of a sentence one after the other.
#[derive(Debug, Default)]
pub(super) struct Listener {
    classes: u64,
    /// Behind the last `due to`.
    behind: Option<usize>,
    /// At the first `led to`.
    before: Option<usize>,
    /// Behind the last word for the cause.
    noun: Option<usize>,
    tells_what: bool,
    /// From where the sentence says what the cause was, to the next `led to`.
    stated: Option<Range<usize>>,
}

impl Listener {
    /// Hear a phrase of a class from its first word to the one behind it.
    pub(super) fn hear(&mut self, class: u32, first: usize, end: usize) {
        let class = match class {
            CAUSE_NOUN => {
                self.noun = Some(end);
                return;
            }
            COPULA if self.noun.is_some_and(|noun| (noun..=noun + FARTHEST_COPULA).contains(&first)) => STATED,
            COPULA => {
                self.tells_what |= first == 1;
                return;
            }
            _ => class,
        };
        self.classes |= 1_u64.checked_shl(class).unwrap_or_default();
        match class {
            DUE_TO => self.behind = Some(end),
            LED_TO => {
                self.before = self.before.or(Some(first));
                if let Some(what) = &mut self.stated {
                    what.end = what.end.min(first);
                }
            }
            STATED => self.stated = Some(end..usize::MAX),
            _ => {}
        }
    }

    /// What was heard in a sentence of so many words: the words that tell the cause stand behind the last `due to`, else
    /// before the first `led to`; in a sentence that says what the cause was, from there on.
    pub(super) fn heard(self, words: usize) -> Cues {
        let mut classes = self.classes;
        // What is not known, or will be found out, is not stated.
        if classes & UNSTATED != 0 {
            classes &= !(1 << STATED);
        }
        let long = |clause: &Range<usize>| clause.len() >= SHORTEST_CLAUSE;
        let stated = self.stated.filter(|_| classes & 1 << STATED != 0).map(|what| what.start..what.end.min(words));
        let clauses = [self.behind.map(|from| from..words), stated, self.before.map(|to| 0..to)];
        let clause = clauses.into_iter().flatten().find(long);
        Cues { classes, clause, tells_what: self.tells_what }
    }
}

#[cfg(test)]
mod tests {
    use crate::features::meanings::tests::meant;

    /// The words of the clause that tells the cause.
    fn clause_of(text: &str) -> String {
        let (words, meant) = meant(text, None);
        words[meant.cues.clause.unwrap_or_default()].join(" ")
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
