//! Which of the two languages a text is written in, if any.
//!
//! Function words decide, counted line by line so that the English labels of a status page do not outvote the
//! Portuguese text between them. Where they are too few to decide, the trigram model of [`whatlang`] is asked.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::languages::Language;
use crate::tables::{self, WordId};
use crate::tokens::{Token, TokenKind};

/// A detected language and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Detection {
    /// English, Portuguese, or neither.
    pub(crate) language: Option<Language>,
    /// 0 (a guess) to 1 (certain).
    pub(crate) confidence: f64,
}

impl Detection {
    const NONE: Detection = Detection { language: None, confidence: 0.0 };
}

/// The languages that are told apart; those beyond the first two so that they are not taken for one of them.
const LANGUAGES: [&str; 12] = ["en", "pt", "es", "gl", "fr", "it", "ca", "ro", "de", "nl", "sv", "pl"];
const EN: usize = 0;
const PT: usize = 1;

/// One weight for each of [`LANGUAGES`].
type Votes = [f64; LANGUAGES.len()];

/// What words, and the ends of words, say: the vote of each is shared among the languages that use it.
struct Cues {
    /// For each word of the tables the place of its votes in `votes`, and whether it has them however it is written; else a
    /// tilde speaks first.
    words: Vec<(u16, bool)>,
    /// The votes that words have, each once, so that few are held in mind; those at [`SILENT`] are none.
    votes: Vec<Votes>,
    ends: FxHashMap<&'static str, Votes>,
    /// Do the last three letters of any end fall here? See [`last_letters`].
    last_letters: Vec<bool>,
}

static CUES: LazyLock<Cues> = LazyLock::new(|| {
    let mut cues =
        Cues { words: Vec::new(), votes: vec![Votes::default()], ends: FxHashMap::default(), last_letters: vec![false; 1 << 15] };
    let mut words: FxHashMap<&'static str, Votes> = FxHashMap::default();
    for (word, votes) in tables::LANGUAGES.lines().filter_map(parse_row) {
        match word.strip_prefix('-') {
            Some(end) => {
                if let Some(letters) = last_letters(end) {
                    cues.last_letters[letters] = true;
                }
                cues.ends.insert(end, votes.map(|vote| vote * END_WEIGHT))
            }
            None => words.insert(word, votes),
        };
    }
    let of_word = |id: WordId| match words.get(id.text()) {
        Some(&votes) => (Some(votes), true),
        None => (cues.end(id.text()).copied().or_else(|| of_table(id)), false),
    };
    let (mut votes, mut places) = (cues.votes.clone(), FxHashMap::default());
    let mut place = |said: Option<Votes>| {
        let Some(said) = said else { return SILENT };
        *places.entry(said.map(f64::to_bits)).or_insert_with(|| {
            votes.push(said);
            votes.len() as u16 - 1
        })
    };
    cues.words = tables::ids().map(of_word).map(|(said, always)| (place(said), always)).collect();
    cues.votes = votes;
    cues
});

/// The place of the votes of words that say nothing.
const SILENT: u16 = 0;

impl Cues {
    /// The votes at a place.
    fn at(&self, place: u16) -> Option<&Votes> {
        if place == SILENT { None } else { self.votes.get(usize::from(place)) }
    }

    /// What the end of a folded word says: the longest that fits is the one that speaks.
    fn end(&self, folded: &str) -> Option<&Votes> {
        if !last_letters(folded).is_some_and(|letters| self.last_letters[letters]) {
            return None;
        }
        let ends = (SHORTEST_END..=LONGEST_END).rev().filter_map(|length| folded.get(folded.len().checked_sub(length)?..));
        ends.filter(|end| folded.len() > end.len() + 1).find_map(|end| self.ends.get(end))
    }
}

/// The last three letters as a number of 15 bits, the same for upper and lower case.
fn last_letters(word: &str) -> Option<usize> {
    let last = word.as_bytes().last_chunk::<SHORTEST_END>()?;
    Some(last.iter().fold(0, |sum, byte| sum << 5 | usize::from(byte & 31)))
}

