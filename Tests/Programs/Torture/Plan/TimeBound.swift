extension TorturePlan {
    /// Seconds that a busy machine may add to the time of the plan.
    static let margin = 30.0
    /// Seconds until an unresponsive server times out, including the connection check.
    private static let connectTimeout = 8.0
    /// Seconds that an SRT listener waits for its callers at the end, and the latency of a peer.
    private static let drainTimeout = 5.0 + 2

    /// Seconds within which the session must end.
    ///
    /// Stuck outputs wait in parallel, so the time-out of the end counts once.
    var bound: Double {
        var seconds = isFast ? 0 : self.seconds
        seconds += Double((video.writer?.pauses ?? 0) + (audio.writer?.pauses ?? 0)) / 1000
        seconds += Double(pauses.map(\.milliseconds).reduce(0, +)) / 1000
        seconds += outputs.map(slowness).max() ?? 0
        if case .sparseFIFO(let bursts) = audio { seconds += Double(bursts.map(\.pause).reduce(0, +)) / 1000 }
        if outputs.contains(where: isStuck) { seconds += Double(finishTimeout) }
        if outputs.contains(where: { !$0.srtPeers.isEmpty }) { seconds += Self.drainTimeout }
        if outputs.contains(where: \.isServer) { seconds += Self.connectTimeout }
        return seconds + Self.margin
    }

    /// Whether the output may wait for a peer that reads nothing.
    private func isStuck(_ output: OutputPlan) -> Bool {
        if case .srtCaller(let peer) = output { return peer != .receiving }
        return isStuckReaderOrServer(output)
    }

    private func isStuckReaderOrServer(_ output: OutputPlan) -> Bool {
        switch (output.reader, output.server) {
        case (.never, _), (.stalling, _), (.late, _): true
        case (_, .stalling), (_, .pausing), (_, .silent), (_, .garbage), (_, .returning), (_, .dying): true
        default: false
        }
    }

    /// Seconds by which a peer outlasts the session.
    private func slowness(_ output: OutputPlan) -> Double {
        switch (output, output.reader, output.server) {
        case (.standardOutput(.y4m, _, _), .slow(let rate), _): Double(frames * size.bytes) / Double(rate)
        case (_, .slow(let rate), _), (_, _, .slow(let rate)): encodedBytes / Double(rate)
        case (_, .stalling(_, let milliseconds), _), (_, .late(let milliseconds), _): Double(milliseconds) / 1000
        case (_, _, .pausing(_, let milliseconds)): Double(milliseconds) / 1000
        default: 0
        }
    }

    /// The maximum size of an encoded session in bytes: twice the default bitrate, plus a little per frame.
    private var encodedBytes: Double {
        let bitrate = size.width * size.height <= 426 * 240 ? 500_000.0 : 1_500_000
        return seconds * (bitrate + 160_000) / 4 + Double(frames) * 200
    }
}
