//! The markup in fields of exports and feeds: plain text, Markdown with a few tags, or HTML.

use quick_xml::escape::resolve_html5_entity;

use crate::documents::html;

/// Tags that only HTML has: a field with one of them is read as a page is.
const BLOCKS: [&str; 20] = [
    "article",
    "blockquote",
    "div",
    "dl",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "ol",
    "p",
    "pre",
    "script",
    "section",
    "style",
    "table",
    "tr",
    "ul",
];
/// Tags that are put into Markdown and plain text too. There they leave no mark, but for the line end.
const INLINE: [&str; 26] = [
    "a", "abbr", "b", "br", "code", "del", "em", "font", "i", "img", "ins", "kbd", "label", "mark", "q", "s", "small", "span", "strike",
    "strong", "sub", "sup", "time", "u", "var", "wbr",
];

/// The text of a field, whatever markup it has.
pub(super) fn plain(field: &str) -> String {
    let text = if tags(field).any(|tag| BLOCKS.contains(&tag.name.as_str())) { html::text(field) } else { untagged(field) };
    // Blanks that keep words together tell nothing; editors leave them at the ends of lines.
    let lines: Vec<&str> = text.trim().lines().map(|line| line.trim_end_matches([' ', '\u{a0}'])).collect();
    lines.join("\n").replace('\u{a0}', " ")
}

/// A text without inline tags, comments and entities; its lines stay.
fn untagged(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut at = 0;
    while let Some(c) = field[at..].chars().next() {
        let rest = &field[at..];
        if let Some(tag) = (c == '<').then(|| Tag::parse(rest)).flatten() {
            at += tag.length;
            if tag.name == "br" {
                text.push('\n');
                // A break that stands at the end of a line is that line's end.
                let behind = &field[at..];
                at += if behind.starts_with("\r\n") { 2 } else { usize::from(behind.starts_with('\n')) };
            }
        } else if let Some((found, length)) = (c == '&').then(|| entity(rest)).flatten() {
            at += length;
            text.push_str(&found);
        } else {
            at += c.len_utf8();
            match c {
                '\r' if field[at..].starts_with('\n') => {}
                '\r' => text.push('\n'),
                _ => text.push(c),
            }
        }
    }
    text
}

/// The tags and comments of a text, in their order.
fn tags(text: &str) -> impl Iterator<Item = Tag> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(next) = text[at..].find('<') {
            at += next;
            if let Some(tag) = Tag::parse(&text[at..]) {
                at += tag.length;
                return Some(tag);
            }
            at += 1;
        }
        None
    })
}

/// A tag, or a comment, which has no name.
struct Tag {
    name: String,
    length: usize,
}

impl Tag {
    /// The tag that the text begins with; `<host>` is none.
    fn parse(text: &str) -> Option<Tag> {
        if let Some(rest) = text.strip_prefix("<!--") {
            let length = rest.find("-->").map_or(text.len(), |end| end + "<!---->".len());
            return Some(Tag { name: String::new(), length });
        }
        let rest = text.strip_prefix('<')?;
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let length = rest.bytes().take(LONGEST_NAME).take_while(u8::is_ascii_alphanumeric).count();
        let name = rest.get(..length)?.to_ascii_lowercase();
        let from = text.len() - rest.len() + length;
        if !(BLOCKS.contains(&name.as_str()) || INLINE.contains(&name.as_str()))
            || !matches!(text.as_bytes().get(from), Some(b'>' | b'/' | b' ' | b'\t' | b'\r' | b'\n'))
        {
            return None;
        }
        let mut quote = None;
        for (at, byte) in text.bytes().enumerate().skip(from).take(LONGEST_TAG) {
            match (quote, byte) {
                (None, b'>') => return Some(Tag { name, length: at + 1 }),
                (None, b'<') => return None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), _) if open == byte => quote = None,
                _ => {}
            }
        }
        None
    }
}

/// No name of a tag is longer than this.
const LONGEST_NAME: usize = 12;
/// A tag that is not closed within so many bytes is none.
const LONGEST_TAG: usize = 4096;
/// No entity is longer than this, `&` and `;` included.
const LONGEST_ENTITY: usize = 34;

/// The characters that an entity at the head of the text stands for, and its length.
fn entity(text: &str) -> Option<(String, usize)> {
    let end = text.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let found = if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        char::from_u32(code).filter(|&c| c != '\0')?.to_string()
    } else {
        resolve_html5_entity(name)?.to_owned()
    };
    Some((found, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_all_sorts() {
        for (field, expected) in [
            ("The queue filled.\r\n\r\nIt is empty again.", "The queue filled.\n\nIt is empty again."),
            ("Latency < 40 ms & rising on <host-7>", "Latency < 40 ms & rising on <host-7>"),
            ("<p>The queue\nfilled.&nbsp;</p><p>It&#39;s <b>empty</b> again.</p><p><br><br></p>", "The queue filled.\n\nIt's empty again."),
            ("The queue filled.<br />\r\nIt is empty.<br><br>Done.", "The queue filled.\nIt is empty.\n\nDone."),
            ("## Cause\n\n- a&amp;b\n  - **c**<!-- d -->\n", "## Cause\n\n- a&b\n  - **c**"),
            ("<ul><li>one</li><li>two</li></ul>after", "- one\n- two\n\nafter"),
            ("<h2>Cause</h2>The disk was full.<script>x < 3</script>", "## Cause\n\nThe disk was full."),
            ("Aug <var data-var='date'>21</var>, <var data-var=\"time\">00:37</var> UTC", "Aug 21, 00:37 UTC"),
            ("<a href=\"x>y\">page</a> fora do ar &ccedil;", "page fora do ar ç"),
            ("<p", "<p"),
            ("&#0; &#xD800; &nosuch; &", "&#0; &#xD800; &nosuch; &"),
        ] {
            assert_eq!(plain(field), expected, "{field}");
        }
    }
}
