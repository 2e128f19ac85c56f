/// The form of stream keys, for words whose place does not say what they are.
enum KeyForm {
    /// The keys of streaming services have at least this number of characters.
    private static let length = 16
    /// A shorter key is random: a digit stands before a letter, as in few words that a person types.
    private static let randomLength = 6

    /// Whether a word may be a key. A part of it between spaces counts like the whole.
    static func matches(_ word: some StringProtocol) -> Bool {
        word.split(whereSeparator: \.isWhitespace).contains { part in
            part.count >= length
                || part.count >= randomLength && zip(part, part.dropFirst()).contains { $0.isNumber && $1.isLetter }
        }
    }
}
