//! Parquet and `SQLite` hold what JSON Lines hold, field by field.

use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Map, Value, json};

use crate::command::{Ended, raiz};

/// What a cell stands for in JSON.
fn cell(array: &ArrayRef, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Utf8 => json!(array.as_string::<i32>().value(row)),
        DataType::Int64 => json!(array.as_primitive::<Int64Type>().value(row)),
        DataType::Float64 => json!(array.as_primitive::<Float64Type>().value(row)),
        DataType::Boolean => json!(array.as_boolean().value(row)),
        DataType::List(_) => {
            let entries = array.as_list::<i32>().value(row);
            (0..entries.len()).map(|entry| cell(&entries, entry)).collect()
        }
        DataType::Struct(fields) => {
            let columns = array.as_struct().columns();
            fields.iter().zip(columns).map(|(field, column)| (field.name().clone(), cell(column, row))).collect::<Map<_, _>>().into()
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let (keys, values) = (entries.column(0), entries.column(1));
            let name = |entry| cell(keys, entry).as_str().expect("a text").to_owned();
            (0..entries.len()).map(|entry| (name(entry), cell(values, entry))).collect::<Map<_, _>>().into()
        }
        other => panic!("no column should be {other}"),
    }
}

/// The rows of a Parquet file, as records.
fn rows(path: &Path) -> Vec<Value> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).expect("there")).expect("a Parquet file");
    let mut records = Vec::new();
    for batch in reader.build().expect("readable") {
        let batch = batch.expect("readable");
        let schema = batch.schema();
        for row in 0..batch.num_rows() {
            let fields = schema.fields().iter().zip(batch.columns()).map(|(field, column)| (field.name().clone(), cell(column, row)));
            records.push(as_json_has_it(fields.collect()));
        }
    }
    records
}

/// Two columns are nested where JSON has a list, and fields that it leaves out.
fn as_json_has_it(mut record: Map<String, Value>) -> Value {
    let span = &record["span"];
    record["span"] = json!([span["start"], span["end"]]);
    let basis = record["basis"].as_object_mut().expect("an object");
    basis.retain(|_, value| !value.is_null());
    record.into()
}

fn tag(args: &[&str], output: &Path) -> Ended {
    raiz(&[&["tag", "corpus/reports/en", "tests/archive"], args, &["--output", output.to_str().expect("UTF-8")]].concat(), "")
}

#[test]
fn parquet_holds_the_fields_of_jsonl() {
    let folder = tempfile::tempdir().expect("a folder");
    for further in [&[][..], &["--dedup"]] {
        let (lines, table) = (folder.path().join("tags.jsonl"), folder.path().join("tags.parquet"));
        assert_eq!(tag(&[&["--format", "jsonl"], further].concat(), &lines).status, 0);
        assert_eq!(tag(&[&["--format", "parquet"], further].concat(), &table).status, 0);
        let lines = std::fs::read_to_string(&lines).expect("there");
        let expected: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let found = rows(&table);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            let fields = |record: &Value| record.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
            assert_eq!(fields(found), fields(expected));
            for (name, value) in expected.as_object().expect("an object") {
                assert_eq!(&found[name], value, "{name} of {}", expected["source"]);
            }
        }
    }
}

#[test]
fn a_table_without_rows_is_one_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, table) = (folder.path().join("none.json"), folder.path().join("tags.parquet"));
    std::fs::write(&input, "[{\"text\": \"The disk was full.\"}, {\"body\": 1}]").expect("written");
    let run = raiz(&["tag".as_ref(), input.as_os_str(), "--format".as_ref(), "parquet".as_ref(), "-o".as_ref(), table.as_os_str()], "");
    assert_eq!((run.status, rows(&table).len()), (1, 1), "{}", run.stderr);
}

