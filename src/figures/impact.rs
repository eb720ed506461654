//! Which quantities measure the incident: a sum of cues around each, from a table.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::FigureKind;
use super::draft::Draft;
use super::function::Function;
use super::hedge::Hedge;
use super::reader::Reader;
use super::standing;
use crate::lines::{Line, LineKind};
use crate::tables::Class;
use crate::tokens::TokenKind;

/// What a cue adds to the score of a quantity in its reach.
#[derive(Debug, Clone, Copy)]
struct Rule {
    /// The kinds of quantity it speaks about.
    kinds: &'static str,
    /// How many tokens before the quantity, and how many behind it, the cue may stand.
    before: usize,
    behind: usize,
    /// What it adds; above zero speaks for impact.
    weight: f64,
}

/// The rules by the name of their cue; names with `=` speak about the quantity itself.
static RULES: LazyLock<FxHashMap<&'static str, Vec<Rule>>> = LazyLock::new(|| {
    let mut rules: FxHashMap<&'static str, Vec<Rule>> = FxHashMap::default();
    for row in crate::tables::rows(include_str!("../tables/impact.tsv")) {
        let (cue, rule) = parse(row).unwrap_or_else(|| panic!("impact.tsv: not `cue kinds before behind weight`: {row}"));
        rules.entry(cue).or_default().push(rule);
    }
    rules
});

fn parse(row: &'static str) -> Option<(&'static str, Rule)> {
    let mut cells = row.split('\t');
    let cue = cells.next()?;
    let kinds = cells.next()?;
    let (before, behind) = (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
    let weight = cells.next()?.parse().ok()?;
    cells.next().is_none().then_some((cue, Rule { kinds, before, behind, weight }))
}

/// The letter of a kind in the table.
fn letter(kind: FigureKind) -> char {
    match kind {
        FigureKind::Duration => 'd',
        FigureKind::Percentage => 'p',
        FigureKind::Count => 'c',
        FigureKind::Money => 'm',
        FigureKind::DataSize => 's',
    }
}

/// Where a quantity stands.
#[derive(Debug, Clone)]
pub(super) struct Place<'a> {
    /// The tokens of its sentence.
    pub(super) sentence: Range<usize>,
    /// The line its sentence begins in.
    pub(super) line: Option<&'a Line>,
    /// The heading it stands under.
    pub(super) heading: Option<&'a Line>,
    /// Where the row of quantities begins that it belongs to (`from 30 s to 60 s`): cues before the row speak about all.
    pub(super) row: usize,
    /// Its hedge.
    pub(super) hedge: Option<Hedge>,
}

/// The score above which a quantity is taken for impact; a hair above zero, so that weights that cancel out decide against.
pub(super) const THRESHOLD: f64 = 0.01;

/// What speaks against impact as clearly as this does so beyond its clause too.
const SURE: f64 = -2.0;

/// The longest reach of any rule, in tokens.
pub(super) const REACH: usize = 24;

/// Does the token at `at` join two quantities: `from 30 s to 60 s`, `2, 3 and 5 minutes`?
pub(super) fn joins(reader: &Reader<'_>, at: usize) -> bool {
    reader.is(at, ',')
        || reader.is(at, '/')
        || reader.function(at, Function::Range)
        || reader.function(at, Function::Plus)
        || reader.function(at, Function::Row)
}

