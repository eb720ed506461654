//! What the elements of a page mean for its text.

/// What an element does to the text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Part of the running text.
    Inline,
    /// Begins and ends a line.
    Line,
    /// Stands between empty lines.
    Block,
    /// A heading of this level.
    Heading(u8),
    /// A list without numbers.
    List,
    /// A list with numbers.
    Numbers,
    /// An entry of a list.
    Item,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// Text whose white space counts.
    Verbatim,
    /// Code; in verbatim text it is a listing.
    Code,
    /// A line break.
    Break,
    /// A point in time.
    Time,
    /// The title of the page, which is no part of its text.
    Title,
    /// Something told about the page.
    Meta,
    /// A script, which may tell about the page.
    Script,
    /// Not text, and its end is found whatever is in it.
    Raw,
    /// Not text; left out where it ends.
    Dropped,
    /// Around the content: left out where the page is readable without.
    Chrome,
}

/// The elements that are more than running text, by name.
const ELEMENTS: [(&[u8], Role); 75] = [
    (b"address", Role::Line),
    (b"article", Role::Block),
    (b"aside", Role::Block),
    (b"audio", Role::Dropped),
    (b"blockquote", Role::Block),
    (b"body", Role::Block),
    (b"br", Role::Break),
    (b"button", Role::Chrome),
    (b"canvas", Role::Dropped),
    (b"caption", Role::Block),
    (b"center", Role::Line),
    (b"code", Role::Code),
    (b"datalist", Role::Dropped),
    (b"dd", Role::Line),
    (b"details", Role::Block),
    (b"dialog", Role::Chrome),
    (b"dir", Role::List),
    (b"div", Role::Line),
    (b"dl", Role::Block),
    (b"dt", Role::Line),
    (b"fieldset", Role::Block),
    (b"figcaption", Role::Line),
    (b"figure", Role::Block),
    (b"footer", Role::Chrome),
    (b"form", Role::Block),
    (b"h1", Role::Heading(1)),
    (b"h2", Role::Heading(2)),
    (b"h3", Role::Heading(3)),
    (b"h4", Role::Heading(4)),
    (b"h5", Role::Heading(5)),
    (b"h6", Role::Heading(5)),
    (b"head", Role::Line),
    (b"header", Role::Block),
    (b"hgroup", Role::Block),
    (b"hr", Role::Block),
    (b"iframe", Role::Raw),
    (b"legend", Role::Line),
    (b"li", Role::Item),
    (b"listing", Role::Verbatim),
    (b"main", Role::Block),
    (b"map", Role::Dropped),
    (b"math", Role::Dropped),
    (b"menu", Role::List),
    (b"meta", Role::Meta),
    (b"nav", Role::Chrome),
    (b"noframes", Role::Raw),
    (b"noscript", Role::Raw),
    (b"object", Role::Dropped),
    (b"ol", Role::Numbers),
    (b"p", Role::Block),
    (b"pre", Role::Verbatim),
    (b"relative-time", Role::Time),
    (b"script", Role::Script),
    (b"search", Role::Chrome),
    (b"section", Role::Block),
    (b"select", Role::Dropped),
    (b"style", Role::Raw),
    (b"summary", Role::Line),
    (b"svg", Role::Dropped),
    (b"table", Role::Table),
    (b"tbody", Role::Inline),
    (b"td", Role::Cell),
    (b"template", Role::Dropped),
    (b"textarea", Role::Raw),
    (b"tfoot", Role::Inline),
    (b"th", Role::Cell),
    (b"thead", Role::Inline),
    (b"time", Role::Time),
    (b"time-ago", Role::Time),
    (b"title", Role::Title),
    (b"tr", Role::Row),
    (b"ul", Role::List),
    (b"video", Role::Dropped),
    (b"xml", Role::Raw),
    (b"xmp", Role::Verbatim),
];

/// Elements without an end.
const VOID: [&[u8]; 14] =
    [b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param", b"source", b"track", b"wbr"];

/// Elements that may hide what is in them; of others the end is too often left out.
const CONTAINERS: [&[u8]; 9] = [b"article", b"aside", b"details", b"div", b"form", b"header", b"section", b"span", b"ul"];

/// What the element `name` does.
pub(super) fn role(name: &[u8]) -> Role {
    ELEMENTS.binary_search_by(|(known, _)| (*known).cmp(name)).map_or(Role::Inline, |found| ELEMENTS[found].1)
}

/// Has the element no end?
pub(super) fn is_void(name: &[u8]) -> bool {
    VOID.binary_search(&name).is_ok()
}

/// Can the element hide what is in it?
pub(super) fn is_container(name: &[u8]) -> bool {
    CONTAINERS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(ELEMENTS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(VOID.is_sorted() && CONTAINERS.is_sorted());
    }
}
