import MediaInputs
import ProgramEncoding
import StudioCore
import SystemChecks

/// The JSON form of `psstudio doctor`.
struct DoctorDocument: Encodable {
    struct GStreamer: Encodable {
        let version: String
    }

    struct Registry: Encodable {
        let path: String
        let state: String
        let isReady: Bool
        let plugins: Int
        let brokenPlugins: [String]
        let startMilliseconds: Double
    }

    struct Element: Encodable {
        let name: String
        let plugin: String
        let version: String

        init(_ element: SystemCheck.Element) {
            (name, plugin, version) = (element.name, element.plugin, element.version)
        }
    }

    struct Missing: Encodable {
        let name: String
        @Nullable var package: String?
    }

    struct Part: Encodable {
        let group: String
        let name: String
        let works: Bool
        let elements: [Element]
        let missing: [Missing]

        init(_ part: SystemCheck.Part) {
            (group, name, works) = (part.group.rawValue, part.name, part.works)
            elements = part.elements.map { Element($0) }
            missing = part.missing.map { Missing(name: $0.name, package: $0.package) }
        }
    }

    struct Speed: Encodable {
        let preset: String
        let framesPerSecond: Double
        let share: Double
        let verdict: String

        init(_ speed: EncoderBenchmark.Speed) {
            preset = speed.preset.rawValue
            framesPerSecond = speed.framesPerSecond
            share = speed.share
            verdict = speed.verdict.rawValue
        }
    }

    struct Benchmark: Encodable {
        let width: Int32
        let height: Int32
        let rate: String
        let wanted: Speed
        let others: [Speed]
        @Nullable var recommendedPreset: String?
    }

    private let version = PSStudio.version
    private let gstreamer: GStreamer
    private let registry: Registry
    private let parts: [Part]
    private let otherEncoders: [Element]
    private let missingPackages: [String]
    @Nullable private var benchmark: Benchmark?
    private let verdict: String
    private let exitCode: Int32

    init(_ report: DoctorReport, exitCode: Int32) {
        let systemCheck = report.systemCheck
        let registry = systemCheck.registry
        gstreamer = GStreamer(version: systemCheck.version)
        self.registry = Registry(
            path: registry.path, state: registry.state.rawValue, isReady: registry.isReady,
            plugins: registry.pluginCount,
            brokenPlugins: registry.brokenPlugins, startMilliseconds: registry.startMilliseconds)
        parts = systemCheck.parts.map { Part($0) }
        otherEncoders = systemCheck.otherEncoders.map { Element($0) }
        missingPackages = systemCheck.missingPackages
        benchmark = report.benchmark.map { result in
            Benchmark(
                width: report.width, height: report.height, rate: "\(report.rate)",
                wanted: Speed(result.wanted), others: result.others.map { Speed($0) },
                recommendedPreset: result.recommended?.rawValue)
        }
        verdict = report.verdict
        self.exitCode = exitCode
    }
}
