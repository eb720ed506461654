"""What is learnt from and what is measured on: the corpus's sides, and labelled texts of other sources where there are any."""
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTSIDE = pathlib.Path(os.environ.get("RAIZ_MEASURE", ROOT / "measure"))


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def export(raiz, out, *options):
    """Rows of the corpus: reports have `incidents`, sentences of the bank a `round`."""
    subprocess.run([raiz, "corpus", "export", ROOT / "corpus", "--quiet", "--out", out, *options], check=True)
    return read(out)


def parts(report):
    """The incidents of a report with their parts of the text; a page's parts begin at the words its `at` gives."""
    text, incidents = report["text"], report["incidents"]
    starts, at = [], 0
    for incident in incidents:
        found = text.find(incident["at"], at) if incident["at"] else at
        at = max(found, at)
        starts.append(at)
        at += 1
    ends = [*starts[1:], len(text)]
    return [(text[start:end], incident) for start, end, incident in zip(starts, ends, incidents)]


def learnt_from(rows, sentences):
    """(text, cause) to learn from: every incident, and with `sentences` those of the bank and the marked evidence as well."""
    pairs = []
    for row in rows:
        if row.get("language") not in ("en", "pt"):
            continue
        if "round" in row:
            if sentences and row["label"] != "none":
                pairs.append((row["text"], row["label"]))
        elif row["kind"] == "incident":
            for text, incident in parts(row):
                pairs.append((text, incident["cause"]))
                if sentences and incident["evidence"]:
                    pairs.append((incident["evidence"], incident["cause"]))
    return pairs


def corpus_of(rows, folder):
    """A folder that `raiz train` learns from: these rows, with the labels and the lexicon of the corpus."""
    folder.mkdir(parents=True)
    (folder / "rows.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    for table in ("labels.tsv", "lexicon.tsv"):
        shutil.copy(ROOT / "corpus" / table, folder / table)
    return folder


def held_out(rows):
    """The single incidents of the corpus's side `test`, in the form of the outside texts."""
    chosen = [row for row in rows if row["kind"] == "incident" and len(row["incidents"]) == 1 and row["language"] in ("en", "pt")]
    return [{"id": row["id"], "lang": row["language"], "text": row["text"], "cause": row["incidents"][0]["cause"]} for row in chosen]


def outside(name):
    """Labelled texts of one incident each."""
    return [row for row in read(OUTSIDE / name) if not row.get("incidents")]


def scorer():
    """The scorer beside the outside texts, as a module; none where it is absent."""
    if not (OUTSIDE / "score.py").is_file():
        return None
    spec = importlib.util.spec_from_file_location("score", OUTSIDE / "score.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def size(texts):
    return sum(len(text.encode()) for text in texts)
