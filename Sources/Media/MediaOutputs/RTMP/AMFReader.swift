/// Reads the values of an RTMP command, in AMF 0.
struct AMFReader {
    enum Value: Hashable, Sendable {
        case number(Double)
        case string(String)
        case object([String: Value])
        /// Its value does not matter here.
        case other
    }

    /// Deeper objects are not read; those of commands have one level.
    private static let deepest = 8

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// All values up to the end, or up to bytes that are not AMF 0.
    mutating func all() -> [Value] {
        var values: [Value] = []
        while !rest.isEmpty, let value = value(depth: 0) { values.append(value) }
        return values
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func integer(_ count: Int) -> UInt64? { take(count)?.reduce(0) { $0 << 8 | UInt64($1) } }

    private mutating func text(lengthBytes: Int) -> String? {
        guard let count = integer(lengthBytes), let bytes = take(Int(count)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func value(depth: Int) -> Value? {
        guard depth < Self.deepest, let type = rest.popFirst() else { return nil }
        switch type {
        case 0: return integer(8).map { .number(Double(bitPattern: $0)) }
        case 1: return take(1).map { _ in .other }
        case 2: return text(lengthBytes: 2).map { .string($0) }
        case 3: return object(depth: depth)
        case 5, 6: return .other
        case 7: return take(2).map { _ in .other }
        case 8: return take(4) == nil ? nil : object(depth: depth)
        case 10: return list(depth: depth)
        case 11: return take(10).map { _ in .other }
        case 12: return text(lengthBytes: 4).map { .string($0) }
        default: return nil
        }
    }

    private mutating func object(depth: Int) -> Value? {
        var members: [String: Value] = [:]
        while let name = text(lengthBytes: 2) {
            if name.isEmpty, rest.first == 9 {
                rest = rest.dropFirst()
                return .object(members)
            }
            guard let value = value(depth: depth + 1) else { return nil }
            members[name] = value
        }
        return nil
    }

    private mutating func list(depth: Int) -> Value? {
        guard let count = integer(4) else { return nil }
        for _ in 0..<count where value(depth: depth + 1) == nil { return nil }
        return .other
    }
}
