import StudioCore

/// Formats times and sizes for people.
enum TimeText {
    /// One decimal.
    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }

    /// `2`, `0.5`
    static func seconds(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : decimal(value) }

    /// Two decimals.
    static func hundredths(_ value: Double) -> String {
        let count = Int((value * 100).rounded())
        return "\(count / 100)." + (abs(count % 100) < 10 ? "0" : "") + "\(abs(count % 100))"
    }

    /// `812 kB`, `3.4 MB`
    static func bytes(_ count: UInt64) -> String {
        count < 1_000_000 ? "\(count / 1000) kB" : decimal(Double(count) / 1e6) + " MB"
    }
}
