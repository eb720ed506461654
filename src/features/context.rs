//! Where a sentence stands and how it speaks: what tells a sentence that names the cause from the others.
//!
//! Context features have fixed numbers and speaking names; a model keeps its finder's weights by name.

use std::ops::{BitOr, Range};
use std::sync::LazyLock;

use super::cache::Known;
use super::concepts::Concept;
use super::cues::{CAUSAL, CUES, MANNER_CUES, NAMES_CAUSE, STATUS_CUE};
use super::meanings::{Meaning, Meant};
use super::openings::{OPENINGS, Opening, REFERENCE, REQUEST};
use super::phrases::Phrases;
use super::tenses::{TENSES, Tense};
use super::words;
use crate::incidents::{Incident, Status};
use crate::lines::{LineKind, Section};
use crate::reading::Reading;
use crate::sentences::Sentence;
use crate::span::Span;
use crate::tokens::{self, Token, TokenKind};

/// So many of the first classes of cues are looked at together with the section.
const CUES_BY_SECTION: usize = 7;

/// Where a sentence can stand: in no section, in the title, in another heading, or in one of [`Section::ALL`].
const PLACES: usize = 3 + Section::ALL.len();
const STATUSES: [&str; 8] = ["none", "investigating", "identified", "monitoring", "update", "resolved", "postmortem", "maintenance"];

/// Families of context features: name, how many values, how a value is named.
struct Family {
    name: &'static str,
    values: usize,
    named: fn(usize) -> String,
}

fn section_name(value: usize) -> String {
    let name = match value {
        0 => "none",
        1 => "title",
        2 => "heading",
        _ => Section::ALL.get(value - 3).map_or("none", |section| section.name()),
    };
    name.to_owned()
}

fn cue_name(value: usize) -> String {
    CUES[value].to_owned()
}

fn status_name(value: usize) -> String {
    STATUSES[value].to_owned()
}

fn number_name(value: usize) -> String {
    value.to_string()
}

fn section_cue_name(value: usize) -> String {
    format!("{}+{}", section_name(value / CUES_BY_SECTION), CUES[value % CUES_BY_SECTION])
}

const SECTION: usize = 0;
const INLINE_SECTION: usize = 1;
const TITLE: usize = 2;
const STATUS: usize = 3;
const ITEM: usize = 4;
const TIMED: usize = 5;
const LENGTH: usize = 6;
const POSITION: usize = 7;
const INDEX: usize = 8;
const COUNT: usize = 9;
const CUE: usize = 10;
const SECTION_CUE: usize = 11;
const QUESTION: usize = 12;
const BEFORE_CUE: usize = 13;
const BEFORE_SECTION: usize = 14;
const AFTER_CUE: usize = 15;
const SHAPE: usize = 16;
const OPENING: usize = 17;
const LISTING: usize = 18;
const CONSEQUENCE: usize = 19;
const TENSE: usize = 20;

const FAMILIES: [Family; 21] = [
    Family { name: "section", values: PLACES, named: section_name },
    Family { name: "label", values: PLACES, named: section_name },
    Family { name: "title", values: 3, named: number_name },
    Family { name: "status", values: STATUSES.len(), named: status_name },
    Family { name: "item", values: 2, named: number_name },
    Family { name: "timed", values: 2, named: number_name },
    Family { name: "length", values: 7, named: number_name },
    Family { name: "position", values: 5, named: number_name },
    Family { name: "index", values: 6, named: number_name },
    Family { name: "count", values: 7, named: number_name },
    Family { name: "cue", values: CUES.len(), named: cue_name },
    Family { name: "section+cue", values: PLACES * CUES_BY_SECTION, named: section_cue_name },
    Family { name: "question", values: 1, named: number_name },
    Family { name: "before-cue", values: CUES.len(), named: cue_name },
    Family { name: "before-section", values: PLACES, named: section_name },
    Family { name: "after-cue", values: CUES.len(), named: cue_name },
    Family { name: "shape", values: SHAPES.len(), named: shape_name },
    Family { name: "opening", values: 2 * OPENINGS.len(), named: opening_name },
    Family { name: "listing", values: LISTINGS.len(), named: listing_name },
    Family { name: "consequence", values: 1, named: number_name },
    Family { name: "tense", values: TENSES.len(), named: tense_name },
];

/// Code in the sentence: some of it in back quotes; mostly code.
const LISTINGS: [&str; 2] = ["quoted", "code"];

fn opening_name(value: usize) -> String {
    format!("{}{}", OPENINGS[value % OPENINGS.len()], if value < OPENINGS.len() { "" } else { "-item" })
}

