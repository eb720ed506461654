//! `raiz corpus export`, `raiz corpus agree`, and the sides of the fixed split, on small corpora of this test's own.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use crate::command::{Ended, raiz};

/// Run `raiz` with words and paths.
fn run(args: &[&dyn AsRef<Path>]) -> Ended {
    let args: Vec<OsString> = args.iter().map(|arg| arg.as_ref().as_os_str().to_owned()).collect();
    raiz(&args, "")
}

/// A folder with two reports, one of them a page, and a sentence.
fn small_corpus(folder: &Path) {
    let page = "---\nid: week\nlanguage: pt\nvariety: pt-PT\nkind: incident\nhard: true\nfamily: tide\nincidents:\n  - at: \"# Terça\"\n    cause: dns\n    contributing: [{label: database, evidence: a base}]\n    evidence: a zona ficou vazia\n    duration_min: 7\n    figures: []\n  - at: \"# Quinta\"\n    cause: hardware\n    evidence: ardeu uma fonte\n---\nA semana.\n# Terça\nNo farol, a zona ficou vazia e a base parou.\n# Quinta\nNo cais, ardeu uma fonte.\n";
    let other = "---\nid: recipe\nlanguage: en\nkind: other\n---\nHow we bake bread for the night shift.\n";
    fs::create_dir(folder.join("reports")).expect("made");
    fs::write(folder.join("reports/week.md"), page).expect("written");
    fs::write(folder.join("reports/recipe.md"), other).expect("written");
    fs::write(folder.join("en.tsv"), "label\tround\ttext\ndns\t2\tThe \"zone\" of the lighthouse was empty.\n").expect("written");
}

#[test]
fn an_export_reads_back_as_the_same_corpus() {
    let folder = tempfile::tempdir().expect("a folder");
    let (corpus, exported) = (folder.path().join("corpus"), folder.path().join("exported"));
    fs::create_dir(&corpus).expect("made");
    fs::create_dir(&exported).expect("made");
    small_corpus(&corpus);
    let file = exported.join("all.jsonl");
    let written = run(&[&"corpus", &"export", &corpus, &"--sentences", &"--out", &file]);
    assert_eq!((written.status, written.stdout.as_str()), (0, ""), "{}", written.stderr);
    assert!(written.stderr.contains("2 reports, 1 sentence"), "{}", written.stderr);
    let names: Vec<_> = fs::read_dir(&exported).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names, ["all.jsonl"], "no temporary file is left");
    let again = run(&[&"corpus", &"export", &file, &"--sentences"]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert_eq!(again.stdout, fs::read_to_string(&file).expect("there"));
    let reports = run(&[&"corpus", &"export", &file, &"--format", &"jsonl"]);
    let week = &reports.records()[1];
    assert_eq!((reports.records().len(), week["id"].as_str(), week["variety"].as_str()), (2, Some("week"), Some("pt-PT")));
    assert_eq!(week["incidents"][0]["contributing"][0]["evidence"], "a base");
    assert!(week["split"].is_string() && week["note"].is_null(), "every field in every row: {week}");
    // The tables of both say the same.
    let stats = |path: &Path| run(&[&"corpus", &"stats", &path, &"--format", &"jsonl"]).stdout;
    assert_eq!(stats(&file), stats(&corpus));
    assert!(stats(&file).contains("Pages of several incidents") && stats(&file).contains("pt-PT"), "{}", stats(&file));
}

#[test]
fn an_export_is_refused_where_it_would_do_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    small_corpus(folder.path());
    let inside = folder.path().join("reports/all.jsonl");
    let inside_name = inside.to_str().expect("UTF-8");
    for (args, message) in [
        (&["--format", "csv"][..], "jsonl or parquet"),
        (&["--out", inside_name], "part of the corpus"),
        (&["--out", inside_name, "--output", inside_name], "--output"),
    ] {
        let run = raiz(&[&["corpus", "export", folder.path().to_str().expect("UTF-8")], args].concat(), "");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    assert!(!inside.exists());
    fs::write(folder.path().join("broken.md"), "no head").expect("written");
    assert_eq!(run(&[&"corpus", &"export", &folder]).status, 2, "half a corpus is no corpus");
}

