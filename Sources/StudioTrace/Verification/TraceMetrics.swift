public import StudioCore

/// The values measured in a trace.
public struct TraceMetrics: Hashable, Sendable, Encodable {
    /// The frames.
    public struct Video: Hashable, Sendable, Encodable {
        /// Accepted frames.
        public internal(set) var frames = 0
        /// The median of the intervals of the last start with at least 11 frames, in seconds.
        @Nullable public internal(set) var usualInterval: MediaTime?
        /// The longest interval of two frames of one start, in seconds.
        @Nullable public internal(set) var longestInterval: MediaTime?
        /// How long moving video repeated one frame, in seconds.
        public internal(set) var longestFreeze = MediaTime.zero
        /// How long video that is not all black was black, in seconds.
        public internal(set) var longestBlack = MediaTime.zero
    }

    /// The audio blocks.
    public struct Audio: Hashable, Sendable, Encodable {
        /// Accepted blocks.
        public internal(set) var blocks = 0
        /// The longest gap, in seconds.
        public internal(set) var longestGap = MediaTime.zero
        /// Audio time by real time: the median of windows of 5 s; `nil` for shorter audio.
        @Nullable public internal(set) var rate: Double?
    }

    /// The frames.
    public internal(set) var video = Video()
    /// The audio blocks.
    public internal(set) var audio = Audio()
    /// The largest distance of the tracks at the beginning or end of a start, in seconds; `nil` without both tracks.
    @Nullable public internal(set) var tracksApart: MediaTime?
    /// Frames and audio blocks that the encoder dropped.
    public internal(set) var dropped = 0
}

/// A limit for one of the measured values.
public struct TraceBudget: Hashable, Sendable {
    /// The limited value. The raw value is the name of the option.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Encodable {
        /// The longest interval of two frames, in milliseconds.
        case interval = "max-interval"
        /// The longest freeze, in milliseconds.
        case freeze = "max-frozen"
        /// The longest black, in milliseconds.
        case black = "max-black"
        /// The longest audio gap, in milliseconds.
        case gap = "max-gap"
        /// The deviation of the audio from real time in either direction, in percent.
        case deviation = "max-deviation"
        /// The distance of the tracks at the beginning or end, in milliseconds.
        case offset = "max-offset"
        /// Dropped frames and audio blocks.
        case drops = "max-drops"
    }

    /// The limited value.
    public let kind: Kind
    /// The limit, in the unit of its kind.
    public let limit: Double

    /// Creates a limit.
    public init(_ kind: Kind, _ limit: Double) {
        self.kind = kind
        self.limit = limit
    }

    /// Compares the limit with the measured value. A value that could not be measured misses the budget.
    public func judge(_ metrics: TraceMetrics) -> Result {
        let measured = measure(metrics)
        return Result(name: kind, limit: limit, measured: measured, isMet: measured.map { $0 <= limit } ?? false)
    }

    private func measure(_ metrics: TraceMetrics) -> Double? {
        let video = metrics.video.frames > 0 ? metrics.video : nil
        let audio = metrics.audio.blocks > 0 ? metrics.audio : nil
        switch kind {
        case .interval: return metrics.video.longestInterval.map { $0.seconds * 1000 }
        case .freeze: return video.map { $0.longestFreeze.seconds * 1000 }
        case .black: return video.map { $0.longestBlack.seconds * 1000 }
        case .gap: return audio.map { $0.longestGap.seconds * 1000 }
        case .deviation: return audio?.rate.map { abs($0 - 1) * 100 }
        case .offset: return metrics.tracksApart.map { $0.seconds * 1000 }
        case .drops: return Double(metrics.dropped)
        }
    }

    /// The result of a budget.
    public struct Result: Hashable, Sendable, Encodable, CustomStringConvertible {
        /// The limited value.
        public let name: Kind
        /// The limit, in the unit of its kind.
        public let limit: Double
        /// The measured value; `nil` when it could not be measured, which misses the budget.
        @Nullable public internal(set) var measured: Double?
        /// Whether the limit was kept.
        public let isMet: Bool

        /// One line.
        public var description: String {
            let asked = "--\(name.rawValue) \(text(limit))"
            guard let measured else { return "\(asked): not measured" }
            return "\(asked): \(isMet ? "met" : "missed") (measured \(text(measured)))"
        }

        private func text(_ value: Double) -> String {
            switch name {
            case .interval, .freeze, .black, .gap, .offset: TraceText.number(value, decimals: 1) + " ms"
            case .deviation: TraceText.number(value, decimals: 1) + " %"
            case .drops: TraceText.number(value, decimals: 0)
            }
        }
    }
}
