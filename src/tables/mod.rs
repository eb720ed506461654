//! Word tables: every word with a meaning of its own, as data.
//!
//! The tables are tab-separated files beside this one, each with its columns in its head. In those of words (`times.tsv`,
//! `figures.tsv`) a row is `word  languages  class  value`: the word lower-cased
//! and without accents, `en`, `pt` or `*` for the languages it has this meaning in, one of the classes of [`Class`],
//! and a number or name whose reading depends on the class. A word may stand in several rows; each is a [`Sense`].

pub(crate) mod phrases;

use std::collections::HashMap;
use std::sync::LazyLock;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::languages::Language;

/// What kind of meaning a row gives its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// Month name; value 1..=12.
    Month,
    /// Weekday name; value 1 (Monday) ..=7.
    Weekday,
    /// Zone abbreviation or name; value: row name in `zones.tsv`.
    Zone,
    /// am/pm word; value `am` or `pm`.
    Meridiem,
    /// Part of the day or a named hour (`noon`, `manha`); value: its name.
    DayPart,
    /// Day relative to an anchor (`yesterday`, `amanha`); value: days.
    RelativeDay,
    /// Unit of time; value: its length in seconds.
    TimeUnit,
    /// A cardinal number word; value: the number.
    Number,
    /// An ordinal word or suffix (`first`, `st`, `o`); value: the number, or 0 for a suffix.
    Ordinal,
    /// Multiplier behind a number (`thousand`, `mil`, `k`); value: the factor.
    Magnitude,
    /// Unit of data size; value: bytes.
    DataUnit,
    /// Currency word; value: ISO 4217 code.
    Currency,
    /// Hedge around a figure (`about`, `over`, `ate`); value: `about`, `over` or `under`.
    Hedge,
    /// Percent word; value unused.
    Percent,
    /// Noun that is counted in impact figures; value: its group.
    CountNoun,
    /// Preposition or connective that the grammars look at; value: its name.
    Function,
    /// Cue word of a role, an impact or a setting; value: its name.
    Cue,
}

impl Class {
    /// The class as a bit of a set.
    pub(crate) const fn bit(self) -> u32 {
        1 << self as u32
    }

    fn parse(name: &str) -> Option<Class> {
        Some(match name {
            "month" => Class::Month,
            "weekday" => Class::Weekday,
            "zone" => Class::Zone,
            "meridiem" => Class::Meridiem,
            "day-part" => Class::DayPart,
            "relative-day" => Class::RelativeDay,
            "time-unit" => Class::TimeUnit,
            "number" => Class::Number,
            "ordinal" => Class::Ordinal,
            "magnitude" => Class::Magnitude,
            "data-unit" => Class::DataUnit,
            "currency" => Class::Currency,
            "hedge" => Class::Hedge,
            "percent" => Class::Percent,
            "count-noun" => Class::CountNoun,
            "function" => Class::Function,
            "cue" => Class::Cue,
            _ => return None,
        })
    }
}

/// One meaning of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sense {
    /// The kind of meaning.
    pub(crate) class: Class,
    /// Does it hold in English, in Portuguese?
    english: bool,
    portuguese: bool,
    /// The value column as written.
    pub(crate) name: &'static str,
    /// The value column as a number; NaN where it is none.
    pub(crate) value: f64,
}

impl Sense {
    /// Does the word have this sense in `language`? Where the language is not known, any sense holds.
    pub(crate) fn holds_in(&self, language: Option<Language>) -> bool {
        match language {
            Some(Language::En) => self.english,
            Some(Language::Pt) => self.portuguese,
            None => true,
        }
    }
}

/// Number of a word in the tables; 0 stands for a word that is in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct WordId(u16);

impl WordId {
    /// A word without a row in any table.
    pub(crate) const NONE: WordId = WordId(0);

    /// Is the word in no table?
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Its place in [`all`].
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The word, folded; empty for one that is in no table.
    pub(crate) fn text(self) -> &'static str {
        WORDS.texts[self.index()]
    }

    /// All senses of the word, in the order of the tables.
    pub(crate) fn senses(self) -> &'static [Sense] {
        &WORDS.senses[usize::from(self.0)]
    }

    /// The classes of all its senses, as a set of [`Class::bit`].
    pub(crate) fn classes(self) -> u32 {
        WORDS.classes[self.index()]
    }

    /// The first sense of class `class`, in any language.
    pub(crate) fn sense(self, class: Class) -> Option<&'static Sense> {
        if self.classes() & class.bit() == 0 {
            return None;
        }
        self.senses().iter().find(|sense| sense.class == class)
    }

    /// The first sense of class `class` that holds in `language`.
    pub(crate) fn sense_in(self, class: Class, language: Option<Language>) -> Option<&'static Sense> {
        if self.classes() & class.bit() == 0 {
            return None;
        }
        self.senses().iter().find(|sense| sense.class == class && sense.holds_in(language))
    }
}

