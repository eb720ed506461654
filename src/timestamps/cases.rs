//! Runs the readable cases under `tests/cases/timestamps`.
//!
//! A bullet, or a fenced block, is a document. Every timestamp in it is a link whose target is the expected value:
//! `caiu às [14h30](2021-06-08T14:30:00-03:00)`. What is not linked must not be found. `> anchor: DATE` holds for the
//! bullets below it, up to the next heading; a fence may say `anchor=DATE` itself. Behind ` ⚠ ` stands a piece of a warning
//! that must be given. The language is that of the file's name.
//!
//! In files whose name ends in `anything`, every expression of time is asked for. A target `A..B` stands for the two ends
//! of what lasts, `A..M..B` has the value of a month or a year between them. Of a range only the whole is linked; its pieces
//! are checked to be there.

#![allow(clippy::disallowed_methods, reason = "cases are files")]

use std::fmt::Write as _;
use std::path::PathBuf;

use jiff::civil;
use proptest::prelude::*;

use super::{Scope, TimeSettings, Timeline, find};
use crate::languages::Language;
use crate::span::Span;
use crate::{layout, tokens};

#[derive(Debug, Default)]
struct Case {
    place: String,
    text: String,
    expected: Vec<(Span, String)>,
    warning: Option<String>,
    language: Option<Language>,
    settings: TimeSettings,
    scope: Scope,
}

fn read(text: &str, language: Option<Language>, settings: &TimeSettings, scope: Scope) -> Timeline {
    let tokens = tokens::scan(text);
    let lines = layout::lines(text, &tokens);
    find(text, &tokens, &lines, language, settings, scope)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/timestamps")
}

fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("the folder of cases").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a UTF-8 name").to_owned();
        let language = if name.starts_with("pt") { Language::Pt } else { Language::En };
        let scope = if name.ends_with("anything.md") { Scope::Anything } else { Scope::Report };
        let from = cases.len();
        let content = std::fs::read_to_string(&path).expect("a readable file");
        let mut section = TimeSettings::default();
        let mut fence: Option<(usize, String, TimeSettings)> = None;
        for (number, line) in content.lines().enumerate() {
            if let Some((start, mut body, settings)) = fence.take() {
                if line == "```" {
                    cases.push(case(&format!("{name}:{start}"), &body, language, settings));
                } else {
                    body.push_str(line);
                    body.push('\n');
                    fence = Some((start, body, settings));
                }
            } else if let Some(info) = line.strip_prefix("```") {
                let anchor = info.split("anchor=").nth(1).map_or(section.anchor, |date| Some(anchor(date)));
                fence = Some((number + 1, String::new(), TimeSettings { anchor, ..section.clone() }));
            } else if line.starts_with('#') {
                section = TimeSettings::default();
            } else if let Some(date) = line.strip_prefix("> anchor: ") {
                section.anchor = Some(anchor(date));
            } else if let Some(text) = line.strip_prefix("- ") {
                cases.push(case(&format!("{name}:{}", number + 1), text, language, section.clone()));
            }
        }
        cases[from..].iter_mut().for_each(|case| case.scope = scope);
    }
    cases
}

fn anchor(date: &str) -> civil::DateTime {
    date.trim().parse().expect("an anchor")
}

fn case(place: &str, marked: &str, language: Language, settings: TimeSettings) -> Case {
    let (marked, warning) = match marked.split_once(" ⚠ ") {
        Some((marked, warning)) => (marked, Some(warning.trim().to_owned())),
        None => (marked, None),
    };
    let (mut text, mut expected, mut rest) = (String::new(), Vec::new(), marked);
    while let Some(middle) = rest.find("](") {
        let open = rest[..middle].rfind('[').unwrap_or_else(|| panic!("{place}: a link without `[`"));
        let close = middle + rest[middle..].find(')').unwrap_or_else(|| panic!("{place}: a link without `)`"));
        text.push_str(&rest[..open]);
        let start = text.len();
        text.push_str(&rest[open + 1..middle]);
        for value in rest[middle + 2..close].split("..") {
            expected.push((Span::new(start, text.len()), value.to_owned()));
        }
        rest = &rest[close + 1..];
    }
    text.push_str(rest);
    Case { place: place.to_owned(), text, expected, warning, language: Some(language), settings, scope: Scope::Report }
}

/// What is found: of ranges the whole alone.
fn found(timeline: &Timeline, scope: Scope) -> Vec<(Span, String)> {
    let list = if scope == Scope::Anything { &timeline.ends } else { &timeline.timestamps };
    let all: Vec<(Span, String)> = list.iter().map(|timestamp| (timestamp.span, timestamp.value.to_string())).collect();
    let inside = |own: Span| all.iter().any(|(span, _)| *span != own && span.contains(own));
    all.iter().filter(|(span, _)| !inside(*span)).cloned().collect()
}

