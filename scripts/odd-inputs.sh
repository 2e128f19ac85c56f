#!/usr/bin/env bash
# Writes inputs that are odd in one way each, to judge the next version of GStreamer with them: odd-inputs.sh FOLDER
#
# Runs each script in scripts/odd-inputs with a folder of its own below FOLDER. The names of the files say what is odd about them.
# Needs: ffmpeg, mkvtoolnix, python3. An input whose encoder is missing is left out, and named on standard error.
set -euo pipefail
[ $# = 1 ] || { echo "usage: odd-inputs.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/odd-inputs"
for script in *.sh; do
    mkdir -p "$folder/${script%.sh}"
    "./$script" "$folder/${script%.sh}"
done
find "$folder" -type f | sort
