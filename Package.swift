// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module. A module imports only modules that follow it in the list of targets.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, sources: [String]? = nil,
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, sources: sources, resources: resources,
        swiftSettings: strict)
}

/// The tests of the module of that name.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

// Other systems have modules of these names.
#if os(Linux)
    let systemModules: [Product] = ["AVFoundation", "CoreMedia", "CoreVideo"].map {
        .library(name: $0, targets: [$0])
    }
#else
    let systemModules: [Product] = []
#endif

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
        .library(name: "ZegoExpressEngine", targets: ["ZegoExpressEngine"]),
        .library(name: "ZoomVideoSDK", targets: ["ZoomVideoSDK"]),
        .library(name: "ProductionStudioTesting", targets: ["ProductionStudioTesting"]),
        .executable(name: "psstudio", targets: ["psstudio"]),
    ] + systemModules,
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
        module(
            "ZoomSDK",
            [
                "ZoomSDKNames", "FacadeSupport", "StudioEngine", "ProductionStudio", "StudioMeeting", "StudioRuntime",
                "StudioCore",
            ],
            path: "Sources/Facades/ZoomSDK"),
        // Tables of the vendor's names and numbers. A separate target, because `psstudio` does not link Foundation.
        module(
            "ZoomSDKNames", ["ProductionStudio", "StudioCore"],
            path: "Sources/Facades/ZoomSDKNames"),
        // Another vendor's interface for raw audio.
        module(
            "AgoraRtcKit",
            [
                "FacadeSupport", "StudioEngine", "MediaReceiving", "ProductionStudio", "StudioMeeting",
                "StudioRuntime", "StudioCore",
            ],
            path: "Sources/Facades/AgoraRtcKit"),
        // The system's capture interface.
        module(
            "AVFoundation",
            [
                "CoreMedia", "CoreVideo", "FacadeSupport", "StudioEngine", "MediaReceiving", "MediaInputs",
                "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Facades/AVFoundation"),
        // The raw data of the first vendor's SDK for sessions in apps.
        module(
            "ZoomVideoSDK",
            [
                "CoreVideo", "FacadeSupport", "StudioEngine", "MediaInputs", "MediaReceiving", "ProductionStudio",
                "StudioMeeting", "StudioRuntime", "StudioCore",
            ],
            path: "Sources/Facades/ZoomVideoSDK"),
        module(
            "CoreMedia", ["CoreVideo", "StudioRuntime", "StudioCore"], path: "Sources/Facades/CoreMedia"),
        // The system's pixel buffers, for the facades whose callbacks deliver them.
        module(
            "CoreVideo", ["MediaReceiving", "StudioRuntime", "StudioCore"], path: "Sources/Facades/CoreVideo"),
        // A third vendor's interface for custom video rendering.
        module(
            "ZegoExpressEngine",
            [
                "CoreVideo", "FacadeSupport", "StudioEngine", "MediaReceiving", "MediaInputs", "ProductionStudio",
                "StudioMeeting", "StudioRuntime", "StudioCore",
            ],
            path: "Sources/Facades/ZegoExpressEngine"),
        // What all facades need: recorded calls, weak delegates, turns of tests.
        module("FacadeSupport", ["StudioRuntime"], path: "Sources/Facades/FacadeSupport"),
        module(
            "ProductionStudioTesting",
            [
                "MediaInputs", "StudioScenario", "TraceRecording", "ContentDiagnosis", "StudioTrace",
                "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
            ]),
        module(
            "StudioEngine",
            [
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "StudioScenario", "TraceRecording",
                "ContentDiagnosis", "StudioTrace", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ]),
        module(
            "MediaInputs",
            [
                "PipelineFiles", "CodedMedia", "Drawing", "StudioScenario", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore",
            ]),
        module(
            "MediaReceiving",
            ["StudioMeeting", "GStreamer", "CXXHash", "StudioRuntime", "StudioCore"]),
        module(
            "MediaOutputs",
            [
                "PipelineFiles", "ProgramEncoding", "StudioMeeting", "SRT", "GStreamer", "StudioRuntime", "StudioCore",
            ]),
        module(
            "SystemChecks",
            [
                "PipelineFiles", "ProgramEncoding", "ProductionStudio", "StudioMeeting", "SRT", "GStreamer",
                "StudioRuntime", "StudioCore",
            ]),
        module(
            "ProgramEncoding",
            ["PipelineFiles", "StudioMeeting", "GStreamer", "StudioRuntime", "StudioCore"]),
        module(
            "StudioProbe",
            ["PipelineFiles", "GStreamer", "CodedMedia", "StudioRuntime", "StudioCore"]),
        module(
            "PipelineFiles",
            path: "pipelines",
            sources: ["PipelineFiles.swift", "PipelineFile.swift"],
            resources: [.embedInCode("files")]),
        // The commands of a session, and files of commands with times.
        module(
            "StudioScenario",
            [
                "ScenarioFiles", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                .product(name: "Yams", package: "Yams"),
            ]),
        module(
            "ScenarioFiles",
            path: "examples/scenarios",
            sources: ["ScenarioFiles.swift"],
            resources: [
                "auth-never-answers", "breakout-room", "co-host-revoked", "host-ends-meeting", "network-drop-3s",
                "no-sender", "start-rejected", "start-send-never-comes",
            ].map { .embedInCode("\($0).yaml") }),
        // Traces: `StudioTrace` is the format, `TraceRecording` writes it.
        module(
            "TraceRecording",
            [
                "StudioTrace", "ProductionStudio", "StudioMeeting", "GStreamer", "CXXHash", "StudioRuntime",
                "StudioCore",
            ]),
        // Diagnoses the contents of accepted media.
        module(
            "ContentDiagnosis",
            [
                "ProductionStudio", "StudioMeeting", "GStreamer", "CodedMedia", "StudioRuntime", "StudioCore",
            ]),
        module("StudioTrace", ["StudioCore"]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        module(
            "ProductionStudio",
            [
                "StudioMeeting", "GStreamer", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ]),
        module(
            "StudioMeeting",
            [
                "GStreamer", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ]),
        module(
            "GStreamer",
            ["CGStreamer", "CThreadSanitizer", "StudioRuntime", "StudioCore"]),
        module("SRT", ["CSRT", "StudioRuntime"]),
        // Loads libsrt at run time.
        .target(name: "CSRT", linkerSettings: [.linkedLibrary("dl")]),
        // Annotates hand-overs between threads inside GStreamer for the thread sanitizer.
        .target(name: "CThreadSanitizer"),
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-audio-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]
        ),
        module("CodedMedia", ["Drawing", "StudioCore"]),
        module("Drawing", ["StudioCore"]),
        module("StudioRuntime", ["StudioCore"]),
        module("StudioCore"),

        // Tests mirror Sources; IntegrationTests runs the built program against real servers.
        module("StudioTestSupport", ["StudioRuntime", "StudioCore"]),
        tests("StudioCoreTests", ["StudioCore", "StudioTestSupport"]),
        tests("CodedMediaTests", ["CodedMedia", "StudioCore", "StudioTestSupport"]),
        tests(
            "StudioTraceTests",
            ["StudioTrace", "ProductionStudio", "StudioCore", "StudioTestSupport"]),
        tests(
            "TraceRecordingTests",
            [
                "TraceRecording", "StudioTrace", "ProductionStudioTesting", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        tests(
            "ContentDiagnosisTests",
            [
                "ContentDiagnosis", "CodedMedia", "StudioTrace", "ProductionStudioTesting", "ProductionStudio",
                "StudioMeeting", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        tests("StudioRuntimeTests", ["StudioRuntime", "StudioCore", "StudioTestSupport"]),
        tests("GStreamerTests", ["GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport"]),
        tests(
            "ProductionStudioTests",
            [
                "ProductionStudioTesting", "StudioEngine", "StudioScenario", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        tests(
            "StudioScenarioTests",
            [
                "StudioScenario", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                "StudioTestSupport",
                .product(name: "Yams", package: "Yams"),
            ]),
        tests(
            "StudioProbeTests",
            [
                "StudioProbe", "GStreamer", "CodedMedia", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        tests(
            "ZoomSDKTests",
            [
                "ZoomSDK", "ZoomSDKNames", "ProductionStudioTesting", "ProductionStudio", "StudioMeeting",
                "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        // The samples of the vendor's guide as a client writes them: in both language modes, with public modules only.
        .testTarget(name: "GuideTests", dependencies: ["ZoomSDK", "ProductionStudioTesting"]),
        .testTarget(
            name: "GuideSwift5Tests", dependencies: ["ZoomSDK", "ProductionStudioTesting"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        tests(
            "AgoraRtcKitTests",
            [
                "AgoraRtcKit", "StudioEngine", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                "StudioTestSupport",
            ]),
        // The samples of that vendor's guide as a client writes them: in both language modes, with the facade only.
        .testTarget(name: "AgoraGuideTests", dependencies: ["AgoraRtcKit"]),
        .testTarget(
            name: "AgoraGuideSwift5Tests", dependencies: ["AgoraRtcKit"], swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        tests(
            "AVFoundationTests",
            [
                "AVFoundation", "FacadeSupport", "StudioEngine", "MediaReceiving", "ProductionStudio", "StudioMeeting",
                "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        // Clients of the capture interface as they are written: in both language modes, with the facade only.
        .testTarget(name: "CaptureGuideTests", dependencies: ["AVFoundation"]),
        .testTarget(
            name: "CaptureGuideSwift5Tests", dependencies: ["AVFoundation"], swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        tests(
            "ZegoExpressEngineTests",
            [
                "ZegoExpressEngine", "StudioEngine", "MediaReceiving", "ProductionStudio", "StudioMeeting",
                "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        .testTarget(name: "ZegoGuideTests", dependencies: ["ZegoExpressEngine"]),
        .testTarget(
            name: "ZegoGuideSwift5Tests", dependencies: ["ZegoExpressEngine"], swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        tests(
            "ZoomVideoSDKTests",
            [
                "ZoomVideoSDK", "StudioEngine", "MediaReceiving", "ProductionStudio", "StudioMeeting", "StudioRuntime",
                "StudioCore", "StudioTestSupport",
            ]),
        .testTarget(name: "ZoomVideoGuideTests", dependencies: ["ZoomVideoSDK"]),
        .testTarget(
            name: "ZoomVideoGuideSwift5Tests", dependencies: ["ZoomVideoSDK"], swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        tests(
            "ProductionStudioTestingTests",
            [
                "ProductionStudioTesting", "StudioScenario", "ProductionStudio", "StudioMeeting", "StudioRuntime",
                "StudioCore",
            ]),
        tests(
            "StudioEngineTests",
            [
                "StudioEngine", "StudioScenario", "StudioTrace", "MediaInputs", "MediaOutputs", "ProgramEncoding",
                "PipelineFiles", "CodedMedia", "ProductionStudio", "StudioMeeting", "SRT", "GStreamer", "StudioRuntime",
                "StudioCore", "StudioTestSupport",
            ]),
        tests(
            "MediaInputsTests",
            [
                "ProductionStudioTesting", "MediaInputs", "CodedMedia", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        tests(
            "MediaReceivingTests",
            [
                "MediaReceiving", "MediaInputs", "ProductionStudioTesting", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        tests(
            "MediaOutputsTests",
            [
                "MediaOutputs", "ProgramEncoding", "PipelineFiles", "StudioMeeting", "SRT", "GStreamer",
                "StudioRuntime", "StudioCore", "StudioTestSupport",
            ]),
        tests(
            "ProgramEncodingTests",
            ["ProgramEncoding", "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport"]),
        tests(
            "SystemChecksTests",
            [
                "SystemChecks", "ProgramEncoding", "PipelineFiles", "GStreamer", "StudioCore", "StudioTestSupport",
            ]),
        tests("IntegrationTests", ["psstudio", "StudioTestSupport", "StudioCore"]),
        // Seeded sessions of the built program: scripts/torture.sh.
        .executableTarget(
            name: "torture",
            dependencies: [
                "MediaReceiving", "MediaInputs", "StudioMeeting", "StudioTestSupport", "StudioRuntime", "StudioCore",
            ],
            path: "Tests/Torture", swiftSettings: strict
        ),
        tests("TortureTests", ["torture", "StudioCore", "StudioTestSupport"]),
        // Long sessions of the built program: scripts/soak.sh.
        .executableTarget(
            name: "soak", dependencies: ["StudioTestSupport", "StudioRuntime"], path: "Tests/Soak",
            swiftSettings: strict
        ),
        // Fuzz targets for parsers of external input: scripts/fuzz.sh. A test replays their corpus.
        module(
            "FuzzTargets",
            [
                "ProductionStudioTesting", "MediaInputs", "StudioProbe", "StudioScenario", "StudioTrace",
                "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore", "StudioTestSupport",
            ],
            path: "Tests/Fuzz/Targets"),
        tests("FuzzTests", ["FuzzTargets"]),
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
