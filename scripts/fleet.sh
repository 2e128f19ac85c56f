#!/usr/bin/env bash
# Runs a fleet of bots with one master and two workers, then faulty bots, and loses a worker. Optional: BOTS_TO_RUN=100 and
# SECONDS_TO_RUN=120. `make examples` does the same with 20 bots for 20 s.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/python-environment.sh
prepare_environment
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make --no-print-directory install PREFIX="$folder/prefix" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
export PATH=$folder/prefix/bin:$PATH PKG_CONFIG_PATH=$folder/prefix/lib/pkgconfig LD_LIBRARY_PATH=$folder/prefix/lib
export BOTS=$folder PYTHONWARNINGS=error
unset PSSTUDIO_OUT PSSTUDIO_CONTROL PSSTUDIO_SCENARIO
# shellcheck disable=SC2046
c++ -std=c++17 -Wall -Wextra -Werror examples/pytest/sender.cpp -o "$folder/sender" \
    $(pkg-config --cflags --libs psstudio-meetingsdk glib-2.0)
"$environment/bin/python" examples/load/run.py \
    --users "${BOTS_TO_RUN:-100}" --seconds "${SECONDS_TO_RUN:-120}" --faulty
