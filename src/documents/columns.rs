//! From the named columns of a table to documents.

use std::fmt::Write as _;

use super::{Document, Fields, FrontMatter, dates, html};
use crate::bytes::{self, Decoded};
use crate::error::{Error, ErrorKind, Result};
use crate::tables;

/// The columns that are known by their names.
const KNOWN: &str = include_str!("../tables/columns.tsv");
/// So many columns are named where the text's column is missing.
const NAMED: usize = 40;

/// Which columns hold what.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    /// Where the text is: columns, and the heading of each where there are several.
    text: Vec<(usize, Option<String>)>,
    title: Option<usize>,
    /// Moments that are told in the text, with their names.
    times: Vec<(usize, String)>,
    id: Option<usize>,
    date: Option<usize>,
    /// Are the names Portuguese, so that days come before months?
    portuguese: bool,
    /// How many columns there are.
    pub(super) count: usize,
}

impl Columns {
    /// The columns with these names.
    ///
    /// # Errors
    ///
    /// Fails where none can be the text.
    pub(super) fn find(names: &[String], fields: &Fields) -> Result<Columns> {
        let folded: Vec<String> = names.iter().map(|name| fold(name)).collect();
        let usual = Fields::default();
        let named = |name: &str| names.iter().position(|known| known.trim() == name);
        let known = |role: &str| rows().filter(|row| row.1 == role).find_map(|row| folded.iter().position(|name| name == row.0));
        let portuguese = rows().filter(|row| row.2 == "pt").any(|row| folded.iter().any(|name| name == row.0));
        let id = named(&fields.id).or_else(|| known("id").filter(|_| fields.id == usual.id));
        let date = named(&fields.date).or_else(|| known("date").filter(|_| fields.date == usual.date));
        let mut found = Columns { id, date, portuguese, count: names.len(), ..Columns::default() };
        // Exports repeat a column, such as one for each comment.
        let all = |name: &str| folded.iter().enumerate().filter(move |(_, known)| *known == name).map(|(at, _)| at).collect::<Vec<_>>();
        if let Some(at) = named(&fields.text) {
            found.text = names.iter().enumerate().filter(|(_, name)| **name == names[at]).map(|(at, _)| (at, None)).collect();
            return Ok(found);
        }
        if fields.text == usual.text {
            found.title = known("title");
            if let Some(at) = known("whole") {
                found.text = vec![(at, None)];
                return Ok(found);
            }
            for row in rows().filter(|row| row.1 == "part") {
                found.text.extend(all(row.0).into_iter().map(|at| (at, Some(heading(&names[at])))));
            }
            if let ([(_, heading)], None) = (found.text.as_mut_slice(), found.title) {
                *heading = None;
            }
            for row in rows().filter(|row| row.1 == "time") {
                found.times.extend(all(row.0).into_iter().map(|at| (at, heading(&names[at]))));
            }
            if !found.text.is_empty() || found.title.is_some() {
                return Ok(found);
            }
        }
        let mut there: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
        if names.len() > NAMED {
            there.push(format!("and {} more", names.len() - NAMED));
        }
        let message = format!("no column `{}`; there is {}; name one with --text-field", fields.text, there.join(", "));
        Err(Error::new(ErrorKind::Malformed, message))
    }

    /// Are some of the names known, so that the line of names is surely one?
    pub(super) fn recognise(names: &[String]) -> bool {
        names.iter().all(|name| name.len() < 80)
            && Columns::find(names, &Fields::default())
                .is_ok_and(|found| found.id.is_some() || found.date.is_some() || found.text.len() > 1)
    }

    /// Do dates of this table have the day first where they leave it open?
    pub(super) fn day_first(&mut self, sure: bool) {
        self.portuguese |= sure;
    }

    /// Every column that is read, in order.
    #[cfg(feature = "parquet")]
    pub(super) fn read(&self) -> Vec<usize> {
        let times = self.times.iter().map(|(at, _)| *at);
        let mut all: Vec<usize> =
            self.text.iter().map(|(at, _)| *at).chain(times).chain(self.title).chain(self.id).chain(self.date).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The document of a row; its source is left empty.
    pub(super) fn document<'t>(&self, cell: impl Fn(usize) -> Option<&'t str>) -> Document {
        let filled = |at: usize| cell(at).map(str::trim).filter(|cell| !cell.is_empty());
        let text = match self.text.as_slice() {
            [(at, None)] if self.title.is_none() => plain(cell(*at).unwrap_or_default()),
            columns => self.joined(columns, filled),
        };
        let Decoded { text, mut warnings } = bytes::repair(Decoded { text, warnings: Vec::new() });
        let id = self.id.and_then(filled).map(str::to_owned);
        let mut date = None;
        if let Some(written) = self.date.and_then(filled) {
            match dates::parse(written, self.portuguese) {
                Ok(found) => date = Some(found),
                Err(why) => warnings.push(why),
            }
        }
        let date = date.or_else(|| FrontMatter::find(&text).and_then(|front| front.date(&text)));
        Document { id, text, date, warnings, ..Document::default() }
    }