/// What it says that a word has a meaning in one of the two languages only.
fn of_table(id: WordId) -> Option<Votes> {
    let holds = |language| id.senses().iter().any(|sense| sense.holds_in(Some(language)));
    let mut votes = Votes::default();
    match (holds(Language::En), holds(Language::Pt)) {
        (true, false) => votes[EN] = TABLE_WEIGHT,
        (false, true) => votes[PT] = TABLE_WEIGHT,
        _ => return None,
    }
    Some(votes)
}

fn parse_row(row: &'static str) -> Option<(&'static str, Votes)> {
    let (word, names) = row.split_once('\t').filter(|_| !row.starts_with('#'))?;
    let mut votes = Votes::default();
    let share = 1.0 / names.split(',').count() as f64;
    for name in names.split(',') {
        votes[LANGUAGES.iter().position(|language| *language == name)?] = share.sqrt();
    }
    Some((word, votes))
}

/// The ends in the table have so many letters.
const SHORTEST_END: usize = 3;
const LONGEST_END: usize = 6;
/// A word's end says less than a function word.
const END_WEIGHT: f64 = 0.5;
/// A date or figure word that only one of the two languages has says less still.
const TABLE_WEIGHT: f64 = 0.4;
/// So many words are enough.
const ENOUGH_WORDS: usize = 3_000;
/// Lines of fewer words are labels more often than text.
const SHORT_LINE: usize = 4;
/// What a vote in a short line weighs against one in running text.
const SHORT_LINE_WEIGHT: f64 = 0.3;

/// Decide the language of `text`.
pub(crate) fn detect(text: &str, tokens: &[Token]) -> Detection {
    let count = count(text, tokens);
    if count.words > 0 && count.latin * 2 < count.words {
        return Detection { language: None, confidence: 1.0 };
    }
    let (best, second) = ranking(&count.votes);
    let total: f64 = count.votes[best] + count.votes[second];
    // Little evidence for the number of words: another language, or no prose at all.
    let sparse = count.words >= 25 && count.hits * 10 < count.words;
    if count.votes[best] < 1.5 || sparse {
        return ask_trigrams(text, &count);
    }
    let margin = (count.votes[best] - count.votes[second]) / total;
    let amount = 1.0 - 1.0 / (1.0 + count.votes[best] / 2.0);
    Detection { language: language(best), confidence: (amount * (0.4 + margin).min(1.0)).clamp(0.0, 1.0) }
}

/// What was counted in a text.
#[derive(Debug, Default)]
struct Count {
    votes: Votes,
    words: usize,
    /// Words in Latin letters.
    latin: usize,
    /// Words that said anything.
    hits: usize,
}

/// The strongest language and the runner-up.
fn ranking(votes: &Votes) -> (usize, usize) {
    let mut order: Vec<usize> = (0..LANGUAGES.len()).collect();
    order.sort_by(|&a, &b| votes[b].total_cmp(&votes[a]));
    (order[0], order[1])
}

fn language(at: usize) -> Option<Language> {
    match at {
        EN => Some(Language::En),
        PT => Some(Language::Pt),
        _ => None,
    }
}

fn count(text: &str, tokens: &[Token]) -> Count {
    let cues = &*CUES;
    let mut count = Count::default();
    let mut folded = Vec::with_capacity(32);
    let mut lines = [Votes::default(), Votes::default()];
    for line in tokens.split(Token::ends_line) {
        let mut votes = Votes::default();
        let mut words = 0;
        for (at, token) in line.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Word) {
            if is_part_of_a_name(line, at) {
                continue;
            }
            words += 1;
            count.latin += usize::from(token.ascii || token.of(text).chars().next().is_some_and(is_latin));
            if let Some(said) = vote(cues, text, token, &mut folded) {
                count.hits += 1;
                for (sum, vote) in votes.iter_mut().zip(said) {
                    *sum += vote;
                }
            }
        }
        let sum = &mut lines[usize::from(words >= SHORT_LINE)];
        for (sum, vote) in sum.iter_mut().zip(votes) {
            *sum += vote;
        }
        count.words += words;
        if count.words >= ENOUGH_WORDS {
            break;
        }
    }
    let [labels, prose] = lines;
    for at in 0..LANGUAGES.len() {
        count.votes[at] = prose[at] + SHORT_LINE_WEIGHT * labels[at];
    }
    // Where there is nothing but short lines, they are the text.
    if prose.iter().sum::<f64>() < 2.0 {
        count.votes = labels;
        for (sum, vote) in count.votes.iter_mut().zip(prose) {
            *sum += vote;
        }
    }
    // A Portuguese page keeps canned English updates; an English page has no Portuguese sentences. What "the" and
    // "that" say for English is therefore worth less beside real Portuguese evidence.
    let foreign = count.votes[PT];
    if foreign > 3.0 && foreign > 0.4 * count.votes[EN] {
        count.votes[EN] *= 0.4;
    }
    count
}

