#!/usr/bin/env bash
# Benchmarks psstudio against the same work in C, gst-launch and ffmpeg, and fails when a threshold is missed.
#
#   bench.sh --counts  only what is exact on every machine: allocations and instructions; CI runs it
#   bench.sh --build   builds the driver of these rows and measures nothing
#   ROUNDS=5      interleaved iterations, about 15 minutes for all rows; 15 for a doubtful row
#   ROWS=a,b      only these groups: allocations, instructions, send, facade, pipe, encode, file, start,
#                 outputs, segments, stall, coded, probe, trace, control, receive, embedding
#   PSSTUDIO=path the program to measure; default: a release build
#   PSBENCH_PREFIX=path  the prefix under which library and plugin are installed; default: a release build
#
# The thresholds are in Benchmarks/thresholds.json. The exit code is 1 for a missed threshold, 2 when nothing could be measured.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
    --counts)
        export ROWS=allocations,instructions
        PSSTUDIO=none
        ;;
    "" | --build) ;;
    *)
        echo "bench.sh: unknown option '$1'; use --counts or --build, or none" >&2
        exit 2
        ;;
esac
scripts/install-packages.sh build bench >&2

# Compiler output goes to standard error; standard output is the table.
swift build -c release --package-path Benchmarks --scratch-path .build-bench >&2
[ "${1:-}" = --build ] && exit 0
binaries=$(swift build -c release --package-path Benchmarks --scratch-path .build-bench --show-bin-path)
# Linked statically like a release, so that the Swift runtime need not be loaded at the start.
release=(-c release --static-swift-stdlib --scratch-path .build-static)
if [ -z "${PSSTUDIO:-}" ]; then
    swift build "${release[@]}" --product psstudio >&2
    PSSTUDIO=$(swift build "${release[@]}" --show-bin-path)/psstudio
fi

PSBENCH_WORK=$(mktemp -d)
PSBENCH_MEMORY=$(mktemp -d -p /dev/shm 2>/dev/null || echo "$PSBENCH_WORK")
trap 'rm -rf "$PSBENCH_WORK" "$PSBENCH_MEMORY"' EXIT
if [ -z "${PSBENCH_PREFIX:-}" ]; then
    PSBENCH_PREFIX=$PSBENCH_WORK/prefix
    if [[ ,${ROWS:-embedding}, = *,embedding,* ]]; then
        built=$(swift build "${release[@]}" --show-bin-path)
        make --no-print-directory install PREFIX="$PSBENCH_PREFIX" BUILD_FLAGS="--scratch-path .build-static" \
            BINARY="$built/psstudio" LIBRARY="$built/libpsstudio-c.so" PLUGIN="$built/libgstpsstudio.so" >&2
    fi
fi
PSBENCH_INTERPOSER=$PSBENCH_WORK/count_allocations.so
cc -O2 -Wall -Werror -shared -fPIC -o "$PSBENCH_INTERPOSER" Benchmarks/Interposer/count_allocations.c
export PSSTUDIO PSBENCH_WORK PSBENCH_MEMORY PSBENCH_PREFIX PSBENCH_INTERPOSER

status=0
"$binaries/psbench" run Benchmarks || status=$?
exit "$status"
