#!/usr/bin/env bash
# Sends the coded source to all kinds of outputs and probes the result.
# SELFTEST_SECONDS (default 20): duration of each file. SELFTEST_SIZE (default 1920x1080).
set -euo pipefail
cd "$(dirname "$0")/.."

psstudio=${PSSTUDIO_BINARY:-$PWD/.build/release/psstudio}
seconds=${SELFTEST_SECONDS:-20}
size=${SELFTEST_SIZE:-1920x1080}
frames=$((seconds * 30))
folder=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT
failed=0

# Complete media must have every frame, in order, in sync within a millisecond, with correct colours.
audio=(--max-offset 1ms --max-drift 5ppm --max-gap 0)
# FLV has a resolution of one millisecond, which appears as a drift of a few ppm in short files.
coarse=(--max-offset 1ms --max-drift 20ppm --max-gap 0)
complete=(--strict --expect-frames "$frames" --max-missing 0 --max-repeated 0 --max-out-of-order 0)
# Live media is stamped when it is sent: a stalled machine may repeat frames or shift them against the audio.
live=(--max-out-of-order 0 --max-damaged 0 --max-offset 40ms)

start() { "$psstudio" start --quiet --width "${size%x*}" --height "${size#*x}" --video coded: "$@"; }

# judge NAME PROBE-ARGUMENTS...: prints one line, or the whole report after a failure.
judge() {
    local name=$1 report
    shift
    if report=$("$psstudio" probe "$@" 2>&1); then
        printf 'selftest: %-20s %s\n' "$name" "$(sed -n 's/^verdict *//p' <<<"$report")"
    else
        printf 'selftest: %-20s FAILED\n%s\n' "$name" "$report"
        return 1
    fi
}

serve() {
    local port
    for port in $(shuf -i 20000-50000 -n 20); do
        if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
    done
    cat >"$folder/nginx.conf" <<CONF
load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
$([ "$(id -u)" -ne 0 ] || echo "user root;")
worker_processes 1;
daemon off;
pid $folder/nginx.pid;
error_log $folder/error.log;
events { worker_connections 64; }
rtmp {
    server {
        listen 127.0.0.1:$port;
        chunk_size 4096;
        application live { live on; record all; record_path $folder; record_suffix .flv; }
    }
}
CONF
    nginx -p "$folder" -e "$folder/error.log" -c "$folder/nginx.conf" &
    server=$!
    for _ in $(seq 100); do
        if (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
        sleep 0.1
    done
    address=rtmp://127.0.0.1:$port/live
}

start --fast --duration "${seconds}s" --out "$folder/a.mp4" --out "$folder/a.mkv" --out "$folder/a.flv" \
    --out "$folder/a.ts" --out "$folder/hls/index.m3u8" --hls-window all
judge "MP4 file" "$folder/a.mp4" "${complete[@]}" "${audio[@]}" || failed=1
judge "Matroska file" "$folder/a.mkv" "${complete[@]}" "${audio[@]}" || failed=1
judge "HLS folder" "$folder/hls/index.m3u8" "${complete[@]}" "${audio[@]}" || failed=1
judge "MPEG-TS file" "$folder/a.ts" "${complete[@]}" "${audio[@]}" || failed=1
judge "FLV file" "$folder/a.flv" "${complete[@]}" "${coarse[@]}" || failed=1
start --fast --duration "${seconds}s" --out mkv:- | judge "Matroska on a pipe" - "${complete[@]}" "${audio[@]}" || failed=1
start --fast --duration "${seconds}s" --out ts:- | judge "MPEG-TS on a pipe" - "${complete[@]}" "${audio[@]}" || failed=1
start --fast --duration "${seconds}s" --no-audio --out - | judge "y4m on a pipe" - "${complete[@]}" || failed=1

serve
start --fast --duration "${seconds}s" --out "$address/recorded"
judge "RTMP, recorded" "$folder/recorded.flv" "${complete[@]}" "${coarse[@]}" || failed=1
port=$(shuf -i 20000-50000 -n 1)
ffmpeg -v error -nostdin -i "srt://127.0.0.1:$port?mode=listener&latency=1000000" -c copy "$folder/srt.ts" &
receiver=$!
for _ in $(seq 100); do if grep -q "$(printf ':%04X ' "$port")" /proc/net/udp /proc/net/udp6; then break; fi; sleep 0.1; done
summary=$(start --duration 5s --json --out "srt://127.0.0.1:$port?latency=1000")
wait "$receiver" || true
# A busy machine drops frames before the encoder, and repeats others; the session counts both.
field() { sed -n "s/^ *\"$1\" : \([0-9]*\),*$/\1/p" <<<"$summary" | head -1; }
counted=$((150 - $(field outputTotalFrames) + $(field outputSkippedFrames) + $(field repeatedFrames)))
judge "SRT, received" "$folder/srt.ts" --max-missing "$counted" "${live[@]}" || failed=1

start --duration 12s --out "$address/live" &
sender=$!
# The server rejects players before the stream is published.
for _ in $(seq 100); do [ -s "$folder/live.flv" ] && break; sleep 0.1; done
judge "RTMP, live" "$address/live" --duration 5s "${live[@]}" || failed=1
wait "$sender"

if summary=$(start --fast --duration "${seconds}s" --out null: --json) &&
    grep -q "\"accepted\" : $frames," <<<"$summary"; then
    echo "selftest: null:                all $frames frames were accepted"
else
    failed=1
    echo "selftest: null:                FAILED: $summary"
fi
exit "$failed"
