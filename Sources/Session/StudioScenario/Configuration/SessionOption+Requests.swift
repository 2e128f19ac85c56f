// Messages of `psstudio start` for clients of a server, who write keys and no options.
extension SessionOption {
    /// A message with the keys instead of the options of the command line that a client may set: `startAt` for `--start-at`. Other options
    /// are those of the server or of the machine, and stay.
    package static func withKeys(_ message: String) -> String {
        var (text, rest) = ("", message[...])
        while let place = rest.firstRange(of: "--") {
            let before = rest[..<place.lowerBound]
            let name = rest[place.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            let isWord = !(before.last ?? " ").isLetter && before.last != "-"
            // A hyphen at the end belongs to the sentence.
            let word = name.hasSuffix("-") ? name.dropLast() : name
            text += before
            text += isWord ? key(ofOption: "--\(word)") ?? "--\(word)" : "--\(word)"
            rest = rest[word.endIndex...]
        }
        return text + rest
    }

    /// - Returns: `nil` for an option that no client may set.
    private static func key(ofOption option: String) -> String? {
        all.first { $0.isRemote && $0.option == option }?.name
    }
}
