#!/usr/bin/env bash
# Installs psstudio to a temporary folder, and uses the C library and the GStreamer plugin: exports, wrong use, examples in
# C, C++, Python and Node, pipelines. Each sends ten seconds of 1080p; SECONDS_OF_MEDIA=2 is quicker.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-embedding: $*" >&2; exit 1; }
step() { echo "test-embedding: $* (${SECONDS} s)"; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix
make --no-print-directory install PREFIX="$prefix" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
export PATH=$prefix/bin:$PATH PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
export GST_PLUGIN_PATH=$prefix/lib/gstreamer-1.0 GST_REGISTRY=$folder/registry.bin
# A critical of GLib ends the program.
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no
library=$prefix/lib/libpsstudio.so.0
step "installed"

# The header's functions and the library's exports are the same.
declared=$(sed -n '/^#define/d; s/^[a-z].*[ *]\(ps_[a-z_]*\)(.*$/\1/p' Sources/Programs/CPSStudio/include/psstudio.h | sort)
# Lower-case types are local: no other library can use them.
exports() { nm -D --defined-only "$1" | awk '$2 ~ /^[A-Z]$/ { print $3 }' | sort; }
exported=$(exports "$library")
diff <(echo "$declared") <(echo "$exported") || complain "header and library differ"
[ "$(wc -l <<<"$declared")" -ge 35 ] || complain "too few functions were found in the header"
exported=$(exports "$GST_PLUGIN_PATH/libgstpsstudio.so" | tr '\n' ' ')
[ "$exported" = "gst_plugin_psstudio_get_desc gst_plugin_psstudio_register " ] || complain "the plugin exports $exported"
for file in "$library" "$GST_PLUGIN_PATH/libgstpsstudio.so"; do
    if env -u LD_LIBRARY_PATH ldd "$file" | grep -E 'libswift|libFoundation|lib_Foundation|libdispatch|not found'; then
        complain "$file needs files that only a toolchain has"
    fi
done
step "exports are those of the header: $(wc -l <<<"$declared") functions"

compile() {
    local output=$1 source=$2 compiler=cc
    shift 2
    [[ $source = *.cpp ]] && compiler=c++
    # shellcheck disable=SC2046
    $compiler -g -O1 -Wall -Werror "$@" "$source" -o "$folder/$output" $(pkg-config --cflags --libs psstudio) -pthread -ldl
}
sanitizer=(-fsanitize=address,undefined -fno-sanitize-recover=undefined)
export ASAN_OPTIONS=detect_leaks=0

for name in wrong_use studio lend receivers client manual_client; do
    compile $name Tests/Programs/Embedding/$name.c "${sanitizer[@]}"
    timeout 120 "$folder/$name" 2>"$folder/log" || { cat "$folder/log" >&2; complain "$name fails"; }
    [ ! -s "$folder/log" ] || { cat "$folder/log" >&2; complain "$name writes to standard error"; }
done
# The sanitizer replaces functions of threads, too.
compile no_threads Tests/Programs/Embedding/no_threads.c
timeout 120 "$folder/no_threads"
compile pipes Tests/Programs/Embedding/pipes.c "${sanitizer[@]}"
timeout 120 "$folder/pipes" "$folder/pipe.mkv" "$folder/limited.mkv"
compile cycles Tests/Programs/Embedding/cycles.c
timeout 120 "$folder/cycles"
compile unload Tests/Programs/Embedding/unload.c -Wl,--as-needed
timeout 120 "$folder/unload" "$library"
# A header for C++ and for old C, without warnings.
echo '#include <psstudio.h>' >"$folder/header.c"
cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$prefix/include" "$folder/header.c"
c++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$prefix/include" "$folder/header.c"
step "wrong use"

# Coded media for all examples: the probe recognises each frame after its way through them.
seconds=${SECONDS_OF_MEDIA:-10}
psstudio start --quiet --fast --video coded: --audio coded: --format i420-limited --width 1920 --height 1080 --fps 30 \
    --duration "${seconds}s" --out "$folder/coded.mkv" --out - |
    ffmpeg -v error -f yuv4mpegpipe -i - -f rawvideo "$folder/coded.yuv"
ffmpeg -v error -i "$folder/coded.mkv" -vn -ar 48000 -ac 2 -f s16le "$folder/coded.pcm"

# Arguments: name, file, and the command without its arguments.
example() {
    local name=$1 output=$folder/$2
    shift 2
    # The trace of its session has no finding; without a session, exec would exit with 5.
    FAST=1 psstudio exec --quiet --strict -- "$@" "$folder/coded.yuv" "$folder/coded.pcm" "$output" ||
        complain "$name fails"
    probe "$name" "$output" $((seconds * 30))
    rm "$output"
    # An attendee may not start.
    PSSTUDIO_ROLE=attendee rejected "$name as an attendee" NoPermission "$@"
}
# Arguments: a description, what the program must report, and the command without its arguments.
rejected() {
    local name=$1 report=$2 code=0
    shift 2
    FAST=1 "$@" "$folder/coded.yuv" "$folder/coded.pcm" "$folder/no.mp4" 2>"$folder/log" || code=$?
    [ $code -ne 0 ] || complain "$name does not fail"
    grep -q "$report" "$folder/log" || { cat "$folder/log" >&2; complain "$name does not report $report"; }
    rm -f "$folder/no.mp4"
}
# Arguments: an example, and edits that let it break the contract. Prints the path of the edited program.
edited() {
    local source=examples/embedding/$1 target=$folder/broken-$1
    shift
    sed "${@/#/-e}" "$source" >"$target"
    ! cmp -s "$source" "$target" || complain "the edits of $source have no effect"
    echo "$target"
}
odd='s/1080/1081/g'
probe() {
    local name=$1 file=$2 frames=$3
    psstudio probe "$file" --json --max-missing 0 --max-offset 40ms >"$folder/probe.json" ||
        { cat "$folder/probe.json" >&2; complain "$name: the probe of $file fails"; }
    local found
    found=$(ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 "$file")
    [ "$found" = "$frames" ] || complain "$name: $file has $found frames, not $frames"
}
compile send-c examples/embedding/send.c "${sanitizer[@]}"
example C c.mp4 "$folder/send-c"
compile odd-c "$(edited send.c "$odd")"
rejected "C with an odd height" PS-START-007 "$folder/odd-c"
compile swapped-c "$(edited send.c '/send_video/s/WIDTH, HEIGHT/HEIGHT, WIDTH/')"
rejected "C with swapped sizes" "PS-SEND-005.*swapped" "$folder/swapped-c"
compile send-cpp examples/embedding/send.cpp -std=c++17 "${sanitizer[@]}"
example C++ cpp.mp4 "$folder/send-cpp"
compile odd-cpp "$(edited send.cpp "$odd")" -std=c++17
rejected "C++ with an odd height" PS-START-007 "$folder/odd-cpp"
example Python python.mp4 python3 examples/embedding/send.py
rejected "Python with an odd height" PS-START-007 python3 "$(edited send.py "$odd")"
swapped=$(edited send.py '/send_video/s/1920, 1080/1080, 1920/')
rejected "Python with swapped sizes" "PS-SEND-005.*swapped" python3 "$swapped"
if command -v node >/dev/null; then
    example Node node.mp4 node examples/embedding/send.mjs
    rejected "Node with an odd height" PS-START-007 node "$(edited send.mjs "$odd")"
else
    echo "test-embedding: node is not installed; its example is not run"
fi
step "examples that send"
# Arguments: name, and the command without its arguments. The unchanged program is commanded from outside: an output is added
# to its session, and the session is stopped, which the program notices.
controlled() {
    local name=$1 output=$folder/controlled.mp4 extra=$folder/extra.mkv code=0 tries=0
    shift
    export XDG_RUNTIME_DIR=$folder/run
    mkdir -p -m 700 "$XDG_RUNTIME_DIR"
    PSSTUDIO_CONTROL=auto "$@" "$folder/coded.yuv" "$folder/coded.pcm" "$output" 2>"$folder/log" &
    local program=$!
    until psstudio control status 2>/dev/null | grep -q '^sending'; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { cat "$folder/log" >&2; complain "$name under control does not send"; }
        sleep 0.1
    done
    psstudio control watch --json >"$folder/events" &
    local watch=$!
    psstudio control add-output "$extra" >"$folder/number" || complain "$name: no output can be added"
    [ "$(cat "$folder/number")" = 2 ] || complain "$name: the new output is $(cat "$folder/number"), not 2"
    until [ -s "$extra" ]; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || complain "$name: $extra stays empty"
        sleep 0.1
    done
    psstudio control stop || complain "$name cannot be stopped"
    wait $program || code=$?
    wait $watch || complain "$name: watch fails"
    [ $code -ne 0 ] || complain "$name does not notice the end of its session"
    grep -q '"event":' "$folder/events" || complain "$name has no events"
    [ -z "$(ls "$XDG_RUNTIME_DIR/psstudio")" ] || complain "$name leaves its socket"
    rm "$output" "$extra"
}
controlled "C under control" "$folder/send-c"
controlled "Python under control" python3 examples/embedding/send.py
PSSTUDIO_CONTROL=$folder/fork.sock timeout 60 python3 Tests/Programs/Embedding/control_fork.py ||
    complain "a forked child interferes with the control socket"
step "examples under control"
compile receive-c examples/embedding/receive.c "${sanitizer[@]}"
"$folder/receive-c" coded: "$folder/received.yuv" "$folder/received.pcm" || complain "the receiver fails"
# Whole frames of a participant's camera, more than one, and audio that is not silent. A busy machine may lose frames.
bytes=$(stat -c %s "$folder/received.yuv")
[ $((bytes % (640 * 360 * 3 / 2))) = 0 ] && [ "$bytes" -ge $((2 * 640 * 360 * 3 / 2)) ] ||
    complain "the receiver wrote $bytes bytes of frames"
[ -n "$(tr -d '\0' <"$folder/received.pcm" | head -c 1 | od -An -c)" ] || complain "the received audio is silent"
step "example that receives"

# A bot in the meeting of its page. Exec judges it, and a faulty twin.
compile bot examples/embedding/bot.c "${sanitizer[@]}"
sed -n '/^```yaml$/,/^```$/p' docs/embedding/bot.md | sed '1d;$d' >"$folder/meeting.yaml"
psstudio exec --quiet --strict --scenario "$folder/meeting.yaml" -- "$folder/bot" "$folder/bot.yuv" || complain "the bot fails"
bytes=$(stat -c %s "$folder/bot.yuv")
[ $((bytes % (640 * 360 * 3 / 2))) = 0 ] && [ "$bytes" -ge $((2 * 640 * 360 * 3 / 2)) ] ||
    complain "the bot wrote $bytes bytes of frames"
compile early-bot "$(edited bot.c '/PS_ACTION_START_RECORDING/d')"
code=0
psstudio exec --scenario "$folder/meeting.yaml" -- "$folder/early-bot" "$folder/bot.yuv" >"$folder/log" 2>&1 || code=$?
[ $code -ne 0 ] && grep -q ZM-REC-009 "$folder/log" || { cat "$folder/log" >&2; complain "a bot without raw recording passes"; }
step "bot"

scripts/test-pssink.sh "$folder"
step "pipelines"

# The programs of the documentation are the examples, of at most 30 lines.
for page in c:send.c cpp:send.cpp python:send.py node:send.mjs receiving:receive.c bot:bot.c; do
    file=docs/embedding/${page%:*}.md
    shown=$(awk '/^```(c|cpp|python|js)$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$file")
    diff <(echo "$shown") "examples/embedding/${page#*:}" || complain "the program of $file differs from the example"
    [ "$(wc -l <<<"$shown")" -le 30 ] || complain "the program of $file has more than 30 lines"
done
