//! Records as an `SQLite` database.

use anyhow::Context;
use rusqlite::{Connection, Statement, params};
use serde::Serialize;

use super::output::Output;
use super::render::Store;
use super::tagged::Tagged;

/// The tables. Lists of the record are tables of their own, in the order of `number`.
const TABLES: &str = include_str!("tables.sql");
/// Records that are inserted at once, in one transaction.
const TRANSACTION: usize = 1_024;

/// A database that is being written.
#[derive(Debug)]
pub(crate) struct Database {
    connection: Connection,
    output: Output,
    /// Records that were inserted.
    records: i64,
    waiting: Vec<Tagged>,
}

impl Database {
    /// A database with empty tables in the file of `output`.
    pub(crate) fn new(output: Output) -> anyhow::Result<Database> {
        let path = output.scratch().context("a database must be a file: name it with --output FILE")?;
        let connection = Connection::open(path)?;
        // The file is thrown away when the run is cut short, so nothing has to be kept safe meanwhile.
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        connection.execute_batch(TABLES)?;
        Ok(Database { connection, output, records: 0, waiting: Vec::new() })
    }

    fn insert_waiting(&mut self) -> anyhow::Result<()> {
        self.connection.execute_batch("BEGIN")?;
        let mut statements = Statements::new(&self.connection)?;
        for tagged in self.waiting.drain(..) {
            self.records += 1;
            statements.insert(self.records, &tagged)?;
        }
        drop(statements);
        Ok(self.connection.execute_batch("COMMIT")?)
    }
}

/// One statement for each table.
struct Statements<'c> {
    incidents: Statement<'c>,
    evidence: Statement<'c>,
    contributing: Statement<'c>,
    timestamps: Statement<'c>,
    figures: Statement<'c>,
}

impl<'c> Statements<'c> {
    fn new(connection: &'c Connection) -> rusqlite::Result<Statements<'c>> {
        let insert = |table: &str, columns: usize| {
            let cells = vec!["?"; columns].join(",");
            connection.prepare(&format!("INSERT INTO {table} VALUES ({cells})"))
        };
        Ok(Statements {
            incidents: insert("incidents", 27)?,
            evidence: insert("evidence", 7)?,
            contributing: insert("contributing", 4)?,
            timestamps: insert("timestamps", 9)?,
            figures: insert("figures", 12)?,
        })
    }

    fn insert(&mut self, key: i64, tagged: &Tagged) -> anyhow::Result<()> {
        let record = &tagged.record;
        let text = |value: Option<raiz::Moment>| value.map(|moment| moment.to_string());
        let basis = |basis: Option<raiz::Basis>| basis.and_then(name);
        self.incidents.execute(params![
            key,
            record.schema,
            record.source,
            record.id,
            record.incident as i64,
            record.span.start as i64,
            record.span.end as i64,
            record.title,
            name(record.kind),
            record.language.map(raiz::Language::code),
            rounded(record.language_confidence),
            record.cause,
            rounded(record.confidence),
            serde_json::to_string(&record.scores)?,
            text(record.started),
            basis(record.basis.started),
            text(record.detected),
            basis(record.basis.detected),
            text(record.identified),
            basis(record.basis.identified),
            text(record.mitigated),
            basis(record.basis.mitigated),
            text(record.resolved),
            basis(record.basis.resolved),
            record.duration_s,
            serde_json::to_string(&record.warnings)?,
            tagged.seen_before(),
        ])?;
        self.quotes(key, None, &record.evidence)?;
        for (number, link) in record.contributing.iter().enumerate() {
            let number = number as i64;
            self.contributing.execute(params![key, number, link.label, rounded(link.confidence)])?;
            self.quotes(key, Some(number), &link.evidence)?;
        }
        for (number, time) in record.timestamps.iter().enumerate() {
            self.timestamps.execute(params![
                key,
                number as i64,
                time.text,
                time.start as i64,
                time.end as i64,
                time.value.to_string(),
                name(time.precision),
                time.zone,
                name(time.role),
            ])?;
        }
        for (number, figure) in record.figures.iter().enumerate() {
            self.figures.execute(params![
                key,
                number as i64,
                figure.text,
                figure.start as i64,
                figure.end as i64,
                name(figure.kind),
                figure.low,
                figure.high,
                figure.unit,
                figure.approximate,
                name(figure.role),
                figure.impact,
            ])?;
        }
        Ok(())
    }

    fn quotes(&mut self, key: i64, link: Option<i64>, quotes: &[raiz::Quote]) -> rusqlite::Result<()> {
        for (number, quote) in quotes.iter().enumerate() {
            let (start, end) = (quote.start as i64, quote.end as i64);
            self.evidence.execute(params![key, link, number as i64, quote.text, start, end, rounded(quote.weight)])?;
        }
        Ok(())
    }
}

impl Store for Database {
    fn add(&mut self, records: Vec<Tagged>) -> anyhow::Result<()> {
        self.waiting.extend(records);
        if self.waiting.len() >= TRANSACTION { self.insert_waiting() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        self.insert_waiting()?;
        self.connection.close().map_err(|(_, error)| error)?;
        self.output.finish()
    }
}

/// The name that a value has in the record.
fn name(value: impl Serialize) -> Option<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Some(name),
        _ => None,
    }
}

/// A probability as the record gives it.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
