/// The output of `--json`, as far as the invariants need it; keys that older versions lack are optional.
struct SessionSummary: Decodable, Sendable {
    struct Failure: Decodable, Sendable {
        let rule: String?
        let message: String
    }

    struct Media: Decodable, Sendable {
        let accepted: Int
        let refused: Int
        let dropped: Int
    }

    struct Output: Decodable, Sendable {
        let destination: String
        let state: String
        let outputBytes: Int
        let outputSkippedFrames: Int
        let outputTotalFrames: Int
        let outputTotalAudio: Int?
        let outputSkippedAudio: Int?
        let reconnects: Int
        let packetsSent: Int?
        let packetsLost: Int?
        let cause: String?
        let message: String?

        var isFinished: Bool { state == "finished" }
        var frames: Int { outputTotalFrames - outputSkippedFrames }

        /// Encoded audio units written.
        var audioUnits: Int? {
            guard let outputTotalAudio, let outputSkippedAudio else { return nil }
            return outputTotalAudio - outputSkippedAudio
        }
    }

    let exitCode: Int32
    let stopReason: String
    let error: Failure?
    let video: Media
    let audio: Media
    let drops: [String: Int]?
    let repeatedFrames: Int
    let delays: Int
    let outputs: [Output]

    /// Whether the machine was so busy that media was moved, repeated or dropped.
    var wasLate: Bool {
        delays > 0 || repeatedFrames > 0 || video.dropped > 0 || drops?.values.contains { $0 > 0 } == true
    }
}
