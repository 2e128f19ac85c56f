#!/usr/bin/env bash
# Builds what users install, in .build/release-VERSION: Debian packages as an apt folder, two wheels, a tar, an image, licences and sums.
#
#   GPG_KEY=ID   signs the apt folder
#
# Equal sources give equal bytes, wherever they are built: the build has neither the time nor the folder in it.
set -euo pipefail
cd "$(dirname "$0")/.."
complain() { echo "release: $*" >&2; exit 1; }

version=$(scripts/version.sh)
grep -qxF "## $version" CHANGELOG.md || complain "CHANGELOG.md has no entry for $version"
full=$(scripts/version.sh --debian)
SOURCE_DATE_EPOCH=$(scripts/version.sh --epoch)
export SOURCE_DATE_EPOCH
output=$PWD/.build/release-$full
rm -rf "$output"
mkdir -p "$output/apt"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { echo "== $((SECONDS)) s: $*"; }

step "programs and libraries"
make --no-print-directory build server library plugin meetingsdk
step "packages"
DEBS=$output/apt scripts/deb.sh >/dev/null
scripts/apt-folder.sh "$output/apt"
step "tar and wheels"
scripts/stage.sh "$work/tree"
scripts/tar.sh "$work/tree" "$output" >/dev/null
WHEELS=$output scripts/wheel.sh pure >/dev/null
WHEELS=$output scripts/wheel.sh program "$work/tree" >/dev/null
step "image"
scripts/image.sh "$output/apt" "$output"
cp "$work/tree/share/doc/psstudio/licences.txt" "$work/tree/share/doc/psstudio/psstudio.spdx.json" "$output"
(cd "$output" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs -d '\n' sha256sum) >"$work/sums"
mv "$work/sums" "$output/SHA256SUMS"
step "done: ${output#"$PWD"/}"
du -h --apparent-size "$output"/*.whl "$output"/*.tar.xz "$output"/apt/*.deb | sed "s,$output/,,"
