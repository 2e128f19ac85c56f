// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A separate package, so that users of psstudio do not build it. It sees public symbols only, as users do.
let package = Package(
    name: "psstudio-benchmarks",
    dependencies: [.package(name: "psstudio", path: "../")],
    targets: [
        .executableTarget(
            name: "psbench",
            dependencies: [
                "CTwins",
                .product(name: "ProductionStudio", package: "psstudio"),
                .product(name: "StudioEngine", package: "psstudio"),
                .product(name: "MediaReceiving", package: "psstudio"),
                .product(name: "StudioProbe", package: "psstudio"),
                .product(name: "ZoomSDK", package: "psstudio"),
            ],
            swiftSettings: strict
        ),
        // The same work in C.
        .target(name: "CTwins", dependencies: ["CGStreamerSystem"], linkerSettings: [.linkedLibrary("dl")]),
        .systemLibrary(
            name: "CGStreamerSystem",
            pkgConfig: "gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]
        ),
        // C programs that use the library and the plugin.
        .executableTarget(name: "embedded-start", linkerSettings: [.linkedLibrary("dl")]),
        .executableTarget(name: "sink-cost", dependencies: ["CGStreamerSystem"]),
        .executableTarget(name: "pipe-writer"),
        .executableTarget(name: "pipe-reader"),
    ],
    swiftLanguageModes: [.v6]
)
