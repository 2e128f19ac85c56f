/// Numbers in messages.
enum Decimal {
    /// `31.4`
    static func text(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return value < 0 ? "-∞" : "∞" }
        let tenths = Int((abs(value) * 10).rounded())
        return (value < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
    }

    /// `99 %`
    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }
}
