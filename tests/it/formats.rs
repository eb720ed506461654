//! The same records in every form of output.

use serde_json::Value;

use crate::command::{finish, raiz};

const LINES: &str = "{\"id\": \"a\", \"text\": \"The API was down for 40 minutes, said \\\"Ana\\\", because the disk was full.\"}\n\
                     {\"id\": \"b\", \"text\": \"O serviço ficou fora do ar por 2 horas por falha de configuração.\\nFim.\"}\n";

fn tagged(format: &str) -> String {
    let run = raiz(&["tag", "--format", format, "--input-format", "jsonl", "-"], LINES);
    assert_eq!(run.status, 0, "{format}: {}", run.stderr);
    run.stdout
}

#[test]
fn json_holds_the_records_of_jsonl() {
    let lines: Vec<Value> = tagged("jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(serde_json::from_str::<Vec<Value>>(&tagged("json")).expect("an array"), lines);
}

#[test]
fn csv_holds_the_fields_of_jsonl() {
    let lines = tagged("jsonl");
    let table = tagged("csv");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 2);
    for (line, row) in lines.lines().zip(&rows) {
        let record: Value = serde_json::from_str(line).expect("JSON");
        for ((name, value), (column, cell)) in record.as_object().expect("an object").iter().zip(header.iter().zip(row)) {
            assert_eq!(name, column);
            match value {
                Value::Null => assert_eq!(cell, "", "{name}"),
                Value::String(text) => assert_eq!(cell, text, "{name}"),
                other => assert_eq!(&serde_json::from_str::<Value>(cell).expect("JSON in a cell"), other, "{name}"),
            }
        }
    }
}

#[test]
fn the_table_fits_the_width_and_names_every_document() {
    let mut command = crate::command::command(&["tag", "--format", "text", "--input-format", "jsonl", "-"]);
    command.env("COLUMNS", "132");
    let table = finish(command, LINES.as_bytes()).stdout;
    let mut lines = table.lines();
    let header = lines.next().expect("a header");
    for name in ["SOURCE", "TITLE", "CAUSE", "STARTED", "DURATION", "FIGURES"] {
        assert!(header.contains(name), "{header}");
    }
    assert!(table.contains("#a") && table.contains("#b"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 132), "{table}");
}

#[test]
fn fields_stand_in_the_order_of_the_contract() {
    let record = tagged("jsonl");
    let fields = [
        "schema",
        "source",
        "id",
        "incident",
        "span",
        "title",
        "kind",
        "language",
        "language_confidence",
        "cause",
        "confidence",
        "evidence",
        "contributing",
        "scores",
        "started",
        "detected",
        "identified",
        "mitigated",
        "resolved",
        "basis",
        "duration_s",
        "timestamps",
        "figures",
        "warnings",
    ];
    let record: Value = serde_json::from_str(record.lines().next().expect("a record")).expect("JSON");
    let keys: Vec<&str> = record.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, fields);
}

#[test]
fn offsets_cut_the_given_text() {
    let texts = ["O serviço caiu às 14h02 e voltou às 15h10 de 3/5/2024.", "Às 9h, 12% dos acessos — cerca de 3 mil — falharam."];
    for text in texts {
        let run = raiz(&["extract", "-"], text);
        let record = &run.records()[0];
        for list in ["timestamps", "figures"] {
            for found in record[list].as_array().expect("a list") {
                let offset = |name: &str| found[name].as_u64().expect("an offset") as usize;
                assert_eq!(text.get(offset("start")..offset("end")), found["text"].as_str(), "{list}");
            }
        }
        assert!(record["cause"].is_null() && record["kind"] == "other");
    }
}
