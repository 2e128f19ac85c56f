// swift-tools-version: 6.2
import PackageDescription

/// The settings of an app that was begun before Swift 6.
let older: [SwiftSetting] = [.swiftLanguageMode(.v5)]

/// Those of a new project in Xcode: all code is on the main actor, unless it says otherwise.
let onMainActor: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances"),
]

/// Two apps for an interface, one with each settings.
func clients(of facade: String, _ name: String, _ nameOnMainActor: String) -> [Target] {
    [(name, older), (nameOnMainActor, onMainActor)].map { name, settings in
        .executableTarget(
            name: name, dependencies: [.product(name: facade, package: "psstudio")], swiftSettings: settings)
    }
}

// Apps that break no rule, written as their developers would. `make test-matrix` runs them in scenarios.
let package = Package(
    name: "Clients",
    dependencies: [.package(name: "psstudio", path: "../../..")],
    targets: clients(of: "ZoomSDK", "ZoomStudio", "ZoomStudioMainActor")
        + clients(of: "ZoomVideoSDK", "VideoRecorder", "VideoMicrophone")
        + clients(of: "AgoraRtcKit", "AgoraVoice", "AgoraMusic")
        + clients(of: "ZegoExpressEngine", "ZegoRenderer", "ZegoPictures")
        + clients(of: "AVFoundation", "CameraRecorder", "CameraPreview")
)
