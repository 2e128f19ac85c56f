// swift-tools-version: 6.1
import PackageDescription

// Tests an app's own sender class on Linux: one written for the vendor's SDK, and one for the native interface.
let package = Package(
    name: "CameraTests",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        // In Swift 5 mode, as most apps for that SDK are.
        .target(
            name: "VendorCamera", dependencies: [.product(name: "ZoomSDK", package: "psstudio")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "NativeCamera", dependencies: [.product(name: "ProductionStudio", package: "psstudio")]),
        .testTarget(
            name: "VendorCameraTests",
            dependencies: [
                "VendorCamera", .product(name: "ZoomSDK", package: "psstudio"),
                .product(name: "ProductionStudioTesting", package: "psstudio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "NativeCameraTests",
            dependencies: [
                "NativeCamera", .product(name: "ProductionStudio", package: "psstudio"),
                .product(name: "ProductionStudioTesting", package: "psstudio"),
            ]),
    ]
)
