#!/usr/bin/env bash
# Copies documents, schemas and examples into a folder. Argument: the folder.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
# What is committed, without what tests and builds leave behind.
git ls-files README.md CHANGELOG.md LICENSE docs examples | tar -cf - -T - | tar -xf - -C "$folder"
