#!/usr/bin/env bash
# Tests the C++ interface of Zoom's Meeting SDK: its headers, its library, clients of both.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-meetingsdk: $*" >&2; exit 1; }
step() { echo "test-meetingsdk: $* (${SECONDS} s)"; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
include=Sources/Programs/MeetingSDK/include
tests=Tests/Programs/MeetingSDK

scripts/test-meetingsdk-headers.sh "$folder"

prefix=$folder/prefix
make --no-print-directory install PREFIX="$prefix" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
export PATH=$prefix/bin:$PATH PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
# A critical of GLib ends the program. GLib does not free what it allocates when it is loaded. Swift keeps pointers with
# bits of an enumeration in them, and those to counters of weak references shifted: the sanitizer does not see that values
# of static properties, these counters, and parsed values of a scenario are still in use. Everything else that leaks fails.
# With line tables, functions of the scenario reader have short names and a file; without, their symbols.
printf 'leak:%s\n' _dl_init swift::threading_impl::once_slow formWeakReference ScenarioReader.swift StudioScenario0B6Reader \
    ScenarioFormat.swift StudioScenario0B6Format \
    >"$folder/leaks"
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=fast_unwind_on_malloc=0
export LSAN_OPTIONS=suppressions=$folder/leaks:print_suppressions=0
library=$prefix/lib/libmeetingsdk.so.1
[ "$(stat -c %s "$library")" -lt 500000 ] || complain "the library has $(stat -c %s "$library") bytes"
exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort)
declared=$(sed -n 's/.*SYMBOL("\([A-Za-z_]*\)").*/\1\n\1_w/p' "$include"/meetingsdk/zoom_sdk.h \
    "$include"/meetingsdk/rawdata/zoom_rawdata_api.h "$include"/meetingsdk/psstudio_meeting_testing.h | sort)
diff <(echo "$declared") <(echo "$exported") || complain "headers and library differ"
[ "$(wc -l <<<"$declared")" = 50 ] || complain "the headers do not declare 19 functions, and 6 for tests"
readelf -d "$library" | grep -q 'SONAME.*libmeetingsdk\.so\.1\]' || complain "the SONAME is not libmeetingsdk.so.1"
if readelf -d "$library" | grep -i swift; then complain "the library needs Swift by itself"; fi
step "installed: $(stat -c %s "$library") bytes, 25 functions in two branches"

sanitizer=(-g -fsanitize=address,undefined -fno-sanitize-recover=undefined)
sanitized=$folder/sanitized
mkdir "$sanitized"
scripts/build-meetingsdk.sh .build/release/libpsstudio-c.so "$sanitized/libmeetingsdk.so.1" "${sanitizer[@]}"
# Its functions have names there.
ln -s "$PWD/.build/release/libpsstudio-c.so" "$sanitized/libpsstudio.so.0"
step "the library with sanitizers"

