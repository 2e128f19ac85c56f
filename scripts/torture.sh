#!/usr/bin/env bash
# Seeded sessions of the program with hostile sources, readers, servers, signals and limits.
# Without anything: as many sessions as begin within 150 s. SECONDS_TO_RUN, HOURS or SESSIONS: so long, or so many.
# SEED: where to begin; alone it repeats that one session. PARALLEL (default 3): sessions at a time. KEEP=1: keep folders.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build --product torture >&2
export PSSTUDIO_BINARY=${PSSTUDIO_BINARY:-$PWD/.build/release/psstudio}
TMPDIR=$(mktemp -d -t psstudio-torture-XXXXXX)
export TMPDIR

# Ctrl-C ends the harness, but not the sessions and servers, which have groups of their own: all of them work in this folder.
end() {
    local process
    for process in /proc/[0-9]*; do
        if [[ "$(readlink "$process/cwd" 2>/dev/null)" == "$TMPDIR"* ]] ||
            grep -qsF "$TMPDIR" "$process/cmdline"; then
            kill -KILL "${process#/proc/}" 2>/dev/null || true
        fi
    done
    rmdir "$TMPDIR" 2>/dev/null || true
}
trap end EXIT
.build/debug/torture