#[test]
fn readable_cases() {
    let (mut wrong, mut count) = (String::new(), 0);
    for case in cases() {
        count += 1;
        let timeline = read(&case.text, case.language, &case.settings, case.scope);
        let found = found(&timeline, case.scope);
        if found != case.expected {
            let show = |list: &[(Span, String)]| {
                list.iter().map(|(span, value)| format!("[{}]({value})", span.of(&case.text))).collect::<Vec<_>>().join(" ")
            };
            let _ = writeln!(
                wrong,
                "{}\n  text     {}\n  expected {}\n  found    {}",
                case.place,
                case.text.trim(),
                show(&case.expected),
                show(&found)
            );
        }
        if let Some(warning) = &case.warning
            && !timeline.warnings.iter().any(|(_, given)| given.contains(warning.as_str()))
        {
            let _ = writeln!(wrong, "{}\n  expected warning {warning}\n  found {:?}", case.place, timeline.warnings);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 100, "only {count} cases were read");
}

fn values(text: &str, case: &Case) -> Vec<String> {
    found(&read(text, case.language, &case.settings, case.scope), case.scope).into_iter().map(|(_, value)| value).collect()
}

/// Accented letters of Portuguese as letter and combining mark.
fn decomposed(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        let parts = match c {
            'á' => "a\u{301}",
            'à' => "a\u{300}",
            'ã' => "a\u{303}",
            'â' => "a\u{302}",
            'é' => "e\u{301}",
            'ê' => "e\u{302}",
            'í' => "i\u{301}",
            'ó' => "o\u{301}",
            'õ' => "o\u{303}",
            'ú' => "u\u{301}",
            'ç' => "c\u{327}",
            'À' => "A\u{300}",
            'Á' => "A\u{301}",
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push_str(parts);
    }
    out
}

#[test]
fn line_ends_and_accents_do_not_matter() {
    for case in cases() {
        let expected = values(&case.text, &case);
        assert_eq!(values(&case.text.replace('\n', "\r\n"), &case), expected, "{}: with CRLF", case.place);
        assert_eq!(values(&decomposed(&case.text), &case), expected, "{}: decomposed", case.place);
        assert_eq!(
            values(&case.text.replace(" AM", "\u{a0}AM").replace(" PM", "\u{202f}PM"), &case),
            expected,
            "{}: narrow blanks",
            case.place
        );
    }
}

/// Pieces that timestamps are made of, to meet in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "14:02",
        "9",
        "30",
        "2021-03-04",
        "31/12/2020",
        "02/03",
        "h",
        "14h30",
        "às ",
        "at ",
        "das ",
        "until ",
        "pm",
        "p.m.",
        "UTC",
        "GMT-3",
        "(",
        ")",
        ",",
        "-",
        " – ",
        "/",
        "\n",
        "\n\n",
        " ",
        "segunda-feira",
        "Friday",
        "de ",
        "março",
        "March",
        "the ",
        "last ",
        "two ",
        "weeks ",
        "ago",
        "hoje",
        "yesterday",
        "noon",
        "meia-noite",
        ".",
        ":",
        "T",
        "Z",
        "+02:00",
        "# ",
        "* ",
        "1º",
        "3rd",
        "ã",
        "İ",
        "24:00",
        "2400",
        "99",
        "2016",
        "Q3",
        "week ",
        "semana ",
        "in ",
        "next ",
        "9999 ",
        "years ",
        "days ",
        "end ",
        "fim ",
        "now",
        "for ",
        "from ",
        "between ",
        "and ",
        "1/4 ",
        "first ",
        "últimos ",
        "anos 90",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn spans_are_sound_on_any_text(text in prop_oneof![pieces(), any::<String>()], english in any::<bool>(), anchored in any::<bool>(), anything in any::<bool>()) {
        let language = Some(if english { Language::En } else { Language::Pt });
        let settings = TimeSettings { anchor: anchored.then(|| civil::date(2024, 2, 29).at(12, 0, 0, 0)), ..TimeSettings::default() };
        let scope = if anything { Scope::Anything } else { Scope::Report };
        let timeline = read(&text, language, &settings, scope);
        for end in &timeline.ends {
            prop_assert!(text.get(end.span.start..end.span.end).is_some_and(|slice| !slice.is_empty()));
            prop_assert!(!end.value.to_string().is_empty());
        }
        prop_assert!(timeline.ends.is_sorted_by_key(|end| end.span.start));
        let mut last = 0;
        for timestamp in &timeline.timestamps {
            prop_assert!(text.get(timestamp.span.start..timestamp.span.end).is_some_and(|slice| !slice.is_empty()));
            prop_assert!(timestamp.span.start >= last, "overlapping or out of order");
            last = timestamp.span.end;
            if let Some(zone) = timestamp.zone {
                prop_assert!(timestamp.span.contains(zone) || zone.start >= timestamp.span.end);
            }
            prop_assert!(!timestamp.value.to_string().is_empty());
        }
    }
}
