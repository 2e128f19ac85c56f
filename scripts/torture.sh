#!/usr/bin/env bash
# Seeded sessions of the program with hostile sources, readers, servers, signals and limits.
# Without anything: as many sessions as begin within 150 s. SECONDS_TO_RUN, HOURS or SESSIONS: so long, or so many.
# SEED: where to begin; alone it repeats that one session. PARALLEL (default 3): sessions at a time. KEEP=1: keep folders.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build --product torture >&2
export PSSTUDIO_BINARY=${PSSTUDIO_BINARY:-$PWD/.build/release/psstudio}
exec .build/debug/torture
