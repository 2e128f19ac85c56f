#!/usr/bin/env bash
# Builds and runs apps that depend on psstudio: one that uses a library product beside a newer swift-log, and one that depends on a tagged
# clone by its version. The newer versions are tags in copies; nothing outside of a temporary folder knows them.
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

# By a version, SwiftPM permits no unsafe flags in what the products contain.
git clone -q --bare "$psstudio" "$folder/psstudio.git"
git -C "$folder/psstudio.git" -c user.name=test -c user.email=test@example.org tag "$("$psstudio/scripts/version.sh")"
mkdir -p "$folder/client/Sources/Client" "$folder/client/Tests/ClientTests"
cat >"$folder/client/Package.swift" <<MANIFEST
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Client",
    dependencies: [.package(url: "file://$folder/psstudio.git", from: "$("$psstudio/scripts/version.sh")")],
    targets: [
        .executableTarget(name: "Client", dependencies: [.product(name: "ZoomSDK", package: "psstudio")]),
        .testTarget(
            name: "ClientTests", dependencies: [.product(name: "ProductionStudioTesting", package: "psstudio")]),
    ]
)
MANIFEST
cat >"$folder/client/Sources/Client/main.swift" <<'APP'
import ZoomSDK

print(ZoomSDK.shared().initSDK(with: ZoomSDKInitParams()))
APP
cat >"$folder/client/Tests/ClientTests/ClientTests.swift" <<'APP'
import ProductionStudioTesting
import Testing

@Test func begins() throws {
    let meeting = try TestMeeting()
    try meeting.requireNoViolations()
}
APP
cd "$folder/client"
swift build --build-tests --cache-path "$folder/cache" --scratch-path "$folder/client-build" ||
    complain "an app does not build with a tagged clone"
swift test --skip-build --cache-path "$folder/cache" --scratch-path "$folder/client-build" || complain "its test fails"
"$folder/client-build/debug/Client" 2>&1 | grep -qi success || complain "the app does not run"
echo "test-app: an app builds with a tagged clone, by its version"
