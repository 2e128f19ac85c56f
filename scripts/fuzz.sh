#!/usr/bin/env bash
# Fuzzes sources, probed media, scenarios, traces, control socket, obs-websocket and RTMP with libFuzzer, starting from Tests/Programs/Fuzz/corpus.
# TARGET (default: all): y4m, wav, probe, scenario, trace, control, obs or rtmp. SECONDS_TO_RUN (default 60): duration per target.
# RUNS: number of inputs per target, instead of a duration.
# New corpus inputs are stored in .build-fuzz/corpus, inputs that cause a failure in .build-fuzz/findings.
set -euo pipefail
cd "$(dirname "$0")/.."

limit=-max_total_time=${SECONDS_TO_RUN:-60}
[ -z "${RUNS:-}" ] || limit=-runs=$RUNS
scratch=.build-fuzz
mapfile -t libraries < <(find "$(dirname "$(readlink -f "$(command -v swiftc)")")/.." \
    -name "libclang_rt.fuzzer_no_main-$(uname -m).a" -o -name libclang_rt.fuzzer_no_main.a)
[ ${#libraries[@]} -gt 0 ] || { echo "fuzz: this toolchain has no libFuzzer" >&2; exit 1; }

# Only the compiler option: the linker option would add a second main.
PSSTUDIO_FUZZ=1 swift build --product fuzz --scratch-path "$scratch" -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
    -Xlinker "${libraries[0]}" -Xlinker -lstdc++ >&2

# libFuzzer handles traps and keeps the input.
export SWIFT_BACKTRACE=enable=no
failed=0
for target in ${TARGET:-y4m wav probe scenario trace control obs rtmp}; do
    learned=$scratch/corpus/$target
    log=$scratch/fuzz-$target.log
    mkdir -p "$learned" "$scratch/findings"
    # Criticals are failures in psstudio's own parser; GStreamer 1.22's demuxers print some for broken media.
    [ "$target" = y4m ] && G_DEBUG=fatal-criticals || G_DEBUG=
    export G_DEBUG
    if TARGET=$target "$scratch/debug/fuzz" "$limit" -max_len=60000 -timeout=20 -rss_limit_mb=3000 \
        -artifact_prefix="$scratch/findings/$target-" "$learned" "Tests/Programs/Fuzz/corpus/$target" >"$log" 2>&1; then
        echo "fuzz: $target: $(grep '^Done' "$log")"
    else
        failed=1
        echo "fuzz: $target: FAILED, see $log"
        grep -aE 'ERROR|SUMMARY|Fatal error|CRITICAL|written to' "$log" || true
    fi
done
exit "$failed"
