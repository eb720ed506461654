//! The markup in fields of exports and feeds: HTML to plain text, line by line.
//!
//! Fields hold snippets, not pages. What has no tag and no entity is left as it is, Markdown too.

use quick_xml::escape::resolve_html5_entity;

/// Tags that begin and end a line.
const LINES: [&str; 9] = ["br", "div", "dd", "dt", "figure", "li", "section", "td", "tr"];
/// Tags that begin and end a paragraph.
const PARAGRAPHS: [&str; 19] = [
    "article",
    "blockquote",
    "dl",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "ol",
    "p",
    "pre",
    "table",
    "tbody",
    "thead",
    "ul",
];
/// Tags that leave no mark in the text.
const INLINE: [&str; 25] = [
    "a", "abbr", "b", "code", "del", "em", "font", "i", "img", "ins", "kbd", "label", "mark", "q", "s", "small", "span", "strike",
    "strong", "sub", "sup", "time", "u", "var", "wbr",
];
/// Tags whose content is no text.
const HIDDEN: [&str; 3] = ["script", "style", "template"];

/// The text of a field, whether it is plain, Markdown or HTML.
pub(super) fn plain(field: &str) -> String {
    // Where paragraphs are marked, line ends are as good as blanks; else they are what parts the lines.
    let marked = has_tag(field, &PARAGRAPHS) || has_tag(field, &["div", "li"]);
    let text = if has_markup(field) { convert(field, marked) } else { field.replace("\r\n", "\n").replace('\r', "\n") };
    text.trim().to_owned()
}

/// Is there a tag or an entity in it?
fn has_markup(text: &str) -> bool {
    tags(text).next().is_some() || text.match_indices('&').any(|(at, _)| entity(&text[at..]).is_some())
}

fn has_tag(text: &str, names: &[&str]) -> bool {
    tags(text).any(|tag| names.contains(&tag.name.as_str()))
}

/// The tags of a text, in their order.
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

/// A tag or comment at the head of a text.
struct Tag {
    name: String,
    closing: bool,
    length: usize,
}

impl Tag {
    /// The tag that the text begins with; `<host>` is none.
    fn parse(text: &str) -> Option<Tag> {
        if let Some(rest) = text.strip_prefix("<!--") {
            let length = rest.find("-->").map_or(text.len(), |end| end + 7);
            return Some(Tag { name: String::new(), closing: false, length });
        }
        let rest = text.strip_prefix('<')?;
        let closing = rest.starts_with('/');
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).take(LONGEST_NAME + 1).count();
        let name = rest.get(..length)?.to_ascii_lowercase();
        let known = |names: &[&str]| names.contains(&name.as_str());
        if !(known(&LINES) || known(&PARAGRAPHS) || known(&INLINE) || known(&HIDDEN)) {
            return None;
        }
        let from = text.len() - rest.len() + length;
        if !matches!(text.as_bytes().get(from), Some(b'>' | b'/' | b' ' | b'\t' | b'\r' | b'\n')) {
            return None;
        }
        let mut quote = None;
        for (at, byte) in text.bytes().enumerate().skip(from).take(LONGEST_TAG) {
            match (quote, byte) {
                (None, b'>') => return Some(Tag { name, closing, length: at + 1 }),
                (None, b'<') => return None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), _) if open == byte => quote = None,
                _ => {}
            }
        }
        None
    }
}

/// No name of a tag is longer.
const LONGEST_NAME: usize = 10;
/// A tag that is not closed within so many bytes is none.
const LONGEST_TAG: usize = 4096;
/// No entity is longer than this, `&` and `;` included.
const LONGEST_ENTITY: usize = 34;

/// The character that an entity at the head of the text stands for, and its length.
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

/// Lines as they are put together.
#[derive(Default)]
struct Lines {
    text: String,
    /// Line ends that are due before the next character.
    due: usize,
    /// Has a tag ended the line, so that the line end behind it says nothing new?
    broken: bool,
    /// Blanks that are due before the next character.
    blanks: String,
}

