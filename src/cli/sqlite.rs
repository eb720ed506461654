//! Records as an SQLite database.

use anyhow::Context;
use rusqlite::{Connection, ToSql, params};
use serde::Serialize;

use super::output::Output;
use super::render::Store;
use super::tagged::Tagged;

/// The tables. Lists of the record are tables of their own, in the order of `number`.
const TABLES: &str = include_str!("tables.sql");
/// Records of one transaction.
const TRANSACTION: usize = 4_096;

/// A database that is being written.
#[derive(Debug)]
pub(crate) struct Database {
    connection: Connection,
    output: Output,
    records: i64,
    /// Records of the transaction that is open.
    open: usize,
}

impl Database {
    /// A database with empty tables in the file of `output`.
    pub(crate) fn new(output: Output) -> anyhow::Result<Database> {
        let path = output.scratch().context("a database must be a file: name it with --output FILE")?;
        let connection = Connection::open(path)?;
        // The file is thrown away when the run is cut short, so nothing has to be kept safe meanwhile.
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        connection.execute_batch(TABLES)?;
        connection.execute_batch("BEGIN")?;
        Ok(Database { connection, output, records: 0, open: 0 })
    }

    fn insert(&mut self, tagged: &Tagged) -> anyhow::Result<()> {
        self.records += 1;
        let (record, key) = (&tagged.record, self.records);
        let row = |sql: &str, cells: &[&dyn ToSql]| self.connection.prepare_cached(sql)?.execute(cells);
        let text = |value: Option<raiz::Moment>| value.map(|moment| moment.to_string());
        let basis = |basis: Option<raiz::Basis>| basis.map(name);
        row(
            "INSERT INTO incidents VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            params![
                key,
                record.schema,
                record.source,
                record.id,
                record.incident as i64,
                record.span.start as i64,
                record.span.end as i64,
                record.title,
                name(record.kind),
                record.language.map(|language| language.code()),
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
            ],
        )?;
        let quotes = |quotes: &[raiz::Quote], link: Option<i64>| -> anyhow::Result<()> {
            for (number, quote) in quotes.iter().enumerate() {
                let cells = params![key, link, number as i64, quote.text, quote.start as i64, quote.end as i64, rounded(quote.weight)];
                row("INSERT INTO evidence VALUES (?,?,?,?,?,?,?)", cells)?;
            }
            Ok(())
        };
        quotes(&record.evidence, None)?;
        for (number, link) in record.contributing.iter().enumerate() {
            let number = number as i64;
            row("INSERT INTO contributing VALUES (?,?,?,?)", params![key, number, link.label, rounded(link.confidence)])?;
            quotes(&link.evidence, Some(number))?;
        }
        for (number, time) in record.timestamps.iter().enumerate() {
            let cells = params![
                key,
                number as i64,
                time.text,
                time.start as i64,
                time.end as i64,
                time.value.to_string(),
                name(time.precision),
                time.zone,
                name(time.role),
            ];
            row("INSERT INTO timestamps VALUES (?,?,?,?,?,?,?,?,?)", cells)?;
        }
        for (number, figure) in record.figures.iter().enumerate() {
            let cells = params![
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
            ];
            row("INSERT INTO figures VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", cells)?;
        }
        Ok(())
    }
}

impl Store for Database {
    fn add(&mut self, records: Vec<Tagged>) -> anyhow::Result<()> {
        for tagged in &records {
            self.insert(tagged)?;
            self.open += 1;
        }
        if self.open >= TRANSACTION {
            self.connection.execute_batch("COMMIT; BEGIN")?;
            self.open = 0;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        self.connection.execute_batch("COMMIT")?;
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
