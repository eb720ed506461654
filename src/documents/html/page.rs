//! From the tags of a page to its text, its title and its date.

use std::convert::Infallible;

use html5gum::Tokenizer;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};

use super::elements::{self, Role};
use super::writer::Writer;

/// What was read of a page.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) text: String,
    /// When it was written, as it says.
    pub(super) date: Option<String>,
}

/// Names under which a page tells when it was written, the surest first.
const DATES: [&str; 12] = [
    "article:published_time",
    "datepublished",
    "og:published_time",
    "dc.date.issued",
    "dcterms.created",
    "dcterms.date",
    "dc.date",
    "publishdate",
    "pubdate",
    "publish-date",
    "date",
    "datecreated",
];
/// Rank of a date in a script, and of the first point in time in the text.
const SCRIPT_RANK: usize = DATES.len();
const TIME_RANK: usize = SCRIPT_RANK + 1;

/// The text of a page, without what is around its content.
///
/// Where an element around the content is never closed and would swallow the rest, nothing is left out as such.
pub(super) fn read(html: &str) -> Page {
    match walk(html, true) {
        (page, false) if !page.text.is_empty() => page,
        _ => walk(html, false).0,
    }
}

/// Read a page; says too whether something left out was still open at the end.
fn walk(html: &str, chrome: bool) -> (Page, bool) {
    let mut walker = Walker { chrome, ..Walker::default() };
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: html5gum::Span<()>| -> Option<Infallible> {
        walker.event(&event);
        None
    });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    walker.finish()
}

/// An element that is left out.
#[derive(Debug)]
struct Hidden {
    name: Vec<u8>,
    /// Elements of the same name that are open inside it, itself included.
    depth: usize,
}

/// The state between two tags.
#[derive(Debug)]
struct Walker {
    /// Is what stands around the content left out?
    chrome: bool,
    writer: Writer,
    hidden: Option<Hidden>,
    /// The element whose tag is being read.
    name: Vec<u8>,
    role: Role,
    attribute: Vec<u8>,
    tag: Attributes,
    title: String,
    in_title: bool,
    in_script: bool,
    /// A point in time that has not been written out yet.
    time: Option<(String, bool)>,
    date: Option<(usize, String)>,
}

impl Default for Walker {
    fn default() -> Walker {
        Walker {
            chrome: true,
            writer: Writer::new(),
            hidden: None,
            name: Vec::new(),
            role: Role::Inline,
            attribute: Vec::new(),
            tag: Attributes::default(),
            title: String::new(),
            in_title: false,
            in_script: false,
            time: None,
            date: None,
        }
    }
}

/// The attributes of a tag that count.
#[derive(Debug, Default)]
struct Attributes {
    hidden: bool,
    /// A role that is around the content.
    chrome: bool,
    /// `name`, `property` or `itemprop`.
    key: String,
    content: String,
    datetime: String,
}

impl Walker {
    fn event(&mut self, event: &CallbackEvent<'_>) {
        match *event {
            CallbackEvent::OpenStartTag { name } => {
                self.name.clear();
                self.name.extend_from_slice(name);
                self.role = elements::role(name);
                self.tag = Attributes::default();
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute.clear();
                self.attribute.extend_from_slice(name);
                self.tag.hidden |= name == b"hidden";
            }
            CallbackEvent::AttributeValue { value } => self.attribute(value),
            CallbackEvent::CloseStartTag { self_closing } => self.start(self_closing),
            CallbackEvent::EndTag { name } => self.end(name),
            CallbackEvent::String { value } => self.text(&String::from_utf8_lossy(value)),
            CallbackEvent::Comment { .. } | CallbackEvent::Doctype { .. } | CallbackEvent::Error(_) => {}
        }
    }

    fn attribute(&mut self, value: &[u8]) {
        let value = String::from_utf8_lossy(value);
        match self.attribute.as_slice() {
            b"aria-hidden" => self.tag.hidden |= value == "true",
            b"hidden" => self.tag.hidden = value != "until-found",
            b"style" => {
                let style: String = value.chars().filter(|c| !c.is_whitespace()).collect();
                self.tag.hidden |= style.to_ascii_lowercase().contains("display:none");
            }
            b"role" => self.tag.chrome = matches!(&*value, "navigation" | "contentinfo" | "search" | "menu" | "menubar"),
            b"name" | b"property" | b"itemprop" => self.tag.key = value.to_ascii_lowercase(),
            b"content" => self.tag.content = value.into_owned(),
            b"datetime" => self.tag.datetime = value.into_owned(),
            _ => {}
        }
    }

