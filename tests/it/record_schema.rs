//! `docs/record.schema.json` says what the records are: nothing in it is missing in them, nothing in them is missing in it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::command::raiz;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../docs/record.schema.json")).expect("JSON")
}

/// Records of everything that there is to read here.
static RECORDS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let corpus = ["corpus/reports", "corpus/others", "tests/archive"];
    let mut records = Vec::new();
    for args in [&["tag", "--dedup"][..], &["extract"]] {
        let run = raiz(&[args, &corpus].concat(), "");
        assert_eq!(run.status, 0, "{}", run.stderr);
        records.extend(run.records());
    }
    records
});

/// What of `value` is not as `part` of the schema says; knows the words of JSON Schema that the schema uses, and no others.
fn faults(value: &Value, part: &Value, path: &str, schema: &Value, found: &mut Vec<String>) {
    let sort = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
    };
    let is = |name: &Value| name == sort || (name == "number" && sort == "integer");
    let entries = value.as_array().map_or(0, Vec::len) as u64;
    for (word, rule) in part.as_object().expect("a schema is an object") {
        let holds = match (word.as_str(), rule) {
            ("$schema" | "title" | "description" | "$defs", _) => true,
            ("$ref", Value::String(place)) => {
                faults(value, schema.pointer(place.trim_start_matches('#')).expect("a definition"), path, schema, found);
                true
            }
            ("anyOf", Value::Array(parts)) => parts.iter().any(|part| {
                let mut inner = Vec::new();
                faults(value, part, path, schema, &mut inner);
                inner.is_empty()
            }),
            ("type", Value::Array(names)) => names.iter().any(is),
            ("type", name) => is(name),
            ("const", only) => value == only,
            ("enum", Value::Array(words)) => words.contains(value),
            ("minimum", least) => value.as_f64() >= least.as_f64(),
            ("maximum", most) => value.as_f64() <= most.as_f64() || value.is_null(),
            ("minLength", least) => value.as_str().is_none_or(|text| text.len() as u64 >= least.as_u64().expect("a number")),
            ("minItems", least) => entries >= least.as_u64().expect("a number"),
            ("maxItems", most) => entries <= most.as_u64().expect("a number"),
            ("pattern", Value::String(_)) => value.as_str().is_none_or(is_moment),
            ("required", Value::Array(names)) => names.iter().all(|name| value.get(name.as_str().expect("a name")).is_some()),
            ("properties", Value::Object(fields)) => {
                for (name, part) in fields {
                    if let Some(value) = value.get(name) {
                        faults(value, part, &format!("{path}/{name}"), schema, found);
                    }
                }
                true
            }
            ("additionalProperties", Value::Bool(false)) => {
                let known = |name: &String| part["properties"].get(name).is_some();
                value.as_object().is_none_or(|fields| fields.keys().all(known))
            }
            ("additionalProperties", part) => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    faults(value, part, &format!("{path}/{name}"), schema, found);
                }
                true
            }
            ("items", part) => {
                for entry in value.as_array().into_iter().flatten() {
                    faults(entry, part, path, schema, found);
                }
                true
            }
            _ => panic!("this test does not know `{word}`"),
        };
        if !holds {
            found.push(format!("{path}: {value} breaks {word} {rule}"));
        }
    }
}

/// What the schema's one pattern says: parts of a date, a clock time, an offset, each as far as it is known.
fn is_moment(text: &str) -> bool {
    let is = |text: &str, shape: &str| {
        text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(|(c, s)| if s == b'0' { c.is_ascii_digit() } else { c == s })
    };
    let (date, clock) = text.split_once('T').map_or((text, None), |(date, clock)| (date, Some(clock)));
    let dated = ["", "0000", "0000-00", "0000-00-00", "--00", "--00-00", "---00"].iter().any(|shape| is(date, shape));
    dated && clock.is_none_or(|clock| ["00:00:00", "00:00:00+00:00", "00:00:00-00:00"].iter().any(|shape| is(clock, shape)))
}

/// The faults of a record.
fn of_record(record: &Value) -> Vec<String> {
    let (schema, mut found) = (schema(), Vec::new());
    faults(record, &schema, "", &schema, &mut found);
    found
}

