#!/usr/bin/env python3
"""What is each part of the model worth? Train without it, measure, and write the table `docs/ablation.md`.

    python3 training/ablate.py [--raiz target/release/raiz] [--rows NAME ...] [--out docs/ablation.md]

Every model learns from the side `train` of the corpus's fixed split alone (`raiz corpus export --split train`) and is
measured on the sides `dev` and `test`; where there are labelled texts outside the repository (where RAIZ_MEASURE points) on those as well. Needs Python 3.11 and nothing else; a row takes as long as a training.
Rows already measured are kept in a file beside the table's (`--kept`), so that a run that was cut short goes on.
"""
import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTSIDE = pathlib.Path(os.environ.get("RAIZ_MEASURE", ROOT / "measure"))

CUES = ("due-to", "root-cause", "because", "led-to")


def cue(*names):
    """Every feature of the finder in which one of these classes of cue phrases has a part."""
    return [form + name for name in names for form in ("cue=", "before-cue=", "after-cue=", "section+cue=*+")]


# Name, what is left out, the settings that differ from the shipped recipe's; `sentences` and `language` say what is learnt from.
ROWS = [
    ("nothing", "nothing: the shipped recipe", {}),
    ("bank", "the bank of single sentences", {"sentences": False}),
    ("lexicon", "the lexicon, as sentences and as a part of the score", {"lexicon_weight": 0.0}),
    ("lexicon-score", "the lexicon as a part of the score", {"parts": [1.0, 0.5, 0.5, 0.3, 0.0]}),
    ("grams", "character n-grams", {"grams": 0}),
    ("pieces", "subwords", {"pieces": 0}),
    ("concepts", "concepts", {"concepts": 0}),
    ("parts-of-words", "n-grams and subwords: whole words and concepts alone are left", {"grams": 0, "pieces": 0}),
    ("rarity", "the higher power of rarity (1 instead of 1.5)", {"rarity_power": 1.0}),
    ("clause", "the clause: all of a sentence counts alike", {"aside": 1.0}),
    ("silent-sentences", "sentences of reports that do not tell the cause, as counterexamples", {"none_weight": 0.0}),
    ("bank-in-finder", "bank sentences for the finder", {"bank_weight": 0.0}),
    ("priors", "the finder's table of priors", {"finder_priors": False}),
    ("readings", "the finder's reading of what a sentence says", {"without": ["reading=*"]}),
    ("setting", "the finder's whole context: it reads sentences alone", {
        "without": ["section*", "label=*", "title=*", "status=*", "item=*", "timed=*", "length=*", "position=*", "index=*",
                    "count=*", "cue=*", "question=*", "before-*", "after-*", "opening=*", "listing=*", "consequence=*", "tense=*",
                    "shape=fragment*", "shape=without-cue", "shape=status-phrase", "shape=numbers"]}),
    ("finder", "the finder: every sentence counts alike", {
        "without": ["section*", "label=*", "title=*", "status=*", "item=*", "timed=*", "length=*", "position=*", "index=*",
                    "count=*", "cue=*", "question=*", "before-*", "after-*", "opening=*", "listing=*", "consequence=*", "tense=*", "shape=*", "reading=*"]}),
    ("sections", "headings and sections", {"without": ["section*", "label=*", "before-section=*"]}),
    ("cues", "phrases that tie a cause to what it did", {"without": cue(*CUES)}),
    ("verb-tense", "the tense of verbs", {"without": ["tense=*"]}),
    ("modality", "what will be and what may be", {"without": cue("future", "modal")}),
    ("negation", "negation", {"without": cue("negation")}),
    ("other-cues", "the other classes of phrases (found, suspicion, impact, remedy, ...)", {
        "without": cue("after", "found", "investigating", "suspicion", "impact", "remedy", "we", "status")}),
    ("titles", "titles", {"without": ["title=*", "section=title", "section=heading", "section+cue=title+*", "section+cue=heading+*",
                                      "before-section=title", "before-section=heading"]}),
    ("neighbours", "the neighbouring sentences", {"without": ["before-*", "after-*"]}),
    ("place", "place and length", {"without": ["position=*", "index=*", "count=*", "length=*"]}),
    ("page", "status updates, list items, timelines, listings", {"without": ["status=*", "item=*", "timed=*", "listing=*"]}),
    ("stated", "sentences that state the cause, and sentences on what it led to", {"without": cue("stated") + ["consequence=*"]}),
    ("opening", "what a sentence's first word does", {"without": ["opening=*"]}),
    ("found-margin", "the score by the found sentences", {"parts": [0.0, 0.5, 0.5, 0.3, 0.3]}),
    ("any-sentence", "the score by any one sentence", {"parts": [1.0, 0.0, 0.5, 0.3, 0.3]}),
    ("many-sentences", "the score by many sentences", {"parts": [1.0, 0.5, 0.0, 0.3, 0.3]}),
    ("mean-margin", "the score by the mean of all sentences", {"parts": [1.0, 0.5, 0.5, 0.0, 0.3]}),
    ("en-alone", "Portuguese texts and sentences: what one language learns from the other", {"language": "en"}),
    ("pt-alone", "English texts and sentences", {"language": "pt"}),
]

