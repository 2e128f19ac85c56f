#!/usr/bin/env bash
# Tests which steps scripts/steps.sh chooses, in a repository of its own, and its table against this one. Run by scripts/lint.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-steps: $*" >&2; exit 1; }

# Each step is a target of the Makefile, and described; each folder exists.
while IFS='|' read -r _ _ _ command folders; do
    target=${command##* }
    grep -q "^$target:" Makefile || complain "'$command' is not a target of the Makefile"
    grep -qF "| \`make $target\` |" CONTRIBUTING.md || complain "the table in CONTRIBUTING.md lacks make $target"
    for folder in $folders; do
        [ -e "$folder" ] || complain "$folder, a folder of '$command', does not exist"
    done
done < <(sed -n "/<<'TABLE'/,/^TABLE/p" scripts/steps.sh | sed '1d; $d; s/ *| */|/g')

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/all/scripts"
cp scripts/steps.sh "$folder/all/scripts/"
cd "$folder/all"
export GIT_AUTHOR_NAME=psstudio GIT_AUTHOR_EMAIL=psstudio@example.org GIT_AUTHOR_DATE="2026-01-01T00:00:00Z"
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
# Neither the user's settings nor those of a hook apply.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
git init -q

number=0
# Arguments: files. Commits a change of each.
commit() {
    number=$((number + 1))
    for file in "$@"; do
        mkdir -p "$(dirname "$file")"
        echo $number >"$file"
        git add "$file"
    done
    git commit -q -m "Change $number" "$@"
}
# Changes the last commit until the hash chooses another step than these targets.
avoid() {
    while [[ " $* " = *" $(target further) "* ]]; do
        number=$((number + 1))
        git commit -q --amend -m "Change $number"
    done
}
# The targets that are listed for a reason.
target() { scripts/steps.sh --list check | awk -v why="$1" '$1 == why { print $NF }' | xargs; }
expect() { [ "$(target touched)" = "$1" ] || complain "$2: '$(target touched)' instead of '$1'"; }

# The hash modulo the number of steps, counted from 0.
mapfile -t nightly < <(scripts/steps.sh --list nightly | awk '$1 == "nightly" { print $NF }')
[ ${#nightly[@]} -ge 15 ] || complain "${#nightly[@]} nightly steps"
declare -A seen=()
for _ in {1..24}; do
    commit notes
    hash=$(git rev-parse HEAD)
    wanted=${nightly[$(printf %d "0x${hash:0:8}") % ${#nightly[@]}]}
    [ "$(target further)" = "$wanted" ] || complain "$hash chooses $(target further) instead of $wanted"
    seen[$wanted]=
done
[ ${#seen[@]} -ge 8 ] || complain "24 commits choose ${#seen[@]} steps"
expect "" "no folder of a step"

commit packaging/control pipelines-of-others/file
avoid test-deb
expect test-deb "a folder of one step"
commit python/module.py Tests/Programs/Torture/Session.swift Tests/Programs/Soak/Soak.swift
avoid test-deb soak control-churn recording-churn test-python torture
expect "test-python test-deb" "the two cheapest steps"
# The further step does not count as one of them.
until [ "$(target further)" = test-python ]; do
    number=$((number + 1))
    git commit -q --amend -m "Change $number"
done
expect "test-deb control-churn" "the further step belongs to a folder"

# The ninth commit after it still sees a change, the tenth does not.
for _ in {1..9}; do commit notes; done
avoid test-python control-churn test-deb
expect "test-python control-churn" "nine commits later"
commit notes
expect "" "ten commits later"

# A shallow clone of two commits knows what one of them changes.
commit packaging/control
commit python/module.py
commit Tests/Programs/OBS/client.py
git clone -q --depth 2 "file://$folder/all" "$folder/shallow"
mkdir -p "$folder/shallow/scripts"
cp scripts/steps.sh "$folder/shallow/scripts/"
cd "$folder/shallow"
[ "$(git rev-list --count HEAD)" = 2 ] || complain "the clone is not shallow"
further=$(target further)
[ "$further" = test-obs ] && wanted="" || wanted=test-obs
expect "$wanted" "a shallow clone"
