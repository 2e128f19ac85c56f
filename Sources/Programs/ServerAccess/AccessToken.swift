import Glibc

/// The secret that a request to the server contains as `Authorization: Bearer TOKEN`.
package struct AccessToken: Hashable, Sendable {
    /// The token as it is written.
    package let text: String

    /// The shortest token of a file, in characters.
    package static let shortest = 16
    private static let longest = 512

    /// A random token of 256 bits.
    package init() {
        var random = SystemRandomNumberGenerator()
        text = (0..<32).map { _ in
            let byte = UInt8.random(in: 0...255, using: &random)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// A token that the user chose; `nil` when it is too short, or has characters that a header cannot contain.
    package init?(_ text: String) {
        let isComplete = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 32) || "-._~+/=".utf8.contains(byte)
        }
        guard (Self.shortest...Self.longest).contains(text.utf8.count), isComplete else { return nil }
        self.text = text
    }

    package enum Check: Hashable, Sendable {
        case accepted, missing, wrong
    }

    /// Checks the values of `Authorization`. The time does not depend on how much of a token is right.
    package func check(_ values: [String]) -> Check {
        guard let value = values.first else { return .missing }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard values.count == 1, parts.count == 2, parts[0].lowercased() == "bearer" else { return .wrong }
        return isEqual(parts[1]) ? .accepted : .wrong
    }

    private func isEqual(_ candidate: Substring) -> Bool {
        let (own, other) = (Array(text.utf8), Array(candidate.utf8))
        // The length of a token is no secret.
        guard own.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in own.indices { difference |= own[index] ^ other[index] }
        return difference == 0
    }
}