    /// Several columns as one text: the title above, the moments below it, then each text under its column's name.
    fn joined<'t>(&self, columns: &[(usize, Option<String>)], filled: impl Fn(usize) -> Option<&'t str>) -> String {
        let mut out = String::new();
        if let Some(title) = self.title.and_then(&filled) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "# {}\n", title.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        let times: Vec<_> = self.times.iter().filter_map(|(at, name)| filled(*at).map(|time| (name, time))).collect();
        for (name, time) in &times {
            let _ = writeln!(out, "{name}: {time}");
        }
        out.push_str(if times.is_empty() { "" } else { "\n" });
        let mut before = None;
        for (at, name) in columns {
            let Some(cell) = filled(*at) else { continue };
            if let Some(name) = name
                && before != Some(name)
            {
                let _ = writeln!(out, "## {name}\n");
            }
            before = name.as_ref();
            let _ = writeln!(out, "{}\n", plain(cell).trim_end());
        }
        out.truncate(out.trim_end().len());
        if !out.is_empty() {
            out.push('\n');
        }
        out
    }
}

/// A cell's text; markup, which help desks export, is made readable.
fn plain(cell: &str) -> String {
    let markup = cell.trim_start().starts_with('<') && cell.contains("</");
    if markup { html::text(cell) } else { cell.to_owned() }
}

/// The rows of the table of known columns: name, what it holds, language.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    tables::rows(KNOWN).filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.next()?, cells.next()?))
    })
}

/// A name in lower case, without accents, with `_` between its words.
fn fold(name: &str) -> String {
    let mut folded = Vec::new();
    name.trim().chars().for_each(|c| tables::fold_char(c, &mut folded));
    let folded = String::from_utf8_lossy(&folded);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}

/// A column's name as a heading: `close_notes` is `Close notes`.
fn heading(name: &str) -> String {
    let words = name.split(|c: char| c == '_' || c.is_whitespace()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<String> {
        line.split(',').map(str::to_owned).collect()
    }

    /// The text of one row, and its id.
    fn joined(header: &str, row: &str, fields: &Fields) -> (String, Option<String>) {
        let cells = names(row);
        let found = Columns::find(&names(header), fields).expect("columns").document(|at| cells.get(at).map(String::as_str));
        (found.text, found.id)
    }

    #[test]
    fn well_known_columns_are_found() {
        for (header, row, text, id) in [
            ("url,text,title,id", "u,A,t,7", "A", Some("7")),
            (
                "number,short_description,description,close_notes",
                "INC1,Mail down,Queue full,",
                "# Mail down\n\n## Description\n\nQueue full\n",
                Some("INC1"),
            ),
            (
                "Summary,Issue key,Description,Comment,Comment",
                "Slow,OPS-1,Since 9:00,a,b",
                "# Slow\n\n## Description\n\nSince 9:00\n\n## Comment\n\na\n\nb\n",
                Some("OPS-1"),
            ),
            (
                "Número,Título,Início,Descrição",
                "3,Lento,05/03/2024 9:10,Fila",
                "# Lento\n\nInício: 05/03/2024 9:10\n\n## Descrição\n\nFila\n",
                Some("3"),
            ),
            ("id,body", "1,<p>Disk</p><p>full</p>", "Disk\n\nfull\n", Some("1")),
        ] {
            assert_eq!(joined(header, row, &Fields::default()), (text.to_owned(), id.map(str::to_owned)), "{header}");
        }
    }

    #[test]
    fn asked_columns_alone_are_read() {
        let fields = Fields { text: "Notes".into(), id: "ref".into(), date: "when".into() };
        assert_eq!(joined("id,text,Notes,Notes", "1,A,B,C", &fields), ("B\n\nC\n".to_owned(), None));
        let error = Columns::find(&names("id,text"), &fields).expect_err("no such column");
        assert_eq!(error.to_string(), "no column `Notes`; there is `id`, `text`; name one with --text-field");
    }

    #[test]
    fn the_table_is_well_formed() {
        for row in rows() {
            assert_eq!(fold(row.0), row.0);
            assert!(["whole", "part", "title", "id", "date", "time"].contains(&row.1) && ["en", "pt", "*"].contains(&row.2), "{row:?}");
        }
        assert_eq!(rows().count(), tables::rows(KNOWN).count());
    }
}