fn is_latin(c: char) -> bool {
    u32::from(c) < 0x250 || u32::from(c) >= 0x1e00 && u32::from(c) < 0x1f00
}

/// Words inside addresses, paths and identifiers are of no language: `api.example.com/do`, `em_fila`, `x86`.
fn is_part_of_a_name(line: &[Token], at: usize) -> bool {
    let glued = |token: Option<&Token>| {
        token.is_some_and(|token| {
            token.kind == TokenKind::Number
                || token.kind == TokenKind::Symbol && matches!(token.symbol, '/' | '_' | '@' | '=' | '\\' | '.' | '#' | '&' | '$' | '`')
        })
    };
    let before = at.checked_sub(1).and_then(|before| line.get(before)).filter(|_| !line[at].spaced);
    let after = line.get(at + 1).filter(|after| !after.spaced);
    let point_ends_sentence = after.is_some_and(|after| after.is('.')) && line.get(at + 2).is_none_or(|next| next.spaced);
    glued(before) || glued(after) && !point_ends_sentence
}

/// What one word says; `folded` is room to fold it in.
fn vote<'c>(cues: &'c Cues, text: &str, token: &Token, folded: &mut Vec<u8>) -> Option<&'c Votes> {
    let (id, ascii) = (token.word, token.ascii);
    let (known, always) = cues.words[id.index()];
    if always || ascii && !id.is_none() {
        return cues.at(known);
    }
    let word = token.of(text);
    if ascii && !last_letters(word).is_some_and(|letters| cues.last_letters[letters]) {
        return None;
    }
    folded.clear();
    if !tables::fold(word, folded) {
        return None;
    }
    if !ascii && word.contains(['ã', 'õ', 'Ã', 'Õ']) {
        return Some(&TILDE);
    }
    if id.is_none() { cues.end(std::str::from_utf8(folded).ok()?) } else { cues.at(known) }
}

/// What a tilde on a vowel says.
static TILDE: Votes = {
    let mut votes = [0.0; LANGUAGES.len()];
    votes[PT] = 1.0;
    votes
};

/// So many bytes are shown to the trigram model.
const TRIGRAM_BYTES: usize = 2_000;

