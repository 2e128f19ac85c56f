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

/// What facades and their tests use.
let native: [Target.Dependency] = [
    "FacadeSupport", "StudioEngine", "MediaReceiving", "MediaInputs", "ProductionStudio", "StudioMeeting",
    "StudioRuntime", "StudioCore",
]

/// A module with the spelling of another interface.
func facade(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    module(name, dependencies + native, path: "Sources/Facades/\(name)")
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
        // The C library; `make install` installs it as libpsstudio.so.0.
        .library(name: "psstudio-c", type: .dynamic, targets: ["PSStudioLibrary", "PSStudioLink"]),
    ] + systemModules,
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        // Ordered from top to bottom: a module imports only modules below it.
        .executableTarget(
            name: "psstudio",
            dependencies: [
                "EmbeddingRules", "ZoomSDKNames", "StudioProbe", "SystemChecks", "StudioEngine", "ContentDiagnosis",
                "MediaReceiving",
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "StudioScenario", "StudioTrace", "ProductionStudio",
                "StudioMeeting", "GStreamer", "CProcess", "StudioRuntime", "StudioCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        // `psstudio exec` adopts and ends what its command leaves behind.
        .target(name: "CProcess"),
        // The C interface: implements the functions of CPSStudio's header.
        module(
            "PSStudioLibrary",
            [
                "CPSStudio", "EmbeddingRules", "StudioEngine", "MediaReceiving", "MediaInputs", "MediaOutputs",
                "ProgramEncoding", "StudioScenario", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(name: "CPSStudio"),
        module("EmbeddingRules", ["StudioCore"]),
        // Linker flags on a target with Swift code would reach the link of the tests, too. Dispatch's threads outlive
        // dlclose, so the library stays mapped.
        .target(
            name: "PSStudioLink", exclude: ["psstudio.map"],
            linkerSettings: [
                .unsafeFlags([
                    "-static-stdlib", "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker", "-soname=libpsstudio.so.0",
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/PSStudioLink/psstudio.map",
                ])
            ]),
        // Interfaces of vendors and systems; Linux only, because the originals serve other systems.
        facade("ZoomSDK", ["ZoomSDKNames"]),
        facade("ZoomVideoSDK", ["CoreVideo"]),
        facade("AgoraRtcKit"),
        facade("ZegoExpressEngine", ["CoreVideo"]),
        facade("AVFoundation", ["CoreMedia", "CoreVideo", .product(name: "Logging", package: "swift-log")]),
        module("CoreMedia", ["CoreVideo", "StudioRuntime", "StudioCore"], path: "Sources/Facades/CoreMedia"),
        module("CoreVideo", ["MediaReceiving", "StudioRuntime", "StudioCore"], path: "Sources/Facades/CoreVideo"),
        // Tables of the vendor's names and numbers. A separate target, because `psstudio` does not link Foundation.
        module("ZoomSDKNames", ["ProductionStudio", "StudioCore"], path: "Sources/Facades/ZoomSDKNames"),
        // What all facades need: recorded calls, weak delegates, turns of tests.
        module("FacadeSupport", ["StudioRuntime", "StudioCore"], path: "Sources/Facades/FacadeSupport"),
        module(
            "ProductionStudioTesting",
            [
                "MediaReceiving", "MediaInputs", "StudioScenario", "TraceRecording", "ContentDiagnosis", "StudioTrace",
                "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
            ]),
        module(
            "StudioEngine",
            [
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "StudioScenario", "TraceRecording",
                "ContentDiagnosis", "StudioTrace", "ProductionStudio", "StudioMeeting", "GStreamer", "StudioRuntime",
                "StudioCore",
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
                "ScenarioFiles", "YAML", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
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
        // YAML texts as nodes. libyaml is linked statically: neither the program nor the C library needs it at run time.
        .target(
            name: "YAML", dependencies: ["CYAML"], swiftSettings: strict,
            linkerSettings: [.linkedLibrary(":libyaml.a")]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
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
        tests("YAMLTests", ["YAML"]),
        tests(
            "StudioScenarioTests",
            [
                "StudioScenario", "YAML", "ProductionStudio", "StudioMeeting", "StudioRuntime", "StudioCore",
                "StudioTestSupport",
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
        tests("AgoraRtcKitTests", ["AgoraRtcKit", "StudioTestSupport"] + native),
        tests("AVFoundationTests", ["AVFoundation", "StudioTestSupport"] + native),
        tests("ZegoExpressEngineTests", ["ZegoExpressEngine", "StudioTestSupport"] + native),
        tests("ZoomVideoSDKTests", ["ZoomVideoSDK", "StudioTestSupport"] + native),
        tests(
            "PSStudioLibraryTests",
            [
                "PSStudioLibrary", "CPSStudio", "EmbeddingRules", "StudioCore", "StudioRuntime", "StudioTestSupport",
            ]),
        tests(
            "ProductionStudioTestingTests",
            [
                "ProductionStudioTesting", "MediaReceiving", "MediaInputs", "StudioScenario", "ProductionStudio",
                "StudioMeeting", "StudioRuntime", "StudioCore", "StudioTestSupport",
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
            ["ProgramEncoding", "StudioMeeting", "GStreamer", "StudioRuntime", "StudioCore", "StudioTestSupport"]),
        tests(
            "SystemChecksTests",
            [
                "SystemChecks", "ProgramEncoding", "PipelineFiles", "GStreamer", "StudioCore", "StudioTestSupport",
            ]),
        tests("IntegrationTests", ["psstudio", "SRT", "StudioTestSupport", "StudioRuntime", "StudioCore"]),
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

// CI runs some suites under a sanitizer only.
if let names = Context.environment["PSSTUDIO_OMITTED_TARGETS"] {
    let omitted = Set(names.split(separator: " ").map(String.init))
    package.targets.removeAll { omitted.contains($0.name) }
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
