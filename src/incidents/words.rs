//! The words that the segmentation looks at, from `tables/incidents.tsv`.

use std::sync::LazyLock;

use super::Status;
use crate::tables::phrases::Phrases;
use crate::tables::{self, WordId};
use crate::tokens::{Token, TokenKind};

/// How surely a noun means an incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    Strong,
    Weak,
}

/// What a word or phrase means to the segmentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A status that status pages give updates.
    Status(Status),
    /// A month.
    Month,
    /// Another word that stands in dates and clock times.
    DateWord,
    /// A noun for an incident: one that means nothing else, or one that also names a part of one (`failure`).
    Noun(Strength),
    /// `first`, `second` ...
    Ordinal(u8),
    /// `two`, `three` ...
    Count(u8),
    /// What stands between a count and its noun: `two separate incidents`.
    Joint,
    /// A line of a status page that says nothing of an incident.
    Chrome,
    /// The heading of a list of past incidents, as such a line.
    History,
    /// The start of such a line.
    ChromePrefix,
    /// The last word of a page's name: `Vireo incident`.
    PageName,
    /// The label of a title.
    TitleLabel,
    /// The label of a mail's subject; several mails may tell of one incident.
    SubjectLabel,
    /// Words of a text that collects several incidents.
    Collection,
    /// Words of an update that is about something else than those before it.
    Apart,
    /// Words of a paragraph that goes on to another incident.
    Another,
    /// A week, a month or a quarter, as a title names them.
    Period,
    /// Words for planned work.
    Planned,
    /// Words for something that failed.
    Trouble,
    /// Words that say that it is over.
    Over,
    /// Words that say that there was no incident.
    Nothing,
    /// A unit of time.
    Unit,
    /// A day of the week.
    Weekday,
    /// Words that say that something happened more than once.
    Several,
    /// A noun in the plural that says so in a title.
    Plural,
    /// A label that tells a beginning, an end or a length.
    Fact,
}

/// The longest phrase of the table, in words.
pub(super) const LONGEST_PHRASE: usize = 6;

static PHRASES: LazyLock<Phrases<Vec<Meaning>>> = LazyLock::new(|| {
    let mut phrases = Phrases::new();
    for (words, meaning) in tables::INCIDENTS.lines().filter_map(parse_row) {
        phrases.entry(words).get_or_insert_with(Vec::new).push(meaning);
    }
    phrases
});

/// What a phrase means.
fn meanings_of(words: impl Iterator<Item = WordId>) -> &'static [Meaning] {
    PHRASES.get(words).map_or(&[], Vec::as_slice)
}

fn parse_row(row: &'static str) -> Option<(&'static str, Meaning)> {
    if row.starts_with('#') {
        return None;
    }
    let mut cells = row.split('\t');
    let (words, _languages, class, value) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let meaning = match class {
        "status" => Meaning::Status(Status::parse(value)?),
        "date" if value == "month" => Meaning::Month,
        "date" => Meaning::DateWord,
        "noun" if value == "strong" => Meaning::Noun(Strength::Strong),
        "noun" => Meaning::Noun(Strength::Weak),
        "ordinal" => Meaning::Ordinal(value.parse().ok()?),
        "count" => Meaning::Count(value.parse().ok()?),
        "joint" => Meaning::Joint,
        "chrome" if value == "line" => Meaning::Chrome,
        "chrome" if value == "history" => Meaning::History,
        "chrome" => Meaning::ChromePrefix,
        "page" => Meaning::PageName,
        "title" if value == "mail" => Meaning::SubjectLabel,
        "title" => Meaning::TitleLabel,
        "collection" => Meaning::Collection,
        "apart" => Meaning::Apart,
        "another" => Meaning::Another,
        "trouble" => Meaning::Trouble,
        "over" => Meaning::Over,
        "nothing" => Meaning::Nothing,
        "unit" => Meaning::Unit,
        "weekday" => Meaning::Weekday,
        "plural" => Meaning::Plural,
        "several" => Meaning::Several,
        "fact" => Meaning::Fact,
        "planned" => Meaning::Planned,
        "period" => Meaning::Period,
        _ => return None,
    };
    Some((words, meaning))
}

/// The first words of a run of tokens, for looking up phrases in the table.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The number of each word, and the place of its token in the run.
    words: Vec<(WordId, u32)>,
}

impl Words {
    /// The first `limit` words of `tokens`.
    pub(super) fn new(tokens: &[Token], limit: usize) -> Words {
        let mut words = Vec::with_capacity(limit.min(tokens.len()));
        let all = tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Word);
        words.extend(all.take(limit).map(|(at, token)| (token.word, at as u32)));
        Words { words }
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The place of the token of word `word`.
    pub(super) fn token(&self, word: usize) -> Option<usize> {
        self.words.get(word).map(|&(_, token)| token as usize)
    }

