#!/usr/bin/env bash
# Compares the versions of the resolved packages with those that were tested, scripts/versions.txt. A difference is one line; in
# CI it is a failure. SwiftPM writes the resolved versions to Package.resolved, which is not part of the repository.
#
#   --update   writes the resolved versions to scripts/versions.txt
set -euo pipefail
cd "$(dirname "$0")/.."

list=scripts/versions.txt
resolved=Package.resolved
[ -e "$resolved" ] || { echo "versions: $resolved is missing; run: swift package resolve" >&2; exit 1; }

# Lines of name and version. A package at a branch or a commit has no version; its revision counts then.
versions() {
    awk -F '"' '
        function finish() { if (name != "") print name, version == "" ? revision : version }
        $2 == "identity" { finish(); name = $4; version = revision = "" }
        $2 == "revision" { revision = $4 }
        $2 == "version" && name != "" && $4 != "" { version = $4 }
        END { finish() }' "$resolved" | LC_ALL=C sort
}

case "${1:-}" in
    --update)
        grep '^#' "$list" >"$list.new"
        versions >>"$list.new"
        mv "$list.new" "$list"
        ;;
    "")
        differences=$(LC_ALL=C join -a 1 -a 2 -e none -o 0,1.2,2.2 <(grep -v '^#' "$list") <(versions) |
            awk '$2 != $3 { printf "versions: %s %s was tested, %s is resolved; make versions accepts it\n", $1, $2, $3 }')
        [ -n "$differences" ] || exit 0
        echo "$differences" >&2
        [ -z "${CI:-}" ] || exit 1
        ;;
    *)
        echo "versions.sh: unknown option '$1'; use --update, or none" >&2
        exit 2
        ;;
esac
