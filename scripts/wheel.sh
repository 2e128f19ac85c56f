#!/usr/bin/env bash
# Builds a wheel of the Python package into .build/wheel, or the folder in WHEELS, and prints its path.
#
#   wheel.sh pure             the package alone
#   wheel.sh program FOLDER   the package with programs and libraries, those in the folder of `stage.sh`
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python-environment.sh

output=${WHEELS:-.build/wheel}
prepare_environment
"$environment/bin/python" python/generate.py --check
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/version.sh --epoch)}
mkdir -p "$output" .build
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
cp -a python/. "$sources"
find "$sources" -name __pycache__ -prune -exec rm -rf {} +
version=$(scripts/version.sh --python)
sed -i "s/^__version__ = .*/__version__ = \"$version\"/" "$sources/src/psstudio/_version.py"
"$environment/bin/python" -m build --wheel --no-isolation --outdir "$sources/wheel" "$sources" >.build/wheel.log 2>&1 ||
    { cat .build/wheel.log >&2; exit 1; }
case $1 in
    pure)
        rm -f "$output"/psstudio-*-none-any.whl
        cp "$sources"/wheel/*.whl "$output"
        echo "$output"/psstudio-*-none-any.whl
        ;;
    program)
        rm -f "$output"/psstudio-*-none-linux_*.whl
        "$environment/bin/python" scripts/wheel-with-programs.py "$sources"/wheel/*.whl "$2" "$output"
        ;;
esac