# Arguments: the program to build, its source, the branch, and further flags.
compile() {
    local output=$folder/$1 source=$2 package=psstudio-meetingsdk
    [ "$3" = linux ] || package+=-win32
    shift 3
    # shellcheck disable=SC2046
    $compiler -std=c++17 -Wall -Wextra -Werror "$@" "$source" -o "$output" \
        $(pkg-config --cflags --libs $package glib-2.0) -pthread
}
# Arguments: a program and its arguments. It writes nothing but diagnoses.
run() {
    LD_LIBRARY_PATH=$sanitized:$prefix/lib timeout 120 "$@" 2>"$folder/log" ||
        { cat "$folder/log" >&2; complain "$* fails"; }
    if grep -v '^psstudio: ' "$folder/log"; then complain "$* writes to standard error"; fi
}
compiler=g++
for branch in linux win32; do
    compile wrong_use $tests/wrong_use.cpp $branch "${sanitizer[@]}"
    run "$folder/wrong_use"
    compile before_authentication $tests/before_authentication.cpp $branch "${sanitizer[@]}"
    for part in calls client; do run "$folder/before_authentication" $part; done
    # A controller that is not there ends the client, after a line that says why.
    compile early_controller $tests/before_authentication.cpp $branch -g
    code=0
    { timeout 60 "$folder/early_controller" controller 2>"$folder/log" || code=$?; } 2>/dev/null
    [ $code = 139 ] || complain "a controller before the authentication ends with $code, not with SIGSEGV"
    grep -q 'ZM-AUTH-001: GetMeetingAudioController returns null, .*; wait for onAuthenticationReturn' "$folder/log" ||
        { cat "$folder/log" >&2; complain "a controller before the authentication has no diagnosis"; }
    compile recorder $tests/recorder.cpp $branch "${sanitizer[@]}"
    PSSTUDIO_SCENARIO=$tests/recorder.yaml run "$folder/recorder" stack
    PSSTUDIO_SCENARIO=$tests/recorder.yaml run "$folder/recorder" heap
    compile callbacks $tests/callbacks.cpp $branch "${sanitizer[@]}"
    PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml run "$folder/callbacks"
    [ "$(grep -c ZM-ENTRY-006 "$folder/log")" = 1 ] || complain "CleanUPSDK inside a callback is not reported once"
    compile ends $tests/ends.cpp $branch "${sanitizer[@]}"
    run "$folder/ends" cleanup
    if grep ZM-ENTRY-006 "$folder/log"; then complain "CleanUPSDK outside callbacks is reported"; fi
    run "$folder/ends" inside
    [ "$(grep -c ZM-ENTRY-006 "$folder/log")" = 1 ] || complain "CleanUPSDK inside onProxyDetectComplete is not reported once"
    for part in waiting-room early; do PSSTUDIO_SCENARIO=$tests/waiting_room.yaml run "$folder/ends" $part; done
    if [ $branch = win32 ]; then
        compile windows_loop $tests/windows_loop.cpp win32 "${sanitizer[@]}"
        PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml run "$folder/windows_loop"
    fi
    compile testing $tests/testing.cpp $branch "${sanitizer[@]}"
    run "$folder/testing"
    compile no_loop $tests/no_loop.cpp $branch "${sanitizer[@]}"
    run "$folder/no_loop"
    [ "$(grep -c ZM-CALL-001 "$folder/log")" = 1 ] || complain "a loop that nobody runs is not reported once"
    # What ends the process.
    for fault in throws throws-frame; do
        code=0
        # The shell would report the signal as well.
        { PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml LD_LIBRARY_PATH=$sanitized:$prefix/lib \
            timeout 60 "$folder/callbacks" $fault >"$folder/log" 2>&1 || code=$?; } 2>/dev/null
        [ $code = 134 ] || complain "callbacks $fault ends with $code, not with SIGABRT"
        grep -q 'psstudio: .* threw: on purpose; no exception may leave a callback' "$folder/log" ||
            { cat "$folder/log" >&2; complain "callbacks $fault has no diagnosis"; }
    done
    # What a client's callback leaks is found below the C library.
    for fault in leaks leaks-frame; do
        if PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml LD_LIBRARY_PATH=$sanitized:$prefix/lib \
            timeout 60 "$folder/callbacks" $fault >"$folder/log" 2>&1; then complain "callbacks $fault is not found"; fi
        grep -A3 '^Direct leak of [1-5]000 byte' "$folder/log" | grep -q ' in leak .*callbacks\.cpp' ||
            { cat "$folder/log" >&2; complain "callbacks $fault: another failure"; }
    done
    compiler=clang++ compile sender $tests/sender.cpp $branch
    PSSTUDIO_ROLE=cohost PSSTUDIO_OUT=$folder/sent-$branch.mp4 psstudio exec -- "$folder/sender" 2>"$folder/log" ||
        { cat "$folder/log" >&2; complain "the sender fails"; }
    # The pace of a busy machine is no fault of the sender.
    if grep -E '(PS|ZM|CONTENT)-[A-Z]' "$folder/log" >&2; then complain "the sender has a finding"; fi
    frames=$(ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 \
        "$folder/sent-$branch.mp4")
    [ "$frames" -ge 25 ] || complain "the sender's file has $frames frames"
    for fault in odd:PS-START-007 swapped:PS-SEND-005; do
        if PSSTUDIO_ROLE=cohost psstudio exec --quiet --strict -- "$folder/sender" ${fault%:*} >"$folder/log" 2>&1; then
            complain "the sender with the fault ${fault%:*} has no finding"
        fi
        grep -q "${fault#*:}" "$folder/log" || { cat "$folder/log" >&2; complain "no finding ${fault#*:}"; }
    done
    PSSTUDIO_ROLE=cohost "$folder/sender" late >"$folder/log" 2>&1 || { cat "$folder/log" >&2; complain "a late send"; }
    grep -q 'PS-SEND-001 WrongUsage' "$folder/log" || { cat "$folder/log" >&2; complain "a late send is not diagnosed"; }
    step "clients of the branch $branch"
