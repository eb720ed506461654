#!/usr/bin/env python3
"""raiz beside what people use today, on the same texts in one run; writes RESULTS.md. See README.md."""
import os

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "TOKENIZERS_PARALLELISM"):
    os.environ[threads] = "false" if threads.startswith("TOK") else "1"

import argparse
import collections
import datetime
import json
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile
import time

import causes
import extraction
import texts

HERE = pathlib.Path(__file__).resolve().parent


class Raiz:
    """The binary, with a model of its own."""

    def __init__(self, raiz, model):
        self.raiz, self.model = raiz, ("--model", str(model)) if model else ()

    def records(self, command, rows):
        """Records by id, and the processor seconds used."""
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        model = self.model if command == "tag" else ()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.raiz, command, "--format", "jsonl", "--input-format", "jsonl", "--jobs", "1", "--quiet", *model, "-"],
                              input=lines.encode(), stdout=subprocess.PIPE, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = collections.defaultdict(list)
        for line in done.stdout.decode().splitlines():
            record = json.loads(line)
            found[record["id"]].append(record)
        return found, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def predict(self, rows):
        found, _ = self.records("tag", [{"id": row["id"], "text": row["text"]} for row in rows])
        answers = []
        for row in rows:
            records = [record for record in found[row["id"]] if record["kind"] == "incident"] or found[row["id"]]
            longest = max(records, key=lambda record: record["span"][1] - record["span"][0], default={})
            answers.append(longest.get("cause") or "unknown")
        return answers

    def speed(self, command, rows, times=5):
        """Processor seconds for `rows`, starting up left out."""
        rows = [{"id": str(at), **{key: row[key] for key in ("text", "date") if row.get(key)}} for at, row in enumerate(rows * times)]
        start = min(self.records(command, [{"id": "none", "text": "Down."}])[1] for _ in range(3))
        return max(self.records(command, rows)[1] - start, 1e-3) / times


def macro_f1(pairs):
    """The mean F1 of the labels that occur three times or more."""
    scores = []
    for label in sorted({gold for gold, _ in pairs}):
        support, given = sum(gold == label for gold, _ in pairs), sum(got == label for _, got in pairs)
        if support >= 3:
            scores.append(2 * sum(gold == got == label for gold, got in pairs) / (support + given))
    return sum(scores) / len(scores)


def scores(rows, answers):
    """Macro-F1 and accuracy; an answer among `cause_alt` is right, too."""
    pairs = [(got if got in row.get("cause_alt", []) else row["cause"], got) for row, got in zip(rows, answers)]
    return macro_f1(pairs), sum(gold == got for gold, got in pairs) / len(pairs)


