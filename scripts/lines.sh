#!/usr/bin/env bash
# Counts the lines of the sources.
#
#   lines.sh                     the lines of code below Sources, neither blank nor comment: written by hand, and generated
#   lines.sh --closures          of each module: its lines of Swift, the own modules that it compiles against, and their lines
#   lines.sh --closures MODULE…  of these modules
set -euo pipefail
cd "$(dirname "$0")/.."

# Prints the lines of code of the files that are named on standard input, ended by NUL.
code() {
    xargs -0 cat | awk '
        { sub(/^[ \t]+/, "") }
        inside { if (/\*\//) inside = 0; next }
        /^$/ || /^\/\// { next }
        /^\/\*/ { if (!/\*\//) inside = 1; next }
        { lines++ }
        END { print lines + 0 }'
}

# Prints the names of the sources whose attribute linguist-generated is the argument, ended by NUL.
sources() {
    git ls-files 'Sources/*.swift' 'Sources/*.c' 'Sources/*.h' 'Sources/*.cpp' 'Sources/*.js' 'Sources/*.css' 'Sources/*.html' |
        git check-attr --stdin linguist-generated | sed -n "s/: linguist-generated: \($1\)\$//p" | tr '\n' '\0'
}

case ${1:-} in
'')
    echo "written by hand: $(sources 'unset\|unspecified' | code)"
    echo "generated: $(sources set | code)"
    ;;
--closures)
    shift
    swift package dump-package | python3 -c '
import json, sys
from pathlib import Path

targets = {target["name"]: target for target in json.load(sys.stdin)["targets"] if target["type"] != "test"}


def imported(name):
    names = [dependency[kind][0] for dependency in targets[name]["dependencies"] for kind in dependency if kind in ("byName", "target")]
    return [other for other in names if other in targets]


def closure(name):
    found, left = set(), [name]
    while left:
        for other in imported(left.pop()):
            if other not in found:
                found.add(other)
                left.append(other)
    return found


def lines(name):
    return sum(len(file.read_text().splitlines()) for file in Path(targets[name]["path"]).rglob("*.swift"))


unknown = [name for name in sys.argv[1:] if name not in targets]
if unknown:
    sys.exit(f"lines.sh: there is no module {unknown[0]!r}")
sizes = {name: lines(name) for name in targets}
print("module", "lines", "modules", "their lines", sep="\t")
for name in sys.argv[1:] or sorted(name for name in targets if sizes[name]):
    below = [other for other in closure(name) if sizes[other]]
    print(name, sizes[name], len(below), sum(sizes[other] for other in below), sep="\t")
' "$@"
    ;;
*)
    echo "lines.sh: unknown argument '$1'" >&2
    exit 2
    ;;
esac