fn listing_name(value: usize) -> String {
    LISTINGS[value].to_owned()
}

fn tense_name(value: usize) -> String {
    TENSES[value].to_owned()
}

/// Shapes of a sentence; the first holds for all and serves as the intercept.
const SHAPES: [&str; 6] = ["any", "fragment", "fragment-without-cue", "without-cue", "status-phrase", "numbers"];

fn shape_name(value: usize) -> String {
    SHAPES[value].to_owned()
}

/// Number of the first feature of each family, and how many features there are.
static OFFSETS: LazyLock<([usize; FAMILIES.len()], usize)> = LazyLock::new(|| {
    let mut next = 0;
    let offsets = FAMILIES.map(|family| {
        let first = next;
        next += family.values;
        first
    });
    (offsets, next)
});

/// Names of all context features, in the order of their numbers.
pub(crate) fn names() -> Vec<String> {
    FAMILIES.iter().flat_map(|family| (0..family.values).map(|value| format!("{}={}", family.name, (family.named)(value)))).collect()
}

/// Manners of speaking that tell a report of an incident from other texts.
pub(crate) const MANNERS: usize = 4 + MANNER_CUES.len();

/// A sentence of an incident in its setting.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// Its text.
    pub(crate) span: Span,
    /// Its words: a range of [`Known::places`].
    pub(crate) places: Range<usize>,
    /// Its context features, by number.
    pub(crate) features: Vec<u32>,
    section: usize,
    inline: bool,
    title: usize,
    /// Is there a clock time in it?
    clock: bool,
    /// What its first word does: one of [`OPENINGS`].
    opening: Option<u8>,
    /// The number of its verbs' tense among [`TENSES`].
    tense: usize,
    /// What its phrases mean.
    meant: Meant,
}

/// The sentences of `incident` with their context features.
pub(crate) fn settings(reading: &Reading<'_>, known: &Known, phrases: &Phrases<Meaning>, incident: &Incident) -> Vec<Setting> {
    let from = reading.sentences.partition_point(|sentence| sentence.span.start < incident.span.start);
    let to = reading.sentences.partition_point(|sentence| sentence.span.start < incident.span.end);
    let own = &reading.sentences[from..to.max(from)];
    let mut settings: Vec<Setting> = Vec::with_capacity(own.len());
    let mut behind = 0;
    for sentence in own {
        let span = incident.behind_header(reading.text, sentence.span);
        let tokens = if span == sentence.span { sentence.tokens.clone() } else { tokens::within(&reading.tokens, span) };
        // Sentences follow each other, so that the words of the next stand behind those of the last.
        let mut places = words::within(&known.places()[behind..], &tokens);
        (places.start, places.end) = (behind + places.start, behind + places.end);
        behind = places.end;
        if places.is_empty() || !has_letters(reading, sentence) {
            continue;
        }
        let line = &reading.lines[sentence.line];
        // Listings and page furniture hold error messages, not causes.
        if matches!(line.kind, LineKind::Code | LineKind::Meta) {
            continue;
        }
        let meant = meant(reading, known, phrases, &places);
        let mut section = sentence.section.map_or(0, |section| section as usize + 3);
        let of_heading = line.heading.and_then(|heading| reading.lines[heading].section);
        let mut inline = sentence.section.is_some() && sentence.section != of_heading;
        let is_first = settings.is_empty();
        let is_title = incident.title.is_some_and(|title| title.overlaps(sentence.span))
            || incident.title.is_none() && is_first && sentence.span.len() < 120;
        let title = if is_title {
            1
        } else if line.is_heading() {
            2
        } else {
            0
        };
        if title > 0 {
            (section, inline) = (title, false);
        }
        let clock = holds_clock(&reading.tokens[sentence.tokens.clone()]);
        let mut setting = Setting { span, places, features: Vec::new(), section, inline, title, clock, opening: None, tense: 0, meant };
        setting.tense = tense(known, &setting).number(reading.language.language);
        setting.opening = opening(reading, known, &setting);
        setting.features = alone(reading, incident, sentence, &setting);
        settings.push(setting);
    }
    let (offsets, _) = &*OFFSETS;
    let count = settings.len();
    for at in 0..count {
        let refers = settings[at].opening == Some(REFERENCE) && !settings[at].meant.cues.tells_what;
        let mut features = std::mem::take(&mut settings[at].features);
        let mut add = |family: usize, value: usize| features.push((offsets[family] + value) as u32);
        add(POSITION, (5 * at / count).min(4));
        add(INDEX, at.min(5));
        add(COUNT, log2(count).min(6));
        if let Some(before) = at.checked_sub(1).map(|before| &settings[before]) {
            each_bit(before.cues(), |cue| add(BEFORE_CUE, cue));
            add(BEFORE_SECTION, before.section);
            // `The cause was a leak. It filled the memory`: what *it* did is not the cause but its consequence.
            if refers && before.cues() & NAMES_CAUSE != 0 {
                add(CONSEQUENCE, 0);
            }
        }
        if let Some(after) = settings.get(at + 1) {
            each_bit(after.cues(), |cue| add(AFTER_CUE, cue));
        }
        settings[at].features = features;
    }
    settings
}

