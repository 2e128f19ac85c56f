import MediaInputs
import ProgramConsole
import ProgramEncoding
import StudioCore
import SystemChecks

/// The report of `psstudio doctor`.
struct DoctorReport {
    let systemCheck: SystemCheck
    let server: ServerCheck
    let width: Int32
    let height: Int32
    let rate: Rate
    let isStrict: Bool
    var benchmark: EncoderBenchmark.Result?
    var benchmarkFailure: String?

    /// A missing requirement gives the exit code of `psstudio start`.
    var reason: ExitReason {
        if !systemCheck.missingForDefaultOutput.isEmpty || benchmarkFailure != nil { return .output }
        return isStrict && benchmark?.wanted.verdict == .tooSlow ? .budget : .success
    }

    // MARK: Parts

    /// One line per part.
    var partsText: String {
        var lines = ["psstudio \(PSStudio.version) with GStreamer \(systemCheck.version)", registryLine]
        lines += brokenLines
        for group in SystemCheck.Group.allCases {
            lines += ["", group.rawValue] + systemCheck.parts(of: group).map(Self.line)
            if group == .encoders { lines += systemCheck.otherEncoders.map(Self.line) }
        }
        lines += ["", "server", Self.line(server.works ? "works" : "missing", "http", server.text)]
        lines += ["", "corrections of GStreamer"] + correctionLines
        return lines.joined(separator: "\n") + "\n"
    }

    private var registryLine: String {
        let registry = systemCheck.registry
        let time = "GStreamer started in \(NumberText.tenths(registry.startMilliseconds)) ms"
        let state =
            switch registry.state {
            case .warm: "warm"
            case .created: "was missing and has been created; the next start is faster"
            case .renewed: "was outdated and has been updated; the next start is faster"
            case .empty: "is missing, because no plugin was found"
            case .unwritable: "is missing or outdated and cannot be written; every start scans all plugins"
            }
        return "plugin registry \(registry.path): \(state); plugins: \(registry.pluginCount); \(time)"
    }

    private var brokenLines: [String] {
        let names = systemCheck.registry.brokenPlugins
        guard !names.isEmpty else { return [] }
        return ["cannot load \(names.joined(separator: ", ")); check their libraries with ldd"]
    }

    /// The names of the corrections that are on, and of those that are off.
    private var correctionLines: [String] {
        let names = Dictionary(grouping: systemCheck.corrections, by: \.isOn).mapValues { $0.map(\.name) }
        return [(true, "on"), (false, "off")].map { isOn, state in
            Self.line(state, "\(names[isOn]?.count ?? 0)", names[isOn]?.joined(separator: ", ") ?? "none")
        }
    }

    private static func line(_ part: SystemCheck.Part) -> String {
        guard part.works else {
            let names = part.missing.map(\.name).joined(separator: ", ")
            return line("missing", part.name, names + installation(for: [part]))
        }
        let names = part.elements.map(\.name).joined(separator: ", ")
        return line("works", part.name, names.isEmpty ? "no plugin required" : names)
    }

    /// The install command for these parts; empty when no package is known.
    private static func installation(for parts: [SystemCheck.Part]) -> String {
        let packages = SystemCheck.packages(for: parts)
        return packages.isEmpty ? "" : "; apt-get install \(packages.joined(separator: " "))"
    }

    private static func line(_ encoder: SystemCheck.Element) -> String {
        line("unused", "h264", "\(encoder.name) is installed; psstudio uses x264enc")
    }

    private static func line(_ state: String, _ name: String, _ rest: String) -> String {
        "  \(state.padded(to: 9))\(name.padded(to: 14))\(rest)"
    }

    // MARK: Benchmark

    /// The measured speeds and the recommendation.
    var benchmarkText: String {
        var lines = ["", "encoding \(width)x\(height) at \(rate) fps"]
        if let benchmark {
            lines += ([benchmark.wanted] + benchmark.others).map(Self.line)
            lines.append("  \(advice(benchmark))")
        } else {
            lines.append("  not measured\(benchmarkFailure.map { ": \($0)" } ?? "")")
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private static func line(_ speed: EncoderBenchmark.Speed) -> String {
        let figures =
            "\(NumberText.tenths(speed.framesPerSecond)) fps, \(NumberText.number(speed.share, decimals: 2))x real time"
        return line(speed.verdict.words, speed.preset.rawValue, figures)
    }

    private func advice(_ benchmark: EncoderBenchmark.Result) -> String {
        guard let recommended = benchmark.recommendedPreset else {
            return "no preset has a margin on this machine; use a smaller size or a lower frame rate"
        }
        return "recommended: --preset \(recommended.rawValue)"
    }

    // MARK: Verdict

    /// The last line.
    var verdict: String {
        let missing = systemCheck.missingForDefaultOutput
        guard missing.isEmpty else {
            let names = missing.flatMap(\.missing).map(\.name)
            return
                "verdict: psstudio start does not work on this machine: \(Self.list(names)) missing"
                + Self.installation(for: missing)
        }
        if let benchmarkFailure { return "verdict: psstudio start does not work on this machine: \(benchmarkFailure)" }
        let broken = systemCheck.parts.filter { !$0.works }
        let outside = broken.isEmpty ? "" : "; \(Self.list(broken.map(Self.title))) missing"
        return "verdict: psstudio start works on this machine\(speedWords)\(outside)"
    }

    private var speedWords: String {
        guard let benchmark else { return "" }
        let what = "\(width)x\(height) at \(rate) fps with \(benchmark.wanted.preset.rawValue)"
        switch benchmark.wanted.verdict {
        case .good: return ", and encodes \(what) in real time with a margin"
        case .tight: return ", and encodes \(what) in real time without a margin"
        case .tooSlow: return ", but does not encode \(what) in real time"
        }
    }

    private static func title(_ part: SystemCheck.Part) -> String {
        part.group == .probe ? "probe \(part.name)" : part.name
    }

    private static func list(_ names: [String]) -> String {
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        return unique.joined(separator: ", ") + (unique.count == 1 ? " is" : " are")
    }
}

// MARK: JSON

extension DoctorReport: Encodable {
    private enum Key: String, CodingKey {
        case version, server, benchmark, width, height, rate, verdict, exitCode
    }

    func encode(to encoder: any Encoder) throws {
        try systemCheck.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(PSStudio.version, forKey: .version)
        try container.encode(server, forKey: .server)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(reason.rawValue, forKey: .exitCode)
        guard let benchmark else { return try container.encodeNil(forKey: .benchmark) }
        let nested = container.superEncoder(forKey: .benchmark)
        try benchmark.encode(to: nested)
        var format = nested.container(keyedBy: Key.self)
        try format.encode(width, forKey: .width)
        try format.encode(height, forKey: .height)
        try format.encode("\(rate)", forKey: .rate)
    }
}

extension EncoderBenchmark.Verdict {
    /// The name of the verdict in texts.
    var words: String {
        switch self {
        case .good: "good"
        case .tight: "tight"
        case .tooSlow: "too slow"
        }
    }
}