/// Decide with the trigram model, where function words do not.
fn ask_trigrams(text: &str, count: &Count) -> Detection {
    let mut end = text.len().min(TRIGRAM_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let short = count.words < FEW_WORDS;
    // A few words may be in any of a hundred languages for the model, which then is of no help: it has to choose.
    let found = if short {
        whatlang::Detector::with_allowlist(TRIGRAM_LANGUAGES.map(|(lang, _)| lang).to_vec()).detect(&text[..end])
    } else {
        whatlang::detect(&text[..end])
    };
    let Some(info) = found else { return Detection::NONE };
    let at = TRIGRAM_LANGUAGES.iter().find(|(lang, _)| *lang == info.lang()).map(|&(_, at)| at);
    let mut votes = count.votes;
    match at {
        Some(at) => votes[at] += info.confidence() + if info.is_reliable() { 2.0 } else { 0.2 },
        None if info.is_reliable() => return Detection { language: None, confidence: 0.5 },
        None => {}
    }
    let (best, second) = ranking(&votes);
    // Short and without a word to go by: a name, a label, anything.
    if votes[best] < 0.6 || count.hits == 0 && !info.is_reliable() {
        return Detection::NONE;
    }
    Detection { language: language(best), confidence: (0.5 * (votes[best] - votes[second]) / votes[best]).clamp(0.0, 0.5) }
}

/// Fewer words than this are a short text.
const FEW_WORDS: usize = 25;

/// The languages that the trigram model chooses from for short texts, and their places in [`LANGUAGES`].
const TRIGRAM_LANGUAGES: [(whatlang::Lang, usize); 11] = [
    (whatlang::Lang::Eng, EN),
    (whatlang::Lang::Por, PT),
    (whatlang::Lang::Spa, 2),
    (whatlang::Lang::Fra, 4),
    (whatlang::Lang::Ita, 5),
    (whatlang::Lang::Cat, 6),
    (whatlang::Lang::Ron, 7),
    (whatlang::Lang::Deu, 8),
    (whatlang::Lang::Nld, 9),
    (whatlang::Lang::Swe, 10),
    (whatlang::Lang::Pol, 11),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens;

    fn code(text: &str) -> &'static str {
        detect(text, &tokens::scan(text)).language.map_or("-", Language::code)
    }

    #[test]
    fn every_row_is_well_formed() {
        for row in tables::rows(tables::LANGUAGES) {
            let (word, _) = parse_row(row).unwrap_or_else(|| panic!("{row}"));
            assert!(!word.starts_with('-') || (SHORTEST_END..=LONGEST_END).contains(&(word.len() - 1)), "{row}");
            let word = word.trim_start_matches('-');
            let mut folded = Vec::new();
            assert!(tables::fold(word, &mut folded), "{row}");
            assert_eq!(folded, word.as_bytes(), "{row}");
        }
    }

    #[test]
    fn short_texts() {
        for (text, expected) in [
            ("The queue filled.", "en"),
            ("This outage is over.", "en"),
            ("A fila não parou de encher.", "pt"),
            ("Instabilidade no login", "pt"),
            ("Manutenção concluída", "pt"),
            ("FALHA NO BANCO DE DADOS", "pt"),
            ("CAÍDA DEL SERVICIO POR SATURACIÓN DE LA BASE DE DATOS", "-"),
            ("Interrupción do servizo", "-"),
            ("Le service est de nouveau disponible", "-"),
            ("Il servizio non era raggiungibile", "-"),
            ("Сервис недоступен", "-"),
            ("12:40 - 13:05", "-"),
            ("", "-"),
        ] {
            assert_eq!(code(text), expected, "{text}");
        }
    }

    #[test]
    fn english_labels_around_portuguese_text() {
        let text = "Incident Report for Farol\nResolved\nA fila voltou ao normal e não há mais pedidos em atraso.\nPosted Mar 03, 2024 - \
                    09:26 GMT-03:00\nInvestigating\nWe are currently investigating this issue.\nPosted Mar 03, 2024 - 07:10 GMT-03:00\n\
                    This incident affected: API and Website.\nSubscribe To Updates";
        assert_eq!(code(text), "pt");
    }

    #[test]
    fn names_and_addresses_do_not_count() {
        assert_eq!(code("O serviço em https://the.example.com/of/and/to?is=was foi reiniciado às 14h"), "pt");
    }

    #[test]
    fn neighbours_of_portuguese_are_refused() {
        for text in [
            "O servizo estivo caído dúas horas porque o disco da base de datos quedou sen espazo e ninguén mirou as alarmas.",
            "El servicio estuvo caído dos horas porque el disco de la base de datos se quedó sin espacio y nadie miró las alarmas.",
            "El servei va estar caigut dues hores perquè el disc de la base de dades es va quedar sense espai.",
        ] {
            assert_eq!(code(text), "-", "{text}");
        }
    }

    #[test]
    fn the_same_text_gives_the_same_answer() {
        let text = "A API ficou lenta das 9h às 10h.";
        let tokens = tokens::scan(text);
        let first = detect(text, &tokens);
        assert!((0..50).all(|_| detect(text, &tokens) == first));
    }
}
