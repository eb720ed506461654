//! The readable text of a page as it grows: lines, empty lines, list bullets, rows of tables.

/// A table inside a table inside a table ... is a means of layout from here on.
const DEEPEST_TABLE: usize = 16;
/// Lists further inside are not indented further.
const DEEPEST_LIST: usize = 8;
/// A cell of more bytes holds running text.
const LONGEST_CELL: usize = 2000;

/// What has to stand before the next piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Empty,
}

/// A list that is open, with the number of the next entry where it has numbers.
type List = Option<u32>;

/// A stretch of text on its own: the page, or a cell.
#[derive(Debug)]
struct Piece {
    text: String,
    gap: Gap,
    lists: Vec<List>,
    /// A bullet or heading mark stands at the end, and what follows belongs in its line.
    marked: bool,
}

impl Piece {
    fn new() -> Piece {
        Piece { text: String::new(), gap: Gap::None, lists: Vec::new(), marked: false }
    }

    fn want(&mut self, gap: Gap) {
        // The entries of a list stand together.
        let gap = if self.lists.is_empty() { gap } else { gap.min(Gap::Line) };
        if !(self.marked && gap != Gap::Space) {
            self.gap = self.gap.max(gap);
        }
    }

    /// Make room for text.
    fn open(&mut self) {
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        if self.text.is_empty() || std::mem::take(&mut self.marked) {
            return;
        }
        if gap >= Gap::Line {
            self.text.truncate(self.text.trim_end_matches([' ', '\t']).len());
        }
        let ended = self.text.bytes().rev().take_while(|&byte| byte == b'\n').count();
        match gap {
            Gap::None => {}
            Gap::Space if ended > 0 => {}
            Gap::Space => self.text.push(' '),
            Gap::Line => self.text.push_str(if ended > 0 { "" } else { "\n" }),
            Gap::Empty => self.text.push_str(["\n\n", "\n", ""][ended.min(2)]),
        }
    }

    fn write(&mut self, text: &str, verbatim: bool) {
        if verbatim {
            if !text.is_empty() {
                self.open();
                self.text.push_str(text);
            }
            return;
        }
        let blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c');
        if text.starts_with(blank) {
            self.want(Gap::Space);
        }
        for word in text.split(blank).filter(|word| !word.is_empty()) {
            self.open();
            self.text.push_str(word);
            self.gap = Gap::Space;
        }
        if !text.ends_with(blank) && self.gap == Gap::Space && !text.is_empty() {
            self.gap = Gap::None;
        }
    }

    /// A mark at the beginning of a line.
    fn mark(&mut self, mark: &str) {
        // An entry without text leaves its bullet behind; the next one takes its place.
        if std::mem::take(&mut self.marked) {
            let line = self.text.rfind('\n').map_or(0, |end| end + 1);
            self.text.truncate(line);
        }
        self.open();
        self.text.push_str(mark);
        self.marked = true;
    }
}

/// A table whose row is being read.
#[derive(Debug)]
struct Table {
    /// The cells of the row so far.
    cells: Vec<String>,
    /// Is one more cell open?
    open: bool,
    /// Does a cell hold a table or running text, so that the table is there for layout?
    layout: bool,
}

/// Writes the text of a page.
#[derive(Debug)]
pub(super) struct Writer {
    /// The page, and the cells that are open, the innermost last.
    pieces: Vec<Piece>,
    tables: Vec<Table>,
    /// Tables that are too deep inside to be kept apart.
    shallow: usize,
    verbatim: usize,
    /// A listing that is open.
    listing: bool,
    /// Has a heading of the first level been written?
    pub(super) headed: bool,
}

impl Writer {
    pub(super) fn new() -> Writer {
        Writer { pieces: vec![Piece::new()], tables: Vec::new(), shallow: 0, verbatim: 0, listing: false, headed: false }
    }

    fn piece(&mut self) -> &mut Piece {
        if self.pieces.is_empty() {
            self.pieces.push(Piece::new());
        }
        let last = self.pieces.len() - 1;
        &mut self.pieces[last]
    }

    /// Running text; white space is one blank, save in verbatim text.
    pub(super) fn text(&mut self, text: &str) {
        let verbatim = self.verbatim > 0;
        self.piece().write(text, verbatim);
    }

    /// End the line.
    pub(super) fn line(&mut self) {
        self.piece().want(Gap::Line);
    }

    /// End the line, and leave one empty.
    pub(super) fn block(&mut self) {
        self.piece().want(Gap::Empty);
    }

    /// A line break: two of them leave a line empty.
    pub(super) fn line_break(&mut self) {
        let piece = self.piece();
        piece.gap = if piece.gap >= Gap::Line { Gap::Empty } else { Gap::Line };
    }

