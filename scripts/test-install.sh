#!/usr/bin/env bash
# Installs psstudio to a temporary folder, runs it without a Swift toolchain, and uninstalls it.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-install: $*" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
# Empty if Swift is installed in /usr, where it cannot be hidden.
toolchain=${toolchain%/usr}

# DESTDIR prefixes all paths, as packagers expect.
make --no-print-directory install DESTDIR="$folder/root" PREFIX=/opt/psstudio >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
# The headers of the C++ interface are compared with their folder.
for name in meetingsdk meetingsdk-win32; do
    diff -r Sources/Programs/MeetingSDK/include/$name "$folder/root/opt/psstudio/include/psstudio-$name" ||
        complain "the installed headers of $name differ"
done
installed=$(cd "$folder/root" && find . -not -path '*/include/psstudio-*' \( -type f -o -type l \) | sort | tr '\n' ' ')
prefix=./opt/psstudio
expected="$prefix/bin/psstudio $prefix/include/psstudio.h $prefix/lib/gstreamer-1.0/libgstpsstudio.so \
$prefix/lib/libmeetingsdk.so $prefix/lib/libmeetingsdk.so.1 \
$prefix/lib/libpsstudio.so $prefix/lib/libpsstudio.so.0 $prefix/lib/pkgconfig/psstudio-meetingsdk-win32.pc \
$prefix/lib/pkgconfig/psstudio-meetingsdk.pc $prefix/lib/pkgconfig/psstudio.pc \
$prefix/libexec/psstudio-server \
$prefix/share/bash-completion/completions/psstudio \
$prefix/share/doc/psstudio/licences.txt $prefix/share/doc/psstudio/psstudio.spdx.json \
$prefix/share/fish/vendor_completions.d/psstudio.fish $prefix/share/zsh/site-functions/_psstudio "
[ "$installed" = "$expected" ] || complain "installed is: $installed"

share=$folder/root/opt/psstudio/share
# A package that is linked into a program is listed, with its text.
for name in swift-log swift-argument-parser hummingbird swift-nio libyaml; do
    grep -q "^  $name" "$share/doc/psstudio/licences.txt" || complain "licences.txt lacks $name"
done
python3 -m json.tool "$share/doc/psstudio/psstudio.spdx.json" >/dev/null || complain "psstudio.spdx.json is no JSON"
bash -n "$share/bash-completion/completions/psstudio"
! command -v zsh >/dev/null || zsh -n "$share/zsh/site-functions/_psstudio"
! command -v fish >/dev/null || fish -n "$share/fish/vendor_completions.d/psstudio.fish"
for file in bash-completion/completions/psstudio zsh/site-functions/_psstudio fish/vendor_completions.d/psstudio.fish; do
    for word in start probe doctor rules; do
        grep -q -w "$word" "$share/$file" || complain "$file does not complete '$word'"
    done
done

# No library of the toolchain may be loaded, neither by name nor by path.
program=$folder/root/opt/psstudio/bin/psstudio
libraries=$(env -i PATH=/usr/bin:/bin ldd "$program")
if grep -E 'libswift|libFoundation|lib_Foundation|libdispatch|libBlocksRuntime|not found' <<<"$libraries"; then
    complain "the installed program needs libraries that only a toolchain has"
fi
if [ -n "$toolchain" ] && grep -F "$toolchain" <<<"$libraries"; then complain "the installed program loads from $toolchain"; fi

# Stripped, as installed. Limits in bytes.
[ "$(stat -L -c %s "$program")" -le 27000000 ] || complain "the program has $(stat -L -c %s "$program") bytes"
library=$folder/root/opt/psstudio/lib/libpsstudio.so.0
[ "$(stat -L -c %s "$library")" -lt 25000000 ] || complain "the library has $(stat -L -c %s "$library") bytes"

# $1: a description. Runs the program in the environment of a user without a toolchain.
try() {
    local how=$1
    shift
    "$@" env -i PATH=/usr/bin:/bin HOME="$folder" TMPDIR="$folder" "$program" --version >"$folder/version" ||
        complain "$how: --version fails"
    [ "$("$program" --version)" = "$(cat "$folder/version")" ] || complain "$how: --version says $(cat "$folder/version")"
    "$@" env -i PATH=/usr/bin:/bin HOME="$folder" "$program" doctor --no-benchmark --quiet || complain "$how: doctor fails"
    "$@" env -i PATH=/usr/bin:/bin HOME="$folder" "$program" start --quiet --force --fast --duration 1s \
        --width 320 --height 180 --out "$folder/x.mp4" || complain "$how: start fails"
    [ "$(stat -c %s "$folder/x.mp4")" -gt 10000 ] || complain "$how: the file is too small"
    echo "test-install: $how: works"
}
try "with an empty environment"
# A mount namespace in which the toolchain's folder is empty.
if [ -z "$toolchain" ]; then
    echo "test-install: Swift is in /usr; the toolchain is not hidden"
elif unshare --mount --map-root-user true 2>/dev/null; then
    hide='mount -t tmpfs none "$0" && [ ! -e "$0/usr" ] && exec "$@"'
    try "with $toolchain hidden" unshare --mount --map-root-user sh -c "$hide" "$toolchain"
else
    echo "test-install: this kernel forbids mount namespaces; the toolchain is not hidden"
fi

make --no-print-directory uninstall DESTDIR="$folder/root" PREFIX=/opt/psstudio
left=$(find "$folder/root" -type f -o -type l)
[ -z "$left" ] || complain "make uninstall leaves $left"