done

# Bots in the field: each scenario has one without its bug, which breaks no rule, and one with it, which breaks this one.
bugs=(audio-never-connects:ZM-AUDIO-001 moved-around:ZM-REC-009 on-behalf-token-fails:PS-ENTRY-020
    recording-denied:ZM-REC-001 recording-granted-late:ZM-REC-006 recording-revoked:ZM-REC-009 share-locked:ZM-SHARE-003)
[ "$(printf '%s\n' "${bugs[@]%:*}")" = "$(cd examples/bots && ls -1 -- *.yaml | sed 's/\.yaml$//')" ] ||
    complain "examples/bots has other scenarios"
for branch in linux win32; do
    compile field $tests/field.cpp $branch "${sanitizer[@]}"
    for bug in "${bugs[@]}"; do
        run "$folder/field" examples/bots "${bug%:*}" >"$folder/broken"
        [ ! -s "$folder/broken" ] || complain "the bot in ${bug%:*} breaks $(cat "$folder/broken")"
        code=0
        LD_LIBRARY_PATH=$sanitized:$prefix/lib timeout 60 "$folder/field" examples/bots "${bug%:*}" bug \
            >"$folder/broken" 2>"$folder/log" || code=$?
        [ $code = 3 ] && [ "$(cat "$folder/broken")" = "${bug#*:}" ] ||
            { cat "$folder/broken" "$folder/log" >&2; complain "the bot with the bug in ${bug%:*} exits with $code"; }
    done
done
step "${#bugs[@]} bots in the field, and their faulty twins"

# The verdicts of psstudio exec: clients without a fault have no finding, and each fault has its rule.
compile verdicts $tests/verdicts.cpp linux
# Arguments: what the client does, the exit code, a text of the report, and options of exec.
verdict() {
    local part=$1 expected=$2 text=$3 code=0
    shift 3
    timeout 60 psstudio exec --scenario $tests/verdicts.yaml "$@" -- "$folder/verdicts" "$part" >"$folder/log" 2>&1 || code=$?
    [ $code = "$expected" ] && grep -q -- "$text" "$folder/log" ||
        { cat "$folder/log" >&2; complain "exec of the client '$part' exits with $code, not with $expected and '$text'"; }
}
right=('' destroy leave-destroy chat-burst utf8-name cleans-up unsubscribes-twice subscribes-again shares-again)
for part in "${right[@]}"; do verdict "$part" 0 ': ok; ' --strict; done
for part in audio-in-one-call audio-without-pause; do verdict $part 0 'note: .* of audio are queued for the microphone' --strict; done
printf 'version: 1\nmeeting:\n  participants: [{name: Ann}]\nsteps:\n' >"$folder/chat.yaml"
printf '  - {on: onJoin, every: 200ms, sendChat: {user: Ann, text: Hello}}\n' >>"$folder/chat.yaml"
verdict chat-answers 0 ': ok; ' --strict --scenario "$folder/chat.yaml"
faults=(audio-too-far:ZM-SEND-007 microphone:ZM-SEND-008 chat-storm:ZM-CHAT-002 idle:ZM-CALL-001 no-number:PS-ENTRY-021
    no-name:ZM-ENTRY-007 double-destroy:ZM-CALL-003 bad-pointer:ZM-CALL-003 out-of-range:ZM-CALL-003
    destroy-in-status:ZM-CALL-003 late-frame:ZM-REF-006 after-cleanup:ZM-AUTH-006 resume:ZM-SHARE-002 fork:C-CALL-004
    interrupt:C-CALL-010 stops-unstarted:ZM-REC-003)
