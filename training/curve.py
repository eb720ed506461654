#!/usr/bin/env python3
"""Would more of the same help? Train on parts of the corpus, measure outside of it, and write `docs/learning-curves.md`.

    python3 training/curve.py [--raiz target/release/raiz] [--out docs/learning-curves.md]

Needs labelled texts outside the repository (where RAIZ_MEASURE points), Python 3.11 and nothing else;
a row takes as long as a training. `raiz eval corpus --curve` draws the same on the corpus's own held-out sides.
"""
import argparse
import datetime
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import ablate


def share_of(row):
    """A number from 0 to 1 that is drawn once for each text and stays: a larger part of the corpus holds the smaller one."""
    return int(hashlib.sha256(row["text"].encode()).hexdigest()[:8], 16) / 2**32


def sentence(row):
    return "round" in row


def of_round(*rounds):
    return lambda row: not sentence(row) or int(row["round"]) in rounds


def part(share, among):
    """All of the corpus, but of the texts `among` only this share."""
    return lambda row: not among(row) or share_of(row) < share


def plain(row):
    return not sentence(row) and row["kind"] == "incident" and not row["hard"]


def hard(row):
    return not sentence(row) and row["kind"] == "incident" and row["hard"]


# What is learnt from: its name, and which rows of the corpus it keeps.
ROWS = [("all of the corpus", lambda row: True)]
ROWS += [("reports without single sentences", lambda row: not sentence(row))]
ROWS += [(f"{share:.0%} of the sentences", part(share, sentence)) for share in (0.03, 0.06, 0.12, 0.25, 0.5)]
ROUNDS = range(1, 8)
ROWS += [("sentences of round 1", of_round(1))]
ROWS += [(f"of rounds 1 to {last}", of_round(*range(1, last + 1))) for last in ROUNDS[1:-1]]
ROWS += [(f"of round {number} alone", of_round(number)) for number in ROUNDS[1:]]
ROWS += [(f"{share:.0%} of the plain reports", part(share, plain)) for share in (0.25, 0.5)]
ROWS += [(f"{share:.0%} of the hard reports", part(share, hard)) for share in (0.0, 0.25, 0.5)]


def read_alone(score, raiz, model, texts):
    """What the marked sentences alone are read for: (language, marked cause, given cause). `unknown` is no reading."""
    marked = [text for text in texts if not text.get("incidents") and text.get("evidence") and text["cause"] != "unknown"]
    alone = [text["evidence"] if isinstance(text["evidence"], str) else " ".join(text["evidence"]) for text in marked]
    found = score.run(raiz, "tag", [{"id": str(at), "text": text} for at, text in enumerate(alone)], ("--model", str(model)))
    pairs = []
    for at, text in enumerate(marked):
        scores = {label: value for label, value in (found.get(str(at)) or [{}])[0].get("scores", {}).items() if label != "unknown"}
        pairs.append((text["lang"], text["cause"], max(scores, key=scores.get) if scores else None))
    return pairs


def macro_f1(pairs):
    """Over the labels that are marked."""
    f1s = []
    for label in sorted({true for _, true, _ in pairs}):
        hits = sum(true == given == label for _, true, given in pairs)
        named = sum(given == label for _, _, given in pairs) + sum(true == label for _, true, _ in pairs)
        f1s.append(2 * hits / named)
    return sum(f1s) / len(f1s)


def measure(score, texts, raiz, corpus, rows):
    (corpus / "rows.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    model = corpus.parent / "model"
    subprocess.run([raiz, "train", corpus, "--out", model, "--quiet"], check=True)
    pairs = read_alone(score, raiz, model, texts)
    found = score.run(raiz, "tag", [{"id": row["id"], "text": row["text"]} for row in texts], ("--model", str(model)))
    causes, _ = score.score_causes(texts, found)
    shutil.rmtree(model)
    cells = [str(sum(map(sentence, rows))), str(sum(not sentence(row) for row in rows)), f"{macro_f1(pairs):.3f}"]
    for language in ("en", "pt"):
        of_language = [pair for pair in pairs if pair[0] == language]
        cells.append(f"{sum(true == given for _, true, given in of_language) / len(of_language):.3f}")
    for language in ("en", "pt"):
        cells += [f"{causes[language][key]:.3f}" for key in ("macro_f1", "accuracy", "evidence_in_first_two")]
    return cells


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--raiz", default=str(ablate.ROOT / "target/release/raiz"))
    ask.add_argument("--out", default=str(ablate.ROOT / "docs/learning-curves.md"))
    args = ask.parse_args()
    args.raiz = str(pathlib.Path(args.raiz).resolve())
    score, texts = ablate.outside()
    if not texts:
        sys.exit("curve.py: these curves are measured on outside texts alone")
    lines = [
        "# Learning curves", "",
        f"Models trained on parts of the corpus, measured on labelled reports of other sources. Written by `python3 training/curve.py`, {datetime.date.today()}.", "",
        "*gold read*: the cause read off the marked sentence alone, macro-F1 over both languages and accuracy by language; then whole reports: macro-F1, "
        "accuracy, and the marked evidence among the first two. A text changes accuracy by 0.006 (dev-en) and 0.013 (dev-pt).", "",
        "| learnt from | sentences | reports | gold read F1 | en | pt | dev-en F1 | acc. | evid. 2 | dev-pt F1 | acc. | evid. 2 |",
        "|---|" + "--:|" * 11,
    ]
    with tempfile.TemporaryDirectory() as work:
        corpus = pathlib.Path(work, "corpus")
        corpus.mkdir()
        rows = ablate.learn_from(args.raiz, corpus, split=None)
        for name, keeps in ROWS:
            print(name, file=sys.stderr, flush=True)
            lines.append(f"| {name} | " + " | ".join(measure(score, texts, args.raiz, corpus, [row for row in rows if keeps(row)])) + " |")
    pathlib.Path(args.out).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
