// swift-tools-version: 6.1
import PackageDescription

// Records a participant whose frame rate varies and whose audio is sparse: correctly, and as a naive bot does.
let package = Package(
    name: "RecorderBot",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .executableTarget(
            name: "RecorderBot",
            dependencies: [
                .product(name: "MediaReceiving", package: "psstudio"),
                .product(name: "StudioEngine", package: "psstudio"),
                .product(name: "ProductionStudioTesting", package: "psstudio"),
            ])
    ]
)
