#!/usr/bin/env bash
# Builds and runs all examples. The README's quick start must equal one of them.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/flags.sh
# For builds of this package only.
unset PSSTUDIO_OPTIMIZED

quick_start=examples/QuickStart/Sources/QuickStart/main.swift
shown=$(awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md)
if [ "$shown" != "$(cat $quick_start)" ]; then
    echo "examples: the README's quick start differs from $quick_start" >&2
    diff <(echo "$shown") $quick_start >&2 || true
    exit 1
fi

# The samples of docs/testing.md are those of an example.
client=examples/MainActorClient
samples=$(cat $client/Sources/Studio/StudioModel.swift $client/Tests/StudioTests/StudioTests.swift)
shown=$(awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/testing.md)
if [ "$shown" != "$samples" ]; then
    echo "examples: docs/testing.md differs from $client" >&2
    diff <(echo "$shown") <(echo "$samples") >&2 || true
    exit 1
fi

# The samples of the guides import their facades alone.
for guide in examples/GuideClients/Sources/Swift6/*/; do
    imported=$(grep -hE '^[^/]*\bimport ' "$guide"*.swift | sort -u)
    if [ "$(wc -l <<<"$imported")" != 1 ]; then
        echo "examples: $guide imports more than its facade:" $imported >&2
        exit 1
    fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
swift build "${release[@]}" --product psstudio
# What the tests of correct clients record keeps the contract. Those of faulty clients break it on purpose.
verify_tests() {
    local options=()
    case $2 in
    TenMinutes | MainActorClient) ;;
    CameraTests) options=(--skip '/wrong|testWrongCamera|/keptAlive') ;;
    ScenarioTests) options=(--skip '/wrong') ;;
    MotionDetector) options=(--skip '/hoarding|/drops') ;;
    FrameRenderer | AgoraVoiceChanger | ZoomRecorderBot) options=(--skip '/faulty') ;;
    GuideClients) options=(--filter 'ZoomGuide.*EntryTests/(awaiting|bridging|article)') ;;
    *) return 0 ;;
    esac
    .build/release/psstudio exec -- swift test --skip-build --package-path "$1" --scratch-path .build-examples "${options[@]}"
}

for example in examples/*/; do
    [ -f "$example/Package.swift" ] || continue  # scenarios
    name=$(basename "$example")
    echo "examples: $name"
    if [ -d "$example/Tests" ]; then
        swift test --package-path "$example" --scratch-path .build-examples
        verify_tests "$example" "$name"
    else
        swift build --package-path "$example" --scratch-path .build-examples
        # The media of the unchanged client is recorded.
        [ "$name" = ZoomApp ] && export PSSTUDIO_OUT=client.mp4 || unset PSSTUDIO_OUT
        (cd "$folder" && "$OLDPWD/.build-examples/debug/$name")
    fi
done
frames=$(ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 "$folder/show.mp4")
[ "$frames" = 90 ] || { echo "examples: show.mp4 has $frames frames, not 90" >&2; exit 1; }
frames=$(ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 "$folder/client.mp4")
[ "$frames" -ge 20 ] || { echo "examples: client.mp4 has $frames frames, not at least 20" >&2; exit 1; }

# An unchanged client is commanded from outside: it waits for a sender that never comes, until the meeting ends.
export XDG_RUNTIME_DIR=$folder
PSSTUDIO_CONTROL=auto PSSTUDIO_SCENARIO=start-send-never-comes .build-examples/debug/ZoomApp >"$folder/controlled" &
app=$!
tries=0
until .build/release/psstudio control status 2>/dev/null | grep -q '^starting'; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { echo "examples: ZoomApp does not listen" >&2; exit 1; }
    sleep 0.1
done
.build/release/psstudio control end-meeting
code=0
wait $app || code=$?
[ "$code" = 1 ] && grep -q '^sent 0 of 30 frames$' "$folder/controlled" || {
    echo "examples: ZoomApp under control exits with $code" >&2
    exit 1
}

# Bots in three languages, tested by one file of pytest, and a fleet of them.
source scripts/python-environment.sh
prepare_environment
make --no-print-directory install PREFIX="$folder/prefix" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
(
    export PATH=$folder/prefix/bin:$PATH PKG_CONFIG_PATH=$folder/prefix/lib/pkgconfig LD_LIBRARY_PATH=$folder/prefix/lib
    export BOTS=$folder/bots PYTHONWARNINGS=error
    unset PSSTUDIO_OUT PSSTUDIO_CONTROL PSSTUDIO_SCENARIO
    SCRATCH=$PWD/.build-examples examples/pytest/build.sh "$BOTS"
    "$environment/bin/pytest" -q -p no:cacheprovider -o asyncio_default_fixture_loop_scope=function -n 2 \
        --psstudio-artifacts "$folder/artifacts" examples/pytest
    "$environment/bin/python" examples/load/run.py --faulty
    fleet=$(examples/load/fleet.sh 3 3s env PSSTUDIO_ROLE=cohost "$BOTS/sender") || { echo "examples: $fleet" >&2; exit 1; }
    if fleet=$(examples/load/fleet.sh 2 3s env PSSTUDIO_ROLE=cohost "$BOTS/sender" faulty); then exit 1; fi
    grep -q PS-SEND-005 <<<"$fleet" || { echo "examples: fleet.sh does not name the rule: $fleet" >&2; exit 1; }
)

# The correct recording of a varying rate keeps its sync; the naive one does not, and probe notices.
for name in correct naive; do
    ffmpeg -v error -i "$folder/$name.y4m" -i "$folder/$name.wav" -c:v libx264 -preset ultrafast -c:a pcm_s16le "$folder/$name.mkv"
done
.build/release/psstudio probe "$folder/correct.mkv" --max-offset 20ms --quiet
# The recorder provokes refusals, whose rules it cannot know.
code=0
.build/release/psstudio verify "$folder/recording.jsonl" --quiet || code=$?
[ "$code" = 3 ] || { echo "examples: verify of the recording exits with $code, not 3" >&2; exit 1; }
code=0
.build/release/psstudio probe "$folder/naive.mkv" --max-offset 20ms --quiet || code=$?
[ "$code" = 7 ] || { echo "examples: the probe of the naive recording exits with $code, not 7" >&2; exit 1; }