for fault in "${faults[@]}"; do verdict "${fault%:*}" 3 ": ${fault#*:}: "; done
verdict latin-name 3 ': ZM-ENTRY-007: .*the user name is not a text in UTF-8'
verdict slow-frame 0 ': ZM-QUALITY-001: '
verdict slow-frame 7 ': ZM-QUALITY-001: ' --strict
verdict slow-loop 0 ': ZM-QUALITY-002: '
verdict second-delegate 0 ': ZM-QUALITY-003: '
verdict second-delegate 7 ': ZM-QUALITY-003: ' --strict
printf 'version: 1\nanswers:\n  join: {refusal: Failed}\n' >"$folder/no_join.yaml"
printf 'version: 1\nanswers:\n  authentication: {refusal: InternalError}\n' >"$folder/no_token.yaml"
verdict '' 0 ': ok; .* no session: joining was rejected: Failed' --scenario "$folder/no_join.yaml"
verdict rejected-token 0 ': ok; .* no session: the authentication was rejected: InternalError' --scenario "$folder/no_token.yaml"
grep -q '^SDKAuth 15$' "$folder/log" || { cat "$folder/log" >&2; complain "the authentication has another code"; }
PSSTUDIO_SCENARIO=$tests/verdicts.yaml "$folder/verdicts" joins 60 6 >"$folder/joins" 2>&1 || { cat "$folder/joins" >&2; complain "joins leave memory"; }
step "verdicts: $((${#right[@]} + 3)) clients without a fault, $((${#faults[@]} + 4)) faults; $(tail -1 "$folder/joins")"

# What the pkg-config file of the other branch leads to.
# shellcheck disable=SC2046
if g++ -DWIN32 -fsyntax-only -x c++ - $(pkg-config --cflags psstudio-meetingsdk glib-2.0) <<<'#include <zoom_sdk.h>' 2>"$folder/log"; then
    complain "WIN32 compiles with the headers of Linux alone"
fi
grep -q '#error .*psstudio-meetingsdk-win32' "$folder/log" || { cat "$folder/log" >&2; complain "WIN32 has no #error"; }
preloaded=$(.build/release/psstudio exec --quiet --preload-meeting-sdk -- sh -c 'echo "$LD_PRELOAD"' 2>/dev/null) || true
[ "$preloaded" = "$prefix/lib/libmeetingsdk.so.1" ] || complain "the library of LD_LIBRARY_PATH is not preloaded: $preloaded"
preloaded=$(env -u LD_LIBRARY_PATH .build/release/psstudio exec --quiet --preload-meeting-sdk -- sh -c 'echo "$LD_PRELOAD"' \
    2>"$folder/log") || true
[ "$preloaded" = "$(realpath .build/release/libmeetingsdk.so)" ] || complain "the built library is not preloaded: $preloaded"
if grep -q 'cannot be preloaded' "$folder/log"; then complain "the built library cannot be loaded"; fi
step "places of headers and library"

# Threads. What other libraries do by themselves is not looked at: the sanitizer does not see how they synchronise.
threaded=$folder/threaded
mkdir "$threaded"
scripts/build-meetingsdk.sh .build/release/libpsstudio-c.so "$threaded/libmeetingsdk.so.1" -g -O1 -fsanitize=thread
printf 'called_from_lib:%s\n' libpsstudio.so libglib-2.0.so libgobject-2.0.so libgstreamer-1.0.so libgstbase-1.0.so \
    libgstapp-1.0.so libgstaudio-1.0.so libgstvideo-1.0.so liborc-0.4.so >"$folder/races"