#[test]
fn parquet_is_written_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    small_corpus(folder.path());
    let file = folder.path().join("all.parquet");
    let run = run(&[&"corpus", &"export", &folder, &"--out", &file]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let bytes = fs::read(&file).expect("there");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
fn two_readers_are_held_against_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (folder.path().join("first.tsv"), folder.path().join("second.jsonl"));
    fs::write(&first, "id\tcause\na\tdns\nb\tdns\nc\tattack\nd\tattack\nz\tdns\n").expect("written");
    let rows = "{\"id\": \"a\", \"cause\": \"dns\"}\n{\"id\": \"b\", \"cause\": \"attack\"}\n{\"id\": \"c\", \"cause\": \"attack\"}\n{\"id\": \"d\", \"cause\": \"attack\"}\n";
    fs::write(&second, rows).expect("written");
    let text = run(&[&"corpus", &"agree", &first, &second]);
    assert_eq!(text.status, 0, "{}", text.stderr);
    // Observed 3 of 4, by chance 1/2.
    for expected in ["labelled by both", "Cohen's kappa  0.500", "only by A", "dns / attack"] {
        assert!(
            text.stdout.replace("    ", " ").replace("   ", " ").replace("  ", " ").contains(&expected.replace("  ", " ")),
            "{}",
            text.stdout
        );
    }
    let cells = run(&[&"corpus", &"agree", &first, &second, &"--format", &"csv"]).stdout;
    assert!(cells.contains("Agreement,Cohen's kappa,value,0.500\n"), "{cells}");
    assert!(cells.contains("Agreement by label,dns,both,1\n"), "{cells}");
    fs::write(&second, format!("{rows}no row\n")).expect("written");
    let broken = run(&[&"corpus", &"agree", &first, &second]);
    assert_eq!((broken.status, broken.stderr.contains("second.jsonl:5: ")), (1, true), "{}", broken.stderr);
    fs::write(&second, "{\"id\": \"q\", \"cause\": \"dns\"}\n").expect("written");
    assert_eq!(run(&[&"corpus", &"agree", &first, &second]).status, 2, "nothing in common");
    assert_eq!(run(&[&"corpus", &"agree", &first, &"no/such.tsv"]).status, 2);
}

/// Reports of two labels, no two of them alike, and sentences; every third report is hard, and three of five are to be
/// learnt from.
fn sided_corpus() -> String {
    let mut rows = Vec::new();
    let word = |number: usize| {
        let syllable = |at: usize| ["ka", "lo", "mi", "ne", "ru", "sa", "to", "vi"][at % 8];
        format!("{}{}{}{}", syllable(number), syllable(number / 8), syllable(number * 3 + 1), syllable(number / 3))
    };
    for number in 0..60 {
        let (label, thing) = [("plumbing", "pipe"), ("wildlife", "squirrel")][number % 2];
        let side = ["train", "train", "train", "dev", "test"][number / 2 % 5];
        let words: Vec<String> = (0..14).map(|at| word(number * 17 + at)).collect();
        let evidence = format!("The {} came from a {thing} behind the {}.", words[0], words[1]);
        let row = serde_json::json!({
            "id": format!("r-{number}"), "language": "en", "label": label, "evidence": evidence, "hard": number % 3 == 0,
            "split": side,
            "text": format!("Nothing worked at {}. {evidence} {}.", words[2..8].join(" "), words[8..].join(" ")),
        });
        rows.push(row.to_string());
        let sentence = serde_json::json!({"label": label, "round": 1, "language": "en", "text": format!("A {thing} broke the {} again.", word(number + 5000))});
        rows.push(sentence.to_string());
    }
    rows.join("\n")
}

#[test]
fn a_side_is_measured_by_a_model_of_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = folder.path().join("rows.jsonl");
    fs::write(&corpus, sided_corpus()).expect("written");
    let side = run(&[&"eval", &corpus, &"--split", &"dev", &"--format", &"json"]);
    assert_eq!(side.status, 0, "{}", side.stderr);
    let scores: serde_json::Value = serde_json::from_str(&side.stdout).expect("JSON");
    assert_eq!(scores["causes"]["all"]["n"], 12, "{scores}");
    assert_eq!(run(&[&"eval", &corpus, &"--split", &"dev,train"]).status, 2, "nothing would be left to learn from");
    assert_eq!(run(&[&"eval", &corpus, &"--split", &"all"]).status, 2);
}

