#!/usr/bin/env bash
# Benchmarks psstudio against the same work in C, gst-launch and ffmpeg, and fails when a threshold is missed.
#
#   bench.sh --counts  only what is exact on every machine: allocations and instructions; CI runs it
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
    "") ;;
    *)
        echo "bench.sh: unknown option '$1'; use --counts, or none" >&2
        exit 2
        ;;
esac
scripts/install-packages.sh build bench >&2

# In the folder of the release build, whose modules are not compiled again. Compiler output goes to standard error; standard output
# is the table.
source scripts/flags.sh
PSSTUDIO_BENCHMARKS=1 PSSTUDIO_TEST_TARGETS=psbench swift build "${release[@]}" >&2
binaries=$(swift build "${release[@]}" --show-bin-path)
# C programs that use the library and the plugin. They must not have a Swift runtime of their own.
for name in embedded-start sink-cost pipe-writer pipe-reader; do
    # shellcheck disable=SC2046
    cc -O2 -Wall -Werror -Wl,--as-needed -o "$binaries/$name" "Benchmarks/Sources/$name/main.c" \
        $(pkg-config --cflags --libs gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0)
done
if [ -z "${PSSTUDIO:-}" ]; then
    make --no-print-directory build >&2
    PSSTUDIO=$binaries/psstudio
fi

PSBENCH_WORK=$(mktemp -d)
PSBENCH_MEMORY=$(mktemp -d -p /dev/shm 2>/dev/null || echo "$PSBENCH_WORK")
trap 'rm -rf "$PSBENCH_WORK" "$PSBENCH_MEMORY"' EXIT
if [ -z "${PSBENCH_PREFIX:-}" ]; then
    PSBENCH_PREFIX=$PSBENCH_WORK/prefix
    if [[ ,${ROWS:-embedding}, = *,embedding,* ]]; then
        make --no-print-directory install PREFIX="$PSBENCH_PREFIX" >&2
    fi
fi
PSBENCH_INTERPOSER=$PSBENCH_WORK/count_allocations.so
cc -O2 -Wall -Werror -shared -fPIC -o "$PSBENCH_INTERPOSER" Benchmarks/Interposer/count_allocations.c
export PSSTUDIO PSBENCH_WORK PSBENCH_MEMORY PSBENCH_PREFIX PSBENCH_INTERPOSER

status=0
"$binaries/psbench" run Benchmarks || status=$?
exit "$status"
