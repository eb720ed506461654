#!/usr/bin/env python3
"""Enter into docs/model-card.md how the model does on labelled texts outside this repository.

    python3 training/card.py [--raiz target/release/raiz]

The scorer and its texts are looked for in ../shared/eval, or where RAIZ_MEASURE points; where there are none, the card is
left as it is. What the corpus's own texts say is entered by `raiz eval corpus --card docs/model-card.md`.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = pathlib.Path(os.environ.get("RAIZ_MEASURE", ROOT / "../shared/eval"))
BEGIN, END = "<!-- outside -->\n", "<!-- /outside -->"
COLUMNS = [
    ("reports", "n"), ("accuracy", "accuracy"), ("macro-F1", "macro_f1"), ("accuracy where the reader was sure", "sure_accuracy"),
    ("cause or contributing", "cause_or_contributing"), ("F1 of the chain", "chain_f1"), ("calibration error", "calibration_error"),
    ("accuracy of the surest half", "accuracy_of_surest_half"), ("evidence in two", "evidence_in_first_two"), ("language", "language"),
]


def shown(value):
    return "-" if value is None or value != value else f"{value:.3f}" if isinstance(value, float) else str(value)


def row(first, cells):
    return f"| {first} | " + " | ".join(map(shown, cells)) + " |\n"


def measured(scores):
    """The scorer's JSON as tables."""
    out = "`python3 training/card.py`, which runs `training/measure.sh`'s scorer on reports of other sources, none of them learnt from.\n\n"
    out += row("language", [name for name, _ in COLUMNS]) + "|---|" + "--:|" * len(COLUMNS) + "\n"
    for language, scores_of in scores["causes"].items():
        out += row(language, [scores_of[key] for _, key in COLUMNS])
    labels = {language: scores["causes"][language]["labels"] for language in ("en", "pt") if language in scores["causes"]}
    out += "\n" + row("label", [f"{language} {name}" for language in labels for name in ("n", "precision", "recall", "F1")])
    out += "|---|" + "--:|" * 4 * len(labels) + "\n"
    for label in sorted({label for table in labels.values() for label in table}):
        cells = [table.get(label, {"n": 0}).get(key) for table in labels.values() for key in ("n", "p", "r", "f1")]
        out += row(label, cells)
    return out


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--raiz", default=str(ROOT / "target/release/raiz"))
    ask.add_argument("--card", default=str(ROOT / "docs/model-card.md"))
    args = ask.parse_args()
    if not (FOLDER / "score.py").is_file():
        print(f"training/card.py: no scorer at {FOLDER}; the card stays as it is (set RAIZ_MEASURE to its folder)", file=sys.stderr)
        return
    done = subprocess.run([sys.executable, FOLDER / "score.py", "--raiz", args.raiz, "--json"], check=True, stdout=subprocess.PIPE)
    path = pathlib.Path(args.card)
    before, found, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, closed, behind = rest.partition(END)
    if not found or not closed:
        sys.exit(f"{path}: no line `{BEGIN.strip()}` with a line `{END}` behind it, to write between them")
    path.write_text(before + BEGIN + measured(json.loads(done.stdout)) + END + behind, encoding="utf-8")


if __name__ == "__main__":
    main()
