// swift-tools-version: 6.1
import PackageDescription

// A motion detector that was written for a camera, and its tests on Linux.
let package = Package(
    name: "MotionDetector",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .target(name: "MotionDetector", dependencies: [.product(name: "AVFoundation", package: "psstudio")]),
        .testTarget(
            name: "MotionDetectorTests",
            dependencies: ["MotionDetector", .product(name: "AVFoundation", package: "psstudio")]),
    ]
)
