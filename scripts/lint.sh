#!/usr/bin/env bash
# Checks the formatting and the house rules.
set -euo pipefail
cd "$(dirname "$0")/.."

swift format lint --strict --recursive Sources Tests examples pipelines Benchmarks/Sources Benchmarks/Package.swift Package.swift

fail=0
complain() { echo "lint: $*" >&2; fail=1; }
while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 400 ] || complain "$file has $lines lines: split it by subject"
done < <(git ls-files -co --exclude-standard '*.swift')
if grep -rnE 'import (CGStreamer|CGStreamerApp)' Sources --include '*.swift' | grep -v '^Sources/GStreamer/'; then
    complain "only the module GStreamer may import GStreamer's C interface"
fi
if grep -rnE 'TODO|FIXME|XXX' Sources Tests examples pipelines; then complain "unfinished code"; fi
exit $fail
