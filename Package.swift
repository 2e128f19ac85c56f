// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A floor: a folder of `Sources` and `Tests`. Its modules import modules of the floor and of the floors below it, which
/// `scripts/lint.sh` checks; its tests may use any module.
func floor(_ name: String, _ targets: [Target]) -> [Target] {
    for target in targets where target.path == nil {
        target.path = "\(target.type == .test ? "Tests" : "Sources")/\(name)/\(target.name)"
    }
    return targets
}

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, sources: [String]? = nil,
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, sources: sources, resources: resources,
        swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, swiftSettings: strict,
        linkerSettings: [
            .unsafeFlags(quickToLoad, .when(platforms: [.linux])),
            .unsafeFlags(noExports, .when(platforms: [.linux], configuration: .release)),
        ])
}

/// What makes the program and the C library load quickly. Swift's metadata has 70,000 relative relocations: packed, as glibc 2.36
/// and later read them, they take 1.5 MB less; the default linker cannot pack them. libstdc++.so has 4,300 relocations by symbol,
/// most of all: the folder has a linker script of that name that names the archive instead, whose symbols are not exported.
let quickToLoad = [
    "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-L\(Context.packageDirectory)/packaging/link",
]

/// Nothing looks up a symbol of a program. The Swift driver exports all of them: 20,000 names, 3.7 MB. A debug build may have a sanitizer,
/// whose functions libraries look up.
let noExports = ["-Xlinker", "--version-script=\(Context.packageDirectory)/packaging/link/program.map"]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

/// What the server is built on.
let http: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOWebSocket", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
]

/// What a module that uses meetings depends on, and one that uses their Production Studio.
let onMeeting: [Target.Dependency] = ["StudioMeeting", "StudioRuntime", "StudioCore"]
let onStudio: [Target.Dependency] = onMeeting + ["ProductionStudio"]

/// What the engine of a receiving interface uses.
let receiver: [Target.Dependency] = [
    "MediaReceiving", "StudioMeeting", "GStreamer", "StudioRuntime", "StudioCore", logging,
]

/// What the names of an interface and their tests use.
let native: [Target.Dependency] = [
    "FacadeEnvironment", "FacadeSupport", "StudioEngine", "SessionProtocol", "MediaReceiving", "MediaInputs",
    "ProductionStudio", "StudioMeeting", "StudioRuntime",
]

/// An emulated interface in a folder of its own: the engine with its rules, and the vendor's names. The engine has no
/// Foundation, because the program links it.
func interface(
    _ folder: String, engine: String, encoding: [Target.Dependency] = [], names: String,
    using other: [Target.Dependency] = []
) -> [Target] {
    floor(
        "Interfaces/\(folder)",
        [
            module(engine, receiver + encoding),
            module(names, [.byName(name: engine), "StudioCore"] + other + native),
            tests(
                engine + "Tests",
                [
                    .byName(name: engine), "ProductionStudioTesting", "MediaReceiving", "MediaInputs", "StudioMeeting",
                    "StudioRuntime",
                ] + encoding),
            tests(names + "Tests", [.byName(name: names), .byName(name: engine)] + other + native),
        ])
}

/// The tests of the module of that name.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["StudioCore", "StudioTestSupport"], swiftSettings: strict)
}

// Other systems have modules of these names.
#if os(Linux)
    let systemModules: [Product] = ["AVFoundation", "CoreMedia", "CoreVideo"].map { .library(name: $0, targets: [$0]) }
#else
    let systemModules: [Product] = []
#endif