    fn start(&mut self, self_closing: bool) {
        let void = elements::is_void(&self.name);
        if let Some(hidden) = &mut self.hidden {
            hidden.depth += usize::from(hidden.name == self.name && !void);
            return;
        }
        let out = match self.role {
            Role::Raw => true,
            Role::Dropped | Role::Chrome => self.chrome,
            _ => elements::is_container(&self.name) && (self.tag.hidden || self.tag.chrome) && self.chrome,
        };
        // `<svg/>` is all of it, `<div/>` is not.
        if out && !void {
            if !(self_closing && matches!(self.role, Role::Raw | Role::Dropped)) {
                self.hidden = Some(Hidden { name: self.name.clone(), depth: 1 });
            }
            return;
        }
        let writer = &mut self.writer;
        match self.role {
            Role::Inline | Role::Raw | Role::Dropped => {}
            Role::Line => writer.line(),
            Role::Block | Role::Chrome => writer.block(),
            Role::Heading(level) => writer.heading(level),
            Role::List => writer.list(false),
            Role::Numbers => writer.list(true),
            Role::Item => writer.item(),
            Role::Table => writer.table(),
            Role::Row => writer.row(),
            Role::Cell => writer.cell(),
            Role::Verbatim => writer.verbatim(),
            Role::Code => writer.code(),
            Role::Break => writer.line_break(),
            Role::Title => self.in_title = self.title.is_empty(),
            Role::Script => self.in_script = true,
            Role::Meta => self.meta(),
            Role::Time => {
                let datetime = std::mem::take(&mut self.tag.datetime);
                self.found_date(TIME_RANK, &datetime);
                self.time = Some((datetime, false));
            }
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(hidden) = &mut self.hidden {
            if hidden.name == name {
                hidden.depth -= 1;
                if hidden.depth == 0 {
                    self.hidden = None;
                    self.writer.text(" ");
                }
            }
            return;
        }
        let writer = &mut self.writer;
        match elements::role(name) {
            Role::Inline | Role::Raw | Role::Dropped | Role::Code | Role::Break | Role::Meta => {}
            Role::Line | Role::Item => writer.line(),
            Role::Block | Role::Chrome => writer.block(),
            Role::Heading(_) => writer.end_heading(),
            Role::List | Role::Numbers => writer.end_list(),
            Role::Table => writer.end_table(),
            Role::Row => writer.row(),
            Role::Cell => writer.end_cell(),
            Role::Verbatim => writer.end_verbatim(),
            Role::Title => self.in_title = false,
            Role::Script => self.in_script = false,
            // "two days ago" says nothing without the day; the attribute does.
            Role::Time => {
                if let Some((datetime, false)) = self.time.take() {
                    writer.text(&datetime);
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_script {
            self.in_script = false;
            if let Some(date) = quoted_behind(text, "\"datePublished\"") {
                self.found_date(SCRIPT_RANK, date);
            }
        } else if self.hidden.is_some() {
        } else if self.in_title {
            self.title.push_str(text);
        } else {
            if let Some((datetime, written)) = &mut self.time {
                let says = datetime.is_empty() || text.contains(|c: char| c.is_ascii_digit() && !text.to_lowercase().contains("ago"));
                if !says {
                    return;
                }
                *written = true;
            }
            self.writer.text(text);
        }
    }

    fn meta(&mut self) {
        if let Some(rank) = DATES.iter().position(|name| *name == self.tag.key) {
            let date = std::mem::take(&mut self.tag.content);
            let date = if date.is_empty() { std::mem::take(&mut self.tag.datetime) } else { date };
            self.found_date(rank, &date);
        }
    }

    fn found_date(&mut self, rank: usize, date: &str) {
        let surer = self.date.as_ref().is_none_or(|(known, _)| rank < *known);
        if surer && super::fields::parse_date(date).is_some() {
            self.date = Some((rank, date.to_owned()));
        }
    }

    fn finish(self) -> (Page, bool) {
        let open = self.chrome && self.hidden.is_some();
        let headed = self.writer.headed;
        let mut text = self.writer.finish();
        // The title stands above the text where nothing in it does.
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        if !headed && !title.is_empty() {
            text.insert_str(0, &format!("# {title}\n\n"));
        }
        (Page { text, date: self.date.map(|(_, date)| date) }, open)
    }
}

/// The quoted text behind `name` and a colon, as JSON has it.
fn quoted_behind<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let at = memchr::memmem::find(text.as_bytes(), name.as_bytes())? + name.len();
    let rest = text[at..].trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    rest.split('"').next()
}
