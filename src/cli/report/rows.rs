//! Reading tagged records back: only what the page shows.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use raiz::{Error, ErrorKind, SCHEMA};
use serde::Deserialize;

/// What the page needs of a record.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Row {
    schema: String,
    pub(super) source: String,
    #[serde(default)]
    pub(super) title: Option<String>,
    pub(super) kind: String,
    #[serde(default)]
    cause: Option<String>,
    #[serde(default)]
    pub(super) confidence: f64,
    #[serde(default)]
    pub(super) contributing: Vec<Link>,
    #[serde(default)]
    pub(super) started: Option<String>,
    #[serde(default)]
    pub(super) duration_s: Option<i64>,
    #[serde(default)]
    pub(super) figures: Vec<Figure>,
    /// The first record of the same incident, where `--dedup` found one.
    #[serde(default)]
    duplicate_of: Option<String>,
}

/// A further link of the chain.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Link {
    pub(super) label: String,
}

/// An impact figure.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Figure {
    pub(super) text: String,
}

impl Row {
    /// Does it tell of an incident that no record before it tells of?
    pub(super) fn is_incident(&self) -> bool {
        self.kind == "incident" && self.duplicate_of.is_none()
    }

    /// The root cause, or `unknown`.
    pub(super) fn cause(&self) -> &str {
        self.cause.as_deref().unwrap_or("unknown")
    }

    /// Year and month of its start, as `2024-05`, where both are known.
    pub(super) fn month(&self) -> Option<(i32, u32)> {
        let started = self.started.as_deref()?;
        let (year, rest) = started.split_once('-')?;
        let month = rest.get(..2)?.parse().ok().filter(|month| (1..=12).contains(month))?;
        Some((year.parse().ok().filter(|year| *year > 0)?, month))
    }
}

/// Give every record of the file `path` (`-`: standard input) to `take`, or what is wrong with it.
pub(super) fn read(path: &Path, mut take: impl FnMut(Result<Row, Error>)) {
    let unreadable = |error: &io::Error| Error::new(ErrorKind::Io, format!("cannot be read: {error}")).at_path(path);
    let mut input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        match File::open(path) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => return take(Err(unreadable(&error))),
        }
    };
    let is_array = match input.fill_buf() {
        Ok(head) => head.trim_ascii_start().starts_with(b"["),
        Err(error) => return take(Err(unreadable(&error))),
    };
    if is_array {
        let mut bytes = Vec::new();
        if let Err(error) = input.read_to_end(&mut bytes) {
            return take(Err(unreadable(&error)));
        }
        match serde_json::from_slice::<Vec<Row>>(&bytes) {
            Ok(rows) => rows.into_iter().for_each(|row| take(checked(row).map_err(|error| error.at_path(path)))),
            Err(error) => take(Err(malformed(&error).at_path(path).at_line(error.line()))),
        }
        return;
    }
    for (number, line) in input.split(b'\n').enumerate() {
        let row = match line {
            Ok(line) if line.trim_ascii().is_empty() => continue,
            Ok(line) => serde_json::from_slice(&line).map_err(|error| malformed(&error)).and_then(checked),
            Err(error) => return take(Err(unreadable(&error))),
        };
        take(row.map_err(|error| error.at_path(path).at_line(number + 1)));
    }
}

fn malformed(error: &serde_json::Error) -> Error {
    Error::new(ErrorKind::Malformed, format!("no record of `raiz tag`: {error}"))
}

fn checked(row: Row) -> Result<Row, Error> {
    if row.schema == SCHEMA {
        return Ok(row);
    }
    Err(Error::new(ErrorKind::Malformed, format!("schema `{}`, but `{SCHEMA}` is what this version reads", row.schema)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_need_a_year() {
        let row = |started: &str| {
            let json = serde_json::json!({"schema": SCHEMA, "source": "a", "kind": "incident", "started": started});
            serde_json::from_value::<Row>(json).expect("a record")
        };
        for (started, expected) in [
            ("2024-05-09T10:00:00+00:00", Some((2024, 5))),
            ("2024-05", Some((2024, 5))),
            ("--05-09", None),
            ("T10:00:00", None),
            ("2024", None),
        ] {
            assert_eq!(row(started).month(), expected, "{started}");
        }
    }
}