impl Setting {
    /// Its words with their weights: what tells the cause counts fully, what stands aside from it less.
    pub(crate) fn weighed<'w>(&'w self, known: &'w Known, aside: f32) -> impl Iterator<Item = (u32, f32)> + 'w {
        let weight = self.weight(aside);
        known.places()[self.places.clone()].iter().enumerate().map(move |(at, place)| (place.word, weight(at)))
    }

    /// Gives the weight of its first word, its second, and so on.
    fn weight(&self, aside: f32) -> impl Fn(usize) -> f32 + use<> {
        let clause = self.meant.cues.clause.clone().unwrap_or(0..usize::MAX);
        move |at| if clause.contains(&at) { 1.0 } else { aside }
    }

    /// Put its concepts with their weights into `weighed`.
    pub(crate) fn weigh_concepts(&self, aside: f32, weighed: &mut Vec<(Concept, f32)>) {
        self.meant.weigh_concepts(self.weight(aside), weighed);
    }

    /// The labels whose terms stand in it, each once.
    pub(crate) fn terms(&self) -> &[u32] {
        &self.meant.terms
    }

    /// The classes of cues in it, a bit each.
    fn cues(&self) -> u64 {
        self.meant.cues.classes
    }

    /// How it speaks: does it ask for something, hold a clock time, tell the past, tell the present alone, hold a phrase of
    /// each of the [`MANNER_CUES`]?
    pub(crate) fn manner(&self) -> [bool; MANNERS] {
        let tense = TENSES[self.tense];
        let mut manner = [false; MANNERS];
        manner[..4].copy_from_slice(&[self.opening == Some(REQUEST), self.clock, matches!(tense, "past" | "both"), tense == "present"]);
        manner[4..].copy_from_slice(&MANNER_CUES.map(|classes| self.cues() & classes != 0));
        manner
    }

    /// Does it hold a phrase that ties a cause to what it did?
    pub(crate) fn is_causal(&self) -> bool {
        self.cues() & CAUSAL != 0
    }
}

/// What the phrases among the words at `places` mean.
fn meant(reading: &Reading<'_>, known: &Known, phrases: &Phrases<Meaning>, places: &Range<usize>) -> Meant {
    let of_sentence = known.places()[places.clone()].iter().map(|place| known.fits(place.word));
    Meant::of(phrases, of_sentence, reading.language.language)
}

/// A text as one sentence in no setting at all.
#[cfg(feature = "train")]
pub(crate) fn lone(reading: &Reading<'_>, known: &Known, phrases: &Phrases<Meaning>) -> Option<Setting> {
    let span = Span::new(reading.tokens.first()?.span().start, reading.tokens.last()?.span().end);
    let sentence = Sentence { span, tokens: 0..reading.tokens.len(), line: 0, section: None };
    let incident = Incident::bare(span);
    let places = 0..known.places().len();
    let meant = meant(reading, known, phrases, &places);
    let mut setting =
        Setting { span, places, features: Vec::new(), section: 0, inline: false, title: 0, clock: false, opening: None, tense: 0, meant };
    reading.lines.first()?;
    setting.tense = tense(known, &setting).number(reading.language.language);
    setting.opening = opening(reading, known, &setting);
    setting.features = alone(reading, &incident, &sentence, &setting);
    Some(setting)
}

/// What the first word of a sentence does.
fn opening(reading: &Reading<'_>, known: &Known, setting: &Setting) -> Option<u8> {
    // A timeline's entry begins with its time; the first word behind it tells what the entry is about.
    // So does the first word behind a label: `Update: the carrier ...` asks nobody to update anything.
    let first = known.places()[setting.places.clone()].iter().filter(|place| !labels(reading.tokens.get(place.token as usize + 1)));
    match first.map(|place| known.opening(place.word)).find(|&opening| opening != Opening::Passed) {
        Some(Opening::Does(opening)) if opening != REFERENCE || setting.cues() & NAMES_CAUSE == 0 => Some(opening),
        _ => None,
    }
}