#[cfg(not(feature = "sqlite"))]
#[test]
fn a_build_without_sqlite_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = tag(&["--format", "sqlite"], &folder.path().join("tags.db"));
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("--features sqlite"), "{}", run.stderr);
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use rusqlite::types::ValueRef;
    use rusqlite::{Connection, Row};

    use super::*;

    /// Rows of a query, each as an object.
    fn objects(connection: &Connection, query: &str) -> Vec<Value> {
        let mut statement = connection.prepare(query).expect(query);
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let object = |row: &Row<'_>| {
            let cell = |at: usize| match row.get_ref(at).expect("a cell") {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => json!(number),
                ValueRef::Real(number) => json!(number),
                ValueRef::Text(text) => json!(std::str::from_utf8(text).expect("UTF-8")),
                ValueRef::Blob(_) => panic!("no cell is a blob"),
            };
            Ok(names.iter().enumerate().map(|(at, name)| (name.clone(), cell(at))).collect::<Map<_, _>>().into())
        };
        statement.query_map([], object).expect(query).collect::<Result<_, _>>().expect(query)
    }

    fn flags(mut objects: Vec<Value>, names: &[&str]) -> Vec<Value> {
        for object in &mut objects {
            for name in names {
                object[*name] = json!(object[*name] == 1);
            }
        }
        objects
    }

    /// The record with this key, put together from all tables.
    fn record(connection: &Connection, row: &Value) -> Value {
        let key = &row["key"];
        let list = |columns: &str, table: &str, more: &str| {
            objects(connection, &format!("SELECT {columns} FROM {table} WHERE incident = {key} {more} ORDER BY number"))
        };
        let mut record = row.clone();
        let parsed = |name: &str| serde_json::from_str::<Value>(row[name].as_str().expect("a text")).expect("JSON");
        record["scores"] = parsed("scores");
        record["warnings"] = parsed("warnings");
        record["span"] = json!([row["span_start"], row["span_end"]]);
        let five = ["started", "detected", "identified", "mitigated", "resolved"];
        let basis = five.iter().map(|name| ((*name).to_owned(), row[format!("{name}_basis")].clone()));
        record["basis"] = basis.filter(|(_, basis)| !basis.is_null()).collect::<Map<_, _>>().into();
        record["evidence"] = list("text, start, \"end\", weight", "evidence", "AND contributing IS NULL").into();
        let mut links = list("number, label, confidence", "contributing", "");
        for link in &mut links {
            let number = link["number"].take();
            link["evidence"] = list("text, start, \"end\", weight", "evidence", &format!("AND contributing = {number}")).into();
            link.as_object_mut().expect("an object").remove("number");
        }
        record["contributing"] = links.into();
        record["timestamps"] = list("text, start, \"end\", value, precision, zone, role", "timestamps", "").into();
        let figures = list("text, start, \"end\", kind, low, high, unit, approximate, role, impact", "figures", "");
        record["figures"] = flags(figures, &["approximate", "impact"]).into();
        record
    }

    #[test]
    fn the_tables_hold_the_fields_of_jsonl() {
        let folder = tempfile::tempdir().expect("a folder");
        let (lines, database) = (folder.path().join("tags.jsonl"), folder.path().join("tags.db"));
        assert_eq!(tag(&["--format", "jsonl", "--dedup"], &lines).status, 0);
        assert_eq!(tag(&["--format", "sqlite", "--dedup"], &database).status, 0);
        let connection = Connection::open(&database).expect("a database");
        let found = objects(&connection, "SELECT * FROM incidents ORDER BY key");
        let lines = std::fs::read_to_string(&lines).expect("there");
        assert_eq!(found.len(), lines.lines().count());
        for (row, line) in found.iter().zip(lines.lines()) {
            let expected: Value = serde_json::from_str(line).expect("JSON");
            let found = record(&connection, row);
            for (name, value) in expected.as_object().expect("an object") {
                assert_eq!(&found[name], value, "{name} of {}", expected["source"]);
            }
        }
        let orphans = "SELECT count(*) FROM figures WHERE incident NOT IN (SELECT key FROM incidents)";
        assert_eq!(connection.query_row(orphans, [], |row| row.get::<_, i64>(0)), Ok(0));
    }

    #[test]
    fn a_database_is_a_file_that_is_whole_or_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("tags.db");
        for _ in 0..2 {
            assert_eq!(tag(&["--format", "sqlite"], &database).status, 0);
            assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
        }
        let run = raiz(&["tag", "--format", "sqlite", "-"], "The disk was full.");
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("--output FILE"), "{}", run.stderr);
    }
}
