#!/usr/bin/env bash
# Packs psstudio as a tar that runs where it is unpacked. Arguments: the folder of `stage.sh`, and the folder for the tar.
set -euo pipefail
cd "$(dirname "$0")/.."
tree=$1 output=$2
name=psstudio-$(scripts/version.sh --debian)-linux-x86_64
# Equal bytes for equal files: sorted, with one time and one owner, and blocks of one size.
tar --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$(scripts/version.sh --epoch)}" --owner=0 --group=0 --numeric-owner \
    --mode=go-w --transform "s,^\.,$name," -C "$tree" -cf - . | xz -6 -T2 --block-size=16MiB >"$output/$name.tar.xz"
echo "$output/$name.tar.xz"
