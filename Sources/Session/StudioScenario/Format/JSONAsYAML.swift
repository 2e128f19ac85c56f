/// The text of a JSON value as YAML, which has the same value on the same lines.
///
/// YAML knows no pairs of surrogates, refuses some characters without an escape, and folds more line breaks than JSON has.
enum JSONAsYAML {
    /// - Parameter bytes: valid JSON: what is not ASCII is inside of strings.
    static func text(_ bytes: [UInt8]) -> [UInt8] {
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var text = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\\", index + 1 < scalars.count {
                if let (pair, count) = pair(scalars[index...]) {
                    append(pair, to: &text)
                    index += count
                } else {
                    text.append(contentsOf: scalars[index...index + 1])
                    index += 2
                }
            } else {
                append(scalar, to: &text)
                index += 1
            }
        }
        return Array(String(text).utf8)
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
        switch scalar.value {
        case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
            let digits = String(scalar.value, radix: 16)
            text.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
        default: text.append(scalar)
        }
    }

    /// The scalar of `\ud83d\ude00`, and the length of the escapes; `nil` for another escape.
    private static func pair(_ scalars: ArraySlice<Unicode.Scalar>) -> (Unicode.Scalar, Int)? {
        guard let high = unit(scalars), (0xD800..<0xDC00).contains(high), let low = unit(scalars.dropFirst(6)),
            (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10 | (low - 0xDC00)))
        else { return nil }
        return (scalar, 12)
    }

    private static func unit(_ scalars: ArraySlice<Unicode.Scalar>) -> UInt32? {
        let digits = scalars.dropFirst(2).prefix(4)
        guard scalars.count >= 6, scalars.starts(with: ["\\", "u"]) else { return nil }
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }
}
