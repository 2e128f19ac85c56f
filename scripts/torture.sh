#!/usr/bin/env bash
# Runs seeded sessions with hostile sources, readers, servers, signals and limits.
# Default: all sessions that start within 150 s. SECONDS_TO_RUN, HOURS or SESSIONS: duration or number of sessions.
# SEED: the first seed; alone it repeats one session. PARALLEL (default 3): concurrent sessions. KEEP=1: keep folders.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
swift build "${strict[@]}" --product torture >&2
export PSSTUDIO_BINARY=${PSSTUDIO_BINARY:-$PWD/.build/release/psstudio}
TMPDIR=$(mktemp -d -t psstudio-torture-XXXXXX)
export TMPDIR

# Ctrl-C ends the harness, but not its sessions and servers, which have their own process groups. They are found by their folder.
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
