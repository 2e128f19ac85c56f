public import StudioCore

/// The status of an output, with the names that OBS uses.
public struct OutputStatus: Hashable, Sendable {
    /// The disk of a recording.
    public struct Disk: Hashable, Sendable {
        /// The number of its file system.
        public let device: UInt64
        /// The bytes that this user may still write, at most a second ago.
        public let freeBytes: UInt64
        /// Whether the recording needs further space as long as it is written. A playlist of the latest segments does not.
        public let isGrowing: Bool

        package init(device: UInt64, freeBytes: UInt64, isGrowing: Bool = true) {
            (self.device, self.freeBytes, self.isGrowing) = (device, freeBytes, isGrowing)
        }
    }

    /// The state.
    public var state: OutputState
    /// The bytes taken, over all connections.
    public var bytes: UInt64 = 0
    /// The bits taken per second, over the last four seconds of real time; 0 at the end.
    public var bitsPerSecond = 0.0
    /// The number of frames offered.
    public var totalFrames = 0
    /// The number of frames lost: the queue was full, the output was not connected, or its connection ended before the
    /// peer took them.
    public var skippedFrames = 0
    /// The number of audio blocks offered; encoded units except for `null:`.
    public var totalAudioBlocks = 0
    /// The number of audio blocks lost.
    public var skippedAudioBlocks = 0
    /// The delay before the next attempt; `nil` when none is planned.
    public var retryDelay: MediaTime?
    /// The frames among ``skippedFrames`` that were due before the output started: it starts at a key frame. While it has not
    /// started, those up to now; none for an output that has ended without a start.
    public var framesBeforeStart = 0
    /// The audio blocks among ``skippedAudioBlocks`` that were due before the output started.
    public var audioBlocksBeforeStart = 0
    /// The time from beginning to connect until the server accepted the first connection; `nil` before, and for an output
    /// whose peer does not answer.
    public var connectTime: MediaTime?
    /// The time until the next attempt; `nil` when none is planned.
    public var timeToAttempt: MediaTime?
    /// The number of reconnections that became live.
    public var reconnects = 0
    /// How often the output failed or lost its connection, by cause.
    public var failures: [OutputFailure.Cause: Int] = [:]
    /// The duration of the media in the queue; of the audio for an output without video.
    public var queuedTime = MediaTime.zero
    /// The fill level of the queue, 0 to 1.
    public var congestion = 0.0
    /// The statistics of the network over all connections; `nil` for an output that does not use one, or whose protocol
    /// has none.
    public var network: NetworkStatistics?
    /// How much of its finished file is rewritten, 0 to 1; `nil` before and after.
    public var finalization: Double?
    /// The end of the media taken, on the program's time line.
    public var position = MediaTime.zero
    /// The disk of a recording; `nil` for an output that does not write a regular file, and when it does not write.
    public var disk: Disk?

    package init(_ state: OutputState) {
        self.state = state
    }

    /// The status of an output whose former parts have these counts.
    package func following(_ former: OutputStatus) -> OutputStatus {
        var status = self
        status.bytes += former.bytes
        status.totalFrames += former.totalFrames
        status.skippedFrames += former.skippedFrames
        status.totalAudioBlocks += former.totalAudioBlocks
        status.skippedAudioBlocks += former.skippedAudioBlocks
        status.framesBeforeStart += former.framesBeforeStart
        status.audioBlocksBeforeStart += former.audioBlocksBeforeStart
        status.reconnects += former.reconnects
        status.failures.merge(former.failures, uniquingKeysWith: +)
        status.connectTime = former.connectTime ?? connectTime
        if let earlier = former.network { status.network = network.map { earlier.followed(by: $0) } ?? earlier }
        status.position = max(former.position, position)
        return status
    }

    /// The frames that were lost after the output had started.
    package var lostFrames: Int { max(0, skippedFrames - framesBeforeStart) }

    /// The failure, if any.
    public var failure: OutputFailure? { state.failure }
}
