/// The query of a request: names with their values. Values need no escapes.
package struct RequestQuery: Hashable, Sendable {
    private var values: [String: String] = [:]

    /// - Parameter target: the path with its query.
    package init(_ target: String) {
        guard let mark = target.firstIndex(of: "?") else { return }
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
    }

    /// A number in a range.
    ///
    /// - Throws: a ``Problem`` for a value that is not accepted.
    package func number(
        _ name: String, in range: ClosedRange<Double>, default fallback: Double
    ) throws(Problem) -> Double {
        guard let text = values[name] else { return fallback }
        guard let number = Double(text), range.contains(number) else {
            throw Problem(.invalid, "\(name) is not accepted; expected \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// `true` or `false`.
    ///
    /// - Throws: a ``Problem`` for a value that is not accepted.
    package func flag(_ name: String) throws(Problem) -> Bool {
        switch values[name] {
        case nil, "false"?: return false
        case "true"?: return true
        case .some: throw Problem(.invalid, "\(name) is not accepted; expected true or false")
        }
    }

    /// An even whole number in a range.
    ///
    /// - Throws: a ``Problem`` for a value that is not accepted.
    package func even(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws(Problem) -> Int {
        guard let text = values[name] else { return fallback }
        guard let number = Int(text), range.contains(number), number % 2 == 0 else {
            throw Problem(
                .invalid,
                "\(name) is not accepted; expected an even number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
