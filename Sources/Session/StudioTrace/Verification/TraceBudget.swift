public import StudioCore

/// A limit for a value that is measured in a trace.
public typealias TraceBudget = Budget<TraceQuantity>

/// The values of a trace that a budget can limit.
public enum TraceQuantity: String, BudgetQuantity {
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

    /// Every value has a maximum.
    public var isMinimum: Bool { false }

    /// A value with its unit, for people.
    public func text(_ value: Double) -> String {
        switch self {
        case .interval, .freeze, .black, .gap, .offset: NumberText.milliseconds(value)
        case .deviation: NumberText.tenths(value) + " %"
        case .drops: NumberText.number(value, decimals: 0)
        }
    }
}

extension TraceBudget {
    /// Compares the limit with the measured value. A value that could not be measured misses the budget.
    func judge(_ metrics: TraceMetrics) -> Result { judge(measured: measure(metrics)) }

    private func measure(_ metrics: TraceMetrics) -> Double? {
        let video = metrics.video.frames > 0 ? metrics.video : nil
        let audio = metrics.audio.blocks > 0 ? metrics.audio : nil
        switch quantity {
        case .interval: return metrics.video.longestInterval.map { $0.seconds * 1000 }
        case .freeze: return video.map { $0.longestFreeze.seconds * 1000 }
        case .black: return video.map { $0.longestBlack.seconds * 1000 }
        case .gap: return audio.map { $0.longestGap.seconds * 1000 }
        case .deviation: return audio?.rate.map { abs($0 - 1) * 100 }
        case .offset: return metrics.tracksApart.map { $0.seconds * 1000 }
        case .drops: return Double(metrics.dropped)
        }
    }
}
