/// A value of AMF 0, in which RTMP writes commands and metadata.
package enum AMFValue: Hashable, Sendable {
    case number(Double)
    case boolean(Bool)
    case string(String)
    case object([String: AMFValue])
    case null

    package subscript(name: String) -> AMFValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// Its bytes.
    var encoded: [UInt8] {
        switch self {
        case .number(let number): [0] + Self.bytes(number.bitPattern, 8)
        case .boolean(let flag): [1, flag ? 1 : 0]
        case .string(let text): [2] + Self.name(text)
        case .object(let members):
            [3] + members.flatMap { Self.name($0.key) + $0.value.encoded } + [0, 0, 9]
        case .null: [5]
        }
    }

    private static func name(_ text: String) -> [UInt8] { bytes(UInt64(text.utf8.count), 2) + Array(text.utf8) }

    static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// All values in a message.
    ///
    /// - Throws: a ``TestFailure`` for bytes that are not AMF 0.
    package static func all(in bytes: [UInt8]) throws -> [AMFValue] {
        var reader = Reader(rest: bytes[...])
        var values: [AMFValue] = []
        while !reader.rest.isEmpty { values.append(try reader.value()) }
        return values
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw TestFailure("AMF ends after \(rest.count) of \(count) bytes") }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func integer(_ count: Int) throws -> UInt64 { try take(count).reduce(0) { $0 << 8 | UInt64($1) } }

        mutating func name() throws -> String { String(decoding: try take(Int(try integer(2))), as: UTF8.self) }

        mutating func value() throws -> AMFValue {
            switch try integer(1) {
            case 0: return .number(Double(bitPattern: try integer(8)))
            case 1: return .boolean(try integer(1) != 0)
            case 2: return .string(try name())
            case 3: return try members()
            case 5, 6: return .null
            case 8:
                // The number of members is a hint; the end marker counts.
                let count = try integer(4)
                let object = try members()
                guard case .object(let members) = object, members.count == count else {
                    throw TestFailure("an ECMA array declares \(count) members: \(object)")
                }
                return object
            case let type: throw TestFailure("unknown AMF type \(type)")
            }
        }

        private mutating func members() throws -> AMFValue {
            var members: [String: AMFValue] = [:]
            while true {
                let name = try name()
                if name.isEmpty {
                    guard try integer(1) == 9 else { throw TestFailure("an AMF object has no end") }
                    return .object(members)
                }
                guard members.updateValue(try value(), forKey: name) == nil else {
                    throw TestFailure("an AMF object has two members '\(name)'")
                }
            }
        }
    }
}