COLUMNS = [
    ("corpus F1", ("corpus", "all", "macro_f1")), ("en", ("corpus", "en", "macro_f1")), ("pt", ("corpus", "pt", "macro_f1")),
    ("evid. 2", ("corpus", "all", "evidence_in_first_two")),
    ("dev-en F1", ("outside", "en", "macro_f1")), ("acc.", ("outside", "en", "accuracy")), ("evid. 2", ("outside", "en", "evidence_in_first_two")),
    ("dev-pt F1", ("outside", "pt", "macro_f1")), ("acc.", ("outside", "pt", "accuracy")), ("evid. 2", ("outside", "pt", "evidence_in_first_two")),
]


def learn_from(raiz, folder, split="train"):
    """A side of the fixed split, or all of it, and the bank, as a corpus of its own."""
    side = ["--split", split] if split else []
    subprocess.run([raiz, "corpus", "export", "corpus", *side, "--sentences", "--quiet", "--out", folder / "all.jsonl"], check=True, cwd=ROOT)
    rows = [json.loads(line) for line in open(folder / "all.jsonl", encoding="utf-8")]
    (folder / "all.jsonl").unlink()
    for table in ("labels.tsv", "lexicon.tsv"):
        shutil.copy(ROOT / "corpus" / table, folder / table)
    return rows


def outside():
    """The scorer of the outside texts as a module, and the texts; nothing where there are none."""
    if not (OUTSIDE / "score.py").is_file():
        print(f"ablate.py: no scorer at {OUTSIDE}; measured on the corpus's held-out sides only", file=sys.stderr)
        return None, []
    spec = importlib.util.spec_from_file_location("score", OUTSIDE / "score.py")
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    return score, score.read(sorted(map(str, OUTSIDE.glob("dev-*.jsonl"))))


