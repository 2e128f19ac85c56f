#!/usr/bin/env bash
# Measures psstudio against the same work in C, gst-launch and ffmpeg, and fails when a threshold is missed.
#
#   ROUNDS=15     interleaved rounds; 3 is a quick look
#   ROWS=a,b      only these groups: allocations, instructions, send, facade, pipe, encode, file, start,
#                 coded, probe
#   PSSTUDIO=path the program to measure; without it a release build is made
#
# The thresholds are in Benchmarks/thresholds.json. Exits with 1 for a missed one, 2 when nothing could be measured.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-packages.sh build bench >&2

# Whatever the compiler says goes to standard error: standard output is the table.
swift build -c release --package-path Benchmarks --scratch-path .build-bench >&2
binaries=$(swift build -c release --package-path Benchmarks --scratch-path .build-bench --show-bin-path)
if [ -z "${PSSTUDIO:-}" ]; then
    # As it is delivered: the Swift runtime inside, so that a start does not have to load it.
    release=(-c release --static-swift-stdlib --scratch-path .build-static)
    swift build "${release[@]}" --product psstudio >&2
    PSSTUDIO=$(swift build "${release[@]}" --show-bin-path)/psstudio
fi

PSBENCH_WORK=$(mktemp -d)
trap 'rm -rf "$PSBENCH_WORK"' EXIT
PSBENCH_INTERPOSER=$PSBENCH_WORK/count_allocations.so
cc -O2 -Wall -Werror -shared -fPIC -o "$PSBENCH_INTERPOSER" Benchmarks/Interposer/count_allocations.c
export PSSTUDIO PSBENCH_WORK PSBENCH_INTERPOSER

status=0
"$binaries/psbench" run Benchmarks || status=$?
exit "$status"