    /// Begin a heading.
    pub(super) fn heading(&mut self, level: u8) {
        self.headed |= level == 1;
        self.block();
        self.piece().mark(["# ", "## ", "### ", "#### ", "##### "][usize::from(level.clamp(1, 5)) - 1]);
    }

    /// End a heading; one without text leaves nothing.
    pub(super) fn end_heading(&mut self) {
        let piece = self.piece();
        if std::mem::take(&mut piece.marked) {
            let line = piece.text.rfind('\n').map_or(0, |end| end + 1);
            piece.text.truncate(line);
        }
        self.block();
    }

    /// Begin a list.
    pub(super) fn list(&mut self, numbered: bool) {
        let piece = self.piece();
        piece.want(if piece.lists.is_empty() { Gap::Empty } else { Gap::Line });
        piece.lists.push(numbered.then_some(1));
    }

    /// End a list.
    pub(super) fn end_list(&mut self) {
        let piece = self.piece();
        piece.lists.pop();
        piece.want(if piece.lists.is_empty() { Gap::Empty } else { Gap::Line });
    }

    /// Begin an entry of a list.
    pub(super) fn item(&mut self) {
        let piece = self.piece();
        piece.want(Gap::Line);
        let indent = "  ".repeat(piece.lists.len().saturating_sub(1).min(DEEPEST_LIST));
        let mark = match piece.lists.last_mut() {
            Some(Some(number)) => {
                *number = number.saturating_add(1);
                format!("{indent}{}. ", *number - 1)
            }
            _ => format!("{indent}- "),
        };
        piece.mark(&mark);
    }

    /// Begin a table.
    pub(super) fn table(&mut self) {
        if self.tables.len() >= DEEPEST_TABLE {
            self.shallow += 1;
            return self.block();
        }
        if let Some(outer) = self.tables.last_mut() {
            outer.layout = true;
        }
        self.block();
        self.tables.push(Table { cells: Vec::new(), open: false, layout: false });
    }

    /// End a table.
    pub(super) fn end_table(&mut self) {
        if self.shallow > 0 {
            self.shallow -= 1;
        } else {
            self.row();
            self.tables.pop();
        }
        self.block();
    }

    /// Begin a cell; the one before it ends.
    pub(super) fn cell(&mut self) {
        self.end_cell();
        match self.tables.last_mut() {
            Some(table) if self.shallow == 0 => {
                table.open = true;
                self.pieces.push(Piece::new());
            }
            _ => self.line(),
        }
    }

    /// End a cell.
    pub(super) fn end_cell(&mut self) {
        if self.shallow == 0
            && let Some(table) = self.tables.last_mut()
            && std::mem::take(&mut table.open)
        {
            let cell = self.pieces.pop().map(|piece| piece.text).unwrap_or_default();
            table.layout |= cell.len() > LONGEST_CELL;
            table.cells.push(cell);
        }
    }

    /// End a row, and begin the next.
    pub(super) fn row(&mut self) {
        if self.shallow > 0 || self.tables.is_empty() {
            return self.line();
        }
        self.end_cell();
        let Some(table) = self.tables.last_mut() else { return };
        let cells = std::mem::take(&mut table.cells);
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            return;
        }
        if table.layout || cells.len() == 1 {
            for cell in cells {
                self.line();
                self.piece().write(cell.trim(), true);
                self.line();
            }
            return;
        }
        let mut row = String::from("|");
        for cell in &cells {
            for word in cell.split_whitespace() {
                row.push(' ');
                row.push_str(word);
            }
            row.push_str(" |");
        }
        self.line();
        self.piece().write(&row, true);
        self.line();
    }

    /// Begin verbatim text.
    pub(super) fn verbatim(&mut self) {
        self.block();
        self.verbatim += 1;
    }

    /// End verbatim text.
    pub(super) fn end_verbatim(&mut self) {
        if self.verbatim == 1 && std::mem::take(&mut self.listing) {
            self.piece().want(Gap::Line);
            self.piece().write("```", true);
        }
        self.verbatim = self.verbatim.saturating_sub(1);
        self.block();
    }

    /// Code begins; at the beginning of verbatim text it is a listing.
    pub(super) fn code(&mut self) {
        if self.verbatim > 0 && !self.listing && self.piece().gap == Gap::Empty {
            self.piece().write("```\n", true);
            self.listing = true;
        }
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        self.end_verbatim();
        while !self.tables.is_empty() {
            self.shallow = 0;
            self.end_table();
        }
        let mut text = self.pieces.drain(..).next().map(|piece| piece.text).unwrap_or_default();
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}
