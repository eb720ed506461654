//! One reader's labels of incidents, in whatever form they come: to be held against another's.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::error::{Error, ErrorKind, Result};

use super::Corpus;

/// What is kept of a row without a cause: the reader found no incident there.
const NO_INCIDENT: &str = "-";

/// The cause that one reader (a person or a model) gave each incident.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Labelling {
    /// By the document's identifier and the incident's number in it, counted from 0.
    pub causes: BTreeMap<(String, usize), String>,
}

impl Labelling {
    /// Read a labeling: JSON Lines or a table (`.tsv`, `.csv`) with `id`, `cause` (or `label`) and, for pages of several,
    /// `incident`; the records of `raiz tag` and exported reports are such. A folder or a Markdown file is read as a corpus.
    ///
    /// ```no_run
    /// use raiz::corpus::Labelling;
    /// let (mine, broken) = Labelling::read("second-reader.tsv".as_ref())?;
    /// println!("{} incidents, {} broken rows", mine.causes.len(), broken.len());
    /// # Ok::<(), raiz::Error>(())
    /// ```
    ///
    /// # Errors
    /// A file that cannot be read, or holds no labeling. Broken rows are given beside what could be read.
    pub fn read(path: &Path) -> Result<(Labelling, Vec<Error>)> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if path.is_dir() || extension == "md" {
            let (corpus, errors) = Corpus::read(&[path])?;
            return Ok((Labelling::of(&corpus), errors));
        }
        let content = fs::read_to_string(path).map_err(|error| Error::new(ErrorKind::Io, error.to_string()).at_path(path))?;
        let (labelling, errors) = match extension {
            "tsv" => table(&content, b'\t'),
            "csv" => table(&content, b','),
            "jsonl" | "ndjson" => Ok(json_lines(&content)),
            _ => Err(Error::new(ErrorKind::Usage, "a labeling is a .jsonl, .tsv or .csv file, or a corpus")),
        }
        .map_err(|error| error.at_path(path))?;
        Ok((labelling, errors.into_iter().map(|error| error.at_path(path)).collect()))
    }

    /// The labels of a corpus.
    pub fn of(corpus: &Corpus) -> Labelling {
        let mut labelling = Labelling::default();
        for report in &corpus.reports {
            for (number, incident) in report.incidents.iter().enumerate() {
                labelling.causes.insert((report.id.clone(), number), incident.cause.clone());
            }
        }
        labelling
    }

    fn add(&mut self, id: String, incident: usize, cause: &str) -> Result<()> {
        match self.causes.entry((id, incident)) {
            Entry::Vacant(free) => {
                free.insert(if cause.is_empty() { NO_INCIDENT } else { cause }.to_owned());
                Ok(())
            }
            Entry::Occupied(first) => {
                Err(Error::new(ErrorKind::Corpus, format!("incident {} of `{}` is labelled twice", first.key().1, first.key().0)))
            }
        }
    }
}

fn json_lines(content: &str) -> (Labelling, Vec<Error>) {
    let (mut labelling, mut errors) = (Labelling::default(), Vec::new());
    for (at, row) in content.lines().enumerate().filter(|(_, row)| !row.trim().is_empty()) {
        if let Err(error) = json_row(&mut labelling, row) {
            errors.push(error.at_line(at + 1));
        }
    }
    (labelling, errors)
}

fn json_row(labelling: &mut Labelling, row: &str) -> Result<()> {
    let broken = |message: String| Error::new(ErrorKind::Corpus, message);
    let row: Value = serde_json::from_str(row).map_err(|error| broken(error.to_string()))?;
    let id = match &row["id"] {
        Value::String(id) => id.clone(),
        Value::Number(id) => id.to_string(),
        _ => return Err(broken("no field `id`".into())),
    };
    // A report of a corpus has all its incidents in one row.
    if let Some(incidents) = row["incidents"].as_array() {
        for (number, incident) in incidents.iter().enumerate() {
            labelling.add(id.clone(), number, incident["cause"].as_str().unwrap_or_default())?;
        }
        return Ok(());
    }
    let cause = row.get("cause").or_else(|| row.get("label")).ok_or_else(|| broken("no field `cause` or `label`".into()))?;
    let cause = match cause {
        Value::String(cause) => cause.as_str(),
        Value::Null => "",
        _ => return Err(broken("`cause` is no label".into())),
    };
    labelling.add(id, row["incident"].as_u64().unwrap_or_default() as usize, cause)
}

