/// Formats numbers for people, the same in every locale.
package enum NumberText {
    /// A number with fixed decimals, 0 to 3, and on request always a sign.
    package static func number(_ value: Double, decimals: Int, isSigned: Bool = false) -> String {
        let factor = [1.0, 10, 100, 1000][decimals]
        let scaled = (abs(value) * factor).rounded()
        // Larger numbers occur only in broken media and traces.
        guard scaled < 1e15 else { return value < 0 ? "-∞" : "∞" }
        let whole = Int(scaled)
        let sign = whole == 0 ? (isSigned ? "±" : "") : value < 0 ? "-" : isSigned ? "+" : ""
        guard decimals > 0 else { return sign + "\(whole)" }
        let digits = String(whole % Int(factor))
        return sign + "\(whole / Int(factor))." + String(repeating: "0", count: decimals - digits.count) + digits
    }

    /// Whether a number is written as JSON has it: without a plus sign, and without zeros in front. YAML 1.1 reads `010`
    /// as 8, and other programs as 10.
    ///
    /// - Parameter text: a number, or a text that begins with one.
    package static func isPlain(_ text: some StringProtocol) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        let second = digits.dropFirst().first
        let isPadded = second.map { (48...57).contains($0) || $0 | 0x20 == UInt8(ascii: "x") } ?? false
        return digits.first != UInt8(ascii: "+") && !(digits.first == UInt8(ascii: "0") && isPadded)
    }

    /// The number of `2500k`, `1.5G` or `800`; units are powers of 1000. `nil` for another text.
    ///
    /// - Parameter units: the accepted ones, each in lower and upper case, from small to large.
    package static func scaled(_ text: String, units: String) -> Double? {
        let place = text.last.flatMap { Array(units).firstIndex(of: $0) }
        let digits = place == nil ? text[...] : text.dropLast()
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), isPlain(digits),
            let number = Double(digits)
        else { return nil }
        return number * (place.map { [1e3, 1e6, 1e9, 1e12][$0 / 2] } ?? 1)
    }

    /// `002a`: a number with at least so many hexadecimal digits.
    package static func hexadecimal(_ value: some UnsignedInteger, digits count: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// `31.4`
    package static func tenths(_ value: Double) -> String { number(value, decimals: 1) }

    /// `1.250 s`
    package static func seconds(_ value: Double) -> String { number(value, decimals: 3) + " s" }

    /// `1.250 s`
    package static func seconds(_ time: MediaTime) -> String { seconds(time.seconds) }

    /// `33.3 ms`
    package static func milliseconds(_ value: Double) -> String { number(value, decimals: 1) + " ms" }

    /// `33.3 ms`
    package static func milliseconds(_ time: MediaTime) -> String { milliseconds(time.seconds * 1000) }

    /// `94.9 %`
    package static func percent(_ share: Double) -> String { number(share * 100, decimals: 1) + " %" }
}