# Arguments: a program and its arguments.
run_threads() {
    LD_LIBRARY_PATH=$threaded:$prefix/lib TSAN_OPTIONS="exitcode=66 suppressions=$folder/races" \
        timeout 120 "$@" >"$folder/log" 2>&1
}
for name in callbacks recorder testing plain_values; do
    compile $name-threads $tests/$name.cpp linux -g -O1 -fsanitize=thread
done
PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml run_threads "$folder/callbacks-threads" ||
    { cat "$folder/log" >&2; complain "callbacks have races"; }
PSSTUDIO_SCENARIO=$tests/recorder.yaml run_threads "$folder/recorder-threads" heap ||
    { cat "$folder/log" >&2; complain "the recorder has races"; }
run_threads "$folder/testing-threads" || { cat "$folder/log" >&2; complain "the tests of clients have races"; }
run_threads "$folder/plain_values-threads" || { cat "$folder/log" >&2; complain "values without a lock have races"; }
code=0
PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml run_threads "$folder/callbacks-threads" races || code=$?
[ $code = 66 ] && grep -q 'data race .*callbacks\.cpp' "$folder/log" ||
    { cat "$folder/log" >&2; complain "callbacks races ends with $code"; }
step "threads"

# Memory, of libraries as they are installed, with the names of their functions. Valgrind misses the same pointers as the leak
# sanitizer, and takes padding of Swift's metadata for values.
named=$folder/named
mkdir "$named"
strip -g -o "$named/libpsstudio.so.0" .build/release/libpsstudio-c.so
strip -g -o "$named/libmeetingsdk.so.1" .build/release/libmeetingsdk.so
for frame in call_init '_ZN5swift14threading_impl9once_slow*' '*formWeakReference*'; do
    printf '{\n%s\nMemcheck:Leak\n...\nfun:%s\n}\n' "$frame" "$frame"
done >"$folder/memory"
printf '{\nmetadata\nMemcheck:Cond\nfun:swift_initStructMetadata\n}\n' >>"$folder/memory"
# Arguments: a program and its arguments.
run_valgrind() {
    # Without fair turns, a thread that is busy lets the others wait.
    CLIENT_SECONDS=120 LD_LIBRARY_PATH=$named:$prefix/lib timeout 300 \
        valgrind --quiet --fair-sched=try --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite --num-callers=40 --error-exitcode=9 --suppressions="$folder/memory" "$@" \
        >"$folder/log" 2>&1
}
for name in wrong_use callbacks recorder field; do compile $name-plain $tests/$name.cpp linux -g; done
run_valgrind "$folder/wrong_use-plain" || { cat "$folder/log" >&2; complain "valgrind finds faults after wrong use"; }
PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml run_valgrind "$folder/callbacks-plain" ||
    { cat "$folder/log" >&2; complain "valgrind finds faults in callbacks"; }
PSSTUDIO_SCENARIO=$tests/recorder.yaml run_valgrind "$folder/recorder-plain" heap ||
    { cat "$folder/log" >&2; complain "valgrind finds faults of the recorder"; }
run_valgrind "$folder/field-plain" examples/bots moved-around ||
    { cat "$folder/log" >&2; complain "valgrind finds faults of the bot in moved-around"; }
code=0
PSSTUDIO_ROLE=cohost PSSTUDIO_SCENARIO=$tests/callbacks.yaml run_valgrind "$folder/callbacks-plain" leaks-frame || code=$?
[ $code = 9 ] && grep -q ' leak() (callbacks\.cpp:' "$folder/log" ||
    { cat "$folder/log" >&2; complain "callbacks leaks-frame ends with $code in valgrind"; }
step "valgrind"

