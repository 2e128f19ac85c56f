// swift-tools-version: 6.1
import PackageDescription

// Tests an app for the vendor's SDK with the ready scenarios: the correct app, and one with a bug for each of them.
let package = Package(
    name: "ScenarioTests",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        // In Swift 5 mode, as most apps for that SDK are.
        .target(
            name: "ShowApp", dependencies: [.product(name: "ZoomSDK", package: "psstudio")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "ShowAppTests",
            dependencies: [
                "ShowApp", .product(name: "ZoomSDK", package: "psstudio"),
                .product(name: "ProductionStudioTesting", package: "psstudio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
)
