/// When each audio block of a fixed length is due.
///
/// Deadlines are computed from the number of samples, so that rounding errors do not accumulate: 441 samples at 44.1 kHz
/// are due every 10 ms, 1024 samples at 16 kHz every 64 ms, without a common tick.
public struct AudioSchedule: Hashable, Sendable {
    /// The time of the first sample of block 0.
    public let start: MediaTime
    /// Samples per second and channel.
    public let sampleRate: Int32
    /// Samples per channel in a block, at least 1.
    public let blockSamples: Int

    /// Creates a schedule.
    public init(start: MediaTime, sampleRate: Int32, blockSamples: Int) {
        self.start = start
        self.sampleRate = sampleRate
        self.blockSamples = max(1, blockSamples)
    }

    /// The time of the first sample of a block, rounded to the nearest nanosecond.
    public func beginning(of block: Int64) -> MediaTime {
        start + MediaTime(count: block * Int64(blockSamples), rate: .samples(sampleRate))
    }

    /// When a block is due: at the end of its last sample.
    public func due(_ block: Int64) -> MediaTime { beginning(of: block + 1) }

    /// The duration of a block.
    public var interval: MediaTime { MediaTime(count: Int64(blockSamples), rate: .samples(sampleRate)) }
}

/// Decides which blocks of a sparse track are delivered: those that sound, and a hang-over of silence after them.
///
/// Per-user audio of a meeting service behaves so: exact zeros for 300 ms after the last sound, then nothing
/// (inferred: RX-AUDIO-008).
public struct SilenceGate: Hashable, Sendable {
    /// How long silence is delivered after the last sound.
    public let hangOver: MediaTime
    private var silence: MediaTime

    /// Creates a closed gate.
    public init(hangOver: MediaTime = .milliseconds(300)) {
        self.hangOver = hangOver
        silence = hangOver
    }

    /// Whether the gate is open: a block of silence would be delivered.
    public var isOpen: Bool { silence < hangOver }

    /// Passes a block.
    ///
    /// - Parameters:
    ///   - isSilent: whether all its samples are zero.
    ///   - duration: its duration.
    /// - Returns: whether it is delivered.
    public mutating func passes(isSilent: Bool, duration: MediaTime) -> Bool {
        guard isSilent else {
            silence = .zero
            return true
        }
        guard silence < hangOver else { return false }
        silence += duration
        return true
    }
}