/// How far the cues around `draft` speak for impact (above zero) or against it.
pub(super) fn score(reader: &Reader<'_>, draft: &Draft, place: &Place<'_>) -> f64 {
    let kind = letter(draft.kind);
    let mut heard: Vec<&'static Rule> = Vec::new();
    let mut hear = |name: &'static str, before: Option<usize>, behind: Option<usize>, apart: bool| {
        let Some(rules) = RULES.get(name) else { return };
        // What speaks against impact does so in its own clause only; what speaks for it may stand in the next.
        for rule in rules.iter().filter(|rule| {
            (rule.kinds.contains(kind) || rule.kinds == "*" || draft.bare && rule.kinds == "b")
                && !(apart && (SURE..0.0).contains(&rule.weight))
        }) {
            let near = before.is_some_and(|distance| distance <= rule.before) || behind.is_some_and(|distance| distance <= rule.behind);
            if near && !heard.iter().any(|&other| std::ptr::eq(other, rule)) {
                heard.push(rule);
            }
        }
    };
    let first = start_of_reach(reader, draft, place);
    let row = if place.row < first { draft.first } else { place.row };
    let mut apart = false;
    for at in (first..draft.first).rev() {
        apart |= reader.get(at).is_some_and(|token| matches!(token.symbol, ')' | ';' | '—' | '|'));
        let distance = if at < row { row - at } else { draft.first - at };
        // "Ran with 2 of 3 nodes" tells what was missing; "a pool with 12 workers" does not.
        let counts = |cue: &str| !(cue == "from" && row != draft.first || cue == "with" && draft.part);
        for cue in cues_at(reader, at).filter(|&cue| counts(cue)) {
            hear(cue, Some(distance), None, apart);
        }
    }
    apart = false;
    for at in draft.read..place.sentence.end.min(draft.read + REACH) {
        apart |= reader.get(at).is_some_and(|token| matches!(token.symbol, '(' | ';' | '—' | '|'));
        for sense in cues_at(reader, at) {
            hear(sense, None, Some(at + 1 - draft.read), apart);
        }
    }
    let mut own = |name: &'static str| hear(name, Some(0), Some(0), false);
    own("=any");
    for name in traits(reader, draft, place) {
        own(name);
    }
    if let Some(heading) = place.heading.filter(|heading| heading.tokens.len() <= SECTION) {
        let range = heading.tokens.start..heading.tokens.end.min(heading.tokens.start + REACH);
        for at in range {
            for name in cues_at(reader, at) {
                if let Some(under) = under_heading(name) {
                    own(under);
                }
            }
        }
    }
    heard.iter().map(|rule| rule.weight).sum()
}

/// The longest heading, in tokens, that names a section rather than tells what happened.
const SECTION: usize = 7;

/// Where the reach before a quantity begins: in its sentence, or in the short line above where it stands alone on its own.
pub(super) fn start_of_reach(reader: &Reader<'_>, draft: &Draft, place: &Place<'_>) -> usize {
    let mut start = place.sentence.start;
    // A cell of a table stands behind the one that says what it holds.
    if let Some(line) = place.line.filter(|line| line.kind == LineKind::Row && start == draft.first) {
        return line.tokens.start.min(start).max(draft.first.saturating_sub(REACH));
    }
    if start == draft.first && start > 0 && reader.get(start - 1).is_some_and(crate::tokens::Token::ends_line) {
        let above = (start.saturating_sub(6)..start - 1).rev().take_while(|&at| !reader.tokens[at].ends_line()).last().unwrap_or(start);
        let whole = above == 0 || reader.tokens[above - 1].ends_line();
        start = if whole { above } else { start };
    }
    start.max(draft.first.saturating_sub(REACH))
}

/// The names of the cues at `at`.
pub(super) fn cues_at<'a>(reader: &'a Reader<'_>, at: usize) -> impl Iterator<Item = &'static str> + 'a {
    let token = reader.get(at).filter(|token| token.classes & Class::Cue.bit() != 0);
    let word = token.map(|token| token.word).unwrap_or_default();
    let language = reader.language;
    // A word of the other language speaks where it means nothing in this one: status pages mix the two.
    let foreign = !word.senses().iter().any(|sense| sense.holds_in(language));
    word.senses().iter().filter(move |sense| sense.class == Class::Cue && (foreign || sense.holds_in(language))).map(|sense| sense.name)
}

/// What a heading says about everything under it.
fn under_heading(cue: &str) -> Option<&'static str> {
    Some(match cue {
        "plan" => "=under-plan",
        "harm" | "affected" | "label" => "=under-impact",
        "lesson" => "=under-lesson",
        _ => return None,
    })
}

