//! Runs the readable cases under `tests/cases/figures`.
//!
//! A bullet, or a fenced block, is a document. Every quantity in it is a link whose target is what must be read:
//! `caiu por [2 horas](duration:7200)`; `..600` and `10..` leave a bound open, a count names its unit (`count:3 nodes`),
//! `not ` before the kind says that it does not measure the incident, ` as downtime` behind it gives the role. What is not
//! linked must not be found. The language is that of the file's name. Timestamps are found first, as in the pipeline.

#![allow(clippy::disallowed_methods, reason = "the cases are files")]

use std::fmt::Write as _;
use std::path::PathBuf;

use proptest::prelude::*;

use super::{Figure, FigureKind, find};
use crate::languages::Language;
use crate::span::Span;
use crate::timestamps::{self, Scope, TimeSettings};
use crate::{layout, sentences, tokens};

#[derive(Debug)]
struct Case {
    place: String,
    text: String,
    expected: Vec<(Span, String)>,
    language: Language,
}

fn read(text: &str, language: Option<Language>) -> Vec<Figure> {
    let tokens = tokens::scan(text);
    let lines = layout::lines(text, &tokens);
    let sentences = sentences::split(text, &tokens, &lines);
    let times = timestamps::find(text, &tokens, &lines, language, &TimeSettings::default(), Scope::Report).timestamps;
    find(text, &tokens, &lines, &sentences, &times, language)
}

fn cases() -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/figures");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder of cases").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a UTF-8 name").to_owned();
        let language = if name.starts_with("pt") { Language::Pt } else { Language::En };
        let content = std::fs::read_to_string(&path).expect("a readable file");
        let mut fence: Option<(usize, String)> = None;
        for (number, line) in content.lines().enumerate() {
            if let Some((start, mut body)) = fence.take() {
                if line == "```" {
                    cases.push(case(&format!("{name}:{start}"), &body, language));
                } else {
                    body.push_str(line);
                    body.push('\n');
                    fence = Some((start, body));
                }
            } else if line.starts_with("```") {
                fence = Some((number + 1, String::new()));
            } else if let Some(text) = line.strip_prefix("- ") {
                cases.push(case(&format!("{name}:{}", number + 1), text, language));
            }
        }
    }
    cases
}

fn case(place: &str, marked: &str, language: Language) -> Case {
    let (mut text, mut expected, mut rest) = (String::new(), Vec::new(), marked);
    while let Some(middle) = rest.find("](") {
        let open = rest[..middle].rfind('[').unwrap_or_else(|| panic!("{place}: a link without `[`"));
        let close = middle + rest[middle..].find(')').unwrap_or_else(|| panic!("{place}: a link without `)`"));
        text.push_str(&rest[..open]);
        let start = text.len();
        text.push_str(&rest[open + 1..middle]);
        expected.push((Span::new(start, text.len()), rest[middle + 2..close].to_owned()));
        rest = &rest[close + 1..];
    }
    text.push_str(rest);
    Case { place: place.to_owned(), text, expected, language }
}

/// A figure in the notation of the cases; with its role where `role` asks for it.
fn shown(figure: &Figure, role: bool) -> String {
    let kind = serde_json::to_value(figure.kind).expect("a kind");
    let mut out = format!("{}{}:", if figure.impact { "" } else { "not " }, kind.as_str().expect("a name"));
    match (figure.low, figure.high) {
        (Some(low), Some(high)) if (low - high).abs() < f64::EPSILON => {
            let _ = write!(out, "{low}");
        }
        (low, high) => {
            let bound = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let _ = write!(out, "{}..{}", bound(low), bound(high));
        }
    }
    if matches!(figure.kind, FigureKind::Count | FigureKind::Money) {
        let _ = write!(out, " {}", figure.unit);
    }
    if role {
        let role = serde_json::to_value(figure.role).expect("a role");
        let _ = write!(out, " as {}", role.as_str().expect("a name"));
    }
    out
}

