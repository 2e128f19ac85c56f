#!/usr/bin/env bash
# Adds a command, an option and a route to a copy of the sources, as CONTRIBUTING.md shows it: the patches in scripts/additions. Each
# touches few files by hand. The copy builds, its generated documents are written, and nothing else has to change.
#
#   --count   only applies the patches on trial, and counts the files; this takes no build
#
# With a build of `make test` or `make smoke`, only what the patches change is compiled: the copy is mounted over this folder in a
# namespace of its own, so that the compiler sees the same paths. SANITIZE=address uses that build.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/flags.sh

# How many files an addition touches by hand.
additions='command:4 option:2 route:1'
# The tests that write and compare generated documents, and those of the tables.
filter='SessionCodingTests|CommandTableTests|CommandPerformerTests|CommandFieldTests|ScenarioPageTests|ReadyScenarioTests'
filter+='|ConfigurationPageTests|EndpointTests'
targets='SessionProtocolTests StudioScenarioTests StudioEngineTests StudioServerTests psstudio psstudio-server'

complain() { echo "test-additions: $*" >&2; exit 1; }

# Of the paths on standard input, prints those without these attributes.
without() {
    local paths
    paths=$(cat)
    [ -z "$paths" ] || git check-attr --stdin "$@" <<<"$paths" |
        awk -F ': ' '{ names[$1] } $3 == "set" { marked[$1] } END { for (name in names) if (!(name in marked)) print name }' | sort
}

# Prints the files that a patch changes by hand.
by_hand() { git apply --numstat "scripts/additions/$1.patch" | cut -f 3 | without linguist-generated; }

count() {
    local addition name most touched
    for addition in $additions; do
        name=${addition%:*} most=${addition#*:}
        git apply --check "scripts/additions/$name.patch" || complain "$name.patch does not apply; write it again"
        touched=$(by_hand "$name" | wc -l)
        [ "$touched" -le "$most" ] || complain "$name.patch touches $touched files by hand, more than $most"
        echo "test-additions: a new $name touches $touched of at most $most files by hand"
    done
}

# Builds the copy in the current folder, and writes and compares its documents.
build() {
    local binaries tests changed
    export PSSTUDIO_TEST_TARGETS=$targets
    swift build --build-tests "${strict[@]}"
    binaries=$(swift build --show-bin-path "${strict[@]}")
    export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no NO_COLOR=1
    # Leak detection is off, because GLib keeps its type system until the end.
    export ASAN_OPTIONS=halt_on_error=1:detect_leaks=0:detect_stack_use_after_return=0
    tests=("$binaries/psstudioPackageTests.xctest" --testing-library swift-testing --filter "$filter")
    # A test that reads a document may run before the one that writes it.
    PSSTUDIO_WRITE_DOCS=1 "${tests[@]}" >/dev/null 2>&1 || true
    python3 python/generate.py
    if ! "${tests[@]}" >.additions.log 2>&1; then
        grep -v '^◇' .additions.log | grep -A 3 -E '^✘|error:|[Ff]atal' >&2 || tail -20 .additions.log >&2
        complain "tests fail with the additions"
    fi
    rm .additions.log
    changed=$(git status --porcelain --untracked-files=all | cut -c 4-)
    # The copy is committed with the additions: what differs now is written by tests.
    changed=$(without linguist-generated generated-tables <<<"$changed")
    [ -z "$changed" ] || complain "an addition changes files that are not generated: $changed"
    for changed in docs/session.md docs/config.schema.json docs/openapi.json; do
        ! git diff --quiet -- $changed || complain "$changed does not have the addition"
    done
}

case ${1:-} in
    '') ;;
    --count) count; exit ;;
    --inside)
        # Arguments: the copy, and the folder over which it is mounted.
        mount --bind "$2" "$3"
        cd "$3"
        build
        exit
        ;;
    *) complain "unknown argument '$1'" ;;
esac

count
mkdir -p .build
copy=$(mktemp -d "$PWD/.build/additions.XXXXXX")
trap 'rm -rf "$copy"' EXIT
git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar --format=posix --null -T - -cf - | tar -xf - -C "$copy"
[ ! -e Package.resolved ] || cp -p Package.resolved "$copy"
patches=()
for addition in $additions; do patches+=("$PWD/scripts/additions/${addition%:*}.patch"); done
(
    cd "$copy"
    unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
    # In a folder of another repository, patches would be relative to that one.
    git init -q
    git apply "${patches[@]}"
    git add -A
    git -c user.name=psstudio -c user.email=psstudio@example.org commit -q -m "Additions"
)
# The folder of the debug build; the release build is not needed.
scratch=.build
[ "${SANITIZE:-}" != address ] || scratch=.build-asan
# Times with nanoseconds: they tell the build what has changed.
if [ -d "$scratch" ]; then
    tar --format=posix --exclude='additions.*' --exclude='*/release' --exclude='*/release/*' -cf - "$scratch" | tar -xf - -C "$copy"
fi
if unshare --mount --map-root-user true 2>/dev/null; then
    unshare --mount --map-root-user scripts/test-additions.sh --inside "$copy" "$PWD"
else
    echo "test-additions: this kernel forbids mount namespaces; the copy is compiled as a whole"
    (cd "$copy" && build)
fi
echo "test-additions: a command, an option and a route were added in $SECONDS s"
