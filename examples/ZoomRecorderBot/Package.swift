// swift-tools-version: 6.1
import PackageDescription

// A recorder that was written for the Zoom Video SDK, and its tests on Linux.
let package = Package(
    name: "ZoomRecorderBot",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .target(name: "RecorderBot", dependencies: [.product(name: "ZoomVideoSDK", package: "psstudio")]),
        .executableTarget(
            name: "ZoomRecorder",
            dependencies: ["RecorderBot", .product(name: "ZoomVideoSDK", package: "psstudio")]),
        .testTarget(
            name: "RecorderBotTests",
            dependencies: ["RecorderBot", .product(name: "ZoomVideoSDK", package: "psstudio")]),
    ]
)
