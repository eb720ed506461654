//! The `raiz` command (a stand-in until `cli/` is in place): JSON Lines in, JSON Lines out.
use std::io::{BufRead, Write};

fn main() {
    let command = std::env::args().nth(1).unwrap_or_default();
    let pipeline = raiz::Pipeline::default();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let row: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
        let mut document = raiz::Document::new(row["text"].as_str().unwrap_or_default());
        document.id = row["id"].as_str().map(str::to_owned);
        document.date = row["date"].as_str().and_then(|date| date.parse().ok());
        let records = if command == "extract" { vec![pipeline.extract_document(&document)] } else { pipeline.tag_document(&document) };
        for record in records {
            let _ = serde_json::to_writer(&mut out, &record);
            let _ = out.write_all(b"\n");
        }
    }
}
