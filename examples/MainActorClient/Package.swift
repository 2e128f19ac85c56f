// swift-tools-version: 6.2
import PackageDescription

// New projects in Xcode have these settings: all code is on the main actor, unless it says otherwise.
let isolated: [SwiftSetting] = [
    .defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances"),
]

// A client on the main actor, and its tests on Linux. The sample of docs/testing.md.
let package = Package(
    name: "MainActorClient",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .target(
            name: "Studio", dependencies: [.product(name: "ZoomSDK", package: "psstudio")], swiftSettings: isolated),
        .testTarget(
            name: "StudioTests",
            dependencies: [
                "Studio", .product(name: "ZoomSDK", package: "psstudio"),
                .product(name: "ProductionStudioTesting", package: "psstudio"),
            ], swiftSettings: isolated),
    ]
)
