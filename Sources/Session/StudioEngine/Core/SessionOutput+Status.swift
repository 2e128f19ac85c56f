import MediaOutputs
import SessionProtocol
import StudioCore

extension SessionOutput {
    init(_ number: Int, _ address: OutputAddress, _ status: OutputStatus, part: Int = 1, isRemoved: Bool = false) {
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
        packetsSent = status.network?.packetsSent
        packetsLost = status.network?.packetsLost
        packetsRetransmitted = status.network?.packetsRetransmitted
        roundTripTime = status.network?.roundTripTime
        cause = status.failure?.cause.rawValue
        message = status.failure?.message
    }
}