/// What a quantity is in itself.
fn traits(reader: &Reader<'_>, draft: &Draft, place: &Place<'_>) -> Vec<&'static str> {
    let mut traits = Vec::new();
    match draft.group {
        "people" => traits.push("=people"),
        "place" => traits.push("=places"),
        "work" => traits.push("=work"),
        "failure" => traits.push("=failures"),
        "machine" => traits.push("=machines"),
        "record" => traits.push("=records"),
        "rate" => traits.push("=rate"),
        "other" => traits.push("=other-noun"),
        _ => {}
    }
    let value = draft.high.or(draft.low).unwrap_or(0.0);
    match draft.kind {
        FigureKind::Duration if value < 1.0 => traits.push("=below-second"),
        FigureKind::Duration if value < 60.0 => traits.push("=below-minute"),
        FigureKind::Duration if value >= 365.0 * 86_400.0 => traits.push("=years"),
        FigureKind::Duration if value >= 7.0 * 86_400.0 => traits.push("=weeks"),
        FigureKind::Count if value >= 1000.0 => traits.push("=thousands"),
        FigureKind::Count if value >= 100.0 => traits.push("=large"),
        FigureKind::Count if value < 10.0 => traits.push("=small"),
        FigureKind::Percentage if (95.0..100.0).contains(&value) => traits.push("=near-all"),
        FigureKind::Percentage if value == 0.0 => {
            traits.push("=zero");
            // "The success rate fell to 0%": nothing worked.
            let before = place.sentence.start.max(draft.first.saturating_sub(8))..draft.first;
            let said = |name: &str| before.clone().any(|at| cues_at(reader, at).any(|cue| cue == name));
            if said("good") && said("fall") {
                traits.push("=zero-good");
            }
        }
        FigureKind::Percentage if value == 100.0 => traits.push("=all"),
        _ => {}
    }
    match place.hedge {
        Some(Hedge::About) => traits.push("=about"),
        Some(Hedge::Over) => traits.push("=over"),
        Some(Hedge::Under) => traits.push("=under"),
        None => {}
    }
    if draft.part {
        traits.push("=part-of");
    }
    if draft.low.is_some() && draft.high.is_some() && draft.low < draft.high {
        traits.push("=range");
    }
    if (draft.first..draft.end.min(draft.first + 2)).any(|at| reader.function(at, Function::Vague)) {
        traits.push("=vague");
    }
    if reader.function(draft.first, Function::One) && draft.end <= draft.first + 2 {
        traits.push("=article");
    }
    if draft.labelled {
        traits.push("=labelled");
    }
    // "an outage of 50 minutes"
    let of = before_of(reader, draft.first);
    if draft.kind == FigureKind::Duration && of.is_some_and(|noun| cues_at(reader, noun).any(|cue| cue == "harm")) {
        traits.push("=harm-of");
    }
    if draft.bare {
        traits.push("=bare");
    }
    if draft.kind == FigureKind::Percentage && !reader.is(draft.end - 1, '%') {
        traits.push("=fraction");
    }
    if draft.kind == FigureKind::Percentage && shares(reader, draft.end, place.sentence.end) {
        traits.push("=share");
    }
    if reader.is_kind(draft.first, TokenKind::Word) {
        traits.push("=in-words");
    }
    let before = draft.first.checked_sub(1);
    if before.is_some_and(|before| reader.is(before, '(')) && reader.is(draft.end, ')') {
        traits.push("=in-parens");
    }
    if before.is_some_and(|before| reader.is(before, '(') || reader.is(before, ':')) {
        traits.push("=set-off");
    }
    let fragment = place.sentence.start == draft.first && (draft.end >= place.sentence.end || reader.is(draft.end, ','));
    if fragment && place.line.is_some_and(|line| matches!(line.kind, LineKind::Text | LineKind::Item)) {
        traits.push("=opening");
    }
    if let Some(line) = place.line {
        match line.kind {
            LineKind::Heading(_) => traits.push("=in-heading"),
            LineKind::Code => traits.push("=in-code"),
            _ => {}
        }
        if line.tokens.start == draft.first && line.tokens.end == draft.end {
            traits.push("=alone");
        }
    }
    standing::traits(reader, draft, place, &mut traits);
    traits
}

/// The word before an `of` that stands right before `at`.
fn before_of(reader: &Reader<'_>, at: usize) -> Option<usize> {
    let of = at.checked_sub(1).filter(|&of| reader.function(of, Function::OfWhat))?;
    of.checked_sub(1)
}

/// Is the percentage one of counted things: `18% of API calls`, `um quarto dos terminais`?
fn shares(reader: &Reader<'_>, end: usize, limit: usize) -> bool {
    let resource = |at: usize| cues_at(reader, at).any(|cue| cue == "resource");
    let counted = |at: usize| reader.sense(at, Class::CountNoun).is_some_and(|noun| noun.name != "none");
    let word = !reader.is(end - 1, '%');
    if word && !(end + 1..limit.min(end + 6)).any(counted) {
        return false;
    }
    reader.function(end, Function::OfWhat) && reader.sense(end + 1, Class::Number).is_none() && !(end + 1..limit.min(end + 4)).any(resource)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_rule_has_a_cue_in_the_word_tables() {
        let words = include_str!("../tables/figures.tsv");
        let sorted: BTreeMap<_, _> = RULES.iter().collect();
        for (cue, rules) in sorted {
            let named = cue.starts_with('=') || words.lines().any(|row| row.ends_with(&format!("\tcue\t{cue}")));
            assert!(named, "no word has the cue {cue}");
            assert!(rules.iter().all(|rule| rule.before <= REACH && rule.behind <= REACH), "{cue}");
        }
    }
}
