#!/usr/bin/env bash
# Builds everything with warnings as errors, then runs every test. The integration tests run the release build.
set -euo pipefail
cd "$(dirname "$0")/.."

strict=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)
swift build -c release --static-swift-stdlib --product psstudio "${strict[@]}"
swift build --build-tests "${strict[@]}"
# Criticals of GLib and GStreamer are failures; with the backtracer on, the trap could be lost.
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no
export PSSTUDIO_BINARY="$PWD/.build/release/psstudio"
PSSTUDIO_CLIPS=$(scripts/fetch-clips.sh)
export PSSTUDIO_CLIPS
swift test --skip-build "${strict[@]}" "$@"
