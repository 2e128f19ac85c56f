#!/usr/bin/env bash
# The version of psstudio, which the file VERSION holds, in the forms that others read.
#
#   version.sh             0.2.0
#   version.sh --debian    0.2.0 at the commit that the tag v0.2.0 names, and without git;
#                          0.2.0~git20261128170412.538f738e at any other one, so that a later build upgrades an earlier one
#   version.sh --python    the same for Python: 0.2.0.dev20261128170412+g538f738e
#   version.sh --epoch     the time of the commit, in seconds since 1970; without git, that of the file
#   version.sh --stamp     writes the commit into the C file of the programs, if it has changed
#   version.sh --write     copies VERSION to the files that have it
#   version.sh --check     fails when one of them has another version
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(cat VERSION)

# Prints the hash, and the time in the format given. Nothing without git.
commit() {
    [ -e .git ] || return 0
    TZ=UTC git -c core.abbrev=8 log -1 --format=%h --abbrev=8 2>/dev/null | tr '\n' ' '
    TZ=UTC git log -1 --date="format-local:$1" --format=%cd 2>/dev/null || true
}

# Whether files differ from the commit.
is_changed() { ! git diff-index --quiet HEAD -- 2>/dev/null; }

# Prints the version of a build: as it is, or with time and hash in the form given.
build() {
    local hash time tagged
    read -r hash time < <(commit %Y%m%d%H%M%S) || true
    tagged=$(git rev-parse -q --verify "refs/tags/v$version^{commit}" 2>/dev/null) || true
    if [ -z "${hash:-}" ] || { [ "$tagged" = "$(git rev-parse HEAD)" ] && ! is_changed; }; then
        echo "$version"
    else
        ! is_changed || hash+=.changes
        # shellcheck disable=SC2059
        printf "$1\n" "$version" "$time" "$hash"
    fi
}

stamp() {
    local folder=Sources/Programs/CSourceCommit hash time text
    read -r hash time < <(commit %Y-%m-%d) || true
    if [ -z "${hash:-}" ]; then
        [ ! -e $folder/commit.h ] || { rm $folder/commit.h && touch $folder/source_commit.c; }
        return
    fi
    ! is_changed || hash+=+changes
    text=$(printf '#define PS_COMMIT "%s"\n#define PS_COMMIT_DATE "%s"' "$hash" "$time")
    [ "$text" != "$(cat $folder/commit.h 2>/dev/null)" ] || return 0
    # The build does not know of a file that was missing when it compiled.
    [ -e $folder/commit.h ] || touch $folder/source_commit.c
    echo "$text" >$folder/commit.h.$$
    mv $folder/commit.h.$$ $folder/commit.h
}

# File, and a pattern whose only group is the version.
copies() {
    cat <<'TABLE'
Sources/Core/StudioCore/Release.swift|release: StaticString = "([^"]*)"
Sources/Programs/CPSStudio/include/psstudio.h|#define PS_VERSION "([^"]*)"
python/src/psstudio/_version.py|__version__ = "([^"]*)"
docs/control.md|"psstudio":"([^"]*)"
docs/server.md|"psstudio":"([^"]*)"
TABLE
}

# Prints each copy that differs, and fails then; with `--write`, corrects it.
compare() {
    local file pattern found status=0
    while IFS='|' read -r file pattern; do
        found=$(grep -oE "$pattern" "$file" | sed -E "s/.*$pattern.*/\1/" | sort -u)
        [ "$found" != "$version" ] || continue
        if [ "$1" = --write ]; then
            VERSION=$version PATTERN=$pattern perl -pi -e 's/$ENV{PATTERN}/my ($all, $old) = ($&, $1); $all =~ s,\Q$old\E,$ENV{VERSION},r/ge' "$file"
        else
            echo "version: $file has ${found:-none}, and VERSION has $version; run scripts/version.sh --write" >&2
            status=1
        fi
    done < <(copies)
    return $status
}

case ${1:-} in
    '') echo "$version" ;;
    --debian) build '%s~git%s.%s' ;;
    --python) build '%s.dev%s+g%s' ;;
    --epoch) git log -1 --format=%ct 2>/dev/null || stat -c %Y VERSION ;;
    --stamp) stamp ;;
    --write | --check) compare "$1" ;;
    *) echo "version.sh: unknown argument '$1'" >&2 && exit 2 ;;
esac
