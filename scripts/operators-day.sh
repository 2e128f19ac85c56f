#!/usr/bin/env bash
# Plays an operator's day: faults at seeded times in real sessions, with the control page in Chromium beside them. Each fault must be in
# sight within three seconds at 1440x900 without scrolling, and gone within three seconds of its end; there must be no other alarm, and
# session and server must use what they used after the first minutes. Each complaint is one line.
#
# SECONDS_TO_RUN (3600); FAULTS (one in 30 seconds); SEED (1) repeats a day; ONLY=muted-elsewhere,rtmp-cut plays these kinds.
# PSSTUDIO_BINARY names a program that is built already; psstudio-server is beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python-environment.sh

complain() { echo "operators-day: $*" >&2; exit 1; }

if [ -z "${PSSTUDIO_BINARY:-}" ]; then
    make --no-print-directory build server
    export PSSTUDIO_BINARY=$PWD/.build/release/psstudio
fi
prepare_environment
ruff=$environment/bin/ruff
sources='src=["Tests/Programs/Operator", "Tests/Programs/Page"]'
"$ruff" check --config python/pyproject.toml --config "$sources" Tests/Programs/Operator || complain "ruff check has findings"
"$ruff" format --config python/pyproject.toml --check Tests/Programs/Operator || complain "ruff format has findings"
export PYTHONPATH=$PWD/Tests/Programs/Operator:$PWD/Tests/Programs/Page
"$environment/bin/python" -X dev -W error -m pytest -q -p no:cacheprovider -p no:asyncio Tests/Programs/Operator ||
    complain "the tests of its rules fail"
exec "$environment/bin/python" -X dev -W error Tests/Programs/Operator/day.py
