// swift-tools-version: 6.1
import PackageDescription

// Changes a participant's voice before it is mixed.
let package = Package(
    name: "VoiceChanger",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .executableTarget(
            name: "VoiceChanger",
            dependencies: [
                .product(name: "MediaReceiving", package: "psstudio"),
                .product(name: "ProductionStudioTesting", package: "psstudio"),
            ])
    ]
)
