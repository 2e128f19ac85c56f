#!/usr/bin/env bash
# Installs the package zoom-meeting-sdk from PyPI into a temporary environment, and runs a Python bot on it with
# psstudio's library. Nothing of the package stays. Without it, or where it cannot be installed, the test is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-python-bot: $*" >&2; exit 1; }
skip() { echo "test-python-bot: skipped: $*"; exit 0; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment" >"$folder/log" 2>&1 || skip "python3 -m venv does not work"
"$folder/environment/bin/pip" install --quiet zoom-meeting-sdk==0.0.27 >"$folder/log" 2>&1 ||
    skip "zoom-meeting-sdk 0.0.27 cannot be installed: $(tail -n 1 "$folder/log")"
prefix=$folder/prefix
make --no-print-directory install PREFIX="$prefix" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
# The vendor's library writes log files into the home folder when it is loaded.
export HOME=$folder LD_LIBRARY_PATH=$prefix/lib PSSTUDIO_ROLE=cohost
timeout 120 "$prefix/bin/psstudio" exec --scenario examples/embedding/meeting_bot.yaml --preload-meeting-sdk -- \
    "$folder/environment/bin/python" Tests/Programs/MeetingSDK/bot.py >"$folder/counts" 2>"$folder/log" ||
    { cat "$folder/log" >&2; complain "the bot fails"; }
grep -q "^{'frames': " "$folder/counts" || complain "the bot does not print what it received"
echo "test-python-bot: $(tail -n 1 "$folder/counts")"
