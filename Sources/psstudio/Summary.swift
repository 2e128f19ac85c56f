import FoundationEssentials
import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioEngine

/// What `--json` prints.
struct Summary: Encodable {
    struct Failure: Encodable {
        @Nullable var rule: String?
        let message: String
    }

    struct Media: Encodable {
        var accepted = 0
        var refused = 0
        var dropped = 0
    }

    /// An output, in the names that OBS uses.
    struct Output: Encodable {
        let destination: String
        let state: String
        let outputActive: Bool
        let outputReconnecting: Bool
        let outputTimecode: String
        /// Milliseconds.
        let outputDuration: Int64
        let outputCongestion: Double
        let outputBytes: UInt64
        let outputSkippedFrames: Int
        let outputTotalFrames: Int
        /// Encoded blocks of audio.
        let outputSkippedAudio: Int
        let outputTotalAudio: Int
        let reconnects: Int
        @Nullable var cause: String?
        @Nullable var message: String?

        init(_ output: MediaOutputs.Output) {
            let status = output.status
            destination = output.address.description
            state = status.state.name
            outputActive = status.state == .live || status.state == .stalled
            if case .retrying = status.state { outputReconnecting = true } else { outputReconnecting = false }
            outputTimecode = TimeText.clock(status.position)
            outputDuration = status.position.nanoseconds / 1_000_000
            outputCongestion = status.congestion
            outputBytes = status.bytes
            outputSkippedFrames = status.skippedFrames
            outputTotalFrames = status.totalFrames
            outputSkippedAudio = status.skippedAudioBlocks
            outputTotalAudio = status.totalAudioBlocks
            reconnects = status.reconnects
            cause = status.failure?.cause.rawValue
            message = status.failure?.message
        }
    }

    struct Violation: Encodable {
        let rule: String
        let code: String
        let count: Int
        let message: String
    }

    var version = PSStudio.version
    var runId = Summary.makeRunID()
    var exitCode = ExitReason.usage.rawValue
    var stopReason = ""
    @Nullable var error: Failure?
    var video = Media()
    var audio = Media()
    /// Why accepted media was dropped before the outputs, and how much.
    var drops: [String: Int] = [:]
    var repeatedFrames = 0
    /// How often the source or the machine was late by more than 40 ms, so that the rest of the run was moved.
    var delays = 0
    /// How often the audio pipe delivered nothing and was replaced by silence.
    var audioPipeSilences = 0
    var silenceMilliseconds = 0
    var cutMilliseconds = 0
    var violations: [Violation] = []
    var outputs: [Output] = []

    init() {}

    /// Of a run that never began.
    init(_ message: String, _ reason: ExitReason) {
        exitCode = reason.rawValue
        stopReason = "error:\(reason == .usage ? "usage" : "internal")"
        error = Failure(rule: nil, message: message)
    }

    static func makeRunID() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 16) }
}

/// A value that is written as `null` when it is missing, so that readers find every key.
@propertyWrapper
struct Nullable<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
