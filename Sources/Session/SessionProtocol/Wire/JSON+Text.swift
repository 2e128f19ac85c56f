// JSON as text: RFC 8259, on one line.
extension JSON {
    /// The text in UTF-8. A number that JSON cannot express is null.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let number): bytes += "\(number)".utf8
        case .unsigned(let number): bytes += "\(number)".utf8
        case .decimal(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                item.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(field.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.1.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<32:
                bytes += "\\u00".utf8
                bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Parses one value with white space around it.
    package init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
        var reader = JSONReader(Array(bytes))
        self = try reader.document()
    }
}

/// Parses RFC 8259, without extensions: no comments, no NaN, no byte order mark.
private struct JSONReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(DecodingFailure) -> JSON {
        let value = try value()
        skipSpace()
        guard offset == bytes.count else { throw failure("more than one value") }
        return value
    }

    private func failure(_ reason: String) -> DecodingFailure { DecodingFailure(offset, reason) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { offset += 1 }
    }

    /// Skips white space and a byte, if it is there.
    private mutating func take(_ byte: Character) -> Bool {
        skipSpace()
        guard let next, next == byte.asciiValue else { return false }
        offset += 1
        return true
    }

    private mutating func value() throws(DecodingFailure) -> JSON {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(DecodingFailure) in .object(try reader.fields()) }
        case UInt8(ascii: "["): return try nested { reader throws(DecodingFailure) in .list(try reader.items()) }
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
        default: throw failure("no value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(DecodingFailure) -> JSON
    ) throws(DecodingFailure) -> JSON {
        guard depth < DecodingFailure.deepest else { throw failure("values are nested too deeply") }
        depth += 1
        offset += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func items() throws(DecodingFailure) -> [JSON] {
        if take("]") { return [] }
        var items: [JSON] = []
        repeat { items.append(try value()) } while take(",")
        guard take("]") else { throw failure("no end of the list") }
        return items
    }

    private mutating func fields() throws(DecodingFailure) -> [(String, JSON)] {
        if take("}") { return [] }
        var fields: [(String, JSON)] = []
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("no key") }
            let key = try string()
            guard take(":") else { throw failure("no colon after the key") }
            fields.append((key, try value()))
        } while take(",")
        guard take("}") else { throw failure("no end of the object") }
        return fields
    }

    private mutating func word(_ text: String, _ value: JSON) throws(DecodingFailure) -> JSON {
        guard bytes[offset...].starts(with: text.utf8) else { throw failure("no value") }
        offset += text.utf8.count
        return value
    }

    // MARK: Numbers

    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
        return offset - start
    }

    private mutating func number() throws(DecodingFailure) -> JSON {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let hasZero = next == UInt8(ascii: "0")
        let count = digits()
        guard count == 1 || count > 1 && !hasZero else { throw failure("not a number") }
        var isInteger = true
        if next == UInt8(ascii: ".") {
            isInteger = false
            offset += 1
            guard digits() > 0 else { throw failure("not a number") }
        }
        if let byte = next, byte | 32 == UInt8(ascii: "e") {
            isInteger = false
            offset += 1
            if let byte = next, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
            guard digits() > 0 else { throw failure("not a number") }
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isInteger, let number = Int(text) { return .number(number) }
        if isInteger, let number = UInt64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw failure("a number is out of range") }
        return .decimal(number)
    }

    // MARK: Strings

    private mutating func string() throws(DecodingFailure) -> String {
        offset += 1
        var text: [UInt8] = []
        while true {
            let start = offset
            while let byte = next, byte >= 32, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset += 1 }
            text += bytes[start..<offset]
            switch next {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw failure("not UTF-8") }
                offset += 1
                return string
            case UInt8(ascii: "\\"):
                offset += 1
                text += try escaped()
            case nil: throw failure("no end of the string")
            default: throw failure("a control character in a string")
            }
        }
    }

    private mutating func escaped() throws(DecodingFailure) -> [UInt8] {
        let byte = next
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return byte.map { [$0] } ?? []
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
        default: throw failure("an unknown escape in a string")
        }
    }

    private mutating func scalar() throws(DecodingFailure) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A pair of surrogates.
        guard first < 0xDC00, bytes[offset...].starts(with: "\\u".utf8) else { throw failure("half a surrogate pair") }
        offset += 2
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10 | UInt32(second - 0xDC00)))
        else { throw failure("half a surrogate pair") }
        return scalar
    }

    private mutating func unit() throws(DecodingFailure) -> UInt16 {
        guard offset + 4 <= bytes.count else { throw failure("no end of the string") }
        let digits = bytes[offset..<offset + 4]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("an unknown escape in a string") }
        offset += 4
        return unit
    }
}