#[test]
fn several_sides_are_measured_together_and_entered_into_a_card() {
    let folder = tempfile::tempdir().expect("a folder");
    let (corpus, card) = (folder.path().join("rows.jsonl"), folder.path().join("card.md"));
    fs::write(&corpus, sided_corpus()).expect("written");
    fs::write(&card, "# Ours\n\n<!-- measured -->\nold scores\n<!-- /measured -->\n\nNot for medical use.\n").expect("written");
    let sides = run(&[&"eval", &corpus, &"--split", &"dev,test", &"--card", &card, &"--format", &"json"]);
    assert_eq!(sides.status, 0, "{}", sides.stderr);
    let scores: serde_json::Value = serde_json::from_str(&sides.stdout).expect("JSON");
    assert_eq!(scores["causes"]["all"]["n"], 24, "{scores}");
    assert!(scores["removal"]["all"]["all"].as_f64() > Some(0.0), "each cause stands in one sentence: {scores}");
    let text = fs::read_to_string(&card).expect("there");
    assert!(text.starts_with("# Ours\n") && text.ends_with("\n\nNot for medical use.\n") && !text.contains("old scores"), "{text}");
    let accuracy = scores["causes"]["en"]["accuracy"].as_f64().expect("a number");
    assert!(text.contains("the sides `dev` and `test`") && text.contains(&format!("| en | 24 | {accuracy:.3} |")), "{text}");
    fs::write(&card, "no place for scores").expect("written");
    let refused = run(&[&"eval", &corpus, &"--split", &"dev", &"--card", &card]);
    assert!(refused.status == 2 && refused.stderr.contains("card.md: no line"), "{}", refused.stderr);
}

#[test]
fn a_side_is_exported_without_stories_of_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = folder.path().join("rows.jsonl");
    // The first report, to be learnt from, tells a story of the first one on the side `dev`.
    let rows = ["\"id\":\"r-0\"", "\"id\":\"r-6\""]
        .iter()
        .fold(sided_corpus(), |rows, id| rows.replacen(id, &format!("{id},\"family\":\"f\""), 1));
    fs::write(&corpus, rows).expect("written");
    let ids = |side: &str| {
        let side = run(&[&"corpus", &"export", &corpus, &"--split", &side]);
        side.field("id").iter().map(|id| id.as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let (train, dev, test) = (ids("train"), ids("dev"), ids("test"));
    assert_eq!((train.len(), dev.len(), test.len()), (35, 12, 12));
    assert!(!train.contains(&"r-0".to_owned()) && dev.contains(&"r-6".to_owned()));
}

#[test]
fn curves_show_what_more_of_each_material_brings() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = folder.path().join("rows.jsonl");
    fs::write(&corpus, sided_corpus()).expect("written");
    let curve = run(&[&"eval", &corpus, &"--curve", &"--format", &"jsonl"]);
    assert_eq!(curve.status, 0, "{}", curve.stderr);
    let rows = curve.records();
    let names: Vec<&str> = rows.iter().filter_map(|row| row["learnt from"].as_str()).collect();
    let expected = [
        "a quarter of the sentences",
        "half of the sentences",
        "a quarter of the plain reports",
        "half of the plain reports",
        "a quarter of the hard reports",
        "half of the hard reports",
        "everything",
    ];
    assert_eq!(names, expected);
    let count = |row: usize, name: &str| rows[row][name].as_u64().unwrap_or_else(|| panic!("{name} in {}", rows[row]));
    for (quarter, half, name) in [(0, 1, "sentences"), (2, 3, "plain"), (4, 5, "hard")] {
        assert!(count(quarter, name) < count(half, name) && count(half, name) < count(6, name), "{name}: {rows:?}");
    }
    assert!((0..7).all(|row| count(row, "n") == 24), "{rows:?}");
    for other in ["--folds", "--model"] {
        assert_eq!(run(&[&"eval", &corpus, &"--curve", &other, &"3"]).status, 2, "{other}");
    }
}
