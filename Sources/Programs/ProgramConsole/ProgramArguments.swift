import CProcess

/// The command line of this process, as the system passed it to `main`.
package enum ProgramArguments {
    /// All arguments, without the name of the program.
    package static let words: [String] = {
        var words: [String] = []
        while let word = argument(Int32(words.count) + 1) { words.append(word) }
        return words
    }()

    /// The path or the name with which the program was called.
    package static var name: String { argument(0) ?? "" }

    private static func argument(_ index: Int32) -> String? {
        psprocess_argument(index).map { String(cString: $0) }
    }
}
