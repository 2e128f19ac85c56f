#!/usr/bin/env bash
# Builds and runs an app that uses a library product of psstudio beside a newer swift-log. The newer version is a tag in a copy of
# swift-log; nothing outside of a temporary folder knows it.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/flags.sh
# For builds of this package only.
unset PSSTUDIO_OPTIMIZED

complain() { echo "test-app: $*" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
psstudio=$PWD
compgen -G ".build/repositories/swift-log-*" >/dev/null || swift package resolve
git clone -q --bare "$(echo .build/repositories/swift-log-*)" "$folder/swift-log"
newest=$(git -C "$folder/swift-log" tag --list --sort=-v:refname '[0-9]*' | head -1)
git -C "$folder/swift-log" tag 1.99.0 "$newest^{commit}"

mkdir -p "$folder/app/Sources/App"
cat >"$folder/app/Package.swift" <<MANIFEST
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "App",
    dependencies: [
        .package(name: "psstudio", path: "$psstudio"),
        .package(url: "https://github.com/apple/swift-log", from: "1.99.0"),
    ],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "ProductionStudio", package: "psstudio"),
                .product(name: "Logging", package: "swift-log"),
            ])
    ]
)
MANIFEST
cat >"$folder/app/Sources/App/main.swift" <<'APP'
import Logging
import ProductionStudio

let code = StudioError.Code.wrongUsage
Logger(label: "app").info("psstudio returns \(code)")
APP
cd "$folder/app"
# Git reads the copy instead, under both spellings of the address. The caches of this user must not learn about the tag.
ln -s swift-log "$folder/swift-log.git"
count=${GIT_CONFIG_COUNT:-0}
export GIT_CONFIG_COUNT=$((count + 1)) "GIT_CONFIG_KEY_$count=url.file://$folder/swift-log.insteadOf"
export "GIT_CONFIG_VALUE_$count=https://github.com/apple/swift-log"
swift build --cache-path "$folder/cache" --scratch-path "$folder/build" || complain "the app does not build beside swift-log 1.99.0"
grep -q '"version" : "1.99.0"' Package.resolved || complain "swift-log 1.99.0 is not resolved"
"$folder/build/debug/App" 2>&1 | grep -q 'psstudio returns' || complain "the app does not run"
echo "test-app: an app builds beside swift-log 1.99.0"
