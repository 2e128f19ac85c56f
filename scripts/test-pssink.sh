#!/usr/bin/env bash
# Runs pipelines that end in pssink. Called by scripts/test-embedding.sh with its folder, which has coded.mkv, and with the
# installed plugin in the environment.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1

complain() { echo "test-pssink: $*" >&2; exit 1; }
# The registry is scanned in this process, too.
GST_REGISTRY_FORK=no GST_REGISTRY=$folder/other.bin gst-inspect-1.0 pssink >/dev/null || complain "not found without fork"
gst-inspect-1.0 pssink >"$folder/manual"
for word in role scenario strict outputs overwrite trace sync snapshot dropped-audio copied-frames untimed-frames psstudio-dropped psstudio-violation I420 S16LE; do
    grep -q -w -- "$word" "$folder/manual" || complain "gst-inspect-1.0 does not show $word"
done

# Arguments: the name of the output, and the pipeline, in which OUT is the output.
run() {
    local output=$folder/$1
    shift
    timeout 120 gst-launch-1.0 -q "${@//OUT/$output}" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; complain "$output fails"; }
}
# Arguments: the name of the output, its stream (v or a), and the number of packets. A busy machine may repeat frames;
# pipeline.c checks the exact number that the studio gets.
packets() {
    local found
    found=$(ffprobe -v error -count_packets -select_streams "$2" -show_entries stream=nb_read_packets -of csv=p=0 "$folder/$1")
    [ "${found:-0}" -ge "$3" ] && [ "${found:-0}" -le $(($3 * 2)) ] || complain "$1 has '$found' packets of $2, not $3"
}
video=(videotestsrc num-buffers=30 ! video/x-raw,width=320,height=180,framerate=30/1)

run video.mp4 "${video[@]}" ! pssink outputs=OUT
packets video.mp4 v 30
packets video.mp4 a 0

run both.mp4 "${video[@]}" ! pssink name=ps outputs=OUT \
    audiotestsrc num-buffers=48 samplesperbuffer=1000 ! audio/x-raw,rate=48000,channels=2 ! ps.
packets both.mp4 v 30
duration=$(ffprobe -v error -select_streams a -show_entries stream=duration -of csv=p=0 "$folder/both.mp4")
awk -v seconds="$duration" 'BEGIN { exit !(seconds > 0.95 && seconds < 2) }' || complain "both.mp4 has $duration s of audio"

# Strides that are not tight, mono at 32 kHz.
run odd.mp4 videotestsrc num-buffers=15 ! video/x-raw,width=404,height=710,framerate=30/1 ! pssink name=ps outputs=OUT \
    audiotestsrc num-buffers=16 samplesperbuffer=1000 ! audio/x-raw,rate=32000,channels=1 ! ps.
packets odd.mp4 v 15

# Arguments: the rule, and a pipeline that must fail with it: one error of pssink.
refused() {
    local rule=$1 code
    shift
    # gst-launch-1.0 1.22 sometimes prints the error of a pipeline that does not preroll, and keeps running its main loop.
    for _ in 1 2 3 4; do
        code=0
        timeout 30 gst-launch-1.0 "$@" >"$folder/log" 2>&1 || code=$?
        [ $code = 124 ] && grep -q "^ERROR: " "$folder/log" || break
    done
    [ $code = 1 ] || { cat "$folder/log" >&2; complain "the pipeline exits with $code, not 1: $*"; }
    [ "$(grep -c "^ERROR: from element .*GstPipeline:pipeline0/PSSink:" "$folder/log")" = 1 ] ||
        { cat "$folder/log" >&2; complain "not one error of pssink: $*"; }
    grep -q "ERROR: .*$rule" "$folder/log" || { cat "$folder/log" >&2; complain "the error does not name $rule: $*"; }
}
refused PS-START-007 videotestsrc ! video/x-raw,width=641,height=360 ! pssink outputs=null:
refused PS-START-003 videotestsrc ! video/x-raw,width=320,height=180 ! pssink outputs=null: role=attendee
refused C-SESSION-001 videotestsrc ! video/x-raw,width=320,height=180 ! pssink outputs=show.unknown
# Caps that would be sent as if they were others.
refused pixel-aspect-ratio=2/1 videotestsrc ! video/x-raw,width=320,height=180,pixel-aspect-ratio=2/1 ! pssink outputs=null:
refused interlace-mode=interleaved videotestsrc ! video/x-raw,width=320,height=180,interlace-mode=interleaved ! \
    pssink outputs=null:
