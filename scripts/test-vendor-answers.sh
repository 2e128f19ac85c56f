#!/usr/bin/env bash
# Asks psstudio's library and the vendor's what they answer until an authentication has succeeded, and compares the answers.
# The vendor's library is that of the package zoom-meeting-sdk of PyPI, which is unpacked into a temporary folder and runs
# without a network; nothing of it stays. Where it cannot be had or loaded, the test is skipped.
# VENDOR_WHEEL=FILE takes a wheel that is there; VERBOSE=1 prints each answer.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-vendor-answers: $*" >&2; exit 1; }
skip() { echo "test-vendor-answers: skipped: $*"; exit 0; }

package=zoom-meeting-sdk==0.0.27
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wheel=${VENDOR_WHEEL:-}
if [ -z "$wheel" ]; then
    python3 -m pip download --quiet --no-deps --only-binary :all: --python-version 3.11 --platform manylinux_2_28_x86_64 \
        --dest "$folder" "$package" >"$folder/log" 2>&1 ||
        skip "$package cannot be downloaded: $(tail -n 1 "$folder/log")"
    wheel=$(echo "$folder"/*.whl)
fi
[ -e "$wheel" ] || complain "VENDOR_WHEEL: $wheel does not exist"
mkdir -p "$folder/vendor" "$folder/home/.zoomsdk/logs"
python3 -m zipfile -e "$wheel" "$folder/unpacked"
vendor=$folder/unpacked/zoom_meeting_sdk.libs
ln -s "$vendor"/libmeetingsdk-*.so.1 "$folder/vendor/libmeetingsdk.so.1"
missing=$(LD_LIBRARY_PATH=$vendor ldd "$folder/vendor/libmeetingsdk.so.1" | awk '/not found/ { print $1 }' | sort -u | xargs)
[ -z "$missing" ] || skip "the vendor's library needs $missing"
# It must not reach the vendor: its answers would depend on that.
offline=(unshare --net)
"${offline[@]}" true 2>/dev/null || offline=(unshare --net --map-root-user)
"${offline[@]}" true 2>/dev/null || skip "unshare --net is not permitted"

prefix=$folder/prefix
make --no-print-directory install PREFIX="$prefix" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
program=$folder/vendor_answers
# shellcheck disable=SC2046
g++ -std=c++17 -Wall -Wextra -Werror Tests/Programs/MeetingSDK/vendor_answers.cpp -o "$program" \
    $(pkg-config --cflags --libs psstudio-meetingsdk glib-2.0)

# Arguments: whose answers, the folders of the library, and a group. What ends the process is an answer, too.
ask() {
    local file=$folder/$1-$3 code=0
    { LD_LIBRARY_PATH=$2 HOME=$folder/home timeout 60 "${offline[@]}" "$program" "$3" "$file" >"$folder/log" 2>&1 ||
        code=$?; } 2>/dev/null
    [ -e "$file" ] || { cat "$folder/log" >&2; complain "$1's library cannot be asked: exit code $code"; }
    if [ $code != 0 ]; then printf 'ends with %d\n' $code >>"$file"; fi
}
groups=$(LD_LIBRARY_PATH=$prefix/lib "$program" --list)
for group in $groups; do
    ask psstudio "$prefix/lib" "$group"
    ask vendor "$folder/vendor:$vendor" "$group"
    # The same questions, or it is no comparison.
    diff <(cut -f 1,2 "$folder/psstudio-$group") <(cut -f 1,2 "$folder/vendor-$group") >"$folder/log" ||
        { cat "$folder/log" >&2; complain "$group: other questions"; }
    paste "$folder/psstudio-$group" "$folder/vendor-$group" | awk -F '\t' -v group="$group" -v verbose="${VERBOSE:-}" '
        $3 != $6 || verbose {
            reason = $3 == $6 ? "" : $2 == "chosen" ? " (on purpose)" : $2 == "network" ? " (the vendor needs its network)" : ""
            printf "%s: %s: psstudio %s, vendor %s%s\n", group, $1, $3, $6, reason
        }' || complain "$group cannot be compared"
done >"$folder/differences"
cat "$folder/differences"
asked=$(cat "$folder"/psstudio-* | wc -l)
[ "$asked" -ge 150 ] || complain "only $asked questions"
different=$(for group in $groups; do paste "$folder/psstudio-$group" "$folder/vendor-$group"; done |
    awk -F '\t' '$2 == "" && $3 != $6' | wc -l)
[ "$different" = 0 ] || complain "$different of $asked answers differ from the vendor's library, $package"
echo "test-vendor-answers: $asked answers; $(grep -c '(on purpose)' "$folder/differences" || true) differ on purpose," \
    "$(grep -c '(the vendor needs' "$folder/differences" || true) need the vendor's network"
