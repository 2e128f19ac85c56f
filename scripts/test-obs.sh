#!/usr/bin/env bash
# Drives sessions by obs-websocket: obsws-python, simpleobsws, the start of Companion's module, and clients that break the
# protocol. PSSTUDIO_BINARY names a program that is built already; PSSTUDIO_OBS_STARTS=100 takes ten minutes more.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python-environment.sh

complain() { echo "test-obs: $*" >&2; exit 1; }

if [ -z "${PSSTUDIO_BINARY:-}" ]; then
    make --no-print-directory build server
    export PSSTUDIO_BINARY=$PWD/.build/release/psstudio
fi
prepare_environment
ruff=$environment/bin/ruff
"$ruff" check --config python/pyproject.toml --config 'src=["Tests/Programs/OBS"]' Tests/Programs/OBS || complain "ruff check has findings"
"$ruff" format --config python/pyproject.toml --check Tests/Programs/OBS || complain "ruff format has findings"
"$environment/bin/python" -m pytest -q -p no:cacheprovider -c python/pyproject.toml --rootdir Tests/Programs/OBS Tests/Programs/OBS "$@" || complain "the tests fail"
