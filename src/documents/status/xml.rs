//! Atom and RSS as XML: the fields of each entry.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

use crate::error::{Error, ErrorKind};

/// An entry of a feed; a field that is missing is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) link: String,
    pub(super) published: String,
    pub(super) updated: String,
    /// The longest that the entry holds of what it is about, HTML more often than not.
    pub(super) content: String,
}

/// What became of reading a feed.
#[derive(Debug, Default)]
pub(super) struct Feed {
    /// Has a feed been found at all?
    pub(super) found: bool,
    pub(super) entries: Vec<Entry>,
    /// What broke it off behind these entries.
    pub(super) error: Option<Error>,
}

/// Prefixes of names that stand for what a feed says of its entries.
const PREFIXES: [&str; 6] = ["atom", "a10", "content", "dc", "rdf", "rss"];

/// The plain name of an element; none where another vocabulary has it.
fn name(qualified: &str) -> Option<&str> {
    match qualified.split_once(':') {
        Some((prefix, local)) => PREFIXES.contains(&prefix).then_some(local),
        None => Some(qualified),
    }
}

/// Which field of the entry an element holds.
fn field<'e>(entry: &'e mut Entry, name: &str) -> Option<&'e mut String> {
    Some(match name {
        "id" | "guid" => &mut entry.id,
        "title" => &mut entry.title,
        "link" => &mut entry.link,
        "published" | "pubDate" | "date" | "issued" => &mut entry.published,
        "updated" | "modified" => &mut entry.updated,
        "content" | "encoded" | "description" | "summary" => &mut entry.content,
        _ => return None,
    })
}

/// An element that is being read.
#[derive(Debug, Default)]
struct Open {
    entry: Option<Entry>,
    /// The field, its depth and its text so far.
    field: Option<(String, usize, String)>,
    depth: usize,
}

impl Open {
    /// Inside a field, the markup of what it holds.
    fn inner(&mut self, markup: &str) {
        if let Some((_, _, text)) = &mut self.field {
            text.push_str(markup);
        }
    }

    /// Is the field's own text being read, not that of an element in it?
    fn is_flat(&self) -> bool {
        self.field.as_ref().is_some_and(|(_, depth, _)| *depth == self.depth)
    }

    /// Put the text of a field into the entry.
    fn close(&mut self) {
        let (Some((name, _, text)), Some(entry)) = (self.field.take(), &mut self.entry) else { return };
        // Content beside a summary: the longer one tells more.
        if let Some(field) = field(entry, &name).filter(|field| text.trim().len() > field.len()) {
            text.trim().clone_into(field);
        }
    }
}

/// Read a feed; what has been read before it breaks off is kept.
pub(super) fn read(text: &str) -> Feed {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    let mut feed = Feed::default();
    let mut open = Open::default();
    loop {
        let event = match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(event) => event,
            Err(error) => {
                let at = usize::try_from(reader.error_position()).unwrap_or(usize::MAX).min(text.len());
                let line = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..at]).count();
                feed.error = Some(Error::new(ErrorKind::Malformed, format!("not valid XML: {error}")).at_line(line));
                break;
            }
        };
        match event {
            Event::Start(start) => {
                open.depth += 1;
                let qualified = start.name();
                let plain = name(qualified.as_ref());
                if open.field.is_some() {
                    let inner = plain.map(|name| format!("<{name}>")).unwrap_or_default();
                    open.inner(&inner);
                } else if let Some(plain) = plain {
                    match plain {
                        "feed" | "rss" | "RDF" | "channel" => feed.found = true,
                        "entry" | "item" if open.entry.is_none() => open.entry = Some(Entry::default()),
                        _ if open.entry.is_some() => {
                            let depth = open.depth;
                            let known = field(&mut Entry::default(), plain).is_some();
                            open.field = known.then(|| (plain.to_owned(), depth, String::new()));
                        }
                        _ => {}
                    }
                }
            }
            Event::Empty(empty) => {
                let qualified = empty.name();
                let plain = name(qualified.as_ref());
                if open.field.is_some() {
                    let inner = plain.map(|name| format!("<{name}/>")).unwrap_or_default();
                    open.inner(&inner);
                } else if plain == Some("link")
                    && let Some(entry) = &mut open.entry
                    && entry.link.is_empty()
                    && let Ok(Some(href)) = empty.try_get_attribute("href")
                {
                    entry.link = href.value.into_owned();
                }
            }
            Event::End(end) => {
                if open.is_flat() {
                    open.close();
                } else if open.field.is_some() {
                    let qualified = end.name();
                    let inner = name(qualified.as_ref()).map(|name| format!("</{name}>")).unwrap_or_default();
                    open.inner(&inner);
                } else if matches!(name(end.name().as_ref()), Some("entry" | "item")) {
                    feed.entries.extend(open.entry.take());
                }
                open.depth = open.depth.saturating_sub(1);
            }
            Event::Text(part) => open.inner(&part),
            Event::CData(part) => open.inner(&part),
            Event::GeneralRef(reference) => {
                let found = resolve(&reference, open.is_flat());
                open.inner(&found);
            }
            _ => {}
        }
    }
    open.close();
    feed.entries.extend(open.entry.take());
    feed
}

/// What a reference stands for. Inside markup, and where the reference is none of XML's own, it is left to be read as HTML.
fn resolve(reference: &BytesRef<'_>, flat: bool) -> String {
    let name: &str = reference;
    let known = match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => reference.resolve_char_ref().ok().flatten(),
    };
    known.filter(|_| flat).map_or_else(|| format!("&{name};"), String::from)
}