    /// What the `count` words from `from` on mean together.
    pub(super) fn meanings(&self, from: usize, count: usize) -> &'static [Meaning] {
        self.words.get(from..from + count).map_or(&[], |words| meanings_of(words.iter().map(|&(word, _)| word)))
    }

    /// The longest phrase from word `from` on that `pick` accepts: what it gives, and the number of words.
    pub(super) fn longest<T>(&self, from: usize, pick: impl Fn(Meaning) -> Option<T>) -> Option<(T, usize)> {
        if !PHRASES.begin_with(self.words.get(from)?.0) {
            return None;
        }
        (1..=LONGEST_PHRASE.min(self.len().saturating_sub(from)))
            .rev()
            .find_map(|count| self.meanings(from, count).iter().find_map(|&meaning| pick(meaning)).map(|found| (found, count)))
    }

    /// Does any phrase in it mean `meaning`?
    pub(super) fn any(&self, meaning: Meaning) -> bool {
        (0..self.len()).any(|from| self.longest(from, |found| (found == meaning).then_some(())).is_some())
    }
}

/// The meanings of one token alone.
pub(super) fn of_token(token: &Token) -> &'static [Meaning] {
    meanings_of(std::iter::once(token.word))
}

/// What words mean alone, where it is asked of every word of a text: a bit for each sort of meaning.
static SORTS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let sorts = |id| meanings_of(std::iter::once(id)).iter().fold(0, |bits, &meaning| bits | sort(meaning));
    tables::ids().map(sorts).collect()
});

/// A month.
pub(super) const MONTH: u16 = 1;
/// Another word of dates.
pub(super) const DATE_WORD: u16 = 1 << 1;
/// A count.
pub(super) const COUNT: u16 = 1 << 2;
/// A unit of time.
pub(super) const UNIT: u16 = 1 << 3;
/// A day of the week.
pub(super) const WEEKDAY: u16 = 1 << 4;
/// A status.
pub(super) const STATUS: u16 = 1 << 5;

fn sort(meaning: Meaning) -> u16 {
    match meaning {
        Meaning::Month => MONTH,
        Meaning::DateWord => DATE_WORD,
        Meaning::Count(_) => COUNT,
        Meaning::Unit => UNIT,
        Meaning::Weekday => WEEKDAY,
        Meaning::Status(_) => STATUS,
        _ => 0,
    }
}

/// Has the token by itself a meaning of one of these sorts?
pub(super) fn is_of(token: &Token, sorts: u16) -> bool {
    SORTS[token.word.index()] & sorts != 0
}

/// How many of `tokens`, from the first on, are a date, a clock time or both; 0 where they are none.
pub(super) fn date_length(tokens: &[Token]) -> usize {
    let (mut length, mut numbers, mut marks) = (0, 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let fits = match token.kind {
            TokenKind::Number => {
                numbers += 1;
                length = at + 1;
                true
            }
            TokenKind::Word => {
                let month = is_of(token, MONTH);
                // A lower-case month in English is more often a verb (`may`, `march`).
                marks += usize::from(month);
                if month || is_of(token, DATE_WORD) {
                    if numbers > 0 {
                        length = at + 1;
                    }
                    true
                } else {
                    false
                }
            }
            TokenKind::Symbol => {
                let joins = matches!(token.symbol, ':' | '/' | '-' | '.') && !token.spaced;
                marks += usize::from(joins && at > 0 && tokens[at - 1].kind == TokenKind::Number);
                matches!(token.symbol, ':' | '/' | '-' | '.' | ',' | '(' | ')' | '–' | '—' | '+' | '~' | 'º' | 'ª' | '°' | '·' | '|')
            }
            TokenKind::LineEnd | TokenKind::BlankLine => false,
        };
        if !fits {
            break;
        }
    }
    // A closing bracket belongs to the date that it closes.
    if tokens.get(length).is_some_and(|token| token.is(')')) && tokens[..length].iter().any(|token| token.is('(')) {
        length += 1;
    }
    if numbers > 0 && marks > 0 { length } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens;

    #[test]
    fn every_row_is_well_formed() {
        for row in tables::rows(tables::INCIDENTS) {
            let (words, _) = parse_row(row).unwrap_or_else(|| panic!("{row}"));
            let tokens = tokens::scan(words);
            let again: Vec<&str> = Words::new(&tokens, 10).words.iter().map(|(word, _)| word.text()).collect();
            assert_eq!(again.join(" "), words, "{row}");
            assert!(tokens.len() <= LONGEST_PHRASE, "{row}");
        }
    }

    #[test]
    fn dates_at_the_start_of_a_line() {
        for (line, expected) in [
            ("Mar 3, 2024", "Mar 3, 2024"),
            ("Posted Mar 03, 2024 - 09:26 GMT-03:00", "Posted Mar 03, 2024 - 09:26 GMT-03:00"),
            ("03/03/2024 às 09h26 - Resolvido", "03/03/2024 às 09h26"),
            ("14:05 UTC Update", "14:05 UTC"),
            ("May we help", ""),
            ("12 servers failed", ""),
            ("3 de março de 2024 (domingo)", "3 de março de 2024 (domingo)"),
        ] {
            let tokens = tokens::scan(line);
            let length = date_length(&tokens);
            let found = length.checked_sub(1).map_or("", |last| &line[..tokens[last].span().end]);
            assert_eq!(found, expected, "{line}");
        }
    }
}
