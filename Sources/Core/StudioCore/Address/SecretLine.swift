/// The secret in a file or a variable: its first line that is not empty, whole, without a byte order mark. It is never printed.
package struct SecretLine: Hashable, Sendable, Redacted {
    /// Why there is no secret. The texts repeat no part of it.
    package enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        case notText
        case controlCharacter
        case tooLong

        package var description: String {
            switch self {
            case .empty: "is empty"
            case .notText: "is not UTF-8 text"
            case .controlCharacter: "has a control character in its first line"
            case .tooLong: "has a first line of more than \(SecretLine.longest) bytes"
            }
        }
    }

    /// No secret is longer.
    package static let longest = 4096

    package let text: String

    /// - Parameter bytes: the beginning of the file, one byte more than ``longest`` if it is longer.
    package init(_ bytes: some Sequence<UInt8>) throws(ParseError) {
        let bytes = Array(bytes)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).split { $0 == 0x0A || $0 == 0x0D }
        guard let line = lines.first(where: { !$0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) else { throw .empty }
        guard line.count <= Self.longest else { throw .tooLong }
        guard let text = String(validating: line, as: UTF8.self) else { throw .notText }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .controlCharacter
        }
        self.text = text
    }

    package var description: String { "***" }
}
