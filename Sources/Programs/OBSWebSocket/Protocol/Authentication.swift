import FoundationEssentials

/// The password of the server, and the answers to its challenges.
///
/// The password itself is not kept: `secret = base64(sha256(password + salt))`,
/// `answer = base64(sha256(secret + challenge))`. Salt and challenge are used as their Base64 texts.
package struct Authentication: Sendable {
    /// The SHA-256 of bytes: 32 bytes.
    package typealias Hash = @Sendable ([UInt8]) -> [UInt8]

    /// The number of random bytes of a salt and of a challenge.
    package static let randomBytes = 32
    /// How long the server waits before it closes a connection with a wrong password.
    package static let delay: Int64 = 500

    /// The salt, the same for all connections.
    package let salt: String
    private let secret: String
    private let hash: Hash

    /// - Parameter salt: random; used as text.
    package init(password: String, salt: String, hash: @escaping Hash) {
        self.salt = salt
        self.hash = hash
        secret = Data(hash(Array((password + salt).utf8))).base64EncodedString()
    }

    /// The answer that a client with the password gives.
    package func answer(to challenge: String) -> String {
        Data(hash(Array((secret + challenge).utf8))).base64EncodedString()
    }

    /// Whether an answer is right. The time does not depend on the place of a difference.
    func accepts(_ answer: String, to challenge: String) -> Bool {
        let expected = Array(self.answer(to: challenge).utf8)
        let given = Array(answer.utf8)
        guard given.count == expected.count else { return false }
        return zip(given, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