impl Lines {
    fn end_lines(&mut self, count: usize) {
        self.due = self.due.max(count);
        self.blanks.clear();
    }

    /// A blank; of those inside a line one is kept, and before a line all or none.
    fn blank(&mut self, c: char, indents: bool) {
        let at_start = self.due > 0 || self.text.is_empty();
        if indents && at_start || !at_start && self.blanks.is_empty() {
            self.blanks.push(if at_start { c } else { ' ' });
        }
    }

    fn push(&mut self, c: char) {
        if !self.text.is_empty() {
            self.text.extend(std::iter::repeat_n('\n', self.due));
        }
        self.text.push_str(&self.blanks);
        self.blanks.clear();
        (self.due, self.broken) = (0, false);
        self.text.push(c);
    }

    fn push_str(&mut self, text: &str) {
        text.chars().for_each(|c| self.push(c));
    }
}

/// HTML to text; with `folded`, line ends of the source are blanks.
fn convert(html: &str, folded: bool) -> String {
    let mut lines = Lines::default();
    let mut at = 0;
    while let Some(c) = html[at..].chars().next() {
        let rest = &html[at..];
        if c == '<'
            && let Some(tag) = Tag::parse(rest)
        {
            at += tag.length;
            if HIDDEN.contains(&tag.name.as_str()) && !tag.closing {
                at += end_of(&html[at..], &tag.name);
            }
            lay_out(&tag, &mut lines);
            continue;
        }
        if c == '&'
            && let Some((found, length)) = entity(rest)
        {
            at += length;
            for c in found.chars() {
                if c.is_whitespace() { lines.blank(' ', false) } else { lines.push(c) }
            }
            continue;
        }
        at += c.len_utf8();
        match c {
            '\n' if !folded => {
                let count = if std::mem::take(&mut lines.broken) { lines.due } else { (lines.due + 1).min(2) };
                lines.end_lines(count);
            }
            _ if c.is_whitespace() => lines.blank(c, !folded),
            _ => lines.push(c),
        }
    }
    lines.text
}

/// The mark that a tag leaves in the text.
fn lay_out(tag: &Tag, lines: &mut Lines) {
    match tag.name.as_str() {
        "br" => {
            lines.end_lines((lines.due + 1).min(2));
            lines.broken = true;
        }
        "li" if !tag.closing => {
            lines.end_lines(1);
            lines.push_str("- ");
        }
        "td" | "th" if tag.closing => lines.push_str(" |"),
        "td" | "th" => {}
        name if PARAGRAPHS.contains(&name) => {
            lines.end_lines(2);
            let level = name.strip_prefix('h').and_then(|level| level.parse::<usize>().ok());
            if let Some(level) = level.filter(|_| !tag.closing) {
                lines.push_str(&"#".repeat(level));
                lines.blank(' ', false);
            }
        }
        name if LINES.contains(&name) => lines.end_lines(1),
        _ => {}
    }
}

/// Where the element of that name ends.
fn end_of(html: &str, name: &str) -> usize {
    let ends = |at: &usize| Tag::parse(&html[*at..]).is_some_and(|tag| tag.closing && tag.name == name);
    html.match_indices("</").map(|(at, _)| at).find(ends).unwrap_or(html.len())
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
            ("## Cause\n\n- a&amp;b\n- `<code>`\n", "## Cause\n\n- a&b\n- ``"),
            ("<ul><li>one</li><li>two</li></ul>after", "- one\n- two\n\nafter"),
            ("<h2>Cause</h2>The disk<!-- no --> was full.<script>x < 3</script>", "## Cause\n\nThe disk was full."),
            ("Aug <var data-var='date'>21</var>, <var data-var=\"time\">00:37</var> UTC", "Aug 21, 00:37 UTC"),
            ("<a href=\"x>y\">page</a> fora do ar &ccedil;", "page fora do ar ç"),
            ("<p", "<p"),
            ("&#0; &#xD800; &nosuch; &", "&#0; &#xD800; &nosuch; &"),
        ] {
            assert_eq!(plain(field), expected, "{field}");
        }
    }
}
