#!/usr/bin/env bash
# Tests the Python package: style, types, its tests under -X dev -W error, and the lines of docs/pytest.md in an empty
# environment. PSSTUDIO_BINARY and PSSTUDIO_LIBRARY name a program and a C library that are built already.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python-environment.sh

complain() { echo "test-python: $*" >&2; exit 1; }
step() { echo "test-python: $*"; }

if [ -z "${PSSTUDIO_BINARY:-}" ] || [ -z "${PSSTUDIO_LIBRARY:-}" ]; then
    make --no-print-directory build library
    export PSSTUDIO_BINARY=$PWD/.build/release/psstudio PSSTUDIO_LIBRARY=$PWD/.build/release/libpsstudio-c.so
fi
prepare_environment
cd python
ruff=("$environment/bin/ruff" --config pyproject.toml)
others=(../examples/pytest ../examples/load)
"${ruff[@]}" check . "${others[@]}" || complain "ruff check has findings"
"${ruff[@]}" format --check . "${others[@]}" || complain "ruff format has findings: run $environment/bin/ruff format python"
"$environment/bin/mypy" || complain "mypy has findings"
step "style and types"
"$environment/bin/python" -X dev -W error -m pytest -q -n 2 || complain "the tests fail"
step "measured: $("$environment/bin/python" tests/measure.py 7)"
cd ..
scripts/test-pytest-page.sh
