// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "psstudio",
    products: [
        .library(name: "ProductionStudio", targets: ["ProductionStudio", "StudioMeeting", "StudioCore"]),
        .library(
            name: "StudioEngine",
            targets: ["StudioEngine", "StudioScenario", "MediaInputs", "MediaOutputs", "ProgramEncoding"]),
        .library(name: "MediaReceiving", targets: ["MediaReceiving"]),
        .library(name: "StudioProbe", targets: ["StudioProbe", "CodedMedia"]),
        .library(name: "ZoomSDK", targets: ["ZoomSDK"]),
        .library(name: "AgoraRtcKit", targets: ["AgoraRtcKit"]),
        .library(name: "ProductionStudioTesting", targets: ["ProductionStudioTesting"]),
        .executable(name: "psstudio", targets: ["psstudio"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // Ordered from top to bottom: a module imports only modules below it.
        .executableTarget(
            name: "psstudio",
            dependencies: [
                "ZoomSDKNames", "StudioProbe", "SystemChecks", "StudioEngine", "ContentDiagnosis", "MediaReceiving",
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "StudioScenario", "StudioTrace", "ProductionStudio",
                "StudioMeeting", "GStreamer", "StudioRuntime", "StudioCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        // The vendor's interface; Linux only, because the vendor provides the SDK for other systems.
        .target(
            name: "ZoomSDK",
            dependencies: [
                "ZoomSDKNames", "StudioEngine", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
            ],
            path: "Sources/Facades/ZoomSDK",
            swiftSettings: strict
        ),
        // Tables of the vendor's names and numbers. A separate target, because `psstudio` does not link Foundation.
        .target(
            name: "ZoomSDKNames", dependencies: ["ProductionStudio", "StudioCore"],
            path: "Sources/Facades/ZoomSDKNames", swiftSettings: strict
        ),
        // Another vendor's interface for raw audio.
        .target(
            name: "AgoraRtcKit",
            dependencies: [
                "StudioEngine", "MediaReceiving", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
            ],
            path: "Sources/Facades/AgoraRtcKit",
            swiftSettings: strict
        ),
        .target(
            name: "ProductionStudioTesting",
            dependencies: [
                "MediaInputs", "StudioScenario", "TraceRecording", "ContentDiagnosis", "StudioTrace",
                "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "StudioEngine",
            dependencies: [
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "StudioScenario", "TraceRecording",
                "ContentDiagnosis", "StudioTrace", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MediaInputs",
            dependencies: [
                "PipelineFiles", "CodedMedia", "Drawing", "StudioScenario", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MediaReceiving",
            dependencies: ["StudioMeeting", "GStreamer", "CXXHash", "StudioRuntime", "StudioCore"],
            swiftSettings: strict
        ),
        .target(
            name: "MediaOutputs",
            dependencies: [
                "PipelineFiles", "ProgramEncoding", "StudioMeeting", "SRT", "GStreamer", "StudioRuntime", "StudioCore",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SystemChecks",
            dependencies: [
                "PipelineFiles", "ProgramEncoding", "ProductionStudio", "StudioMeeting", "SRT", "GStreamer",
                "StudioRuntime", "StudioCore",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ProgramEncoding",
            dependencies: ["PipelineFiles", "StudioMeeting", "GStreamer", "StudioRuntime", "StudioCore"],
            swiftSettings: strict
        ),
        .target(
            name: "StudioProbe",
            dependencies: ["PipelineFiles", "GStreamer", "CodedMedia", "StudioRuntime", "StudioCore"],
            swiftSettings: strict
        ),
        .target(
            name: "PipelineFiles",
            path: "pipelines",
            sources: ["PipelineFiles.swift", "PipelineFile.swift"],
            resources: [.embedInCode("files")],
            swiftSettings: strict
        ),
        // The commands of a session, and files of commands with times.
        .target(
            name: "StudioScenario",
            dependencies: [
                "ScenarioFiles", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ScenarioFiles",
            path: "examples/scenarios",
            sources: ["ScenarioFiles.swift"],
            resources: [
                "auth-never-answers", "breakout-room", "co-host-revoked", "host-ends-meeting", "network-drop-3s",
                "no-sender", "start-rejected", "start-send-never-comes",
            ].map { .embedInCode("\($0).yaml") },
            swiftSettings: strict
        ),
        // Traces: `StudioTrace` is the format, `TraceRecording` writes it.
        .target(
            name: "TraceRecording",
            dependencies: [
                "StudioTrace", "ProductionStudio", "StudioMeeting", "GStreamer", "CXXHash", "StudioRuntime",
                "StudioCore",
            ],
            swiftSettings: strict
        ),
        // Diagnoses the contents of accepted media.
        .target(
            name: "ContentDiagnosis",
            dependencies: [
                "ProductionStudio", "StudioMeeting", "GStreamer", "CodedMedia", "StudioRuntime", "StudioCore",
            ],
            swiftSettings: strict
        ),
        .target(name: "StudioTrace", dependencies: ["StudioCore"], swiftSettings: strict),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .target(
            name: "ProductionStudio",
            dependencies: [
                "StudioMeeting", "GStreamer", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "StudioMeeting",
            dependencies: [
                "GStreamer", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GStreamer",
            dependencies: ["CGStreamer", "CThreadSanitizer", "StudioRuntime", "StudioCore"],
            swiftSettings: strict
        ),
        .target(name: "SRT", dependencies: ["CSRT", "StudioRuntime"], swiftSettings: strict),
        // Loads libsrt at run time.
        .target(name: "CSRT", linkerSettings: [.linkedLibrary("dl")]),
        // Annotates hand-overs between threads inside GStreamer for the thread sanitizer.
        .target(name: "CThreadSanitizer"),
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-audio-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]
        ),
        .target(name: "CodedMedia", dependencies: ["Drawing", "StudioCore"], swiftSettings: strict),
        .target(name: "Drawing", dependencies: ["StudioCore"], swiftSettings: strict),
        .target(name: "StudioRuntime", dependencies: ["StudioCore"], swiftSettings: strict),
        .target(name: "StudioCore", swiftSettings: strict),

        // Tests mirror Sources; IntegrationTests runs the built program against real servers.
        .target(name: "StudioTestSupport", dependencies: ["StudioRuntime", "StudioCore"], swiftSettings: strict),
        .testTarget(name: "StudioCoreTests", dependencies: ["StudioCore", "StudioTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CodedMediaTests", dependencies: ["CodedMedia", "StudioCore", "StudioTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StudioTraceTests",
            dependencies: ["StudioTrace", "ProductionStudio", "StudioCore", "StudioTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TraceRecordingTests",
            dependencies: [
                "TraceRecording", "StudioTrace", "ProductionStudioTesting", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ContentDiagnosisTests",
            dependencies: [
                "ContentDiagnosis", "CodedMedia", "StudioTrace", "ProductionStudioTesting", "ProductionStudio",
                "StudioMeeting", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StudioRuntimeTests", dependencies: ["StudioRuntime", "StudioCore", "StudioTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "GStreamerTests", dependencies: ["GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ProductionStudioTests",
            dependencies: [
                "ProductionStudioTesting", "StudioEngine", "StudioScenario", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StudioScenarioTests",
            dependencies: [
                "StudioScenario", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                "StudioTestSupport",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StudioProbeTests",
            dependencies: [
                "StudioProbe", "GStreamer", "CodedMedia", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ZoomSDKTests",
            dependencies: [
                "ZoomSDK", "ZoomSDKNames", "ProductionStudioTesting", "ProductionStudio", "StudioMeeting",
                "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        // The samples of the vendor's guide as a client writes them: in both language modes, with public modules only.
        .testTarget(name: "GuideTests", dependencies: ["ZoomSDK", "ProductionStudioTesting"]),
        .testTarget(
            name: "GuideSwift5Tests", dependencies: ["ZoomSDK", "ProductionStudioTesting"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "AgoraRtcKitTests",
            dependencies: [
                "AgoraRtcKit", "StudioEngine", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        // The samples of that vendor's guide as a client writes them: in both language modes, with the facade only.
        .testTarget(name: "AgoraGuideTests", dependencies: ["AgoraRtcKit"]),
        .testTarget(
            name: "AgoraGuideSwift5Tests", dependencies: ["AgoraRtcKit"], swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "ProductionStudioTestingTests",
            dependencies: [
                "ProductionStudioTesting", "StudioScenario", "ProductionStudio", "StudioMeeting", "StudioRuntime",
                "StudioCore",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StudioEngineTests",
            dependencies: [
                "StudioEngine", "StudioScenario", "StudioTrace", "MediaInputs", "MediaOutputs", "ProgramEncoding",
                "PipelineFiles", "CodedMedia", "ProductionStudio", "StudioMeeting", "SRT", "GStreamer", "StudioRuntime",
                "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaInputsTests",
            dependencies: [
                "ProductionStudioTesting", "MediaInputs", "CodedMedia", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaReceivingTests",
            dependencies: [
                "MediaReceiving", "MediaInputs", "ProductionStudioTesting", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaOutputsTests",
            dependencies: [
                "MediaOutputs", "ProgramEncoding", "PipelineFiles", "StudioMeeting", "SRT", "GStreamer",
                "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ProgramEncodingTests",
            dependencies: ["ProgramEncoding", "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SystemChecksTests",
            dependencies: [
                "SystemChecks", "ProgramEncoding", "PipelineFiles", "GStreamer", "StudioCore", "StudioTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "IntegrationTests", dependencies: ["psstudio", "StudioTestSupport", "StudioCore"],
            swiftSettings: strict
        ),
        // Seeded sessions of the built program: scripts/torture.sh.
        .executableTarget(
            name: "torture",
            dependencies: [
                "MediaReceiving", "MediaInputs", "StudioMeeting", "StudioTestSupport", "StudioRuntime", "StudioCore",
            ],
            path: "Tests/Torture", swiftSettings: strict
        ),
        .testTarget(
            name: "TortureTests", dependencies: ["torture", "StudioCore", "StudioTestSupport"],
            swiftSettings: strict
        ),
        // Long sessions of the built program: scripts/soak.sh.
        .executableTarget(
            name: "soak", dependencies: ["StudioTestSupport", "StudioRuntime"], path: "Tests/Soak",
            swiftSettings: strict
        ),
        // Fuzz targets for parsers of external input: scripts/fuzz.sh. A test replays their corpus.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "ProductionStudioTesting", "MediaInputs", "StudioProbe", "StudioScenario", "StudioTrace",
                "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            path: "Tests/Fuzz/Targets", swiftSettings: strict
        ),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer is linked only by scripts/fuzz.sh, which instruments all modules.
if Context.environment["PSSTUDIO_FUZZ"] != nil {
    package.targets += [
        .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer", "FuzzTargets"], path: "Tests/Fuzz/Driver", swiftSettings: strict
        ),
    ]
}

// The sanitizers test a part of the package: these test targets, and what they need.
if let names = Context.environment["PSSTUDIO_TEST_TARGETS"] {
    var needed = Set(names.split(separator: " ").map(String.init))
    var count = 0
    while count != needed.count {
        count = needed.count
        for target in package.targets where needed.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