/// The senses of every word, by [`WordId::index`].
pub(crate) fn all() -> &'static [Vec<Sense>] {
    &WORDS.senses
}

/// Every number of a word, that of words in no table first.
pub(crate) fn ids() -> impl ExactSizeIterator<Item = WordId> {
    (0..WORDS.senses.len()).map(|index| WordId(index as u16))
}

/// Look up a word that is already folded (see [`fold`]).
pub(crate) fn lookup(folded: &[u8]) -> WordId {
    match short_key(folded) {
        Some(key) => lookup_short(key).0,
        None => WORDS.ids.get(folded).copied().unwrap_or_default(),
    }
}

/// Look up a folded word of up to eight bytes, the first of them in the lowest bits of `key`; with its [`WordId::classes`].
pub(crate) fn lookup_short(key: u64) -> (WordId, u32) {
    WORDS.short.get(key)
}

/// The longest folded word in any table, in bytes: longer words need no look-up.
pub(crate) const LONGEST_WORD: usize = 32;

struct Words {
    ids: FxHashMap<&'static [u8], WordId>,
    texts: Vec<&'static str>,
    senses: Vec<Vec<Sense>>,
    /// For each word a bit for every class of its senses.
    classes: Vec<u32>,
    short: ShortWords,
}

/// The words of up to eight bytes, by those bytes as one number: most words of a text are looked up here. Their classes
/// stand beside them, since they are asked of every word.
#[derive(Default)]
struct ShortWords {
    slots: Vec<(u64, WordId, u32)>,
}

impl ShortWords {
    /// Slots, a power of two and more than twice the words.
    const SLOTS: usize = 1 << 14;

    fn slot(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize
    }

    fn insert(&mut self, key: u64, id: WordId, classes: u32) {
        self.slots.resize(ShortWords::SLOTS, (0, WordId::NONE, 0));
        let mut at = ShortWords::slot(key);
        while self.slots[at].0 != 0 && self.slots[at].0 != key {
            at = (at + 1) % ShortWords::SLOTS;
        }
        self.slots[at] = (key, id, classes);
    }

    fn get(&self, key: u64) -> (WordId, u32) {
        let mut at = ShortWords::slot(key);
        loop {
            match self.slots.get(at) {
                Some(&(found, id, classes)) if found == key => return (id, classes),
                Some(&(0, ..)) | None => return (WordId::NONE, 0),
                Some(_) => at = (at + 1) % ShortWords::SLOTS,
            }
        }
    }
}

impl Words {
    /// The number of a word, a new one where it has none yet.
    fn number(&mut self, word: &'static str) -> WordId {
        let next = WordId(u16::try_from(self.senses.len()).expect("fewer than 65,536 words"));
        let id = *self.ids.entry(word.as_bytes()).or_insert(next);
        if id == next {
            self.senses.push(Vec::new());
            self.texts.push(word);
        }
        id
    }
}

const TABLES: [(&str, &str); 2] = [("times.tsv", include_str!("times.tsv")), ("figures.tsv", include_str!("figures.tsv"))];

/// Phrases that say what happened at a moment: `phrase  cue  side  reach  weight`, read by [`crate::impact`].
pub(crate) const ROLES: &str = include_str!("roles.tsv");

/// Words that any incident's title may have: `word  languages`, read by [`crate::duplicates`].
pub(crate) const TITLES: &str = include_str!("titles.tsv");
/// Words and phrases by which incidents are told apart, read by [`crate::incidents`].
pub(crate) const INCIDENTS: &str = include_str!("incidents.tsv");

/// Headings and labels of sections, read by [`crate::sections`].
pub(crate) const SECTIONS: &str = include_str!("sections.tsv");

/// Function words of many languages, and ends of words, read by [`crate::language`].
pub(crate) const LANGUAGES: &str = include_str!("languages.tsv");

/// The words of a phrase, each with its alternatives: `went|goes down`.
pub(crate) fn phrase_words(phrase: &str) -> impl Iterator<Item = impl Iterator<Item = &str>> {
    phrase.split(' ').map(|word| word.split('|'))
}

