package import SessionProtocol

// MessagePack, in the forms that JSON has. Values are written in their shortest form.
//
// https://github.com/msgpack/msgpack/blob/master/spec.md
extension JSON {
    /// The MessagePack of this value.
    package var packed: [UInt8] {
        var writer = MessagePackWriter()
        writer.write(self)
        return writer.bytes
    }

    /// Parses one value. Binary data, extensions and keys that are no texts have no JSON form and are failures.
    package init(unpacking bytes: some Collection<UInt8>) throws(DecodingFailure) {
        var reader = MessagePackReader(Array(bytes))
        self = try reader.document()
    }
}

private struct MessagePackWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: JSON) {
        switch value {
        case .null: bytes.append(0xC0)
        case .flag(let flag): bytes.append(flag ? 0xC3 : 0xC2)
        case .number(let number): write(number)
        case .unsigned(let number): append(0xCF, number)
        case .decimal(let number): write(number)
        case .text(let text): write(text)
        case .list(let items):
            head(items.count, fixed: 0x90, below: 16, 0xDC, 0xDD)
            for item in items { write(item) }
        case .object(let fields):
            head(fields.count, fixed: 0x80, below: 16, 0xDE, 0xDF)
            for (key, value) in fields {
                write(key)
                write(value)
            }
        }
    }

    private mutating func append(_ code: UInt8, _ value: some FixedWidthInteger) {
        bytes.append(code)
        withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }

    private mutating func write(_ number: Int) {
        switch number {
        case 0..<128: bytes.append(UInt8(number))
        case 128...Int(UInt8.max): append(0xCC, UInt8(number))
        case 0...Int(UInt16.max): append(0xCD, UInt16(number))
        case 0...Int(UInt32.max): append(0xCE, UInt32(number))
        case 0...: append(0xCF, UInt64(number))
        case -32..<0: append(UInt8(bitPattern: Int8(number)))
        case Int(Int8.min)..<0: append(0xD0, Int8(number))
        case Int(Int16.min)..<0: append(0xD1, Int16(number))
        case Int(Int32.min)..<0: append(0xD2, Int32(number))
        default: append(0xD3, Int64(number))
        }
    }

    private mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// A decimal has four bytes when they are enough.
    private mutating func write(_ number: Double) {
        if number.isFinite, Double(Float(number)) == number {
            append(0xCA, Float(number).bitPattern)
        } else {
            append(0xCB, number.bitPattern)
        }
    }

    private mutating func write(_ text: String) {
        let utf8 = text.utf8
        switch utf8.count {
        case 0..<32: append(0xA0 | UInt8(utf8.count))
        case 32..<256: append(0xD9, UInt8(utf8.count))
        case 256..<65_536: append(0xDA, UInt16(utf8.count))
        default: append(0xDB, UInt32(utf8.count))
        }
        bytes += utf8
    }

    private mutating func head(_ count: Int, fixed: UInt8, below limit: Int, _ short: UInt8, _ long: UInt8) {
        if count < limit {
            append(fixed | UInt8(count))
        } else if count < 65_536 {
            append(short, UInt16(count))
        } else {
            append(long, UInt32(count))
        }
    }
}

private struct MessagePackReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(DecodingFailure) -> JSON {
        let value = try value()
        guard offset == bytes.count else { throw failure("more than one value") }
        return value
    }

    private func failure(_ reason: String) -> DecodingFailure { DecodingFailure(offset, reason) }

    /// The next bytes.
    private mutating func take(_ count: Int) throws(DecodingFailure) -> ArraySlice<UInt8> {
        guard count <= bytes.count - offset else { throw failure("no end of the value") }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    private mutating func integer<Integer: FixedWidthInteger>(
        _: Integer.Type
    ) throws(DecodingFailure) -> Integer {
        try take(MemoryLayout<Integer>.size).reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
    }

    private mutating func value() throws(DecodingFailure) -> JSON {
        let code = try integer(UInt8.self)
        switch code {
        case 0x00...0x7F: return .number(Int(code))
        case 0xE0...0xFF: return .number(Int(Int8(bitPattern: code)))
        case 0xC0: return .null
        case 0xC2, 0xC3: return .flag(code == 0xC3)
        case 0xCC: return .number(Int(try integer(UInt8.self)))
        case 0xCD: return .number(Int(try integer(UInt16.self)))
        case 0xCE: return .number(Int(try integer(UInt32.self)))
        case 0xCF: return .integer(try integer(UInt64.self))
        case 0xD0: return .number(Int(try integer(Int8.self)))
        case 0xD1: return .number(Int(try integer(Int16.self)))
        case 0xD2: return .number(Int(try integer(Int32.self)))
        case 0xD3: return .number(Int(try integer(Int64.self)))
        case 0xCA: return .decimal(Double(Float(bitPattern: try integer(UInt32.self))))
        case 0xCB: return .decimal(Double(bitPattern: try integer(UInt64.self)))
        case 0xA0...0xBF, 0xD9...0xDB: return .text(try string(code))
        case 0x90...0x9F: return try list(Int(code & 15))
        case 0xDC: return try list(Int(try integer(UInt16.self)))
        case 0xDD: return try list(Int(try integer(UInt32.self)))
        case 0x80...0x8F: return try object(Int(code & 15))
        case 0xDE: return try object(Int(try integer(UInt16.self)))
        case 0xDF: return try object(Int(try integer(UInt32.self)))
        case 0xC1: throw failure("no value")
        // 0xC4 to 0xC6, 0xC7 to 0xC9 and 0xD4 to 0xD8.
        default: throw failure("binary data and extensions are not accepted")
        }
    }

    private mutating func string(_ code: UInt8) throws(DecodingFailure) -> String {
        let count =
            switch code {
            case 0xA0...0xBF: Int(code & 31)
            case 0xD9: Int(try integer(UInt8.self))
            case 0xDA: Int(try integer(UInt16.self))
            case 0xDB: Int(try integer(UInt32.self))
            default: throw failure("a key is not text")
            }
        guard let text = String(validating: try take(count), as: UTF8.self) else { throw failure("not UTF-8") }
        return text
    }

    /// Counts the levels, and checks a length against the bytes that are left, before anything is allocated.
    private mutating func enter(_ count: Int, bytesEach: Int) throws(DecodingFailure) {
        guard depth < DecodingFailure.deepest else { throw failure("values are nested too deeply") }
        guard count <= (bytes.count - offset) / bytesEach else { throw failure("no end of the value") }
        depth += 1
    }

    private mutating func list(_ count: Int) throws(DecodingFailure) -> JSON {
        try enter(count, bytesEach: 1)
        var items: [JSON] = []
        items.reserveCapacity(count)
        for _ in 0..<count { items.append(try value()) }
        depth -= 1
        return .list(items)
    }

    private mutating func object(_ count: Int) throws(DecodingFailure) -> JSON {
        try enter(count, bytesEach: 2)
        var fields: [(String, JSON)] = []
        fields.reserveCapacity(count)
        for _ in 0..<count {
            let key = try string(try integer(UInt8.self))
            fields.append((key, try value()))
        }
        depth -= 1
        return .object(fields)
    }
}
