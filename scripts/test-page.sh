#!/usr/bin/env bash
# Tests the pages in Chromium: what they show, keys, wheel and touch, names and roles, contrast, hostile texts.
# PSSTUDIO_BINARY names a program that is built already; PSSTUDIO_SCREENSHOTS keeps screenshots.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python-environment.sh

complain() { echo "test-page: $*" >&2; exit 1; }

if [ -z "${PSSTUDIO_BINARY:-}" ]; then
    make --no-print-directory build server
    export PSSTUDIO_BINARY=$PWD/.build/release/psstudio
fi
prepare_environment
ruff=$environment/bin/ruff
"$ruff" check --config python/pyproject.toml --config 'src=["Tests/Programs/Page"]' Tests/Programs/Page || complain "ruff check has findings"
"$ruff" format --config python/pyproject.toml --check Tests/Programs/Page || complain "ruff format has findings"
"$environment/bin/python" -X dev -W error -m pytest -q -p no:cacheprovider -p no:asyncio Tests/Programs/Page "$@" || complain "the tests fail"
