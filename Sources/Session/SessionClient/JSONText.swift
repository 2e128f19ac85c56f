/// Slices JSON texts without parsing their values, which are passed on as they are: snapshots are long, and most lines are events
/// that nobody decodes.
///
/// The texts come from sessions of the same user. A text that is not JSON has no members.
package enum JSONText {
    /// The members of an object with their values as they are written; `nil` for anything else.
    package static func members(of text: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
        var scanner = JSONScanner(text)
        var members: [String: ArraySlice<UInt8>] = [:]
        let isObject = scanner.scan("{", "}") { scanner in
            guard let name = scanner.string(), scanner.take(":"), let value = scanner.value() else { return false }
            members[String(decoding: name.dropFirst().dropLast(), as: UTF8.self)] = value
            return true
        }
        return isObject ? members : nil
    }

    /// The elements of an array as they are written; `nil` for anything else.
    package static func elements(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        var scanner = JSONScanner(text)
        var elements: [ArraySlice<UInt8>] = []
        let isArray = scanner.scan("[", "]") { scanner in
            guard let value = scanner.value() else { return false }
            elements.append(value)
            return true
        }
        return isArray ? elements : nil
    }

    /// An integer as it is written.
    package static func integer(_ text: ArraySlice<UInt8>?) -> Int? {
        text.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// An object of members in front of those of another object; `nil` when that is anything else.
    package static func object(
        _ members: [(name: String, value: ArraySlice<UInt8>)], before object: ArraySlice<UInt8> = Array("{}".utf8)[...]
    ) -> [UInt8]? {
        guard let first = object.firstIndex(of: UInt8(ascii: "{")), let own = Self.members(of: object) else {
            return nil
        }
        let texts = members.map { Array("\"\($0.name)\":".utf8) + $0.value }
        let comma = own.isEmpty || members.isEmpty ? "" : ","
        return Array("{".utf8) + texts.joined(separator: ",".utf8) + comma.utf8 + object[(first + 1)...]
    }
}

private struct JSONScanner {
    private let text: ArraySlice<UInt8>
    private var index: Int

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        index = text.startIndex
    }

    /// Scans the whole text: items with commas between them, and the brackets around them.
    mutating func scan(_ start: Unicode.Scalar, _ end: Unicode.Scalar, item: (inout JSONScanner) -> Bool) -> Bool {
        guard take(start) else { return false }
        if !take(end) {
            repeat {
                guard item(&self) else { return false }
            } while take(",")
            guard take(end) else { return false }
        }
        skipSpace()
        return index == text.endIndex
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 9 || byte == 13 }

    private mutating func skipSpace() {
        while index < text.endIndex, Self.isSpace(text[index]) { index += 1 }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < text.endIndex, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// A string with its quotes.
    mutating func string() -> ArraySlice<UInt8>? {
        skipSpace()
        let start = index
        guard take("\"") else { return nil }
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return text[start..<index] }
            if byte == UInt8(ascii: "\\") { index += 1 }
        }
        return nil
    }

    /// A value as it is written.
    mutating func value() -> ArraySlice<UInt8>? {
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
            default: skipScalar()
            }
            // Space inside of a value belongs to it, space behind it does not.
            if depth > 0 { skipSpace() }
        } while depth > 0
        return depth == 0 && index > start ? text[start..<index] : nil
    }

    /// A number, `true`, `false` or `null`.
    private mutating func skipScalar() {
        while index < text.endIndex, !Self.isSpace(text[index]), !Self.isDelimiter(text[index]) { index += 1 }
    }

    /// A quote, a comma, a colon or a bracket.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == 34 || byte == 44 || byte == 58 || byte | 32 == 123 || byte | 32 == 125
    }
}
