public import StudioCore

/// A limit for a value that a probe measures.
public typealias ProbeBudget = Budget<ProbeQuantity>

/// The values of a probe that a budget can limit.
public enum ProbeQuantity: String, BudgetQuantity {
    /// The largest A/V offset in either direction, in milliseconds.
    case offset = "max-offset"
    /// The drift of audio against video in either direction, in parts per million.
    case drift = "max-drift"
    /// Missing frames.
    case missing = "max-missing"
    /// Repeated frames.
    case repeated = "max-repeated"
    /// Frames that arrived after a later one.
    case outOfOrder = "max-out-of-order"
    /// The longest freeze in milliseconds; less than half a second is not a freeze.
    case frozen = "max-frozen"
    /// Damaged and unreadable frames.
    case damaged = "max-damaged"
    /// The longest gap or repetition in the audio, in milliseconds.
    case gap = "max-gap"
    /// Clipped samples.
    case clipped = "max-clipped"
    /// The luma error, in 8-bit steps.
    case lumaError = "max-luma-error"
    /// The chroma error, in 8-bit steps.
    case chromaError = "max-chroma-error"
    /// The longest interval between key frames, in milliseconds.
    case keyFrameInterval = "max-key-frame-interval"
    /// The longest time from when a frame was due until it arrived, in milliseconds.
    case delay = "max-delay"
    /// The time from opening the source to the first frame, in milliseconds.
    case firstFrame = "max-first-frame"
    /// The number of frames, counted from number 0, that must all have arrived.
    case frames = "expect-frames"

    /// Whether the measured value must reach the limit.
    public var isMinimum: Bool { self == .frames }

    /// A value with its unit, for people.
    public func text(_ value: Double) -> String {
        switch self {
        case .offset, .frozen, .gap, .keyFrameInterval, .delay, .firstFrame: NumberText.milliseconds(value)
        case .drift: NumberText.tenths(value) + " ppm"
        case .lumaError, .chromaError: NumberText.tenths(value)
        case .missing, .repeated, .outOfOrder, .damaged, .clipped, .frames: NumberText.number(value, decimals: 0)
        }
    }
}

extension ProbeBudget {
    /// Compares the limit with the measured value. A value that was not measured misses the budget.
    func judge(_ report: ProbeReport) -> Result { judge(measured: measure(report)) }

    /// The value of media that consists of several parts; `nil` for what does not depend on them.
    private func measure(_ parts: [ProbeReport.Part]) -> Double?? {
        switch quantity {
        case .offset: return .some(parts.compactMap { $0.sync.map { abs($0.worst) } }.max())
        case .drift: return .some(parts.compactMap { $0.sync?.drift.map { abs($0) } }.max())
        case .missing: return .some(Double(parts.reduce(0) { $0 + $1.missing }))
        case .repeated: return .some(Double(parts.reduce(0) { $0 + $1.repeated }))
        case .outOfOrder: return .some(Double(parts.reduce(0) { $0 + $1.outOfOrder }))
        case .damaged: return .some(Double(parts.reduce(0) { $0 + $1.damaged + $1.unreadable }))
        case .gap: return .some(parts.flatMap { $0.gaps + $0.overlaps }.map(\.milliseconds).max() ?? 0)
        case .frames: return .some(Double(parts.reduce(0) { $0 + $1.frames }))
        case .frozen, .clipped, .lumaError, .chromaError, .keyFrameInterval, .delay, .firstFrame: return nil
        }
    }

    private func measure(_ report: ProbeReport) -> Double? {
        if let parts = report.parts, let value = measure(parts) { return value }
        let video = report.session == nil ? nil : report.video
        let audio = report.audio.flatMap { $0.marks > 0 ? $0 : nil }
        switch quantity {
        case .offset: return report.sync.map { abs($0.worst) }
        case .drift: return report.sync?.drift.map { abs($0) }
        case .missing: return video.map { Double($0.missing) }
        case .repeated: return video.map { Double($0.repeated.count) }
        case .outOfOrder: return video.map { Double($0.outOfOrder.count) }
        case .frozen: return video.map { ($0.frozen.compactMap(\.duration).max() ?? 0) * 1000 }
        case .damaged: return video.map { Double($0.damaged.count + $0.unreadable.count) }
        case .gap: return audio.map { ($0.gaps + $0.overlaps).map(\.milliseconds).max() ?? 0 }
        case .clipped: return audio.map { Double($0.clippedSamples) }
        case .lumaError: return report.color?.lumaError
        case .chromaError: return report.color?.chromaError
        case .keyFrameInterval: return report.streams.compactMap(\.keyFrameInterval).first.map { $0.maximum * 1000 }
        case .delay: return report.delay?.worst
        case .firstFrame: return report.video?.firstDelay
        case .frames: return video.map { Double($0.arrived(below: limit)) }
        }
    }
}

extension ProbeReport.Video {
    /// The number of frames with numbers below `limit` that arrived.
    fileprivate func arrived(below limit: Double) -> Int {
        guard let lowest, let highest, limit > Double(lowest) else { return 0 }
        let last = limit > Double(highest) ? highest : UInt32(limit.rounded(.up)) - 1
        let missing = missingNumbers.reduce(0) { sum, range in
            guard let first = range.first, let end = range.last, first <= last else { return sum }
            return sum + Int(min(end, last) - first) + 1
        }
        return Int(last - lowest) + 1 - missing
    }
}
