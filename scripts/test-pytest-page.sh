#!/usr/bin/env bash
# Executes the lines of docs/pytest.md as a new user does: an empty environment, the installed program and wheel, a test that
# fails with its reason, and one that passes.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-pytest-page: $*" >&2; cat "$folder/log" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
: >"$folder/log"
wheel=$(scripts/wheel.sh pure)
make --no-print-directory meetingsdk >"$folder/log" 2>&1 || complain "libmeetingsdk cannot be built"
make --no-print-directory install PREFIX="$folder/prefix" >"$folder/log" 2>&1 || complain "make install fails"
export PATH=$folder/prefix/bin:$PATH PKG_CONFIG_PATH=$folder/prefix/lib/pkgconfig LD_LIBRARY_PATH=$folder/prefix/lib
unset PSSTUDIO_BINARY PSSTUDIO_LIBRARY

# The blocks of the page's first section: the test, and the lines of the shell.
page=$PWD/docs/pytest.md
section() {
    awk -v kind="$1" '/^## /{ count++ } count == 1 && $0 == "```" kind { on = 1; next } /^```$/ { on = 0 } on' "$page"
}
mkdir "$folder/user"
cp "$wheel" examples/pytest/sender.cpp "$folder/user/"
cd "$folder/user"
section python >test_bot.py
[ -s test_bot.py ] || complain "the page has no test"
mapfile -t lines < <(section sh)
[ $((${#lines[@]} + $(wc -l <test_bot.py))) -le 11 ] || complain "the page has more than ten lines and an import"
failed=0
for line in "${lines[@]}"; do
    case $line in
    *' # fails'*)
        if bash -c "$line" >"$folder/log" 2>&1; then complain "'$line' does not fail"; fi
        grep -q 'fix: scale before sending' "$folder/log" || complain "the failure has no reason"
        failed=1
        ;;
    *) bash -c "$line" >"$folder/log" 2>&1 || complain "'$line' fails" ;;
    esac
done
[ $failed = 1 ] || complain "no line of the page fails"
grep -q '1 passed' "$folder/log" || complain "the last line does not pass"
echo "test-pytest-page: the lines of docs/pytest.md work"
