// swift-tools-version: 6.1
import PackageDescription

/// A guide: its samples import this facade and nothing else.
struct Guide {
    let name: String
    let facade: String
    /// What its tests need beside the facade.
    var tests: [String] = []
}

let guides = [
    Guide(name: "AgoraGuide", facade: "AgoraRtcKit"),
    Guide(name: "CaptureGuide", facade: "AVFoundation"),
    Guide(name: "ZegoGuide", facade: "ZegoExpressEngine"),
    Guide(name: "ZoomGuide", facade: "ZoomSDK", tests: ["ProductionStudioTesting"]),
    Guide(name: "ZoomVideoGuide", facade: "ZoomVideoSDK"),
]

/// The samples of a guide and their tests in one language mode. The folder `Swift5` is a link to `Swift6`: both modes have the same
/// sources.
func targets(of guide: Guide, suffix: String, folder: String, mode: SwiftLanguageMode) -> [Target] {
    let name = guide.name + suffix
    let facade = Target.Dependency.product(name: guide.facade, package: "psstudio")
    let others = guide.tests.map { Target.Dependency.product(name: $0, package: "psstudio") }
    return [
        .target(
            name: name, dependencies: [facade], path: "Sources/\(folder)/\(guide.name)",
            swiftSettings: [.swiftLanguageMode(mode)]),
        .testTarget(
            name: "\(name)Tests", dependencies: [.target(name: name), facade] + others,
            path: "Tests/\(folder)/\(guide.name)Tests", swiftSettings: [.swiftLanguageMode(mode)]),
    ]
}

// The samples of the vendors' guides as clients write them, and the symbols that public clients use.
let package = Package(
    name: "GuideClients",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: guides.flatMap { guide in
        targets(of: guide, suffix: "", folder: "Swift6", mode: .v6)
            + targets(of: guide, suffix: "Swift5", folder: "Swift5", mode: .v5)
    }
)
