//! The texts that are measured on.

use std::fs;
use std::path::Path;

/// The reports of the corpus in both languages, without their heads.
pub(crate) fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for language in ["en", "pt"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/reports").join(language);
        let mut paths: Vec<_> = fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            let report = fs::read_to_string(path).expect("a report");
            let text = report.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map_or(report.as_str(), |(_, text)| text);
            texts.push(text.to_owned());
        }
    }
    texts
}
