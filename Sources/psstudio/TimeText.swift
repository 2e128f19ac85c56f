import StudioCore

/// Times and amounts, for people.
enum TimeText {
    /// `00:01:05.250`
    static func clock(_ time: MediaTime) -> String {
        let milliseconds = max(0, time.nanoseconds) / 1_000_000
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let rest = String(milliseconds % 1000)
        return parts.joined(separator: ":") + "." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// One decimal.
    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }

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
