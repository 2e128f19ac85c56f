import Glibc

/// Reasons for an exit code.
enum ExitCause: Int32, CaseIterable, Hashable, Sendable {
    // In the program's order of precedence.
    case usage = 2
    case contract = 3
    case refused = 4
    case source = 5
    case output = 6
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    case terminated = 143

    /// The cause of a session that a signal ends; `nil` for one that cannot be caught.
    init?(signal: Int32) {
        switch signal {
        case SIGHUP: self = .hungUp
        case SIGINT: self = .interrupted
        case SIGQUIT: self = .quit
        case SIGTERM: self = .terminated
        default: return nil
        }
    }

    var isSignal: Bool { rawValue > 128 }
}

/// The outcomes that a plan allows.
struct ExpectedOutcome: Hashable, Sendable {
    var certain: Set<ExitCause> = []
    var possible: Set<ExitCause> = []
    var mayBeKilled = false
    /// A second signal ends the program immediately, whatever else has happened.
    var aborts: Set<ExitCause> = []

    /// Expected exit codes; a killed program has 137.
    var exitCodes: Set<Int32> {
        var codes = Set(aborts.map(\.rawValue))
        if mayBeKilled { codes.insert(128 + SIGKILL) }
        for cause in ExitCause.allCases where certain.contains(cause) || possible.contains(cause) {
            codes.insert(cause.rawValue)
            if certain.contains(cause) { return codes }
        }
        return codes.union([0])
    }
}

/// The ways in which an output may end.
struct ExpectedOutput: Hashable, Sendable {
    var mayFinish = true
    /// Causes of a failure, as in the summary.
    var causes: Set<String> = []
}

extension TorturePlan {
    /// Possible outcomes.
    var expectedOutcome: ExpectedOutcome {
        var outcome = ExpectedOutcome()
        switch folder {
        case .existingFile, .existingProgress: outcome.certain.insert(.usage)
        case .lateFile: outcome.possible.insert(.usage)
        case .plain, .twin: break
        }
        switch scenario?.validity {
        case .malformed: outcome.certain.insert(.usage)
        case .damaged: outcome.possible.formUnion([.usage, .refused])
        case .valid: outcome.possible.insert(.refused)
        case nil: break
        }
        if diesBefore(frames - 1, duration / 10 - 1) {
            outcome.certain.insert(.source)
        } else if diesBefore(.max, .max) {
            outcome.possible.insert(.source)
        }
        for index in outputs.indices {
            let output = expectedOutput(index)
            if !output.mayFinish { outcome.certain.insert(.output) }
            if !output.causes.isEmpty { outcome.possible.insert(.output) }
        }
        if scenario?.addsOutputs == true { outcome.possible.insert(.output) }
        if limits.fileKibibytes != nil, hasProgress { outcome.possible.insert(.output) }
        // A source that fails may have been replaced before.
        if changesSource, outcome.certain.remove(.source) != nil { outcome.possible.insert(.source) }
        addSignals(to: &outcome)
        return outcome
    }

    private func addSignals(to outcome: inout ExpectedOutcome) {
        guard !signals.isEmpty || isStoppedByController else { return }
        outcome.possible.formUnion(outcome.certain)
        outcome.certain = []
        let causes = signals.compactMap { ExitCause(signal: $0.signal) }
        outcome.possible.formUnion(causes.prefix(1))
        if causes.count > 1 { outcome.aborts.formUnion(causes) }
        outcome.mayBeKilled = signals.contains { $0.signal == SIGKILL }
    }

    /// Whether a writer ends within one of the first frames or audio blocks. It is open whether the last one is
    /// requested.
    private func diesBefore(_ frame: Int, _ block: Int) -> Bool {
        let video = video.writer.flatMap { placeOfDeath($0, perSecond: framesPerSecond) }.map { $0 < frame } ?? false
        let audio = audio.writer.flatMap { placeOfDeath($0, perSecond: 100) }.map { $0 < block } ?? false
        return video || audio
    }

    /// The unit of the program in which a writer closes its end. In real time the program goes on while the writer or the session pauses.
    private func placeOfDeath(_ writer: WriterPlan, perSecond: Double) -> Int? {
        guard let unit = writer.dies else { return nil }
        let stalled = writer.stalls.filter { $0.unit <= unit }.map(\.milliseconds).reduce(0, +)
        let paused = pauses.map(\.milliseconds).reduce(0, +)
        return isFast ? unit : unit + Int((Double(stalled + paused) / 1000 * perSecond).rounded(.up))
    }