# The size changes in mid-stream.
refused PS-SEND-005 concat name=both ! pssink outputs=null: \
    videotestsrc num-buffers=10 ! video/x-raw,width=320,height=180,framerate=30/1 ! both. \
    videotestsrc num-buffers=10 ! video/x-raw,width=640,height=360,framerate=30/1 ! both.

# An output that cannot be opened is an error, also when the stream ends before the attempt does.
for _ in 1 2 3 4 5; do
    refused /nonexistent/show.mp4 videotestsrc num-buffers=4 ! video/x-raw,width=320,height=180,framerate=30/1 ! \
        pssink outputs=/nonexistent/show.mp4
done

frames=$(ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 "$folder/coded.mkv")
# Arguments: the output. The studio accepted every frame, and what its encoder did not drop arrived in order: a busy machine
# drops, repeats and delays frames. The examples, which are not in real time, check the exact number and offset.
probe() {
    local sent dropped
    psstudio verify "$folder/$1.trace" --json >"$folder/verified.json" || complain "the trace of $1 is damaged"
    sent=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["traces"][0]["metrics"]["video"]["frames"])' \
        <"$folder/verified.json")
    [ "$sent" = "$frames" ] || complain "the studio accepted '$sent' frames for $1, not $frames"
    dropped=$(sed -n 's/.*"dropped" : \([0-9]*\).*/\1/p' "$folder/verified.json")
    psstudio probe "$folder/$1" --max-missing "$dropped" --max-offset 250ms --quiet ||
        { psstudio probe "$folder/$1" >&2; complain "$1 is damaged; $dropped frames were dropped"; }
}

# A media file with conversions, in its own size.
run file.mp4 uridecodebin uri="file://$folder/coded.mkv" name=media pssink name=ps outputs=OUT trace=OUT.trace \
    media. ! queue ! videoconvert ! ps. media. ! queue ! audioconvert ! audioresample ! ps.
probe file.mp4

# As OBS does it: coded streams with B-frames that are decoded again.
small=(videoconvert ! videoscale ! video/x-raw,width=640,height=360)
run decoded.mp4 filesrc location="$folder/coded.mkv" ! matroskademux name=media pssink name=ps outputs=OUT trace=OUT.trace \
    media. ! queue ! h264parse ! avdec_h264 ! "${small[@]}" ! x264enc speed-preset=ultrafast bframes=2 ! h264parse ! \
    avdec_h264 ! videoconvert ! ps. \
    media. ! queue ! aacparse ! avdec_aac ! audioconvert ! audioresample ! ps.
probe decoded.mp4

# Arguments: the name of a test, and flags of the compiler.
test_in_c() {
    local name=$1
    shift
    # shellcheck disable=SC2046
    cc -g -O1 -Wall -Werror "$@" "Tests/Programs/Embedding/$name.c" -ITests/Programs/Embedding -o "$folder/$name" \
        $(pkg-config --cflags --libs psstudio gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0) -pthread
    # GLib's allocator would hide uses after free.
    G_SLICE=always-malloc timeout 120 "$folder/$name" || complain "$name.c fails"
}
test_in_c pipeline -fsanitize=address,undefined -fno-sanitize-recover=undefined
test_in_c pads -fsanitize=address,undefined -fno-sanitize-recover=undefined
test_in_c frames -fsanitize=address,undefined -fno-sanitize-recover=undefined
# The sanitizer keeps freed memory.
test_in_c element_cycles
