#!/usr/bin/env bash
# Builds the bots in C++ and Swift into FOLDER: build.sh FOLDER. PKG_CONFIG_PATH finds the installed psstudio-meetingsdk;
# SCRATCH is the build folder of the Swift packages.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/.."
scratch=${SCRATCH:-$PWD/../.build-examples}

for bot in pytest/sender embedding/meeting_bot; do
    # shellcheck disable=SC2046
    c++ -std=c++17 -Wall -Wextra -Werror "$bot.cpp" -o "$folder/$(basename "$bot")" \
        $(pkg-config --cflags --libs psstudio-meetingsdk glib-2.0)
done
swift build --package-path ZoomApp --scratch-path "$scratch" --product ZoomApp
cp "$scratch/debug/ZoomApp" "$folder/"
swift build --package-path ZoomRecorderBot --scratch-path "$scratch" --product ZoomRecorder
cp "$scratch/debug/ZoomRecorder" "$folder/"
