#!/usr/bin/env bash
# Builds the wheel of the Python package into .build/wheel, and prints its path.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python-environment.sh

prepare_environment
"$environment/bin/python" python/generate.py --check
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
rm -rf .build/wheel
"$environment/bin/python" -m build --wheel --no-isolation --outdir .build/wheel python >.build/wheel.log 2>&1 ||
    { cat .build/wheel.log >&2; exit 1; }
echo .build/wheel/*.whl
