#!/usr/bin/env bash
# Tests what scripts/versions.sh reports, with lists of its own. Run by scripts/lint.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/scripts"
cp scripts/versions.sh "$folder/scripts/"
cd "$folder"
printf '# Comment\na 1.0.0\nb 2.0.0\nc 3.0.0\n' >scripts/versions.txt
resolve() {
    local pin
    for pin in "$@"; do printf '"identity" : "%s",\n"state" : {\n"revision" : "0a1b",\n"version" : "%s"\n}\n' ${pin/=/ }; done
    printf '"version" : 3\n'
}
complain() { echo "test-versions: $*" >&2; exit 1; }
expect() {
    local status=0 reported
    reported=$(scripts/versions.sh 2>&1) || status=$?
    [ "$status: $reported" = "$1" ] || complain "'$status: $reported' instead of '$1'"
}

unset CI
resolve c=3.0.0 a=1.0.0 b=2.0.0 >Package.resolved
expect "0: "
resolve a=1.0.0 b=2.1.0 d=4.0.0 >Package.resolved
lines="versions: b 2.0.0 was tested, 2.1.0 is resolved; make versions accepts it
versions: c 3.0.0 was tested, none is resolved; make versions accepts it
versions: d none was tested, 4.0.0 is resolved; make versions accepts it"
expect "0: $lines"
export CI=true
expect "1: $lines"
scripts/versions.sh --update
[ "$(cat scripts/versions.txt)" = $'# Comment\na 1.0.0\nb 2.1.0\nd 4.0.0' ] || complain "--update writes: $(cat scripts/versions.txt)"
expect "0: "