def note(message):
    print(f"compare.py: {message}", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- causes

def compare_causes(raiz, work, sets, kept):
    """Rows of the table: each rival taught with reports alone, then with sentences as well; raiz last. Rows in the file `kept`
    are taken from there, so that a run that was cut short goes on; a row that is null there is left out."""
    done = json.loads(kept.read_text()) if kept.is_file() else {}
    train = texts.export(raiz, work / "train.jsonl", "--split", "train", "--sentences")
    whole = texts.export(raiz, work / "whole.jsonl", "--sentences")
    kept.parent.mkdir(exist_ok=True)
    speed_texts = [row["text"] for rows in sets.values() for row in rows]
    table, skipped = [], []
    for name, make in causes.rivals(texts.ROOT / "corpus/lexicon.tsv"):
        for sentences in (False,) if "untrained" in name else (False, True):
            key = f"{name}, {'with' if sentences else 'without'} sentences"
            source = "reports and sentences" if sentences else "-" if "untrained" in name else "reports"
            if key in done:
                if done[key] is None:
                    skipped.append(f"{key}: not measured in this run")
                else:
                    table.append((name, source, *done[key]))
                continue
            note(key)
            taught, row = {}, {}
            try:
                for measured, rows in sets.items():
                    side = "train" if measured == "test" else "whole"
                    if side not in taught:
                        taught[side] = make()
                        taught[side].fit(texts.learnt_from(train if side == "train" else whole, sentences))
                    row[measured] = by_language(rows, taught[side].predict([one["text"] for one in rows]))
                seconds = causes.speed(next(iter(taught.values())), speed_texts)
            except causes.Missing as error:
                skipped.append(f"{name}: not measured: {error}")
                note(skipped[-1])
                break
            table.append((name, source, row, seconds))
            done[key] = (row, seconds)
            kept.write_text(json.dumps(done))
    note("raiz")
    # The shipped model is what the whole corpus gives, byte for byte; that of the side `train` has to be made.
    taught = kept.with_name("peers-model")
    if not taught.is_dir():
        subprocess.run([raiz, "train", texts.corpus_of(train, work / "train"), "--out", taught, "--quiet", "--jobs", "1"], check=True)
    row = {}
    for measured, rows in sets.items():
        row[measured] = by_language(rows, Raiz(raiz, taught if measured == "test" else None).predict(rows))
    seconds = Raiz(raiz, None).speed("tag", [{"text": text} for text in speed_texts])
    table.append(("**raiz** (times, figures, evidence and further causes read as well)", "reports and sentences", row, seconds))
    return table, skipped, speed_texts


def by_language(rows, answers):
    out = {}
    for language in ("all", "en", "pt"):
        chosen = [(row, got) for row, got in zip(rows, answers) if language in ("all", row["lang"])]
        if chosen:
            out[language] = scores(*zip(*chosen))
    return out


def causes_table(table, skipped, sets, speed_texts):
    counts = {key: collections.Counter(row["lang"] for row in rows) for key, rows in sets.items()}
    sizes = ", ".join(f"{key}: {len(rows)} ({' and '.join(f'{n} {language}' for language, n in sorted(counts[key].items()))})" for key, rows in sets.items())
    head = ["", "learnt from", "test F1", "acc. en", "acc. pt"]
    if "dev-en" in sets:
        head += ["dev-en F1", "acc.", "dev-pt F1", "acc."]
    head += ["docs/s", "MB/s"]
    lines = ["## Causes", "", f"Single incidents: {sizes}. Macro-F1 over the labels with three texts or more, and accuracy.", "",
             "| " + " | ".join(head) + " |", "|---|---|" + "--:|" * (len(head) - 2)]
    megabytes = texts.size(speed_texts) / 1e6
    for name, source, row, seconds in table:
        test = row["test"]
        cells = [test["all"][0], test["en"][1], test["pt"][1]]
        if "dev-en" in sets:
            cells += [*row["dev-en"]["all"], *row["dev-pt"]["all"]]
        speeds = [f"{len(speed_texts) / seconds:.0f}", f"{megabytes / seconds:.2f}"]
        lines.append(f"| {name} | {source} | " + " | ".join([f"{cell:.3f}" for cell in cells] + speeds) + " |")
    return lines + [f"\n{line}" for line in skipped]


# ---------------------------------------------------------------- extraction

def located(scorer, text, items):
    spans = scorer.locate(text, [item["text"] for item in items])
    return [dict(item, span=span) for item, span in zip(items, spans) if span and not item.get("optional")]


def extraction_texts(scorer):
    """(group, language, text, date, wanted): the moments of marked outside reports, and short cases of other projects."""
    rows = []
    for language in ("en", "pt"):
        for row in texts.outside(f"dev-{language}.jsonl"):
            if row.get("timestamps"):
                wanted = [dict(item, kind="moment") for item in located(scorer, row["text"], row["timestamps"])]
                rows.append(("reports", language, row["text"], (row.get("start") or "")[:10], wanted))
    for case in texts.read(texts.OUTSIDE / "cases.jsonl"):
        wanted = located(scorer, case["input"], case["expect"])
        for item in wanted:
            item["kind"] = {"date": "moment", "time": "moment", "datetime": "moment"}.get(item["kind"], item["kind"])
        rows.append(("cases", case["lang"], case["input"], (case.get("reference_date") or "")[:19], wanted))
    return rows


def compare_extraction(raiz, scorer):
    rows = extraction_texts(scorer)
    table, skipped = [], []
    for name, make in extraction.readers():
        note(name)
        try:
            reader = make()
        except extraction.Missing as error:
            skipped.append(f"{name}: not measured: {error}")
            continue
        given, spent = [], collections.Counter()
        for group, language, text, date, _ in rows:
            base = datetime.datetime.fromisoformat(date) if date and date[0].isdigit() else None
            begun = time.process_time()
            try:
                items = reader.read(text, language, base) if language in reader.kinds else []
            except Exception as error:
                note(f"{name} failed on a text: {type(error).__name__}")
                items = []
            spent[language] += time.process_time() - begun
            given.append(items)
        table.append((name, reader.kinds, given, spent))
    note("raiz extract")
    binary = Raiz(raiz, None)
    sent = [{"id": str(at), "text": row[2], **({"date": row[3]} if row[3][:1].isdigit() else {})} for at, row in enumerate(rows)]
    found, _ = binary.records("extract", sent)
    given = [[item for record in found[one["id"]] for item in extraction.of_raiz(record)] for one in sent]
    spent = {language: binary.speed("extract", [one for one, row in zip(sent, rows) if row[1] == language]) for language in ("en", "pt")}
    everything = ("moment", "duration", "percentage", "money")
    table.append(("**raiz**", {"en": everything, "pt": everything}, given, spent))
    return rows, table, skipped


def extraction_table(rows, table, skipped):
    columns = [(group, language, kind) for language in ("en", "pt") for group, kind in
               [("reports", "moment"), ("cases", "moment"), ("cases", "range"), ("cases", "duration"), ("cases", "percentage"), ("cases", "money")]]
    counts = {column: sum(want["kind"] == column[2] for group, language, _, _, wanted in rows if (group, language) == column[:2] for want in wanted)
              for column in columns}
    lines = ["## Dates and quantities", "",
             "*Reports*: the moments marked in outside reports. *Cases*: short cases from the test suites of Recognizers-Text and duckling, so "
             "that the former meets its own. Shares of all that were to be found: found, then date and clock (or amount) right; offsets are left aside. "
             "*Beside*: items of reports that stand where no moment is marked, for each one marked. Everyone was told the language and the date.", ""]
    for language in ("en", "pt"):
        shown = [column for column in columns if column[1] == language]
        names = [f"{column[0]}, {column[2]} ({counts[column]})" for column in shown]
        lines += [f"| {language} | " + " | ".join([names[0], "beside", *names[1:], "KB/s"]) + " |", "|---|" + "--:|" * (len(shown) + 2)]
        for name, kinds, given, spent in table:
            if language not in kinds:
                continue
            cells = []
            for group, _, kind in shown:
                covered = right = beside = 0
                for (of_group, of_language, _, _, wanted), items in zip(rows, given):
                    if (of_group, of_language) == (group, language):
                        of_kind = "moment" if kind == "range" else kind
                        result = extraction.tally([want for want in wanted if want["kind"] == kind], [item for item in items if item["kind"] == of_kind])
                        covered, right, beside = covered + result[0], right + result[1], beside + result[2]
                n = counts[group, language, kind]
                can = ("moment" if kind == "range" else kind) in kinds[language]
                cells.append(f"{covered / n:.2f} / {right / n:.2f}" if n and can else "-")
                if group == "reports":
                    cells.append(f"{beside / n:.2f}" if n and can else "-")
            size = texts.size(row[2] for row in rows if row[1] == language)
            lines.append(f"| {name} | " + " | ".join([*cells, f"{size / 1e3 / max(spent[language], 1e-6):.1f}"]) + " |")
        lines.append("")
    return lines + skipped


def machine():
    cpu = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return f"{platform.system()}, {cpu}, Python {platform.python_version()}"


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--raiz", default=str(texts.ROOT / "target/release/raiz"))
    ask.add_argument("--only", choices=("causes", "extraction"), help="measure one of the two, and leave the other's table as it stands")
    ask.add_argument("--kept", default=str(texts.ROOT / "target/peers.json"), help="what is measured so far, with a model `peers-model` beside it; delete both to start anew")
    ask.add_argument("--out", default=str(HERE / "RESULTS.md"))
    args = ask.parse_args()
    raiz = str(pathlib.Path(args.raiz).resolve())
    scorer = texts.scorer()
    if scorer is None:
        note(f"no labelled texts at {texts.OUTSIDE}: measured on the corpus's held-out side `test` only, and no extraction")
    out = pathlib.Path(args.out)
    before = out.read_text(encoding="utf-8") if out.is_file() else ""
    sections = {title: "## " + title + before.partition("## " + title)[2].partition("\n## ")[0].rstrip() for title in ("Causes", "Dates and quantities")}
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        if args.only != "extraction":
            sets = {"test": texts.held_out(texts.export(raiz, work / "test.jsonl", "--split", "test"))}
            if scorer is not None:
                sets |= {f"dev-{language}": texts.outside(f"dev-{language}.jsonl") for language in ("en", "pt")}
            table, skipped, read = compare_causes(raiz, work, sets, pathlib.Path(args.kept))
            sections["Causes"] = "\n".join(causes_table(table, skipped, sets, read))
        if args.only != "causes" and scorer is not None:
            sections["Dates and quantities"] = "\n".join(extraction_table(*compare_extraction(raiz, scorer)))
    head = ["# Side by side", "", f"Written by `python benches/peers/compare.py` on {datetime.date.today()}; {machine()}, one thread; speeds in processor time.", "",
            "For *test*, everyone learnt from the corpus's side `train`; for *dev-en* and *dev-pt*, labelled reports of other sources, from the whole "
            "corpus. Nobody learnt from a text that it is measured on, nor from one that tells its story. But raiz was worked on with the outside texts and "
            "cases in view, and the others were not: take its figures there for an upper bound."]
    kept = [section for section in sections.values() if "\n" in section]
    out.write_text("\n".join(head) + "\n\n" + "\n\n".join(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
