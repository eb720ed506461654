//! Front matter: the block of settings above a Markdown text, in YAML or TOML.
//!
//! It is no more than looked into: the text keeps it, so that offsets stay those of the text as given.

use jiff::civil;

use super::fields::parse_date;
use crate::span::Span;

/// Where front matter stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FrontMatter {
    /// The block with its fences.
    pub(crate) span: Span,
    /// `=` in TOML, `:` in YAML.
    separator: char,
}

/// Front matter is short; a text that opens with a rule and has the next one far below has none.
const LONGEST_BLOCK: usize = 16 * 1024;

impl FrontMatter {
    /// Front matter at the start of `text`: between two lines `---` (YAML) or `+++` (TOML).
    pub(crate) fn find(text: &str) -> Option<FrontMatter> {
        let body = text.trim_start_matches(['\u{feff}', '\n', '\r']);
        let start = text.len() - body.len();
        let (fence, separator) = match body.get(..3)? {
            "---" => ("---", ':'),
            "+++" => ("+++", '='),
            _ => return None,
        };
        let mut at = start;
        let mut settings = 0;
        for (number, line) in body.split_inclusive('\n').enumerate() {
            at += line.len();
            let content = line.trim_end();
            if content == fence && number > 0 {
                return (settings > 0).then(|| FrontMatter { span: Span::new(start, at), separator });
            }
            if number == 0 && content != fence || at - start > LONGEST_BLOCK {
                return None;
            }
            settings += usize::from(setting(content, separator).is_some());
        }
        None
    }

    /// The value of the top-level setting `key`, without quotes.
    pub(crate) fn value(self, text: &str, key: &str) -> Option<Span> {
        let mut at = self.span.start;
        for line in self.span.of(text).split_inclusive('\n') {
            let start = at;
            at += line.len();
            if let Some((name, value)) = setting(line.trim_end(), self.separator)
                && name.eq_ignore_ascii_case(key)
            {
                return Some(unquoted(text, Span::new(start + value, start + line.trim_end().len())));
            }
        }
        None
    }

    /// The lines of lists and blocks below a setting, and of comments: what belongs to programs and is no prose.
    pub(crate) fn nested(self, text: &str) -> Vec<Span> {
        let mut found: Vec<Span> = Vec::new();
        let mut at = self.span.start;
        for line in self.span.of(text).split_inclusive('\n') {
            let start = at;
            at += line.len();
            let content = line.trim_end();
            let told = named(content, self.separator, |letter| letter == ' ').is_some();
            if content.is_empty() || matches!(content, "---" | "+++") || told {
                continue;
            }
            match found.last_mut() {
                Some(last) if last.end == start => last.end = at,
                _ => found.push(Span::new(start, at)),
            }
        }
        found
    }

    /// When the text was written.
    pub(super) fn date(self, text: &str) -> Option<civil::DateTime> {
        ["date", "published", "pubdate", "publishdate", "created", "data"]
            .iter()
            .find_map(|key| self.value(text, key).and_then(|span| parse_date(span.of(text))))
    }
}

/// A line `name: value` without indent: its name, which is one word, and where its value starts.
fn setting(line: &str, separator: char) -> Option<(&str, usize)> {
    named(line, separator, |_| false)
}

/// The same, with names that hold other characters too: `Impact start: 10:02`.
fn named(line: &str, separator: char, also: impl Fn(char) -> bool) -> Option<(&str, usize)> {
    let (name, value) = line.split_once(separator)?;
    let name = name.trim_end();
    let plain = name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-') || also(letter));
    (plain && name.starts_with(char::is_alphanumeric)).then(|| (name, line.len() - value.len()))
}

/// `span` without white space and one pair of quotes around it.
fn unquoted(text: &str, span: Span) -> Span {
    let span = span.trimmed(text);
    let value = span.of(text);
    let quoted = value.len() >= 2 && ['"', '\''].iter().any(|&quote| value.starts_with(quote) && value.ends_with(quote));
    if quoted { Span::new(span.start + 1, span.end - 1) } else { span }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
        FrontMatter::find(text)?.value(text, key).map(|span| span.of(text))
    }

    #[test]
    fn yaml_and_toml() {
        let yaml = "---\ntitle: 'Queue: stuck'\ndate: 2023-04-05T06:00:00Z\ntags:\n  - title: no\n---\nText\n";
        assert_eq!(value(yaml, "title"), Some("Queue: stuck"));
        assert_eq!(value(yaml, "tags"), Some(""));
        assert_eq!(value(yaml, "owner"), None);
        let toml = "\u{feff}+++\r\ntitle = \"Disco cheio\"\r\n+++\r\nTexto";
        assert_eq!(value(toml, "title"), Some("Disco cheio"));
        let date = FrontMatter::find(yaml).and_then(|front| front.date(yaml));
        assert_eq!(date.map(|date| date.to_string()).as_deref(), Some("2023-04-05T06:00:00"));
    }

    #[test]
    fn what_is_nested() {
        let yaml = "---\ntitle: Queue stuck\nincidents:\n  - cause: dns\n    quote: \"at 10:05\"\n\n- loose\nowner: ana\n---\n- Text\n";
        let nested = |text: &'static str| FrontMatter::find(text).map(|front| front.nested(text)).unwrap_or_default();
        let shown: Vec<&str> = nested(yaml).iter().map(|span| span.of(yaml)).collect();
        assert_eq!(shown, ["  - cause: dns\n    quote: \"at 10:05\"\n", "- loose\n"]);
        assert_eq!(nested("---\ntitle: Queue stuck\n---\n- Text\n"), []);
    }

    #[test]
    fn settings_with_accents_and_blanks_are_kept() {
        let text = "---\nocorrência: 2022-12-13\nImpact start: 02:50\ntags:\n  - rede\n---\nA rede caiu.";
        let front = FrontMatter::find(text).expect("front matter");
        assert_eq!(front.value(text, "ocorrência").map(|span| span.of(text)), Some("2022-12-13"));
        assert_eq!(front.nested(text).iter().map(|span| span.of(text)).collect::<Vec<_>>(), ["  - rede\n"]);
    }

    #[test]
    fn rules_are_no_front_matter() {
        for text in ["---\n\n# Title\n---\nText", "--- a/file\n+++ b/file\n", "Title\n---\nkey: value\n---\n", "---\ntitle: open", ""] {
            assert_eq!(FrontMatter::find(text), None, "{text}");
        }
    }
}
