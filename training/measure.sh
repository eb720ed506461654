#!/usr/bin/env bash
# Measure the release build on labelled texts that lie outside this repository, where there are any.
#
#     training/measure.sh [OPTIONS OF THE SCORER]
#
# The scorer, `score.py`, and its texts are looked for where RAIZ_MEASURE points.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${RAIZ_MEASURE:-measure}
if [ ! -f "$folder/score.py" ]; then
    echo "training/measure.sh: no scorer at $folder; nothing is measured (set RAIZ_MEASURE to its folder)" >&2
    exit 0
fi
cargo build --quiet --release --locked
python3 "$folder/score.py" --raiz target/release/raiz "$@"
if [ -f "$folder/llm_bench.py" ]; then
    python3 "$folder/llm_bench.py" --raiz target/release/raiz
fi
