extension MediaTime {
    /// Parses a duration: `8s`, `500ms`, `1m30s`, `90`, `0:01:30`; `nil` for other texts, and above 10⁹ s.
    ///
    /// A clock's time may have zeros in front, and so may a unit behind another one: `1m05s`.
    package init?(duration text: String) {
        guard !text.isEmpty, !text.contains("+"), text.contains(":") || NumberText.isPlain(text) else { return nil }
        let seconds = text.contains(":") ? Self.clock(text) : Self.units(text)
        guard let seconds, seconds.isFinite, (0..<1e9).contains(seconds) else { return nil }
        self = .seconds(seconds)
    }

    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count) else { return nil }
        return parts.reduce(0.0) { sum, part in
            guard let sum, let part, part >= 0 else { return nil }
            return sum * 60 + part
        }
    }

    private static func units(_ text: String) -> Double? {
        if let seconds = Double(text) { return seconds }
        var sum = 0.0
        var rest = Substring(text)
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            let factors = ["ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600]
            guard let number = Double(digits), let factor = factors[String(unit)] else { return nil }
            sum += number * factor
        }
        return sum
    }
}
