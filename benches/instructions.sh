#!/usr/bin/env bash
# Instructions of each stage for a byte of text, on the reports of the corpus: the same on a busy machine and an idle one.
# Needs valgrind. Writes benches/instructions.tsv; its lines are to be read beside those that were there before.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$(cargo bench --quiet --bench instructions --features stages --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*instructions[^"]*\)".*/\1/p' | tail -1)
bytes=$(valgrind --quiet --tool=callgrind --callgrind-out-file="$work/counts" "$program" 2>"$work/messages")
callgrind_annotate --inclusive=yes --threshold=100 "$work/counts" |
    sed -n 's/^ *\([0-9,]*\) .*:instructions::stage_\([a-z_]*\).*/\2 \1/p' | tr -d , | sort -u |
    awk -v bytes="$bytes" '
        BEGIN { print "# stage\tinstructions for a byte of text; for the model: in all" }
        $1 == "opening_the_model" { printf "%s\t%d\n", $1, $2; next }
        { printf "%s\t%.0f\n", $1, $2 / bytes }' >benches/instructions.tsv
cat benches/instructions.tsv