#[test]
fn the_one_pattern_is_that_of_moments() {
    let schema = schema();
    let patterns: Vec<&str> = include_str!("../../docs/record.schema.json").lines().filter(|line| line.contains("\"pattern\"")).collect();
    assert_eq!(patterns.len(), 1);
    assert!(schema["$defs"]["moment"]["pattern"].is_string());
    for text in ["2022", "2022-01", "2022-01-06T11:07:00", "2017-11-21T17:21:00+00:00", "--08-06T18:22:00", "---09", "T14:30:00"] {
        assert!(is_moment(text), "{text}");
    }
    for text in ["3 May 2024", "2022-1-6", "2022-01-06 11:07:00", "11:07", "2022-01-06T11:07"] {
        assert!(!is_moment(text), "{text}");
    }
}

#[test]
fn every_record_is_as_the_schema_says() {
    assert!(RECORDS.len() > 1_000, "{} records", RECORDS.len());
    for record in RECORDS.iter() {
        assert_eq!(of_record(record), Vec::<String>::new(), "{}", record["source"]);
    }
}

/// A word of a closed list; the five moments share theirs.
fn word(path: &str, word: &str) -> String {
    format!("{}={word}", if path.starts_with("/basis/") { "/basis" } else { path })
}

/// Walks over `value` beside its part of the schema, and takes what it meets out of `unmet`.
fn meet(value: &Value, part: &Value, path: &str, schema: &Value, unmet: &mut BTreeSet<String>) {
    let part = match part["$ref"].as_str() {
        Some(place) => schema.pointer(place.trim_start_matches('#')).expect("a definition"),
        None => part,
    };
    let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    unmet.remove(&word(path, &name));
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                unmet.remove(&format!("{path}/{name}"));
                meet(value, &part["properties"][name], &format!("{path}/{name}"), schema, unmet);
            }
        }
        Value::Array(entries) => entries.iter().for_each(|entry| meet(entry, &part["items"], path, schema, unmet)),
        _ => {}
    }
}

/// Every field and every word of a closed list in the schema, by its path.
fn promised(part: &Value, path: &str, schema: &Value, found: &mut BTreeSet<String>) {
    let part = match part["$ref"].as_str() {
        Some(place) => schema.pointer(place.trim_start_matches('#')).expect("a definition"),
        None => part,
    };
    for word in part["enum"].as_array().into_iter().flatten() {
        found.insert(self::word(path, word.as_str().unwrap_or("null")));
    }
    for (name, field) in part["properties"].as_object().into_iter().flatten() {
        found.insert(format!("{path}/{name}"));
        promised(field, &format!("{path}/{name}"), schema, found);
    }
    if part["items"].is_object() {
        promised(&part["items"], path, schema, found);
    }
}

#[test]
fn whatever_the_schema_promises_stands_in_some_record() {
    let schema = schema();
    let mut unmet = BTreeSet::new();
    promised(&schema, "", &schema, &mut unmet);
    assert!(unmet.len() > 80, "{unmet:?}");
    for record in RECORDS.iter() {
        meet(record, &schema, "", &schema, &mut unmet);
    }
    assert_eq!(unmet, BTreeSet::new());
}

#[test]
fn what_is_no_record_is_refused() {
    let good = raiz(&["tag", "-"], "The API was down from 14:02 to 14:40 on 3 May 2024 because the disk was full.").records().remove(0);
    assert_eq!(of_record(&good), Vec::<String>::new());
    for (field, value) in [
        ("schema", json!("raiz/2")),
        ("further", json!(1)),
        ("span", json!([1])),
        ("kind", json!("outage")),
        ("confidence", json!(1.5)),
        ("started", json!("3 May 2024")),
        ("started", json!("")),
        ("duration_s", json!("2 h")),
        ("timestamps", json!([{"text": "14:02"}])),
        ("scores", json!({"dns": "high"})),
    ] {
        let mut record = good.clone();
        record[field] = value;
        assert_ne!(of_record(&record), Vec::<String>::new(), "{field}: {}", record[field]);
    }
    for field in good.as_object().expect("an object").keys() {
        let mut record = good.clone();
        record.as_object_mut().expect("an object").remove(field);
        assert_ne!(of_record(&record), Vec::<String>::new(), "a record without {field}");
    }
}
