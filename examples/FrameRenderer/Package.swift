// swift-tools-version: 6.1
import PackageDescription

// A renderer that was written for ZEGO's SDK, and its tests on Linux.
let package = Package(
    name: "FrameRenderer",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .target(name: "FrameRenderer", dependencies: [.product(name: "ZegoExpressEngine", package: "psstudio")]),
        .testTarget(
            name: "FrameRendererTests",
            dependencies: ["FrameRenderer", .product(name: "ZegoExpressEngine", package: "psstudio")]),
    ]
)
