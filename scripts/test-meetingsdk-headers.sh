#!/usr/bin/env bash
# Tests the headers of the C++ interface of Zoom's Meeting SDK, and the table of their symbols. Called by scripts/test-meetingsdk.sh with
# its folder. The vendor's headers are not part of this repository: with VENDOR_HEADERS=FOLDER (the folder h of the Linux bundle 6.7.5)
# their binary interface is compared with ours.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1

complain() { echo "test-meetingsdk: $*" >&2; exit 1; }
step() { echo "test-meetingsdk: $* (${SECONDS} s)"; }
include=Sources/Programs/MeetingSDK/include
tests=Tests/Programs/MeetingSDK
strict=(-Wall -Wextra -Wpedantic -Woverloaded-virtual -Werror)
win32=(-DWIN32 -I "$include/meetingsdk-win32")

# Each header alone, in both branches.
count=0
while read -r header; do
    echo "#include \"$header\"" >"$folder/alone.cpp"
    standard=c++11
    [ "$header" != psstudio_meeting_testing.h ] || standard=c++17
    for compiler in g++ clang++; do
        for branch in linux win32; do
            flags=()
            [ $branch = linux ] || flags=("${win32[@]}")
            $compiler -std=$standard "${strict[@]}" "${flags[@]}" -I "$include/meetingsdk" -fsyntax-only "$folder/alone.cpp" ||
                complain "$header does not compile with $compiler in the branch $branch"
        done
    done
    count=$((count + 1))
done < <(cd "$include/meetingsdk" && find . -name '*.h' -printf '%P\n' | sort)
[ $count -ge 40 ] || complain "too few headers were found"
step "$count headers compile alone"

for compiler in g++ clang++; do
    for branch in linux win32; do
        flags=()
        [ $branch = linux ] || flags=("${win32[@]}")
        # A client that overrides an older signature hides the newer one.
        $compiler -std=c++11 "${strict[@]}" -Wno-overloaded-virtual -fsanitize=undefined -fno-sanitize-recover=undefined \
            "${flags[@]}" -I "$include/meetingsdk" "$tests/older_signatures.cpp" -o "$folder/older_signatures"
        "$folder/older_signatures" || complain "older signatures fail with $compiler in the branch $branch"
    done
done
step "older signatures"

python3 "$tests"/symbols.py >"$folder/symbols.swift" || complain "the symbols cannot be listed"
diff Sources/Interfaces/InterfaceRegistry/CppSymbols.swift "$folder/symbols.swift" ||
    complain "the table of symbols differs from headers and library: scripts/docs.sh --update"
step "symbols"

if [ -n "${VENDOR_HEADERS:-}" ]; then
    python3 "$tests"/layouts.py "$VENDOR_HEADERS" "$include/meetingsdk" ||
        complain "the binary interface differs from $VENDOR_HEADERS"
    step "binary interface"
else
    echo "test-meetingsdk: the binary interface is not compared: set VENDOR_HEADERS to the vendor's headers"
fi
