//! From folders and files to a corpus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorKind, Result};

use super::report::Report;
use super::taxonomy::{self, Taxonomy};
use super::{Corpus, NO_CAUSE, bank, jsonl, lexicon};

/// Read every labelled file under `paths`.
pub(super) fn read(paths: &[impl AsRef<Path>]) -> Result<(Corpus, Vec<Error>)> {
    let mut files: BTreeMap<(String, usize), Arc<Path>> = BTreeMap::new();
    for (root, path) in paths.iter().enumerate() {
        let path = path.as_ref();
        if path.is_dir() {
            let mut found = Vec::new();
            walk(path, &mut found)?;
            for file in found {
                files.insert((name_under(path, &file), root), Arc::from(file));
            }
        } else if path.exists() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.insert((name, root), Arc::from(path));
        } else {
            return Err(Error::new(ErrorKind::Io, "no such file or folder").at_path(path));
        }
    }
    let mut corpus = Corpus::default();
    let mut errors = Vec::new();
    let mut hasher = Sha256::new();
    let mut seen = false;
    for ((name, _), path) in &files {
        let content = match fs::read_to_string(path) {
            Ok(content) => content,
            Err(error) => {
                errors.push(Error::new(ErrorKind::Io, error.to_string()).at_path(path));
                continue;
            }
        };
        if add(&mut corpus, path, &content, &mut errors) {
            seen = true;
            for part in [name.as_bytes(), content.as_bytes()] {
                hasher.update((part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
    }
    if !seen && errors.is_empty() {
        let places: Vec<String> = paths.iter().map(|path| path.as_ref().display().to_string()).collect();
        return Err(Error::new(ErrorKind::Corpus, format!("no labelled report or sentence in {}", places.join(", "))));
    }
    corpus.reports.sort_by(|a, b| (&a.id, &a.path, a.line).cmp(&(&b.id, &b.path, b.line)));
    if !corpus.taxonomy.declared {
        let reports = corpus.reports.iter().flat_map(|report| &report.incidents).map(|incident| incident.cause.as_str());
        let sentences = corpus.sentences.iter().map(|sentence| sentence.label.as_str()).filter(|&label| label != NO_CAUSE);
        corpus.taxonomy = Taxonomy::met(reports.chain(sentences));
    }
    corpus.digest = hasher.finalize().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    Ok((corpus, errors))
}

/// Add one file; says whether it is one that a corpus reads.
fn add(corpus: &mut Corpus, path: &Arc<Path>, content: &str, errors: &mut Vec<Error>) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("md") => match Report::parse(path, content) {
            Ok(report) => corpus.reports.push(report),
            Err(error) => errors.push(error),
        },
        Some("tsv") => {
            let header = content.lines().next().unwrap_or_default();
            if header == taxonomy::HEADER {
                corpus.taxonomy.extend(path, content, errors);
            } else if header == lexicon::HEADER {
                corpus.lexicon.extend(lexicon::parse(path, content, errors));
            } else if bank::is_bank(header) {
                let (sentences, broken) = bank::parse(path, content);
                corpus.sentences.extend(sentences);
                errors.extend(broken);
            } else {
                return false;
            }
        }
        Some("jsonl" | "ndjson") => {
            let (reports, sentences, broken) = jsonl::parse(path, content);
            corpus.reports.extend(reports);
            corpus.sentences.extend(sentences);
            errors.extend(broken);
        }
        _ => return false,
    }
    true
}

/// The files of a folder that a corpus may hold, at any depth.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let broken = |error: std::io::Error| Error::new(ErrorKind::Io, error.to_string()).at_path(folder);
    for entry in fs::read_dir(folder).map_err(broken)? {
        let path = entry.map_err(broken)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "README.md" {
            continue;
        }
        if path.is_dir() {
            walk(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// The path below `root`, with `/` on every system, so that order and fingerprint are the same everywhere.
fn name_under(root: &Path, file: &Path) -> String {
    let below = file.strip_prefix(root).unwrap_or(file);
    below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, name: &str, content: &str) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        fs::write(path, content).expect("a file is written");
    }

    #[test]
    fn order_and_fingerprint_do_not_depend_on_the_place() {
        let report = |id: &str| format!("---\nid: {id}\nlanguage: en\nkind: other\n---\nText of {id}.\n");
        let read_at = |root: &Path| {
            write(root, "reports/z.md", &report("a-1"));
            write(root, "reports/a.md", &report("b-1"));
            write(root, "README.md", "no report");
            write(root, "labels.tsv", "label\ten\tpt\nzeta\tlast\túltima\nalpha\tfirst\tprimeira\n");
            Corpus::open(&[root]).expect("a sound corpus")
        };
        let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let (first, second) = (read_at(one.path()), read_at(two.path()));
        assert_eq!(first.reports.iter().map(|report| report.id.as_str()).collect::<Vec<_>>(), ["a-1", "b-1"]);
        assert_eq!(first.labels(), ["zeta", "alpha"]);
        assert_eq!(first.digest(), second.digest());
        write(two.path(), "reports/a.md", &report("b-2"));
        assert_ne!(Corpus::open(&[two.path()]).expect("a sound corpus").digest(), first.digest());
    }

    #[test]
    fn broken_files_do_not_hide_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "a.md", "no head");
        write(folder.path(), "b.md", "---\nid: b\nlanguage: pt\nkind: other\n---\nTexto.\n");
        let (corpus, errors) = Corpus::read(&[folder.path()]).expect("readable");
        assert_eq!((corpus.reports.len(), errors.len()), (1, 1));
        assert!(Corpus::open(&[folder.path()]).is_err());
        assert!(Corpus::open(&[folder.path().join("nowhere")]).is_err());
        let empty = tempfile::tempdir().expect("a folder");
        assert!(Corpus::open(&[empty.path()]).is_err());
    }
}
