// swift-tools-version: 6.1
import PackageDescription

// A voice changer that was written for Agora's SDK, and its tests on Linux.
let package = Package(
    name: "AgoraVoiceChanger",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .target(name: "VoiceChanger", dependencies: [.product(name: "AgoraRtcKit", package: "psstudio")]),
        .testTarget(
            name: "VoiceChangerTests",
            dependencies: ["VoiceChanger", .product(name: "AgoraRtcKit", package: "psstudio")]),
    ]
)
