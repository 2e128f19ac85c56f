import StudioCore

/// Formats values and lists of a probe for people.
enum Formatting {
    static func offset(_ value: Double) -> String { NumberText.number(value, decimals: 1, isSigned: true) + " ms" }
    static func drift(_ value: Double) -> String { NumberText.number(value, decimals: 1, isSigned: true) + " ppm" }
    static func kilobits(_ bitsPerSecond: Double) -> String {
        NumberText.number(bitsPerSecond / 1000, decimals: 0) + " kbit/s"
    }

    static func matrix(_ name: String) -> String {
        ["bt709": "BT.709", "bt601": "BT.601", "bt2020": "BT.2020"][name] ?? name
    }

    /// The maximum number of list items in texts. JSON contains all of them.
    private static let maximum = 12

    /// Numbers in order; consecutive ones as ranges.
    static func list(numbers: [UInt32]) -> String {
        var ranges: [[UInt32]] = []
        for number in numbers {
            if let last = ranges.last, let end = last.last, end < number, end + 1 == number {
                ranges[ranges.count - 1] = [last[0], number]
            } else {
                ranges.append([number, number])
            }
        }
        return list(ranges: ranges)
    }

    /// `no gap`, `1 gap`, `2 gaps`.
    static func count(_ count: Int, _ name: String) -> String {
        switch count {
        case 0: "no \(name)"
        case 1: "1 \(name)"
        default: "\(count) \(name)s"
        }
    }

    static func list(times: [Double]) -> String { list(times.map { NumberText.seconds($0) }) }

    static func list(ranges: [[UInt32]]) -> String {
        list(
            ranges.compactMap { range in
                guard let first = range.first, let last = range.last else { return nil }
                return first == last ? "\(first)" : "\(first)-\(last)"
            })
    }

    private static func list(_ items: [String]) -> String {
        items.prefix(maximum).joined(separator: ", ")
            + (items.count > maximum ? " and \(items.count - maximum) more" : "")
    }
}