// What is installed: the program, the C library with its header, the GStreamer element (built by the Makefile), and the
// product for tests.
let programs = floor(
    "Programs",
    [
        program(
            "psstudio",
            [
                "ProgramConsole", "ServerArguments", "ServerAccess", "RuleList", "StudioPage", "InterfaceRegistry",
                "EmbeddingRules", "ZoomSDKNames", "StudioProbe", "SystemChecks",
                "StudioEngine", "ContentDiagnosis", "MediaReceiving", "MediaInputs", "MediaOutputs", "ProgramEncoding",
                "StudioScenario", "SessionProtocol", "SessionClient", "SessionControl", "StudioTrace", "PipelineFiles",
                "GStreamer",
                "Checksums", "CProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"), logging,
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ] + onStudio),
        // The server of sessions. `psstudio` starts it and links none of its packages.
        program(
            "psstudio-server",
            [
                "ProgramConsole", "ServerArguments", "ServerAccess", "StudioServer", "RuleList", "StudioPage",
                "StudioEngine", "StudioScenario", "SessionProtocol", "SessionControl", "MediaInputs", "MediaOutputs",
                "GStreamer", "Checksums", "Compression", "CProcess",
                "StudioRuntime", "StudioCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"), logging,
            ]),
        // What both programs share: messages, signals, exit codes, secrets on the command line.
        module(
            "ProgramConsole",
            [
                "CSourceCommit", "CProcess", "StudioRuntime", "StudioCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"), logging,
            ]),
        // The commit that a program was built from.
        .target(name: "CSourceCommit"),
        tests("ProgramConsoleTests", ["ProgramConsole"]),
        // The options of the server.
        module(
            "ServerArguments",
            [
                "ServerAccess", "ProgramConsole", "StudioScenario", "SessionProtocol", "StudioRuntime", "StudioCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Where the server listens and who may use it: addresses, tokens, hosts and origins.
        module("ServerAccess", ["StudioRuntime"]),
        // The rules of all interfaces, as they are listed.
        module(
            "RuleList",
            [
                "InterfaceRegistry", "EmbeddingRules", "ContentDiagnosis", "MediaReceiving", "StudioTrace",
                "StudioCore",
            ]),
        // HTTP, server-sent events and obs-websocket for sessions, which it reaches through their control sockets only.
        module(
            "StudioServer",
            [
                "ServerAccess", "OBSWebSocket", "SessionClient", "SessionControl", "SessionProtocol", "StudioScenario",
                "Checksums", "StudioRuntime", "StudioCore", logging,
            ] + http),
        // The C interface: implements the functions of CPSStudio's header.
        module(
            "PSStudioLibrary",
            [
                "CPSStudio", "EmbeddingRules", "MeetingClient", "ZoomSDKNames", "StudioEngine", "MediaReceiving",
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "StudioScenario", "SessionProtocol", logging,
            ] + onStudio),
        .target(name: "CPSStudio"),
        // Linker flags on a target with Swift code would reach the link of the tests, too. Dispatch's threads outlive
        // dlclose, so the library stays mapped.
        .target(
            name: "PSStudioLink", exclude: ["psstudio.map"],
            linkerSettings: [
                .unsafeFlags(
                    quickToLoad + [
                        "-static-stdlib", "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker",
                        "-soname=libpsstudio.so.0", "-Xlinker",
                        "--version-script=\(Context.packageDirectory)/Sources/Programs/PSStudioLink/psstudio.map",
                    ])
            ]),
        module("EmbeddingRules", ["StudioCore"]),
        // The page with the time line. Its style sheet and scripts are linked into the programs only. The compiler of C embeds them: as
        // array literals of Swift they took 17 s.
        module("StudioPage", ["CPageFiles", "StudioTrace", "StudioCore"]),
        .target(name: "CPageFiles", exclude: ["files"]),
        tests("StudioPageTests", ["StudioPage", "StudioTrace", "Checksums"]),
        // obs-websocket 5 as pure values: codecs, protocol, requests and events. It has no connections of its own.
        module("OBSWebSocket", ["SessionProtocol", "StudioCore"]),
        tests("OBSWebSocketTests", ["OBSWebSocket", "StudioEngine", "SessionProtocol", "MediaInputs"]),
        module(
            "ProductionStudioTesting",
            [
                "MediaReceiving", "MediaInputs", "StudioEngine", "SessionProtocol", "StudioScenario", "StudioTrace",
                "TraceRecording",
                logging,
            ] + onStudio),
        // What the program decides, without a session. `make smoke` runs these tests.
        tests(
            "ProgramDecisionTests",
            [
                "psstudio", "ServerArguments", "ServerAccess", "StudioEngine", "StudioScenario",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Runs the built program against real servers.
        tests(
            "IntegrationTests",
            [
                "psstudio", "psstudio-server", "meeting-clients", "ProgramConsole", "ServerArguments", "ServerAccess",
                "StudioEngine", "MediaOutputs", "SessionClient", "SessionControl", "SessionProtocol", "StudioScenario",
                "StudioTrace", "SRT", "StudioRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests(
            "PSStudioLibraryTests",
            [
                "PSStudioLibrary", "CPSStudio", "EmbeddingRules", "MeetingClient", "ProductionStudio", "StudioEngine",
                "StudioRuntime",
            ]),
        tests(
            "ProductionStudioTestingTests",
            [
                "ProductionStudioTesting", "MediaReceiving", "MediaInputs", "StudioScenario", "ProductionStudio",
                "StudioMeeting", "StudioRuntime",
            ]),
        // Seeded sessions of the built program: scripts/torture.sh.
        program(
            "torture",
            ["MediaReceiving", "MediaInputs", "MediaOutputs", "SessionClient", "SessionProtocol", "StudioTestSupport"]
                + onMeeting,
            path: "Tests/Programs/Torture"),
        tests("TortureTests", ["torture", "MediaOutputs"]),
        tests(
            "StudioServerTests",
            [
                "StudioServer", "ServerAccess", "OBSWebSocket", "StudioEngine", "SessionClient", "SessionControl",
                "SessionProtocol", "StudioScenario", "Checksums", "StudioRuntime",
            ] + http),
        // A client of each interface that joins a meeting, for a test of IntegrationTests.
        program(
            "meeting-clients",
            [
                "ZoomSDK", "ZoomVideoSDK", "AgoraRtcKit", "ZegoExpressEngine", "AVFoundation", "PSStudioLibrary",
                "CPSStudio", "ProductionStudioTesting",
            ],
            path: "Tests/Programs/MeetingClients"),
        // Long sessions of the built program: scripts/soak.sh.
        program("soak", ["StudioTestSupport", "StudioRuntime"], path: "Tests/Programs/Soak"),
        // Fuzz targets for parsers of external input: scripts/fuzz.sh. A test replays their corpus.
        module(
            "FuzzTargets",
            [
                "ProductionStudioTesting", "OBSWebSocket", "MediaInputs", "MediaOutputs", "StudioProbe",
                "StudioEngine", "StudioScenario", "SessionProtocol", "StudioTrace", "StudioPage", "Checksums",
                "StudioTestSupport",
            ] + onStudio,
            path: "Tests/Programs/Fuzz/Targets"),
        tests("FuzzTests", ["FuzzTargets"]),
    ])

// The interfaces of vendors and systems; Linux only, because the originals serve other systems.
let interfaces =
    floor(
        "Interfaces",
        [
            // Lists the interfaces: `psstudio rules` and the scripts read it.
            module(
                "InterfaceRegistry",
                [
                    "ZegoCustomRendering", "CameraCapture", "AgoraRawAudio", "ZoomVideoRawData", "MeetingClient",
                    "ZoomSDKNames", "ProductionStudio", "StudioCore",
                ]),
            // What all interfaces share: recorded calls, weak delegates, the engine of a process, the world for tests.
            module("FacadeSupport", [logging] + onStudio),
            // What their processes have of a session: `PSSTUDIO_*`, and the media of participants.
            module("FacadeEnvironment", ["FacadeSupport", "StudioEngine", "MediaInputs"] + onStudio),
            tests(
                "FacadeSupportTests",
                [
                    "FacadeSupport", "FacadeEnvironment", "MediaInputs", "ProductionStudio", "StudioMeeting",
                    "StudioRuntime",
                ]),
            tests("InterfaceRegistryTests", ["InterfaceRegistry"]),
        ])
    + floor(
        "Interfaces/ZoomMeeting",
        [
            module("ZoomSDK", ["ZoomSDKNames", "StudioCore"] + native),
            // Tables of the vendor's names and numbers. A separate target, because `psstudio` does not link Foundation.
            module("ZoomSDKNames", ["ProductionStudio", "StudioCore"]),
            tests("ZoomSDKTests", ["ZoomSDK", "ZoomSDKNames", "ProductionStudioTesting", "StudioTrace"] + native),
        ])
    + floor(
        "Interfaces/ZoomMeetingClient",
        [
            // The program links it for its rules.
            module(
                "MeetingClient",
                ["StudioEngine", "SessionProtocol", "MediaReceiving", logging] + onStudio),
            tests("MeetingClientTests", ["MeetingClient", "StudioScenario"] + native),
        ])
    + interface(
        "ZoomVideo", engine: "ZoomVideoRawData", names: "ZoomVideoSDK", using: ["ContentDiagnosis", "CoreVideo"])
    + interface("Agora", engine: "AgoraRawAudio", names: "AgoraRtcKit", using: ["ContentDiagnosis"])
    + interface(
        "Zego", engine: "ZegoCustomRendering", encoding: ["ProgramEncoding", "PipelineFiles"],
        names: "ZegoExpressEngine", using: ["CoreMedia", "CoreVideo"])
    + interface(
        "AVFoundation", engine: "CameraCapture", names: "AVFoundation", using: ["CoreMedia", "CoreVideo", logging])
    // Times, sample buffers and pixel buffers, which three interfaces deliver.
    + floor(
        "Interfaces/Apple",
        [
            module("CoreMedia", ["CoreVideo", "StudioRuntime", "StudioCore"]),
            module("CoreVideo", ["MediaReceiving", "StudioRuntime", "StudioCore"]),
        ])

// A session: its engine, commands, scenarios, traces and diagnosis.
let session = floor(
    "Session",
    [
        module(
            "StudioEngine",
            [
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "StudioScenario", "SessionProtocol", "SessionControl",
                "TraceRecording", "ContentDiagnosis", "StudioTrace", "PipelineFiles", "GStreamer", "CProcess", logging,
            ] + onStudio),
        // The control socket of a session, and the thread that serves it.
        module("SessionControl", ["SessionProtocol", "CLocalSocket", "StudioRuntime", "StudioCore"]),
        // A client of a control socket: its protocol as a pure value, and its carrier for a thread.
        module("SessionClient", ["SessionProtocol", "CLocalSocket", "StudioRuntime", "StudioCore"]),
        // Files of commands with times.
        module("StudioScenario", ["SessionProtocol", "MediaInputs", "ScenarioFiles", "YAML"] + onStudio),
        // What a session says, as pure values: commands, events, the snapshot, and their form on the control socket.
        module("SessionProtocol", ["StudioCore"]),
        module(
            "ScenarioFiles",
            path: "examples/scenarios",
            sources: ["ScenarioFiles.swift"],
            resources: [
                "auth-never-answers", "breakout-room", "co-host-revoked", "host-ends-meeting", "network-drop-3s",
                "no-sender", "start-rejected", "start-send-never-comes",
            ].map { .embedInCode("\($0).yaml") }),
        // Diagnoses the contents of accepted media.
        module("ContentDiagnosis", ["GStreamer", "CodedMedia"] + onStudio),
        // Traces: `StudioTrace` is the format, `TraceRecording` writes it.
        module(
            "TraceRecording",
            ["SessionProtocol", "StudioTrace", "MediaHashing", "GStreamer", "CDispatchQueue"] + onStudio),
        module("StudioTrace", ["StudioCore"]),
        tests(
            "StudioEngineTests",
            [
                "StudioEngine", "StudioScenario", "SessionProtocol", "SessionClient", "TraceRecording", "StudioTrace",
                "MediaInputs", "MediaOutputs", "ProgramEncoding", "PipelineFiles", "CodedMedia", "ProductionStudio",
                "StudioMeeting",
                "SRT", "GStreamer", "StudioRuntime",
            ]),
        tests("SessionControlTests", ["SessionControl", "SessionClient", "SessionProtocol", "StudioRuntime"]),
        tests("SessionClientTests", ["SessionClient", "SessionProtocol", "StudioRuntime"]),
        tests("SessionProtocolTests", ["SessionProtocol"]),
        tests(
            "StudioScenarioTests",
            [
                "StudioScenario", "SessionProtocol", "StudioEngine", "YAML", "ProductionStudio", "StudioMeeting",
                "StudioRuntime",
            ]),
        tests(
            "ContentDiagnosisTests",
            [
                "ContentDiagnosis", "CodedMedia", "StudioTrace", "ProductionStudioTesting", "ProductionStudio",
                "StudioMeeting", "StudioRuntime",
            ]),
        tests(
            "TraceRecordingTests",
            [
                "TraceRecording", "StudioScenario", "StudioTrace", "MediaHashing", "ProductionStudioTesting",
                "ProductionStudio", "StudioMeeting", "GStreamer", "StudioRuntime",
            ]),
        tests("StudioTraceTests", ["StudioTrace", "ProductionStudio"]),
    ])

// Media: inputs, encoding, outputs, receiving, and what measures them.
let media = floor(
    "Media",
    [
        module("SystemChecks", ["MediaOutputs", "PipelineFiles", "ProgramEncoding", "GStreamer"] + onStudio),
        module(
            "StudioProbe", ["PipelineFiles", "Containers", "GStreamer", "CodedMedia", "StudioRuntime", "StudioCore"]),
        module("MediaInputs", ["PipelineFiles", "CodedMedia", "Containers", "GStreamer"] + onStudio),
        module("MediaReceiving", ["MediaHashing", "Containers", "GStreamer", logging] + onMeeting),
        module("MediaOutputs", ["PipelineFiles", "ProgramEncoding", "Containers", "SRT", "GStreamer"] + onMeeting),
        module("ProgramEncoding", ["PipelineFiles", "GStreamer"] + onMeeting),
        module(
            "PipelineFiles", ["StudioCore"],
            path: "pipelines",
            sources: [
                "PipelineFiles.swift", "PipelineFile.swift", "PipelineSetting.swift", "PipelineSet.swift",
                "PipelineContract.swift", "CodecTable.swift",
            ],
            resources: [.embedInCode("files")]),
        // What the bytes of media files and transport streams say. Each form is read here only.
        module("Containers", ["StudioRuntime", "StudioCore"]),
        tests("ContainersTests", ["Containers"]),
        // Hashes of frames and samples, for traces and logs of callbacks.
        module("MediaHashing", ["CXXHash", "StudioCore"]),
        module("CodedMedia", ["StudioCore"]),
        tests("PipelineFilesTests", ["PipelineFiles"]),
        // The decisions of these modules: values, tested without threads and GStreamer. `make smoke` runs these tests.
        tests(
            "MediaDecisionTests",
            [
                "MediaInputs", "MediaOutputs", "MediaReceiving", "ProgramEncoding", "StudioProbe", "ProductionStudio",
            ]),
        tests("SystemChecksTests", ["SystemChecks", "MediaOutputs", "ProgramEncoding", "PipelineFiles", "GStreamer"]),
        tests("StudioProbeTests", ["StudioProbe", "GStreamer", "CGStreamer", "CodedMedia", "StudioRuntime"]),
        tests(
            "MediaInputsTests",
            [
                "ProductionStudioTesting", "MediaInputs", "Containers", "CodedMedia", "ProductionStudio",
                "StudioMeeting",
                "GStreamer", "StudioRuntime",
            ]),
        tests(
            "MediaReceivingTests",
            [
                "MediaReceiving", "MediaInputs", "ProductionStudioTesting", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime",
            ]),
        tests(
            "MediaOutputsTests",
            [
                "MediaOutputs", "ProgramEncoding", "Containers", "PipelineFiles", "StudioMeeting", "SRT", "GStreamer",
                "StudioRuntime",
            ]),
        tests(
            "ProgramEncodingTests",
            ["ProgramEncoding", "PipelineFiles", "StudioMeeting", "GStreamer", "StudioRuntime"]),
        tests("CodedMediaTests", ["CodedMedia"]),
    ])

// The meeting and its Production Studio: controller, sender, rules.
let studio = floor(
    "Studio",
    [
        module("ProductionStudio", ["GStreamer", logging] + onMeeting),
        module("StudioMeeting", ["GStreamer", "StudioRuntime", "StudioCore", logging]),
        tests("StudioMeetingTests", ["StudioMeeting"]),
        tests(
            "ProductionStudioTests",
            [
                "ProductionStudioTesting", "StudioEngine", "StudioScenario", "ProductionStudio", "StudioMeeting",
                "GStreamer", "StudioRuntime",
            ]),
    ])

// The operating system, GStreamer and other libraries in C, with Swift around them.
let system = floor(
    "System",
    [
        module("GStreamer", ["CGStreamer", "CThreadSanitizer", "StudioRuntime", "StudioCore"]),
        module("SRT", ["CSRT", "StudioRuntime"]),
        // Hashes of bytes, by GLib.
        module("Checksums", ["CGLib"]),
        // Compression of bytes, by GIO.
        module("Compression", ["CGIO"]),
        .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        // YAML texts as nodes. libyaml is linked statically: neither the program nor the C library needs it at run time.
        .target(
            name: "YAML", dependencies: ["CYAML"], swiftSettings: strict,
            linkerSettings: [.linkedLibrary(":libyaml.a")]),
        module("StudioRuntime", ["StudioCore", "CDispatchQueue"]),
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-audio-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]
        ),
        // Annotates hand-overs between threads inside GStreamer for the thread sanitizer.
        .target(name: "CThreadSanitizer"),
        // Loads libsrt at run time.
        .target(name: "CSRT", linkerSettings: [.linkedLibrary("dl")]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        // Local sockets: what Swift does not import, and what a forked child does.
        .target(name: "CLocalSocket"),
        // Dispatch queues: what Swift does not import.
        .target(name: "CDispatchQueue"),
        // `psstudio exec` adopts and ends what its command leaves behind.
        .target(name: "CProcess"),
        tests("GStreamerTests", ["GStreamer", "StudioRuntime"]),
        tests("YAMLTests", ["YAML"]),
        tests("ChecksumsTests", ["Checksums"]),
        tests("CompressionTests", ["Compression"]),
        tests("StudioRuntimeTests", ["StudioRuntime"]),
    ])

// Values and rules that know neither a vendor nor the operating system.
let core = floor(
    "Core",
    [
        module("StudioCore"),
        tests("StudioCoreTests", []),
    ])

// Servers, files, readers and models that tests share.
let testSupport: [Target] = [
    module("StudioTestSupport", ["StudioRuntime", "StudioCore"], path: "Tests/Support/StudioTestSupport")
]

let package = Package(
    name: "psstudio",
    products: [
        .library(name: "ProductionStudio", targets: ["ProductionStudio", "StudioMeeting", "StudioCore"]),
        .library(
            name: "StudioEngine",
            targets: [
                "StudioEngine", "SessionProtocol", "StudioScenario", "MediaInputs", "MediaOutputs", "ProgramEncoding",
            ]),
        .library(name: "MediaReceiving", targets: ["MediaReceiving"]),
        .library(name: "StudioProbe", targets: ["StudioProbe", "CodedMedia"]),
        .library(name: "ZoomSDK", targets: ["ZoomSDK"]),
        .library(name: "AgoraRtcKit", targets: ["AgoraRtcKit"]),
        .library(name: "ZegoExpressEngine", targets: ["ZegoExpressEngine"]),
        .library(name: "ZoomVideoSDK", targets: ["ZoomVideoSDK"]),
        .library(name: "ProductionStudioTesting", targets: ["ProductionStudioTesting"]),
        .executable(name: "psstudio", targets: ["psstudio"]),
        .executable(name: "psstudio-server", targets: ["psstudio-server"]),
        // The C library; `make install` installs it as libpsstudio.so.0.
        .library(name: "psstudio-c", type: .dynamic, targets: ["PSStudioLibrary", "PSStudioLink"]),
    ] + systemModules,
    dependencies: [
        // Library products use it, so apps decide about its version.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // Only programs use the others: each ends at the next minor version, which was not tested.
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.0")),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", .upToNextMinor(from: "0.2.0")),
        // Without its default traits it does not use full Foundation, which brings 39 MB of ICU data.
        .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1"), traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.0")),
        .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.0")),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0"), traits: []),
    ],
    // From top to bottom; `testSupport` is for tests of all floors.
    targets: programs + interfaces + session + media + studio + system + core + testSupport,
    swiftLanguageModes: [.v6]
)

