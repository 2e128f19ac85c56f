#!/usr/bin/env bash
# Checks the formatting and the house rules.
set -euo pipefail
cd "$(dirname "$0")/.."

swift format lint --strict --recursive Sources Tests examples pipelines Benchmarks/Sources Package.swift

fail=0
complain() { echo "lint: $*" >&2; fail=1; }
while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 400 ] || complain "$file has $lines lines: split it by subject"
# SwiftPM wants the manifest in one file, and C programs include one header; the table of Python is generated.
done < <(git ls-files -co --exclude-standard '*.swift' '*.py' '*.js' '*.css' '*.c' '*.h' '*.cpp' '*.sh' |
    grep -vE '^(Package.swift|.*/psstudio.h|python/src/psstudio/_table.py)$')
while read -r files folder; do
    [ "$files" -lt 20 ] || complain "$folder has $files source files: sort them into folders by subject"
done < <(git ls-files -co --exclude-standard 'Sources/*.swift' 'Sources/*.js' 'Sources/*.css' 'Sources/*.c' 'Sources/*.h' 'Sources/*.cpp' |
    xargs -d '\n' dirname | sort | uniq -c)
scripts/lines.sh --check || fail=1
scripts/version.sh --check || fail=1
if grep -rnE 'import (CGStreamer|CGStreamerApp)' Sources --include '*.swift' | grep -v '^Sources/System/GStreamer/'; then
    complain "only the module GStreamer may import GStreamer's C interface"
fi
# `make smoke` runs them.
if grep -rnE 'import (GStreamer|StudioRuntime|Dispatch|Synchronization|Foundation|Glibc)$' Tests/*/*DecisionTests; then
    complain "the test of a decision needs neither threads nor GStreamer"
fi
# It reads /proc, which may be missing.
if grep -rn 'CommandLine\.' Sources --include '*.swift'; then
    complain "arguments come from ProgramArguments"
fi
# Floors from the bottom to the top: a module imports nothing from a floor above its own.
floors=(Core System Studio Media Session Interfaces Programs)
above=none
for ((index = ${#floors[@]} - 1; index >= 0; index--)); do
    floor=${floors[index]}
    if grep -rnE "^ *(@[A-Za-z_]+ |[a-z]+ )*import ([a-z]+ )?($above)\\b" "Sources/$floor" --include '*.swift'; then
        complain "the floor $floor imports a module of a floor above it"
    fi
    # Each interface is a folder of modules.
    for module in "Sources/$floor"/*/ $([ "$floor" != Interfaces ] || echo Sources/Interfaces/*/*/); do
        above+="|$(basename "$module")"
    done
done
if [ "$(ls Sources)" != "$(printf '%s\n' "${floors[@]}" | sort)" ]; then complain "Sources has a folder that is no floor"; fi
if grep -rnE 'TODO|FIXME|XXX' Sources Tests examples pipelines; then complain "unfinished code"; fi
python3 scripts/lint-names.py || fail=1
python3 scripts/names.py --check || fail=1
python3 scripts/rule-comments.py --check || fail=1
python3 Tests/Programs/MeetingSDK/stubs.py --check || fail=1
scripts/test-steps.sh || fail=1
scripts/test-additions.sh --count >/dev/null || fail=1
scripts/test-versions.sh || fail=1
exit $fail
