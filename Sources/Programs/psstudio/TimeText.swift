import StudioCore

/// Formats times and sizes for people.
enum TimeText {
    /// `2`, `0.5`
    static func seconds(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : NumberText.tenths(value)
    }

    /// `812 kB`, `3.4 MB`
    static func bytes(_ count: UInt64) -> String {
        count < 1_000_000 ? "\(count / 1000) kB" : NumberText.tenths(Double(count) / 1e6) + " MB"
    }
}