    /// Whether something ends the session before its duration is over.
    var endsEarly: Bool {
        !signals.isEmpty || isStoppedByController || changesSource || scenario != nil || video.writer?.dies != nil
            || audio.writer?.dies != nil
    }

    /// The ways in which an output may end, whatever happens to the others.
    func expectedOutput(_ index: Int) -> ExpectedOutput {
        var expected = expectedOutputInPeace(index)
        let isFile: Bool
        switch outputs[index] {
        case .file, .defaultFile, .smallDisk, .hls: isFile = true
        default: isFile = outputs[index].otherPath != nil
        }
        if isFile, limits.fileKibibytes != nil { expected.causes.insert("storageFull") }
        if limits.openFiles != nil { expected.causes.insert("descriptorLimit") }
        if case .lateFile = folder, index == 0 { expected.causes.formUnion(["exists", "notWritable"]) }
        if endsEarly {
            // If the end precedes all media, nothing can fail.
            expected.mayFinish = true
            if outputs[index].isServer { expected.causes.formUnion(["connectTimedOut", "disconnected"]) }
        }
        return expected
    }

    private func expectedOutputInPeace(_ index: Int) -> ExpectedOutput {
        switch outputs[index] {
        case .file, .defaultFile, .null, .other, .hls, .udp: ExpectedOutput()
        // Callers come and go; the output itself cannot fail.
        case .srtListener: ExpectedOutput()
        case .srtCaller(let peer): expected(of: peer)
        case .fullDevice: ExpectedOutput(mayFinish: false, causes: ["storageFull"])
        case .smallDisk: ExpectedOutput(causes: ["storageFull"])
        case .fifo(_, let reader): expected(of: reader, isFIFO: true)
        case .standardOutput(_, .file, _): ExpectedOutput()
        case .standardOutput(_, _, let reader): expected(of: reader, isFIFO: false)
        case .rtmp(let server, _): expected(of: server)
        }
    }

    private func expected(of reader: ReaderPlan, isFIFO: Bool) -> ExpectedOutput {
        switch reader {
        case .fast, .slow: ExpectedOutput()
        case .stalling(_, let milliseconds):
            // Nothing times out before the allowed time.
            ExpectedOutput(causes: finishTimeout * 1000 > milliseconds + 500 ? [] : ["finishTimedOut"])
        case .dying: ExpectedOutput(causes: ["readerGone"])
        case .late: ExpectedOutput(causes: ["noReader"])
        case .never where isFIFO: ExpectedOutput(mayFinish: false, causes: ["noReader"])
        // A short session fits into the kernel's buffers.
        case .never: ExpectedOutput(causes: ["finishTimedOut"])
        }
    }

    private func expected(of listener: SRTPeerPlan) -> ExpectedOutput {
        switch listener {
        case .receiving: ExpectedOutput()
        case .absent: ExpectedOutput(mayFinish: false, causes: ["refused", "connectTimedOut"])
        case .silent: ExpectedOutput(mayFinish: false, causes: ["connectTimedOut", "finishTimedOut"])
        case .suspended, .withholding, .slow:
            ExpectedOutput(causes: ["stalled", "disconnected", "connectTimedOut", "finishTimedOut"])
        case .killed:
            ExpectedOutput(causes: ["disconnected", "stalled", "refused", "connectTimedOut", "finishTimedOut"])
        }
    }

    private func expected(of server: ServerPlan) -> ExpectedOutput {
        switch server {
        case .nginx, .slow: ExpectedOutput()
        case .returning: ExpectedOutput(causes: ["refused", "disconnected", "connectTimedOut", "rejected"])
        case .rejecting: ExpectedOutput(mayFinish: false, causes: ["rejected"])
        case .absent: ExpectedOutput(mayFinish: false, causes: ["refused"])
        case .silent: ExpectedOutput(mayFinish: false, causes: ["connectTimedOut", "finishTimedOut"])
        case .closing: ExpectedOutput(mayFinish: false, causes: ["rejected", "disconnected"])
        case .garbage:
            ExpectedOutput(
                mayFinish: false,
                causes: ["rejected", "disconnected", "connectTimedOut", "finishTimedOut", "pipeline"])
        case .stalling: ExpectedOutput(causes: ["stalled", "disconnected", "connectTimedOut", "finishTimedOut"])
        case .pausing(_, let milliseconds):
            ExpectedOutput(causes: finishTimeout * 1000 > milliseconds + 500 ? [] : ["finishTimedOut"])
        case .dying: ExpectedOutput(causes: ["disconnected", "rejected", "connectTimedOut"])
        }
    }
}
