#!/usr/bin/env bash
# Counts the lines of the sources.
#
#   lines.sh                     the lines of code below Sources, neither blank nor comment: written by hand, and generated
#   lines.sh --closures          of each module: its lines of Swift, the own modules that it compiles against, and their lines
#   lines.sh --closures MODULE…  of these modules
#   lines.sh --check             whether docs/architecture.md has these numbers, and each small module says why it is one
#   lines.sh --write             writes the numbers into docs/architecture.md
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
    python3 scripts/modules.py "$@"
    ;;
--check | --write)
    python3 scripts/modules.py "$1"
    ;;
*)
    echo "lines.sh: unknown argument '$1'" >&2
    exit 2
    ;;
esac
