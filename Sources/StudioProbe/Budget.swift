/// A limit that a user sets on what a probe may find.
public struct Budget: Hashable, Sendable {
    /// What is limited.
    public enum Kind: String, Encodable, Hashable, Sendable, CaseIterable {
        /// The farthest offset between sound and picture, in milliseconds, to either side.
        case offset = "max-offset"
        /// The drift of sound against picture, in parts per million, to either side.
        case drift = "max-drift"
        /// Pictures that never came.
        case missing = "max-missing"
        /// Pictures that came again.
        case repeated = "max-repeated"
        /// Pictures that came behind a later one.
        case outOfOrder = "max-out-of-order"
        /// The longest time that one picture stayed, in milliseconds; less than half a second is no freeze.
        case frozen = "max-frozen"
        /// Pictures that are damaged, or whose number cannot be read.
        case damaged = "max-damaged"
        /// The longest gap or repetition in the sound, in milliseconds.
        case gap = "max-gap"
        /// Clipped samples.
        case clipped = "max-clipped"
        /// The error of luma, in 8-bit steps.
        case lumaError = "max-luma-error"
        /// The error of chroma, in 8-bit steps.
        case chromaError = "max-chroma-error"
        /// The longest distance of key frames, in milliseconds.
        case keyDistance = "max-key-distance"
        /// The longest time from when a picture was due until it arrived, in milliseconds.
        case delay = "max-delay"
        /// The time from opening to the first picture, in milliseconds.
        case firstFrame = "max-first-frame"
        /// How many of the first pictures of the run, from number 0, must have come.
        case pictures = "expect-pictures"
    }

    /// What is limited.
    public let kind: Kind
    /// The limit, in the unit of its kind.
    public let limit: Double

    /// Sets a limit. One beyond all numbers is the farthest number, and what is no number is 0.
    public init(_ kind: Kind, _ limit: Double) {
        self.kind = kind
        let farthest = Double.greatestFiniteMagnitude
        self.limit = limit.isNaN ? 0 : max(-farthest, min(farthest, limit))
    }

    /// Compares the limit with what was measured; what was not measured is not met.
    func judge(_ report: ProbeReport) -> BudgetResult {
        let measured = measure(report)
        let isMet = measured.map { kind == .pictures ? $0 >= limit : $0 <= limit } ?? false
        return BudgetResult(name: kind, limit: limit, measured: measured, isMet: isMet)
    }

    private func measure(_ report: ProbeReport) -> Double? {
        let pictures = report.run == nil ? nil : report.pictures
        let sound = report.sound.flatMap { $0.marks > 0 ? $0 : nil }
        switch kind {
        case .offset: return report.sync.map { abs($0.worst) }
        case .drift: return report.sync?.drift.map { abs($0) }
        case .missing: return pictures.map { Double($0.missing) }
        case .repeated: return pictures.map { Double($0.repeated.count) }
        case .outOfOrder: return pictures.map { Double($0.outOfOrder.count) }
        case .frozen: return pictures.map { ($0.frozen.compactMap(\.duration).max() ?? 0) * 1000 }
        case .damaged: return pictures.map { Double($0.damaged.count + $0.unreadable.count) }
        case .gap: return sound.map { ($0.gaps + $0.overlaps).map(\.milliseconds).max() ?? 0 }
        case .clipped: return sound.map { Double($0.clippedSamples) }
        case .lumaError: return report.color?.lumaError
        case .chromaError: return report.color?.chromaError
        case .keyDistance: return report.streams.compactMap(\.keyDistance).first.map { $0.most * 1000 }
        case .delay: return report.delay?.worst
        case .firstFrame: return report.pictures?.firstDelay
        case .pictures: return pictures.map { Double($0.arrived(below: limit)) }
        }
    }
}

/// What became of a budget.
public struct BudgetResult: Encodable, Hashable, Sendable, CustomStringConvertible {
    /// What is limited.
    public let name: Budget.Kind
    /// The limit, in the unit of its kind.
    public let limit: Double
    /// What was measured; `nil` where it could not be, which misses the budget.
    public let measured: Double?
    /// Whether the limit was kept.
    public let isMet: Bool

    /// One line.
    public var description: String {
        let asked = "--\(name.rawValue) \(name.text(limit))"
        guard let measured else { return "\(asked): not measured" }
        return "\(asked): \(isMet ? "met" : "missed"), it was \(name.text(measured))"
    }
}

extension Budget.Kind {
    fileprivate func text(_ value: Double) -> String {
        switch self {
        case .offset, .frozen, .gap, .keyDistance, .delay, .firstFrame: Wording.milliseconds(value)
        case .drift: Wording.tenths(value) + " ppm"
        case .lumaError, .chromaError: Wording.tenths(value)
        case .missing, .repeated, .outOfOrder, .damaged, .clipped, .pictures: Wording.number(value, decimals: 0)
        }
    }
}

extension ProbeReport.Pictures {
    /// How many of the numbers from 0 to below `limit` came.
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
