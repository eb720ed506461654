//! Which format an input is in: by the end of its name, else by its first line.

use std::io::{self, BufRead, Read};

use super::InputFormat;
use crate::bytes;
use crate::tokens::LONGEST_DOCUMENT;

/// Decide the format of `input`; gives back the bytes that had to be read for it.
///
/// Where `asked` or the name decides, nothing is read.
pub(super) fn format(source: &str, input: &mut impl BufRead, asked: InputFormat) -> io::Result<(InputFormat, Vec<u8>)> {
    if asked != InputFormat::Auto {
        return Ok((asked, Vec::new()));
    }
    if let Some(format) = by_name(source) {
        return Ok((format, Vec::new()));
    }
    let mut head = Vec::new();
    // The first line that is not empty decides.
    loop {
        let start = head.len();
        let room = (LONGEST_DOCUMENT - start) as u64;
        let read = input.by_ref().take(room).read_until(b'\n', &mut head)?;
        if read == 0 || !head[start..].trim_ascii().is_empty() {
            break;
        }
    }
    Ok((by_content(&head), head))
}

fn by_name(source: &str) -> Option<InputFormat> {
    let (_, extension) = source.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "jsonl" | "ndjson" | "jsonlines" => InputFormat::JsonLines,
        "json" => InputFormat::Json,
        "md" | "markdown" | "mdx" | "mkd" => InputFormat::Markdown,
        "txt" | "text" => InputFormat::Text,
        _ => return None,
    })
}

fn by_content(head: &[u8]) -> InputFormat {
    if bytes::sniff_encoding(head) != encoding_rs::UTF_8 {
        // A line of UTF-16 cannot be cut at a byte; the text reader takes the whole.
        return InputFormat::Text;
    }
    let line = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii();
    let rest = line.get(1..).unwrap_or_default().trim_ascii_start();
    match line.first() {
        Some(b'{') if matches!(rest.first(), Some(b'"' | b'}')) => {
            // A pretty-printed object breaks off at the end of its first line; anything else wrong is one broken line.
            match serde_json::from_slice::<serde::de::IgnoredAny>(line) {
                Err(error) if error.is_eof() => InputFormat::Json,
                _ => InputFormat::JsonLines,
            }
        }
        Some(b'{') if rest.is_empty() => InputFormat::Json,
        Some(b'[') if rest.is_empty() || matches!(rest.first(), Some(b'{')) => InputFormat::Json,
        _ => InputFormat::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniffed(source: &str, content: &[u8]) -> InputFormat {
        let mut input = content;
        format(source, &mut input, InputFormat::Auto).expect("reading from memory").0
    }

    #[test]
    fn the_name_decides_first() {
        for (name, expected) in [
            ("feed.jsonl", InputFormat::JsonLines),
            ("a/b/FEED.NDJSON", InputFormat::JsonLines),
            ("x.json", InputFormat::Json),
            ("2024-05-01.md", InputFormat::Markdown),
            ("note.txt", InputFormat::Text),
        ] {
            assert_eq!(sniffed(name, b"{\"text\": \"a\"}\n"), expected, "{name}");
        }
    }

    #[test]
    fn the_first_line_decides_else() {
        let cases: [(&[u8], InputFormat); 9] = [
            (b"{\"text\": \"a\"}\n{\"text\": \"b\"}\n", InputFormat::JsonLines),
            (b"\xef\xbb\xbf{\"text\": \"a\"}", InputFormat::JsonLines),
            (b"\r\n\n{\"text\": \"a\"}", InputFormat::JsonLines),
            (b"{\"text\" \"a\"}\n{\"text\": \"b\"}\n", InputFormat::JsonLines),
            (b"{\n \"text\": \"a\"\n}", InputFormat::Json),
            (b"{\"id\": 1,\n \"text\": \"a\"\n}", InputFormat::Json),
            (b"[{\"text\": \"a\"}]", InputFormat::Json),
            (b"[12:04] paging the on-call engineer\n", InputFormat::Text),
            (b"{{< status >}}\nThe disk was full.\n", InputFormat::Text),
        ];
        for (content, expected) in cases {
            assert_eq!(sniffed("<stdin>", content), expected, "{}", String::from_utf8_lossy(content));
        }
    }
}
