// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "TenMinutes",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .target(name: "Camera", dependencies: [.product(name: "ZoomSDK", package: "psstudio")]),
        .testTarget(
            name: "CameraTests",
            dependencies: [
                "Camera", .product(name: "ZoomSDK", package: "psstudio"),
                .product(name: "ProductionStudioTesting", package: "psstudio"),
            ]),
    ]
)
