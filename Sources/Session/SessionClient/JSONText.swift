/// Finds the members of JSON texts without parsing their values, which are passed on as they are.
///
/// The texts come from sessions of the same user. A text that is not JSON has no members.
package enum JSONText {
    /// The members of an object with their values as they are written; `nil` for anything else.
    package static func members(of text: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
        var scanner = JSONScanner(text)
        return scanner.members()
    }

    /// The elements of an array as they are written; `nil` for anything else.
    package static func elements(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        var scanner = JSONScanner(text)
        return scanner.elements()
    }

    /// An integer as it is written.
    package static func integer(_ text: ArraySlice<UInt8>?) -> Int? {
        text.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// An object with more members in front of its own; `nil` for anything else.
    package static func adding(_ members: [(name: String, value: ArraySlice<UInt8>)], to object: ArraySlice<UInt8>)
        -> [UInt8]?
    {
        guard let first = object.firstIndex(of: UInt8(ascii: "{")), let own = Self.members(of: object) else {
            return nil
        }
        var text = Array("{".utf8)
        for (index, member) in members.enumerated() {
            text += Array("\"\(member.name)\":".utf8) + member.value
            if index + 1 < members.count || !own.isEmpty { text.append(UInt8(ascii: ",")) }
        }
        return text + object[(first + 1)...]
    }
}

private struct JSONScanner {
    private let text: ArraySlice<UInt8>
    private var index: Int

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        index = text.startIndex
    }

    mutating func members() -> [String: ArraySlice<UInt8>]? {
        guard take(UInt8(ascii: "{")) else { return nil }
        var members: [String: ArraySlice<UInt8>] = [:]
        if take(UInt8(ascii: "}")) { return isAtEnd ? members : nil }
        repeat {
            skipSpace()
            guard let name = string(), take(UInt8(ascii: ":")), let value = value() else { return nil }
            members[String(decoding: name.dropFirst().dropLast(), as: UTF8.self)] = value
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) && isAtEnd ? members : nil
    }

    mutating func elements() -> [ArraySlice<UInt8>]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var elements: [ArraySlice<UInt8>] = []
        if take(UInt8(ascii: "]")) { return isAtEnd ? elements : nil }
        repeat {
            guard let value = value() else { return nil }
            elements.append(value)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) && isAtEnd ? elements : nil
    }

    private var isAtEnd: Bool { text[index...].allSatisfy(Self.isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 9 || byte == 13 }

    private mutating func skipSpace() {
        while index < text.endIndex, Self.isSpace(text[index]) { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < text.endIndex, text[index] == byte else { return false }
        index += 1
        return true
    }

    /// A string with its quotes.
    private mutating func string() -> ArraySlice<UInt8>? {
        let start = index
        guard take(UInt8(ascii: "\"")) else { return nil }
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return text[start..<index] }
            if byte == UInt8(ascii: "\\") { index += 1 }
        }
        return nil
    }

    private mutating func value() -> ArraySlice<UInt8>? {
        skipSpace()
        let start = index
        guard index < text.endIndex else { return nil }
        var depth = 0
        repeat {
            guard index < text.endIndex else { return nil }
            switch text[index] {
            case UInt8(ascii: "\""): guard string() != nil else { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { return nil }
                index += 1
            case 32, 9, 10, 13: index += 1
            default: skipScalar()
            }
            skipTrailingSpace(depth)
        } while depth > 0
        return depth == 0 && index > start ? text[start..<index] : nil
    }

    /// Space inside of a value belongs to it, space behind it does not.
    private mutating func skipTrailingSpace(_ depth: Int) {
        if depth > 0 { skipSpace() }
    }

    /// A number, `true`, `false` or `null`.
    private mutating func skipScalar() {
        while index < text.endIndex, !Self.isSpace(text[index]), !Self.isDelimiter(text[index]) { index += 1 }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "\""):
            true
        default: false
        }
    }
}
