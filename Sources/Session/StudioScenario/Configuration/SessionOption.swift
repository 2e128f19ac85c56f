import SessionProtocol

/// A row of the table of options of `psstudio start`: an option of the command line, a key of a configuration file, and
/// for some a variable of the environment.
package struct SessionOption: Sendable {
    /// `streamKeyFile`
    package let name: String
    /// The form of its values.
    let shape: Shape
    /// What a file and its page say, without the default.
    private let summary: String
    /// What the help says where it differs.
    private let ownHelp: String?
    /// What the help calls the value; `nil` for a flag, and for the name of the option.
    package let valueName: String?
    /// The value when nothing sets it, as the text describes it; `nil` for none.
    package let fallback: String?
    /// The letter of the option; `nil` for none.
    package let letter: Character?
    /// The variable of the environment that has precedence over the file.
    package let variable: String?
    /// Keys that exclude this one: when one of their options is given, the file's value does not count.
    package let rivals: [String]
    /// For an option that names the file of a secret: the end of a key that would contain the secret itself.
    let secret: String?
    /// Whether a client of a server may set it. Other options name a place outside of the folder for files, open a way
    /// around the server, or are for a terminal.
    package let isRemote: Bool

    /// - Parameters:
    ///   - summary: what a file and its page say, without the default and the last dot.
    ///   - help: what the help says where it differs.
    init(
        _ name: String, _ shape: Shape, _ summary: String, default fallback: String? = nil, help: String? = nil,
        value: String? = nil, letter: Character? = nil, variable: String? = nil,
        rivals: [String] = [], secret: String? = nil, isRemote: Bool = false
    ) {
        (self.name, self.shape, self.summary, ownHelp) = (name, shape, summary, help)
        (valueName, self.fallback, self.letter) = (value, fallback, letter)
        (self.variable, self.rivals, self.secret, self.isRemote) = (variable, rivals, secret, isRemote)
    }

    /// The option with the name of this key.
    package static func named(_ name: String) -> SessionOption? { all.first { $0.name == name } }

    /// `--stream-key-file`
    package var option: String { "--" + kebab }
    /// What a file and its page say, in one sentence.
    package var text: String { summary + (fallback.map { " (default: \($0))." } ?? ".") }
    /// The help of the option.
    package var help: String { ownHelp ?? text }
    /// The key of the file.
    var field: Field { Field(name, shape, text) }

    /// `-f, --force`, `--video <file>`
    package var synopsis: String {
        let names = (letter.map { "-\($0), " } ?? "") + option
        let value = valueName ?? kebab
        return switch shape {
        case .flag: names
        case .form(.listenAddress): "\(names) [<\(value)>]"
        default: "\(names) <\(value)>"
        }
    }

    /// The text of a short help, with the accepted words. A file says whether; the command line says what.
    package var brief: String {
        switch shape {
        case .flag, .form(.listenAddress): help
        case .word(let words, _): "\(text) (values: \(words.joined(separator: ", ")))"
        default: text
        }
    }

    /// `stream-key-file`
    private var kebab: String { Self.kebab(name) }

    /// `max-gap` for `maxGap`, as the parser of arguments names options.
    package static func kebab(_ name: some StringProtocol) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }

    /// Whether the words of a command line contain the option.
    package func isGiven(in words: [String]) -> Bool {
        words.contains { word in
            if word == option || word.hasPrefix(option + "=") { return true }
            guard let letter, word.hasPrefix("-") else { return false }
            let letters = word.dropFirst()
            return letters.contains(letter) && letters.allSatisfy(\.isLetter)
        }
    }

    /// The accepted words, for those that have no other values; `nil` for others.
    package var words: [String]? { if case .word(let words, _) = shape { words } else { nil } }
}