/// The rows of a table: its lines, without empty ones and remarks.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|row| !row.is_empty() && !row.starts_with('#'))
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words {
        ids: HashMap::with_capacity_and_hasher(1 << 13, FxBuildHasher),
        texts: vec![""],
        senses: vec![Vec::new()],
        classes: Vec::new(),
        short: ShortWords::default(),
    };
    for (table, rows) in TABLES {
        for (number, row) in rows.lines().enumerate() {
            if row.is_empty() || row.starts_with('#') {
                continue;
            }
            let (word, sense) = parse_row(row).unwrap_or_else(|| panic!("{table}:{}: not `word languages class value`: {row}", number + 1));
            let id = words.number(word);
            words.senses[id.index()].push(sense);
        }
    }
    // Words of phrases have a number, but no sense of their own.
    for rows in [ROLES, INCIDENTS, SECTIONS, LANGUAGES] {
        for row in rows.lines().filter(|row| !row.is_empty() && !row.starts_with(['#', '-'])) {
            for word in phrase_words(row.split('\t').next().unwrap_or_default()).flatten() {
                words.number(word);
            }
        }
    }
    words.classes = words.senses.iter().map(|senses| senses.iter().fold(0, |bits, sense| bits | sense.class.bit())).collect();
    for (number, text) in words.texts.iter().enumerate().skip(1) {
        if let Some(key) = short_key(text.as_bytes()) {
            words.short.insert(key, WordId(number as u16), words.classes[number]);
        }
    }
    assert!(words.texts.len() * 2 < ShortWords::SLOTS, "there are more words than slots for them");
    words
});

/// The bytes of a word of up to eight of them as one number.
fn short_key(word: &[u8]) -> Option<u64> {
    let mut bytes = [0; 8];
    bytes.get_mut(..word.len())?.copy_from_slice(word);
    Some(u64::from_le_bytes(bytes))
}

fn parse_row(row: &'static str) -> Option<(&'static str, Sense)> {
    let mut cells = row.split('\t');
    let (word, languages, class, name) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    if cells.next().is_some() || word.is_empty() || word.len() > LONGEST_WORD {
        return None;
    }
    let (english, portuguese) = match languages {
        "en" => (true, false),
        "pt" => (false, true),
        "*" => (true, true),
        _ => return None,
    };
    let value = name.parse().unwrap_or(f64::NAN);
    Some((word, Sense { class: Class::parse(class)?, english, portuguese, name, value }))
}

/// Lower-case `word` and strip its accents, appending to `out`; stops after [`LONGEST_WORD`] bytes and says so with `false`.
///
/// Combining marks are dropped, so that composed and decomposed spellings fold alike.
pub(crate) fn fold(word: &str, out: &mut Vec<u8>) -> bool {
    if word.len() <= LONGEST_WORD && word.is_ascii() {
        out.extend(word.bytes().map(|byte| byte.to_ascii_lowercase()));
        return true;
    }
    let start = out.len();
    for c in word.chars() {
        if out.len() - start >= LONGEST_WORD {
            return false;
        }
        fold_char(c, out);
    }
    out.len() - start <= LONGEST_WORD
}

/// Lower-case one character and strip its accent, appending its UTF-8 bytes to `out`.
pub(crate) fn fold_char(c: char, out: &mut Vec<u8>) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase() as u8);
        return;
    }
    let base = match c {
        'À'..='Å' | 'à'..='å' | 'Ā'..='ą' => 'a',
        'Ç' | 'ç' | 'Ć'..='č' => 'c',
        'È'..='Ë' | 'è'..='ë' | 'Ē'..='ě' => 'e',
        'Ì'..='Ï' | 'ì'..='ï' | 'Ĩ'..='ı' => 'i',
        'Ñ' | 'ñ' => 'n',
        'Ò'..='Ö' | 'ò'..='ö' | 'Ō'..='ő' => 'o',
        'Ù'..='Ü' | 'ù'..='ü' | 'Ũ'..='ű' => 'u',
        'Ý' | 'ý' | 'ÿ' => 'y',
        '\u{300}'..='\u{36f}' => return,
        other => {
            for lower in other.to_lowercase() {
                out.extend_from_slice(lower.encode_utf8(&mut [0; 4]).as_bytes());
            }
            return;
        }
    };
    out.push(base as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(word: &str) -> String {
        let mut out = Vec::new();
        fold(word, &mut out);
        String::from_utf8(out).expect("folding keeps UTF-8")
    }

    #[test]
    fn folding_strips_case_and_accents() {
        for (word, expected) in [("Março", "marco"), ("mar\u{327}ço", "marco"), ("NOÎTE", "noite"), ("İSTANBUL", "istanbul"), ("ß", "ß")]
        {
            assert_eq!(folded(word), expected, "{word}");
        }
    }

    #[test]
    fn every_row_is_folded_and_well_formed() {
        for (table, rows) in TABLES {
            for row in super::rows(rows) {
                let (word, _) = parse_row(row).unwrap_or_else(|| panic!("{table}: {row}"));
                assert_eq!(folded(word), word, "{table}: {row}");
            }
        }
    }

    #[test]
    fn words_have_senses_by_language() {
        let march = lookup(b"marco");
        assert_eq!(march.sense(Class::Month).map(|sense| sense.value), Some(3.0));
        assert!(lookup(b"zebra").is_none());
    }
}
