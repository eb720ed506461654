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
fn csv_holds_the_fields_of_jsonl_flat() {
    let (lines, table) = (tagged("jsonl"), tagged("csv"));
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 2);
    for (line, row) in lines.lines().zip(&rows) {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let cell = |name: &str| &row[header.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"))];
        let texts = |list: &str, field: &str| -> Vec<String> {
            record[list].as_array().expect("a list").iter().map(|entry| entry[field].as_str().expect("a text").to_owned()).collect()
        };
        for (name, value) in record.as_object().expect("an object") {
            match (name.as_str(), value) {
                ("span", value) => assert_eq!(format!("[{},{}]", cell("span_start"), cell("span_end")), value.to_string()),
                ("basis", Value::Object(bases)) => {
                    for field in ["started", "detected", "identified", "mitigated", "resolved"] {
                        let basis = bases.get(field).and_then(Value::as_str).unwrap_or_default();
                        assert_eq!(cell(&format!("{field}_basis")), basis);
                    }
                }
                ("evidence", _) => assert_eq!(cell(name), texts(name, "text").join("\n")),
                ("contributing", _) => assert_eq!(cell(name), texts(name, "label").join("; ")),
                ("figures" | "timestamps", _) => {
                    assert_eq!(cell(name).matches("; ").count() + 1, texts(name, "text").len().max(1), "{name}");
                }
                ("scores", Value::Object(scores)) => {
                    let shown = |(label, score): (&String, &Value)| format!("{label} {}", score.as_f64().expect("a number"));
                    assert_eq!(cell(name), scores.iter().map(shown).collect::<Vec<_>>().join("; "));
                }
                (_, Value::Null) => assert_eq!(cell(name), "", "{name}"),
                (_, Value::String(text)) => assert_eq!(cell(name), text, "{name}"),
                (_, Value::Array(list)) => assert_eq!(cell(name).lines().count(), list.len(), "{name}"),
                (_, number) => assert_eq!(cell(name).parse::<f64>().ok(), number.as_f64(), "{name}"),
            }
        }
    }
    assert!(!table.contains("{\""), "nothing in a cell is JSON: {table}");
}

#[test]
fn columns_of_csv_stand_in_a_fixed_order() {
    let table = tagged("csv");
    let columns = "schema,source,id,incident,span_start,span_end,title,kind,language,language_confidence,cause,confidence,evidence,\
                   contributing,scores,started,started_basis,detected,detected_basis,identified,identified_basis,mitigated,\
                   mitigated_basis,resolved,resolved_basis,duration_s,timestamps,figures,warnings";
    assert_eq!(table.lines().next(), Some(columns));
}

#[test]
fn a_spreadsheet_runs_nothing_of_a_document() {
    let text = "=HYPERLINK(\"x\")\n\nThe API was down from 14:02 to 14:40 because the disk was full.";
    let line = serde_json::json!({"id": "@SUM(1)", "text": text}).to_string();
    let table = raiz(&["tag", "--format", "csv", "--input-format", "jsonl", "-"], line).stdout;
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    for row in reader.records() {
        let row = row.expect("a row");
        assert_eq!(&row[2], "'@SUM(1)");
        assert!(row.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{row:?}");
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
