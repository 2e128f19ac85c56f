#!/usr/bin/env bash
# Runs a real-time session and checks its memory: after the warm-up, the resident set must grow by less than 8 MiB.
# SECONDS_TO_RUN (default 600): duration; the first fifth, two minutes at most, is the warm-up.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${SECONDS_TO_RUN:-600}
warm_up=$((seconds / 5 < 120 ? seconds / 5 : 120))
limit=8192
folder=$(mktemp -d)
trap 'kill "$pid" 2>/dev/null || true; rm -rf "$folder"' EXIT

.build/release/psstudio start --quiet --width 1280 --height 720 --duration "${seconds}s" \
    --out "$folder/soak.mp4" --out "$folder/soak.mkv" --out null: &
pid=$!
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$pid/status" 2>/dev/null || true; }

sleep "$warm_up"
first=$(resident)
highest=$first
while sleep 1 && now=$(resident) && [ -n "$now" ]; do
    [ "$now" -gt "$highest" ] && highest=$now
done
wait "$pid"
growth=$((highest - first))
echo "soak: ${seconds} s, resident ${first} KiB after ${warm_up} s, ${highest} KiB at most, growth ${growth} KiB"
[ "$growth" -lt "$limit" ] || { echo "soak: grew by more than ${limit} KiB" >&2; exit 1; }
