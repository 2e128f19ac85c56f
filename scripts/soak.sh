#!/usr/bin/env bash
# Runs a long session and checks its memory, threads, descriptors, frames and sync.
#
#   soak.sh         coded media through all kinds of outputs at once; default: 600 s
#   soak.sh churn   outputs of every kind are added, restarted and removed, ten commands a minute; default: 1800 s
#   soak.sh control the same by psstudio control, one command after the other; default: 600 s
#   soak.sh recordings
#                   two recordings are started, stopped and split by psstudio control beside a stream, one command each in six
#                   seconds; every file must play without a gap, and the parts of a split must fit; default: 600 s. Then a
#                   recording is started and stopped back to back, a hundred times for 0.3 to 1.5 s, twenty times where the
#                   first part is shorter than 600 s: every file must be there in its length; SEED (1)
#   soak.sh losses  one of two RTMP servers on one port stalls and dies at seeded moments, while LOAD (2) processes keep
#                   the machine busy; what is missing must be what was counted as lost; default: 3600 s; SEED (1)
#
# SECONDS_TO_RUN: the duration. The first fifth is the warm-up, two minutes at most; for churn, the first three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
swift build "${strict[@]}" --product soak >&2
export PSSTUDIO_BINARY=${PSSTUDIO_BINARY:-$PWD/.build/release/psstudio}
TMPDIR=$(mktemp -d -t psstudio-soak-XXXXXX)
export TMPDIR

# Ctrl-C ends the harness, but not its session and servers, which have their own process groups. They are found by their folder.
end() {
    local process
    for process in /proc/[0-9]*; do
        if grep -qsF "$TMPDIR" "$process/cmdline" "$process/environ"; then
            [ "${process#/proc/}" = $$ ] || kill -KILL "${process#/proc/}" 2>/dev/null || true
        fi
    done
    rm -rf "$TMPDIR"
}
trap end EXIT
.build/debug/soak "$@"
