/// One row of the table: our values and the twin's, one per iteration.
struct Measurement: Encodable {
    enum Unit: String, Encodable {
        case microseconds = "µs"
        case milliseconds = "ms"
        case seconds = "s"
        case instructions = "instr"
        case allocations = "alloc"
        case percent = "%"
        case segments = "seg/s"
        case count = ""
    }

    /// The name used in the thresholds.
    let row: String
    /// The conditions of the measurement.
    let detail: String
    let unit: Unit
    let ours: [Double]
    /// Empty if there is no twin.
    let twin: [Double]

    init(_ row: String, _ detail: String, _ unit: Unit, ours: [Double], twin: [Double] = []) {
        self.row = row
        self.detail = detail
        self.unit = unit
        self.ours = ours
        self.twin = twin
    }

    /// Our value divided by the twin's in each iteration, and the median of that. A slowdown of both cancels out.
    var cost: Double? { twin.isEmpty ? nil : zip(ours, twin).map { $0 / $1 }.median }
    /// The twin's time divided by ours.
    var speed: Double? { twin.isEmpty ? nil : zip(ours, twin).map { $1 / $0 }.median }
}

extension [Double] {
    /// The middle value, the mean of the two middle ones for an even count.
    var median: Double {
        let sorted = sorted()
        guard let last = sorted.last else { return .nan }
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + (middle < count ? sorted[middle] : last)) / 2
    }
}

/// The limits of a row, read from `thresholds.json`.
struct Threshold: Decodable {
    /// The twin's value divided by ours.
    let speedAtLeast: Double?
    /// Our value divided by the twin's.
    let costAtMost: Double?
    /// Our value alone.
    let below: Double?
    /// A row of the same work in C. If that misses the limit as well, a push alone exceeds it on this machine,
    /// whatever the language: the row is reported, not judged.
    let unlessMissedBy: String?

    func holds(for measurement: Measurement) -> Bool {
        if let speedAtLeast { return (measurement.speed ?? 0) >= speedAtLeast }
        if let costAtMost { return (measurement.cost ?? .infinity) <= costAtMost }
        if let below { return measurement.ours.median < below }
        return false
    }

    func ratio(of measurement: Measurement) -> Double? {
        costAtMost == nil ? measurement.speed : measurement.cost
    }

    var description: String {
        if let speedAtLeast { return "≥ \(speedAtLeast.text(2))" }
        if let costAtMost { return "≤ \(costAtMost.text(2))" }
        if let below { return "< \(below.text(2))" }
        return "?"
    }
}

extension Double {
    func text(_ digits: Int) -> String {
        guard isFinite else { return "-" }
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let scaled = Int((magnitude * factor).rounded())
        let whole = "\(self < 0 ? "-" : "")\(scaled / Int(factor))"
        guard digits > 0 else { return whole }
        let fraction = String(scaled % Int(factor))
        return whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
