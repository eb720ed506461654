#!/usr/bin/env python3
"""Enter into docs/model-card.md how the model does on labelled texts that it did not learn from.

    python3 training/card.py [--raiz target/release/raiz]

`training/held-out` ships with the repository. The scorer of texts outside it is looked for where RAIZ_MEASURE points; where there is none, that part of the card is left as it is. What the corpus's own texts say is entered by `raiz eval corpus --card docs/model-card.md`.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = pathlib.Path(os.environ.get("RAIZ_MEASURE", ROOT / "measure"))
HELD_OUT = ROOT / "training/held-out"
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


def held_out(scores):
    """What `raiz eval` says of each set of held-out reports as a table."""
    of_all = next(iter(scores.values()))["causes"]["all"]
    names = [("reports", "n")] + [(name, key) for name, key in COLUMNS if key in of_all and key != "n"]
    out = "`python3 training/card.py`, which runs `raiz eval training/held-out/SET --model models/base` for each set.\n\n"
    out += row("set", ["language"] + [name for name, _ in names]) + "|---|---|" + "--:|" * len(names) + "\n"
    for name, scores_of in scores.items():
        for language in ("all", "en", "pt"):
            of_language = scores_of["causes"].get(language)
            if of_language and of_language["n"] and (language == "all" or of_language["n"] < scores_of["causes"]["all"]["n"]):
                out += row(name, [language] + [of_language[key] for _, key in names])
    out += "\nThe impact's beginning, end and length, and what is marked of timestamps and figures:\n\n"
    out += row("set", ["beginning", "end", "length", "timestamps F1", "their values", "figures F1"]) + "|---|" + "--:|" * 6 + "\n"
    for name, scores_of in scores.items():
        impact = scores_of["impact"]
        told = [f"{impact[key]} of {impact[key + '_n']}" for key in ("start", "end", "duration")]
        marked = [(scores_of.get(field) or {}).get("all") or {} for field in ("timestamps", "figures")]
        out += row(name, told + [marked[0].get("f1"), marked[0].get("value_accuracy"), marked[1].get("f1")])
    return out


def enter(path, part, table):
    """Write a table between the lines of a part of the card."""
    begin, end = f"<!-- {part} -->\n", f"<!-- /{part} -->"
    before, found, rest = path.read_text(encoding="utf-8").partition(begin)
    _, closed, behind = rest.partition(end)
    if not found or not closed:
        sys.exit(f"{path}: no line `{begin.strip()}` with a line `{end}` behind it, to write between them")
    path.write_text(before + begin + table + end + behind, encoding="utf-8")


def output(*command):
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--raiz", default=str(ROOT / "target/release/raiz"))
    ask.add_argument("--card", default=str(ROOT / "docs/model-card.md"))
    args = ask.parse_args()
    card = pathlib.Path(args.card)
    sets = sorted(folder for folder in HELD_OUT.iterdir() if folder.is_dir())
    scores = {folder.name: output(args.raiz, "eval", folder, "--model", ROOT / "models/base", "--format", "json") for folder in sets}
    enter(card, "held-out", held_out(scores))
    if not (FOLDER / "score.py").is_file():
        print(f"training/card.py: no scorer at {FOLDER}; its part of the card stays as it is (set RAIZ_MEASURE to its folder)", file=sys.stderr)
        return
    enter(card, "outside", measured(output(sys.executable, FOLDER / "score.py", "--raiz", args.raiz, "--json")))


if __name__ == "__main__":
    main()