/// The tenses of its words.
fn tense(known: &Known, setting: &Setting) -> Tense {
    known.places()[setting.places.clone()].iter().map(|place| known.tense(place.word)).fold(Tense::default(), BitOr::bitor)
}

/// The features that a sentence has without its neighbours.
fn alone(reading: &Reading<'_>, incident: &Incident, sentence: &Sentence, setting: &Setting) -> Vec<u32> {
    let (offsets, _) = &*OFFSETS;
    let mut features = Vec::with_capacity(32);
    let mut add = |family: usize, value: usize| features.push((offsets[family] + value) as u32);
    let tokens = &reading.tokens[sentence.tokens.clone()];
    let line = &reading.lines[sentence.line];
    let length = setting.places.len();
    add(SECTION, setting.section);
    if setting.inline {
        add(INLINE_SECTION, setting.section);
    }
    add(TITLE, setting.title);
    add(STATUS, status(incident, sentence.span));
    add(ITEM, usize::from(line.kind == LineKind::Item));
    add(TIMED, usize::from(is_timed(tokens)));
    add(LENGTH, log2(length).min(6));
    each_bit(setting.cues(), |cue| {
        add(CUE, cue);
        if cue < CUES_BY_SECTION {
            add(SECTION_CUE, setting.section * CUES_BY_SECTION + cue);
        }
    });
    if let Some(opening) = setting.opening.map(usize::from) {
        add(OPENING, opening);
        if line.kind == LineKind::Item || line.kind == LineKind::Row || is_timed(tokens) {
            add(OPENING, OPENINGS.len() + opening);
        }
    }
    add(TENSE, setting.tense);
    let (quoted, flags) = code(tokens);
    if quoted > 0 {
        add(LISTING, 0);
    }
    if quoted * 4 > tokens.len() || flags > 0 {
        add(LISTING, 1);
    }
    if tokens.iter().any(|token| token.is('?')) {
        add(QUESTION, 0);
    }
    let closed = tokens.last().is_some_and(|token| matches!(token.symbol, '.' | '!' | '?' | ':' | ';' | '"' | '”' | ')'));
    let (fragment, without_cue) = (length <= 5 && !closed, setting.cues() & CAUSAL == 0);
    // `Queue 380`, `140 GB`: a reading of a meter.
    let count = |kind| tokens.iter().filter(|token| token.kind == kind).count();
    let numbers = 3 * count(TokenKind::Number) > count(TokenKind::Word);
    let status = setting.cues() & STATUS_CUE != 0;
    for (shape, holds) in [true, fragment, fragment && without_cue, without_cue, status, numbers].into_iter().enumerate() {
        if holds {
            add(SHAPE, shape);
        }
    }
    features
}

/// Does this symbol make a label of the word before it?
fn labels(behind: Option<&Token>) -> bool {
    behind.is_some_and(|token| matches!(token.symbol, ':' | '*' | ']') || token.spaced && matches!(token.symbol, '-' | '–' | '—'))
}

/// Tokens between back quotes, and words behind a dash as command-line flags are written.
fn code(tokens: &[Token]) -> (usize, usize) {
    let (mut quoted, mut open, mut flags) = (0, false, 0);
    for (at, token) in tokens.iter().enumerate() {
        if token.is('`') {
            open = !open;
        } else if open {
            quoted += 1;
        }
        let flag = token.is('-')
            && token.spaced
            && tokens.get(at + 1).is_some_and(|next| !next.spaced && (next.is('-') || next.kind == TokenKind::Word));
        flags += usize::from(flag && at > 0);
    }
    (quoted, flags)
}

fn status(incident: &Incident, span: Span) -> usize {
    let behind = incident.updates.partition_point(|update| update.span.start <= span.start);
    let update = behind.checked_sub(1).and_then(|at| incident.updates.get(at)).filter(|update| span.start < update.span.end);
    match update.map(|update| update.status) {
        None => 0,
        Some(Status::Investigating) => 1,
        Some(Status::Identified) => 2,
        Some(Status::Monitoring) => 3,
        Some(Status::Update) => 4,
        Some(Status::Resolved) => 5,
        Some(Status::Postmortem) => 6,
        Some(Status::Scheduled | Status::Maintenance | Status::Completed) => 7,
    }
}

fn has_letters(reading: &Reading<'_>, sentence: &Sentence) -> bool {
    reading.tokens[sentence.tokens.clone()].iter().any(|token| token.kind == TokenKind::Word && token.span().len() > 1)
}