// libFuzzer is linked only by scripts/fuzz.sh, which instruments all modules.
if Context.environment["PSSTUDIO_FUZZ"] != nil {
    package.targets += [
        .target(name: "CFuzzer", path: "Tests/Programs/Fuzz/CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer", "FuzzTargets"], path: "Tests/Programs/Fuzz/Driver",
            swiftSettings: strict
        ),
    ]
}

// scripts/bench.sh builds the benchmarks beside the release build, whose modules they share. As code of users does, their driver
// sees public symbols only.
if Context.environment["PSSTUDIO_BENCHMARKS"] != nil {
    let benchmarks: [Target] = [
        .executableTarget(
            name: "psbench",
            dependencies: [
                "CTwins", "ZoomSDK", "StudioEngine", "StudioProbe", "CodedMedia", "MediaReceiving", "MediaOutputs",
            ] + onStudio,
            packageAccess: false, swiftSettings: strict),
        // The same work in C.
        .target(name: "CTwins", dependencies: ["CGStreamerSystem"], linkerSettings: [.linkedLibrary("dl")]),
        .systemLibrary(
            name: "CGStreamerSystem", pkgConfig: "gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
    ]
    for target in benchmarks { target.path = "Benchmarks/Sources/\(target.name)" }
    package.targets += benchmarks
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

// The tests compute minutes of signal processing, which takes ten times as long without optimization. Assertions stay. Packages
// that depend on this one must not get such flags.
if Context.environment["PSSTUDIO_OPTIMIZED"] != nil {
    for target in package.targets
    where ["CodedMedia", "ContentDiagnosis", "ContentDiagnosisTests", "MediaInputs"].contains(target.name) {
        target.swiftSettings?.append(
            .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
}

// The C targets check sizes of buffers. It is no flag for all files: the modules of Swift import the headers without it.
for target in package.targets where target.type == .regular && target.swiftSettings == nil {
    target.cSettings = [.define("_FORTIFY_SOURCE", to: "2", .when(platforms: [.linux], configuration: .release))]
}
