#!/usr/bin/env bash
# Measures the HTTP server, and fails when a limit is missed: what an event stream and previews cost a session at 1080p30, snapshots
# for each second of a core, the delay of events with 50 clients, a hundred sessions. About three minutes; not for CI.
#
# PSSTUDIO_BINARY names a program that is built already. Arguments: the rows, `cpu`, `snapshots`, `streams`, `sessions`; all by default.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${PSSTUDIO_BINARY:-}" ]; then
    make --no-print-directory build server
    PSSTUDIO_BINARY=$PWD/.build/release/psstudio
fi
exec python3 Tests/Programs/Server/measure.py "$PSSTUDIO_BINARY" "$@"