#[test]
fn readable_cases() {
    let (mut wrong, mut count) = (String::new(), 0);
    for case in cases() {
        count += 1;
        let figures = read(&case.text, Some(case.language));
        let roles = case.expected.iter().any(|(_, value)| value.contains(" as "));
        let found: Vec<(Span, String)> = figures.iter().map(|figure| (figure.span, shown(figure, roles))).collect();
        if found != case.expected {
            let show = |list: &[(Span, String)]| {
                list.iter().map(|(span, value)| format!("[{}]({value})", span.of(&case.text))).collect::<Vec<_>>().join(" ")
            };
            let (expected, found) = (show(&case.expected), show(&found));
            let _ = writeln!(wrong, "{}\n  text     {}\n  expected {expected}\n  found    {found}", case.place, case.text.trim());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 150, "only {count} cases were read");
}

fn values(text: &str, language: Language) -> Vec<String> {
    read(text, Some(language)).iter().map(|figure| shown(figure, true)).collect()
}

#[test]
fn line_ends_and_blanks_do_not_matter() {
    for case in cases() {
        let expected = values(&case.text, case.language);
        assert_eq!(values(&case.text.replace('\n', "\r\n"), case.language), expected, "{}: with CRLF", case.place);
        assert_eq!(values(&case.text.replace(" %", "\u{202f}%"), case.language), expected, "{}: narrow blanks", case.place);
    }
}

/// Group the digits of a whole number by threes.
fn grouped(value: u64, mark: &str) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push_str(mark);
        }
        out.push(digit);
    }
    out
}

/// Pieces that quantities are made of, to meet in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1",
        "23",
        "004",
        "1,234",
        "1.234",
        "5.5",
        "½",
        "3/4",
        "h",
        "30",
        "min",
        " minutes",
        " horas",
        "%",
        " por cento",
        "half ",
        "um quarto ",
        "two ",
        "vinte e ",
        "dois ",
        "mil ",
        "milhões ",
        "k",
        "M",
        "$",
        "R$ ",
        "US",
        "€",
        " dollars",
        " reais",
        " GB",
        "GB",
        " of ",
        " de ",
        " a ",
        " to ",
        "-",
        "–",
        "between ",
        "entre ",
        " e ",
        " and ",
        "up to ",
        "mais de ",
        "~",
        ">",
        "+",
        "users",
        " clientes",
        " requests",
        "(",
        ")",
        ":",
        ".",
        ",",
        "\n",
        "\n\n",
        " ",
        "/s",
        " per ",
        "out of ",
        "hundreds ",
        "dezenas ",
        "an ",
        "uma ",
        "-odd",
        "*",
        "\"",
        "ã",
        "İ",
        "v",
        "#",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn spans_are_sound_on_any_text(text in prop_oneof![pieces(), any::<String>()], language in prop::option::of(any::<bool>())) {
        let language = language.map(|english| if english { Language::En } else { Language::Pt });
        let mut last = 0;
        for figure in read(&text, language) {
            prop_assert!(text.get(figure.span.start..figure.span.end).is_some_and(|slice| !slice.is_empty()));
            prop_assert!(figure.span.start >= last, "overlapping or out of order");
            last = figure.span.end;
            prop_assert!(figure.low.is_none_or(f64::is_finite) && figure.high.is_none_or(f64::is_finite));
            if let (Some(low), Some(high)) = (figure.low, figure.high) {
                prop_assert!(low <= high, "{low} to {high}");
            }
        }
    }

    #[test]
    fn grouped_numbers_are_read_back(value in 1_000_u64..10_000_000_000) {
        for (language, mark) in [(Language::En, ","), (Language::Pt, "."), (Language::Pt, " "), (Language::En, "\u{202f}")] {
            let text = format!("{} {}", grouped(value, mark), if language == Language::En { "requests failed" } else { "pedidos falharam" });
            let figures = read(&text, Some(language));
            prop_assert_eq!(figures.first().and_then(|figure| figure.low), Some(value as f64), "{}", text);
        }
    }

    #[test]
    fn decimals_are_read_back(whole in 0_u32..100, hundredths in 1_u32..100) {
        for (language, mark) in [(Language::En, '.'), (Language::Pt, ','), (Language::Pt, '.')] {
            let text = format!("{whole}{mark}{hundredths:02}%");
            let expected: f64 = format!("{whole}.{hundredths:02}").parse().expect("a number");
            prop_assert_eq!(read(&text, Some(language)).first().and_then(|figure| figure.high), Some(expected), "{}", text);
        }
    }
}
