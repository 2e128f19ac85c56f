import ArgumentParser

/// The words after `psstudio control`: options may stand before and after the action, and commands have options of their own.
struct ControlArguments: Hashable {
    /// The identifier or the socket of a session.
    var session: String?
    /// Whether replies are printed as JSON.
    var json = false
    /// Whether a command to an output returns at once.
    var noWait = false
    /// The file of the key that `add-output` appends; `-` is standard input.
    var streamKeyFile: String?
    var isHelp = false
    /// What is to be done.
    var action = ""
    /// The values without a name.
    var words: [String] = []
    /// The values of the command's own options.
    var named: [Named] = []

    struct Named: Hashable {
        let name: String
        let value: String
    }

    /// - Throws: a `ValidationError` for an option without its value.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var isOption = true
        while let word = rest.popFirst() {
            guard isOption, word.hasPrefix("-"), word != "-", Int(word) == nil else {
                if action.isEmpty { action = word } else { words.append(word) }
                continue
            }
            switch word {
            case "--": isOption = false
            case "--json": json = true
            case "--no-wait": noWait = true
            case "--help", "-h": isHelp = true
            default:
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts[0].drop { $0 == "-" })
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw ValidationError("--\(name) needs a value")
                }
                switch name {
                case "session": session = value
                case "stream-key-file": streamKeyFile = value
                default: named.append(Named(name: name, value: value))
                }
            }
        }
    }
}