def measure(raiz, corpus, rows, settings, score, texts):
    """Train with `settings`, and score."""
    settings = dict(settings)
    with_bank, language = settings.pop("sentences", True), settings.pop("language", None)
    kept = [row for row in rows if (with_bank or "round" not in row) and language in (None, row["language"])]
    (corpus / "rows.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept), encoding="utf-8")
    with tempfile.TemporaryDirectory() as work:
        recipe, model = pathlib.Path(work, "recipe.json"), pathlib.Path(work, "model")
        recipe.write_text(json.dumps(settings))
        subprocess.run([raiz, "train", corpus, "--recipe", recipe, "--out", model, "--quiet"], check=True, cwd=ROOT)
        done = subprocess.run([raiz, "eval", "corpus", "--model", model, "--split", "dev,test", "--format", "json", "--quiet"],
                              check=True, cwd=ROOT, stdout=subprocess.PIPE)
        result = {"corpus": json.loads(done.stdout)["causes"]}
        if texts:
            found = score.run(raiz, "tag", [{"id": row["id"], "text": row["text"]} for row in texts], ("--model", str(model)))
            result["outside"], wrong = score.score_causes(texts, found)
            result["wrong"] = sorted(str(row[0]) for row in wrong)
    return result


def cell(result, path):
    for key in path:
        result = (result or {}).get(key)
    return result


def table(measured):
    full = measured.get("nothing")
    n = {name: cell(full, path) for name, path in (("corpus", ("corpus", "all", "n")), ("en", ("outside", "en", "n")), ("pt", ("outside", "pt", "n")))}
    has_outside = n["en"] is not None
    columns = [column for column in COLUMNS if has_outside or column[1][0] == "corpus"]
    lines = [
        "# What every part is worth", "",
        "Each row is a model trained without one part, everything else as shipped. Written by",
        f"`python3 training/ablate.py`, {datetime.date.today()}; all models learn from the side `train` of the fixed split alone.", "",
        f"*corpus*: the sides `dev` and `test` of the corpus, {n['corpus']} incidents, macro-F1. "
        + (f"*dev-en*, *dev-pt*: {n['en']} and {n['pt']} labelled reports outside this repository (`training/measure.sh`), macro-F1 and accuracy. " if has_outside else "")
        + "*evid. 2*: the marked evidence is among the first two sentences given. The first row is in full, the others say by how much "
        + "they differ from it; less than nothing means the part is worth having."
        + (" *won*, *lost*: outside texts that are right only without the part, and only with it." if has_outside else ""), "",
        "A single text changes accuracy by 0.003 in the corpus" + (f", by {1 / n['en']:.3f} on dev-en and {1 / n['pt']:.3f} on dev-pt" if has_outside else "")
        + ", and a rare label's F1 by far more: a difference below about 0.02 in one column alone says nothing.", "",
        "| without | " + " | ".join(name for name, _ in columns) + (" | won | lost |" if has_outside else " |"),
        "|---|" + "--:|" * (len(columns) + 2 * has_outside),
    ]
    for name, what, _ in ROWS:
        result = measured.get(name)
        if result is None:
            continue
        cells = []
        for _, path in columns:
            value, base = cell(result, path), cell(full, path)
            alone = name.endswith("-alone") and path[1] not in (name[:2],)
            cells.append("" if value is None or alone else f"{value:.3f}" if name == "nothing" else f"{value - base:+.3f}")
        if has_outside:
            wrong, base = set(result["wrong"]), set(full["wrong"])
            of_language = name in ("nothing",) or name.endswith("-alone")
            cells += ["", ""] if of_language else [str(len(base - wrong)), str(len(wrong - base))]
        lines.append(f"| {what} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--raiz", default=str(ROOT / "target/release/raiz"))
    ask.add_argument("--rows", nargs="*", help="names of rows; all where none is named")
    ask.add_argument("--out", default=str(ROOT / "docs/ablation.md"))
    ask.add_argument("--kept", default=str(ROOT / "target/ablation.json"), help="rows measured so far; delete it to start anew")
    args = ask.parse_args()
    args.raiz = str(pathlib.Path(args.raiz).resolve())
    unknown = set(args.rows or []) - {name for name, _, _ in ROWS}
    if unknown:
        sys.exit(f"ablate.py: no row {', '.join(sorted(unknown))}; there are {', '.join(name for name, _, _ in ROWS)}")
    kept = pathlib.Path(args.kept)
    measured = json.loads(kept.read_text()) if kept.is_file() else {}
    score, texts = outside()
    with tempfile.TemporaryDirectory() as work:
        rows = learn_from(args.raiz, pathlib.Path(work))
        for name, what, settings in ROWS:
            if name in measured or args.rows and name not in args.rows and name != "nothing":
                continue
            print(f"without {what}", file=sys.stderr, flush=True)
            measured[name] = measure(args.raiz, pathlib.Path(work), rows, settings, score, texts)
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(json.dumps(measured))
    pathlib.Path(args.out).write_text(table(measured), encoding="utf-8")


if __name__ == "__main__":
    main()
