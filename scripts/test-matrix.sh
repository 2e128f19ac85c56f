#!/usr/bin/env bash
# Runs clients that break no rule, of all interfaces, in the scenarios that can affect them: `psstudio exec` may find nothing, neither
# a violation nor a finding of quality. Each fault is one line: client, scenario, rule, message.
#
#   test-matrix.sh [--times N] [--busy N] [--jobs N] [--only CLIENT/SCENARIO] [--list]
#
# The recorder in Python needs the package zoom-meeting-sdk of PyPI, of which nothing stays; it is skipped where that cannot be had.
# VENDOR_WHEEL=FILE takes a wheel that is there.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/flags.sh
# For builds of this package only.
unset PSSTUDIO_OPTIMIZED

complain() { echo "test-matrix: $*" >&2; exit 1; }

clients=Tests/Programs/Clients
# Wrong options are named before anything is built.
selected=$(BOT_PYTHON=python3 python3 $clients/matrix.py --list "$@")
case " $* " in *' --list '* | *' --help '* | *' -h '*) echo "$selected" && exit ;; esac
selects() { grep -q "^$1/" <<<"$selected"; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make --no-print-directory build meetingsdk >"$folder/log" 2>&1 || { cat "$folder/log" >&2; complain "psstudio does not build"; }

# As the examples are built, in their folder.
for package in $clients examples/ZoomApp examples/ZoomRecorderBot; do
    # A cached manifest of the build is that of the package before.
    swift build --disable-build-manifest-caching --package-path $package --scratch-path .build-examples >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; complain "$package does not build"; }
done
export PSSTUDIO_BINARY=$PWD/.build/release/psstudio BINARIES=$PWD/.build-examples/debug PROGRAMS=$folder/bin

mkdir "$folder/bin" "$folder/lib"
ln -s "$PWD/.build/release/libmeetingsdk.so" "$folder/lib/libmeetingsdk.so.1"
ln -s "$PWD/.build/release/libpsstudio-c.so" "$folder/lib/libpsstudio.so.0"
for source in $clients/Cpp/*.cpp examples/pytest/sender.cpp examples/embedding/meeting_bot.cpp; do
    # shellcheck disable=SC2046
    g++ -std=c++17 -O1 -Wall -Wextra -Werror -I Sources/Programs/MeetingSDK/include/meetingsdk "$source" \
        -o "$folder/bin/$(basename "$source" .cpp)" .build/release/libmeetingsdk.so $(pkg-config --cflags --libs glib-2.0) -pthread \
        -Wl,-rpath-link,"$folder/lib" || complain "$source does not build"
done
export LD_LIBRARY_PATH=$folder/lib

if selects recorder.py; then
    package=${VENDOR_WHEEL:-zoom-meeting-sdk==0.0.27}
    if python3 -m venv "$folder/environment" >"$folder/log" 2>&1 &&
        "$folder/environment/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir "$package" >"$folder/log" 2>&1; then
        export BOT_PYTHON=$folder/environment/bin/python
    else
        echo "test-matrix: recorder.py is skipped: $package cannot be installed: $(tail -n 1 "$folder/log")"
    fi
fi
python3 $clients/matrix.py "$@"
