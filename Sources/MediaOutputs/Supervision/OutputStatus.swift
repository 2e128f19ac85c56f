public import StudioCore

/// How an output is going, in the names that OBS users know.
public struct OutputStatus: Hashable, Sendable {
    /// Where it stands.
    public var state: OutputState
    /// Bytes that were taken, over all connections.
    public var bytes: UInt64 = 0
    /// Frames that were offered to it.
    public var totalFrames = 0
    /// Frames that it lost: because its queue was full, it was not connected, or its connection ended before the peer took them.
    public var skippedFrames = 0
    /// Blocks of audio that were offered to it, encoded ones but for `null:`.
    public var totalAudioBlocks = 0
    /// Blocks of audio that it lost.
    public var skippedAudioBlocks = 0
    /// How often it was live again after a loss.
    public var reconnects = 0
    /// How full its queue is, 0 to 1.
    public var congestion = 0.0
    /// The end of what was taken, on the program's time line.
    public var position = MediaTime.zero

    init(_ state: OutputState) {
        self.state = state
    }

    /// The failure, where there is one.
    public var failure: OutputFailure? { state.failure }
}
