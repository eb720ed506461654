//! One input's documents (a stand-in for the library's readers: plain text and JSON Lines).

use std::fs;
use std::io::Read;
use std::path::Path;

use raiz::{Document, Error, ErrorKind};

use super::args::{InputFormat, Reading};
use super::input::{STANDARD_INPUT, unreadable};

/// The documents of one input.
pub(crate) type Documents = Box<dyn Iterator<Item = Result<Document, Error>> + Send>;

/// The documents of standard input.
pub(crate) fn standard_input(reading: &Reading) -> Documents {
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => of_bytes(STANDARD_INPUT, &bytes, reading),
        Err(error) => Box::new(std::iter::once(Err(unreadable(Path::new(STANDARD_INPUT), &error)))),
    }
}

/// The documents of a file.
pub(crate) fn file(path: &Path, reading: &Reading) -> Result<Documents, Error> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(of_bytes(&path.to_string_lossy(), &bytes, reading))
}

fn of_bytes(source: &str, bytes: &[u8], reading: &Reading) -> Documents {
    let source = source.to_owned();
    let Ok(text) = String::from_utf8(bytes.to_vec()) else {
        return Box::new(std::iter::once(Err(Error::new(ErrorKind::NotText, "no text").at_path(source))));
    };
    if text.trim().is_empty() {
        return Box::new(std::iter::once(Err(Error::new(ErrorKind::NotText, "empty").at_path(source))));
    }
    let lines = reading.input_format == InputFormat::Jsonl || source.ends_with(".jsonl");
    if !lines {
        return Box::new(std::iter::once(Ok(Document { source, text, ..Document::default() })));
    }
    let fields = [&reading.text_field, &reading.id_field, &reading.date_field].map(Clone::clone);
    let rows: Vec<String> = text.lines().map(str::to_owned).collect();
    Box::new(rows.into_iter().enumerate().filter(|(_, row)| !row.trim().is_empty()).map(move |(number, row)| {
        let [text, id, date] = &fields;
        let broken = |message: String| Error::new(ErrorKind::Malformed, message).at_path(&source).at_line(number + 1);
        let row: serde_json::Value = serde_json::from_str(&row).map_err(|error| broken(error.to_string()))?;
        let field = |name: &Option<String>, usual: &str| {
            row.get(name.as_deref().unwrap_or(usual)).and_then(|value| value.as_str()).map(str::to_owned)
        };
        let text = field(text, "text").ok_or_else(|| broken("no field `text`".into()))?;
        Ok(Document {
            source: format!("{source}#{}", number + 1),
            id: field(id, "id"),
            text,
            date: field(date, "date").and_then(|date| date.parse().ok()),
            warnings: Vec::new(),
        })
    }))
}