# Two participants, and a lost connection: exactly the frames and samples of that second are missing.
compile two_participants $tests/two_participants.cpp linux "${sanitizer[@]}"
mkdir "$folder/two"
run "$folder/two_participants" $tests/two_participants.yaml "$folder/two"
files=("$folder"/two/*)
[ ${#files[@]} = 4 ] || complain "the recorder of two participants wrote ${#files[@]} files"
for file in "${files[@]}"; do
    code=0
    case $file in
        *.y4m) found='30 missing: 60-89' budgets=(--max-missing 30 --max-repeated 0 --max-damaged 0) less=(--max-missing 29) ;;
        *) found='audio gaps: 309.0 ms silent at 2.001 s, 690.0 ms skipped at 2.311 s' budgets=(--max-gap 700ms)
            less=(--max-gap 600ms) ;;
    esac
    psstudio probe "$file" "${budgets[@]}" >"$folder/log" || { cat "$folder/log" >&2; complain "$file"; }
    grep -q "^found *$found\$" "$folder/log" || { cat "$folder/log" >&2; complain "$file has other losses"; }
    psstudio probe "$file" "${less[@]}" >"$folder/log" || code=$?
    [ $code = 7 ] || complain "$file: the probe finds less than what is missing"
done
step "recorder of two participants"

# What C++ adds to sending, in instructions: at most a fiftieth, for a small frame.
# shellcheck disable=SC2046
g++ -std=c++17 -O2 -gdwarf-4 -Wno-missing-field-initializers $tests/send_cost.cpp -o "$folder/send_cost" \
    $(pkg-config --cflags --libs psstudio-meetingsdk psstudio glib-2.0) -pthread
declare -A cost
for way in c:sendThroughC cpp:sendThroughCpp; do
    LD_LIBRARY_PATH=$prefix/lib timeout 300 valgrind --tool=callgrind --collect-atstart=no --toggle-collect="${way#*:}" \
        --callgrind-out-file="$folder/callgrind" "$folder/send_cost" "${way%:*}" >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; complain "sending through ${way%:*} fails with callgrind"; }
    cost[${way%:*}]=$(sed -n 's/^totals: //p' "$folder/callgrind")
    [ "${cost[${way%:*}]}" -gt 1000000 ] || complain "callgrind has counted nothing"
done
[ $((cost[cpp] * 100)) -le $((cost[c] * 102)) ] || complain "C++ sends with ${cost[cpp]} instructions, C with ${cost[c]}"
step "200 frames: ${cost[cpp]} instructions through C++, ${cost[c]} through C"

# Tests of clients, built with CMake and pkg-config; those of the faulty twin fail.
for fault in OFF ON; do
    build=$folder/cmake-$fault
    { cmake -S examples/embedding/meeting_tests -B "$build" -DFAULT=$fault && cmake --build "$build"; } >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; complain "the tests of a client do not build"; }
    for name in googletest catch2; do
        code=0
        LD_LIBRARY_PATH=$prefix/lib timeout 120 "$build/$name" >"$folder/log" 2>&1 || code=$?
        case $fault in
            OFF) [ $code = 0 ] || { cat "$folder/log" >&2; complain "$name fails"; } ;;
            ON)
                [ $code != 0 ] || complain "$name passes with the faulty twin"
                for text in FAILED ZM-REC-009; do
                    grep -q $text "$folder/log" || { cat "$folder/log" >&2; complain "$name of the faulty twin: no $text"; }
                done ;;
        esac
    done
done
step "GoogleTest, Catch2, and their faulty twins"

compile bot examples/embedding/meeting_bot.cpp linux
export PSSTUDIO_SCENARIO=examples/embedding/meeting_bot.yaml
"$folder/bot" 5 "$folder/bot.y4m" "$folder/bot.wav" >/dev/null 2>&1 || complain "the recorder bot fails"
size=$(ffprobe -v error -select_streams v -show_entries stream=width,height -of csv=p=0 "$folder/bot.y4m")
[ "$size" = 640,360 ] || complain "the bot's frames are $size"
# A busy machine may lose frames.
psstudio probe "$folder/bot.y4m" --max-missing 15 >"$folder/log" || { cat "$folder/log" >&2; complain "the bot's frames"; }
psstudio probe "$folder/bot.wav" >>"$folder/log" || { cat "$folder/log" >&2; complain "the bot's audio"; }
step "recorder bot: $(sed -n 's/^frames *\([0-9]* received\).*/\1/p' "$folder/log")"

# Examples whose first calls fail, and that are stopped before they have joined.
printf 'version: 1\nanswers:\n  init: {failure: Failed}\n' >"$folder/no_init.yaml"
printf 'version: 1\nanswers:\n  authentication: {delivery: {count: 0}}\n' >"$folder/no_answer.yaml"
for service in Auth Meeting; do
    echo "int Create${service}Service(void **service) { return service ? 13 : 3; }" >"$folder/service.c"
    cc -shared -fPIC "$folder/service.c" -o "$folder/no_$service.so"
done
# Arguments: the call that fails, variables, and a program with its arguments.
fails_at() {
    local call=$1 code=0
    shift
    timeout 60 env "$@" >"$folder/log" 2>&1 || code=$?
    [ $code = 1 ] && [ "$(grep ' returns ' "$folder/log")" = "$call returns 13" ] ||
        { cat "$folder/log" >&2; complain "$*: exit code $code when $call fails"; }
}
# The program itself: before it is executed, the shell's handlers count.
catches_stop() {
    [ "$(readlink "/proc/$bot/exe")" = "$1" ] && (($(sed -n 's/^SigCgt:\t/0x/p' "/proc/$bot/status") & 1 << 14))
}
has_ended() { ! kill -0 "$bot" 2>/dev/null; }
# Arguments: what is awaited, and a command that fails until it is there.
await() {
    local what=$1 tries=0
    shift
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || { cat "$folder/log" >&2; complain "the bot: $what"; }
        sleep 0.1
    done
}
compile listener examples/load/listener.cpp linux
compile studio examples/pytest/sender.cpp linux
trap '{ kill -KILL ${bot:-} || true; } 2>/dev/null; rm -rf "$folder"' EXIT
for program in "bot 5 $folder/bot.y4m $folder/bot.wav" listener studio; do
    # shellcheck disable=SC2086
    set -- "$folder"/$program
    fails_at InitSDK PSSTUDIO_SCENARIO="$folder/no_init.yaml" "$@"
    fails_at CreateAuthService LD_PRELOAD="$folder/no_Auth.so" "$@"
    fails_at CreateMeetingService LD_PRELOAD="$folder/no_Meeting.so" "$@"
    PSSTUDIO_SCENARIO=$folder/no_answer.yaml "$@" >"$folder/counts" 2>"$folder/log" &
    bot=$!
    await "$1 does not handle SIGTERM" catches_stop "$1"
    kill -TERM $bot
    await "$1 goes on after SIGTERM during the authentication" has_ended
    wait $bot || { cat "$folder/log" >&2; complain "$1 fails after SIGTERM during the authentication"; }
done
step "examples that fail or are stopped before they have joined"

# The unchanged bot is commanded from outside. It records for an hour, unless the meeting ends.
export XDG_RUNTIME_DIR=$folder/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
PSSTUDIO_CONTROL=auto "$folder/bot" 3600 "$folder/bot.y4m" "$folder/bot.wav" >"$folder/counts" 2>"$folder/log" &
bot=$!
shows() { psstudio control status 2>/dev/null | grep -q "$1"; }
await "Ann does not come" shows ' Ann, host$'
psstudio control watch --json >"$folder/events" &
watch=$!
await "nothing is recorded" test -s "$folder/bot.y4m"
await "it is not watched" eval 'psstudio control add-participant Bob >/dev/null && [ -s "$folder/events" ]'
await "Bob does not come" shows ' Bob, attendee$'
psstudio control set-role cohost Bob || complain "Bob's role cannot be changed"
await "Bob is no co-host" shows ' Bob, coHost$'
psstudio control end-meeting || complain "the bot's meeting cannot be ended"
wait $bot || { cat "$folder/log" >&2; complain "the bot under control fails"; }
wait $watch || complain "watch fails beside the bot"
grep -q '"commandPerformed":{"command":{"endMeeting":' "$folder/events" || complain "the bot has no events"
[ -z "$(ls "$XDG_RUNTIME_DIR/psstudio")" ] || complain "the bot leaves its socket"
step "recorder bot under control: $(cat "$folder/counts")"
