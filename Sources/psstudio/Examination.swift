import MediaInputs
import ProgramEncoding
import StudioCore
import SystemChecks

/// What `psstudio doctor` has found, and its words for it.
struct Examination {
    let systemCheck: SystemCheck
    let width: Int32
    let height: Int32
    let rate: Rate
    var trial: EncoderBenchmark.Result?
    var trialFailure: String?

    init(_ systemCheck: SystemCheck, width: Int32, height: Int32, rate: Rate) {
        self.systemCheck = systemCheck
        self.width = width
        self.height = height
        self.rate = rate
    }

    /// What cannot be done comes as the code that `psstudio start` would end with.
    func reason(isStrict: Bool) -> ExitReason {
        if !systemCheck.missingForDefaultOutput.isEmpty || trialFailure != nil { return .output }
        return isStrict && trial?.wanted.verdict == .tooSlow ? .budget : .success
    }

    // MARK: Parts

    /// One line for each thing.
    var partsText: String {
        var lines = ["psstudio \(PSStudio.version) with GStreamer \(systemCheck.version)", registryLine]
        lines += brokenLines
        for group in SystemCheck.Group.allCases {
            lines += ["", group.rawValue] + systemCheck.parts(of: group).map(Self.line)
            if group == .encoders { lines += systemCheck.otherEncoders.map(Self.line) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var registryLine: String {
        let registry = systemCheck.registry
        let time = "GStreamer started in \(TimeText.decimal(registry.startMilliseconds)) ms"
        let state =
            switch registry.state {
            case .warm: "warm"
            case .created: "was missing and has been written now: the next start is faster"
            case .renewed: "was out of date and has been written anew now: the next start is faster"
            case .empty: "is not there, because no plugin was found"
            case .unwritable: "is missing or out of date and cannot be written: every start loads plugins anew"
            }
        return "plugin registry \(registry.path): \(state); plugins: \(registry.pluginCount); \(time)"
    }

    private var brokenLines: [String] {
        let names = systemCheck.registry.brokenPlugins
        guard !names.isEmpty else { return [] }
        return ["cannot be loaded: \(names.joined(separator: ", ")); is a library that they need missing?"]
    }

    private static func line(_ part: SystemCheck.Part) -> String {
        guard part.works else {
            let names = part.missing.map(\.name).joined(separator: ", ")
            return line("missing", part.name, names + remedy(for: [part]))
        }
        let names = part.elements.map(\.name).joined(separator: ", ")
        return line("works", part.name, names.isEmpty ? "needs no plugin" : names)
    }

    /// How to get what these parts miss; nothing where no package is known.
    private static func remedy(for parts: [SystemCheck.Part]) -> String {
        let packages = SystemCheck.packages(for: parts)
        return packages.isEmpty ? "" : "; apt-get install \(packages.joined(separator: " "))"
    }

    private static func line(_ encoder: SystemCheck.Element) -> String {
        line("unused", "h264", "\(encoder.name) is here, too; psstudio encodes with x264enc")
    }

    private static func line(_ state: String, _ name: String, _ rest: String) -> String {
        "  \(state.padded(to: 9))\(name.padded(to: 14))\(rest)"
    }

    // MARK: Trial

    /// The speeds that were measured, and what to use.
    var trialText: String {
        var lines = ["", "encoding \(width)x\(height) at \(rate) frames a second"]
        if let trial {
            lines += ([trial.wanted] + trial.others).map(Self.line)
            lines.append("  \(advice(trial))")
        } else {
            lines.append("  not tried\(trialFailure.map { ": \($0)" } ?? "")")
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private static func line(_ speed: EncoderBenchmark.Speed) -> String {
        let figures =
            "\(TimeText.decimal(speed.framesPerSecond)) frames a second, \(TimeText.hundredths(speed.share))x real time"
        return line(speed.verdict.words, speed.preset.rawValue, figures)
    }

    private func advice(_ trial: EncoderBenchmark.Result) -> String {
        guard let recommended = trial.recommended else {
            return "no preset has a margin here: take a smaller size or fewer frames a second"
        }
        return "recommended: --preset \(recommended.rawValue)"
    }

    // MARK: Verdict

    /// The last line.
    var verdict: String {
        let missing = systemCheck.missingForDefaultOutput
        guard missing.isEmpty else {
            let names = missing.flatMap(\.missing).map(\.name)
            return "verdict: psstudio start does not work here: \(Self.list(names)) missing\(Self.remedy(for: missing))"
        }
        if let trialFailure { return "verdict: psstudio start does not work here: \(trialFailure)" }
        let broken = systemCheck.parts.filter { !$0.works }
        let outside = broken.isEmpty ? "" : "; \(Self.list(broken.map(Self.title))) missing"
        return "verdict: psstudio start works here\(speedWords)\(outside)"
    }

    private var speedWords: String {
        guard let trial else { return "" }
        let what = "\(width)x\(height) at \(rate) frames a second with \(trial.wanted.preset.rawValue)"
        switch trial.wanted.verdict {
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

extension EncoderBenchmark.Verdict {
    /// For people.
    var words: String {
        switch self {
        case .good: "good"
        case .tight: "tight"
        case .tooSlow: "too slow"
        }
    }
}