/// Does it begin with a clock time or a date?
fn is_timed(tokens: &[Token]) -> bool {
    let first = tokens.iter().position(|token| token.kind != TokenKind::Symbol);
    first.is_some_and(|at| {
        let joined = tokens.get(at + 1).is_some_and(|next| !next.spaced && matches!(next.symbol, ':' | '/' | '-' | '.'));
        tokens[at].kind == TokenKind::Number
            && (joined && tokens.get(at + 2).is_some_and(|next| next.kind == TokenKind::Number && !next.spaced)
                || tokens.get(at + 1).is_some_and(|next| !next.spaced && next.kind == TokenKind::Word && next.span().len() == 1))
    })
}

/// Is there a clock time in it, as digits tell?
fn holds_clock(tokens: &[Token]) -> bool {
    tokens.windows(3).any(|three| {
        let [hour, mark, minute] = three else { return false };
        let joins = mark.is(':') || mark.kind == TokenKind::Word && mark.span().len() == 1;
        hour.kind == TokenKind::Number && minute.kind == TokenKind::Number && joins && !mark.spaced && !minute.spaced
    })
}

/// Call `found` with the place of each bit that is set, from the lowest on.
fn each_bit(bits: u64, mut found: impl FnMut(usize)) {
    let mut rest = bits;
    while rest != 0 {
        found(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
}

/// Rounded-down binary logarithm of `count + 1`.
fn log2(count: usize) -> usize {
    (count + 1).ilog2() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::cache::{WordCache, WordFacts};
    use crate::features::meanings::of_tables;

    fn features_of(text: &str) -> Vec<Vec<String>> {
        let reading = Reading::new(text);
        let incident = Incident::bare(Span::new(0, text.len()));
        let names = names();
        let cache = WordCache::default();
        let phrases = of_tables();
        let mut facts = cache.read(text, &reading.tokens, |word| {
            let (fit, opening) = (phrases.fit(word), Opening::of(word));
            WordFacts { fit, opening, ..WordFacts::default() }
        });
        settings(&reading, facts.saying().0, &phrases, &incident)
            .iter()
            .map(|setting| setting.features.iter().map(|&feature| names[feature as usize].clone()).collect())
            .collect()
    }

    fn assert_has(features: &[String], expected: &[&str]) {
        for name in expected {
            assert!(features.iter().any(|feature| feature == name), "{name} is missing from {features:?}");
        }
    }

    #[test]
    fn numbers_and_names_agree() {
        let names = names();
        assert_eq!(names.len(), OFFSETS.1);
        assert_eq!(names[OFFSETS.0[CUE]], "cue=due-to");
        assert_eq!(names[OFFSETS.0[SECTION_CUE] + (3 + Section::Cause as usize) * CUES_BY_SECTION], "section+cue=cause+due-to");
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn sections_and_cues_of_a_report() {
        let all = features_of(
            "# Search outage\n\n## Root cause\n\nThe index was corrupt because of a bad disk.\n\n## Action items\n\n- We will add a check.\n",
        );
        assert_has(&all[0], &["title=1", "section=title"]);
        let cause = all.iter().find(|features| features.contains(&"cue=due-to".to_owned())).expect("a sentence with `because of`");
        assert_has(cause, &["section=cause", "section+cue=cause+due-to", "cue=because"]);
        assert_has(&all[all.len() - 1], &["section=actions", "cue=future", "item=1", "after-cue=none"][..3]);
    }

    #[test]
    fn a_label_before_a_colon_is_a_section() {
        let all = features_of(
            "Servico fora do ar ontem\n\nCausa raiz: o disco do servidor encheu durante a noite. Ninguem viu o alerta.\n\nTudo voltou ao normal depois da limpeza.",
        );
        assert_has(&all[1], &["section=cause", "label=cause"]);
        assert_has(&all[2], &["section=cause", "label=cause"]);
        assert!(!all[3].contains(&"label=cause".to_owned()), "{:?}", all[3]);
    }

    #[test]
    fn tables_are_folded() {
        {
            let rows = include_str!("../tables/cues.tsv");
            for row in crate::tables::rows(rows) {
                let phrase = row.split('\t').next().unwrap_or_default().replace('*', "");
                let words = words::Words::of(&phrase, &tokens::scan(&phrase));
                let again: Vec<_> = words.places.iter().map(|place| words.distinct.get(place.word)).collect();
                assert_eq!(again.join(" "), phrase);
            }
        }
    }
}