fn table(content: &str, delimiter: u8) -> Result<(Labelling, Vec<Error>)> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).quoting(delimiter == b',').flexible(true).from_reader(content.as_bytes());
    let header = reader.headers().map_err(|error| Error::new(ErrorKind::Corpus, error.to_string()))?.clone();
    let column = |name: &str| header.iter().position(|title| title == name);
    let (Some(id), Some(cause)) = (column("id"), column("cause").or_else(|| column("label"))) else {
        return Err(Error::new(ErrorKind::Corpus, "the first line names no columns `id` and `cause` (or `label`)").at_line(1));
    };
    let incident = column("incident");
    let (mut labelling, mut errors) = (Labelling::default(), Vec::new());
    for (at, row) in reader.records().enumerate() {
        let broken = |message: &str| Error::new(ErrorKind::Corpus, message);
        let added = row.map_err(|error| broken(&error.to_string())).and_then(|row| {
            let (Some(id), Some(cause)) = (row.get(id).filter(|id| !id.is_empty()), row.get(cause)) else {
                return Err(broken("a cell is missing"));
            };
            let number =
                incident.and_then(|column| row.get(column)).map_or(Ok(0), str::parse).map_err(|_| broken("`incident` is no number"))?;
            labelling.add(id.to_owned(), number, cause)
        });
        if let Err(error) = added {
            errors.push(error.at_line(at + 2));
        }
    }
    Ok((labelling, errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a file with this name and content holds, as `id/incident=cause`, and what is wrong with it.
    fn read(name: &str, content: &str) -> (Vec<String>, Vec<String>) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, content).expect("written");
        let (labelling, errors) = Labelling::read(&path).expect("a labeling");
        let causes = labelling.causes.iter().map(|((id, number), cause)| format!("{id}/{number}={cause}")).collect();
        (causes, errors.iter().map(|error| format!("{}: {}", error.line().unwrap_or_default(), error.message())).collect())
    }

    #[test]
    fn every_form_gives_the_same_labels() {
        let expected = (vec!["a/0=dns".to_owned(), "a/1=attack".into(), "b/0=-".into()], Vec::new());
        for (name, content) in [
            ("l.tsv", "id\tincident\tcause\na\t0\tdns\na\t1\tattack\nb\t0\t\n"),
            ("l.csv", "label,id,incident\ndns,a,0\nattack,\"a\",1\n,b,0\n"),
            (
                "l.jsonl",
                "{\"id\": \"a\", \"incidents\": [{\"cause\": \"dns\"}, {\"cause\": \"attack\"}]}\n\n{\"id\": \"b\", \"cause\": null}\n",
            ),
            (
                "l.ndjson",
                "{\"id\": \"a\", \"label\": \"dns\"}\n{\"id\": \"a\", \"incident\": 1, \"cause\": \"attack\"}\n{\"id\": \"b\", \"cause\": null}\n",
            ),
        ] {
            assert_eq!(read(name, content), expected, "{name}");
        }
        let report = "---\nid: r\nlanguage: en\nkind: incident\nincidents: [{cause: dns}]\n---\nText.\n";
        assert_eq!(read("r.md", report).0, ["r/0=dns"]);
    }

    #[test]
    fn broken_rows_are_named_and_the_others_kept() {
        let (causes, errors) = read("l.tsv", "id\tcause\na\tdns\na\tattack\n\tdns\nb\nc\tdns\n");
        assert_eq!(causes, ["a/0=dns", "c/0=dns"]);
        assert_eq!(errors, ["3: incident 0 of `a` is labelled twice", "4: a cell is missing", "5: a cell is missing"]);
        let (causes, errors) =
            read("l.jsonl", "{\"cause\": \"dns\"}\n{\"id\": 7}\n{\"id\": 7, \"cause\": 3}\n{\"id\": 7, \"cause\": \"dns\"}\n");
        assert_eq!(causes, ["7/0=dns"]);
        assert_eq!(errors, ["1: no field `id`", "2: no field `cause` or `label`", "3: `cause` is no label"]);
        assert!(Labelling::read("no/such/file.tsv".as_ref()).is_err());
        assert!(Labelling::read("Cargo.toml".as_ref()).is_err());
        assert!(table("number\tcause\n", b'\t').is_err());
    }
}
