import MediaOutputs
import SessionProtocol
import StudioCore

extension SessionOutput {
    /// - Parameter forecast: that of all outputs of the session.
    init(
        _ number: Int, _ address: OutputAddress, _ status: OutputStatus, part: Int = 1, isRemoved: Bool = false,
        forecast: DiskForecast = DiskForecast([], reserve: nil)
    ) {
        self.init(number, address.description, state: status.state.name)
        (self.part, self.isRemoved) = (part, isRemoved)
        outputActive = status.state == .live || status.state == .stalled
        if case .retrying = status.state { outputReconnecting = true } else { outputReconnecting = false }
        outputTimecode = status.position.timecode
        outputDuration = status.position.nanoseconds / 1_000_000
        outputCongestion = status.congestion
        outputQueueDuration = status.queuedTime.nanoseconds / 1_000_000
        outputBytes = status.bytes
        outputBitrate = Int((status.bitsPerSecond / 1000).rounded())
        outputSkippedFrames = status.skippedFrames
        outputTotalFrames = status.totalFrames
        outputSkippedAudio = status.skippedAudioBlocks
        outputTotalAudio = status.totalAudioBlocks
        framesBeforeStart = status.framesBeforeStart
        audioBeforeStart = status.audioBlocksBeforeStart
        reconnects = status.reconnects
        failures = Dictionary(uniqueKeysWithValues: status.failures.map { ($0.rawValue, $1) })
        if case .retrying(let attempt, _, _) = status.state { self.attempt = attempt }
        secondsToAttempt = (status.timeToAttempt?.seconds).map(Self.tenths)
        diskFreeBytes = status.disk?.freeBytes
        diskSecondsLeft = forecast.secondsLeft(of: status).map(Self.tenths)
        packetsSent = status.network?.packetsSent
        packetsLost = status.network?.packetsLost
        packetsRetransmitted = status.network?.packetsRetransmitted
        roundTripTime = status.network?.roundTripTime
        cause = status.failure?.cause.rawValue
        message = status.failure?.message
    }

    private static func tenths(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }
}
