import SessionProtocol
import StudioCore
import StudioRuntime
import YAML

/// A configuration file of `psstudio start`, or a JSON object with its keys.
package struct ConfigurationFile: Hashable, Sendable {
    /// The path, or another name, in messages.
    package let name: String
    private let values: [String: Checked]

    /// Reads a YAML file.
    ///
    /// - Throws: a ``ConfigurationError`` for a file that cannot be read, and for the first invalid line.
    package init(_ path: String) throws(ConfigurationError) {
        self = try Self(ScenarioFile.bytes(of: path, .configuration), name: path, quotes: .yaml)
    }

    /// Parses a text in YAML.
    ///
    /// - Parameter name: the name in messages.
    package init(text: String, name: String) throws(ConfigurationError) {
        self = try Self(Array(text.utf8), name: name, quotes: .yaml)
    }

    /// Parses a JSON object with the keys of a file.
    ///
    /// - Parameter name: the name in messages.
    package init(json bytes: [UInt8], name: String) throws(ConfigurationError) {
        let json: JSON
        do throws(DecodingFailure) {
            json = try JSON(decoding: bytes)
        } catch {
            let line = 1 + bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
            throw ConfigurationError(name, line: line, "not JSON: \(error)")
        }
        guard json.fields != nil else {
            throw ConfigurationError(name, line: 1, "not a JSON object; expected {\"out\": [\"show.mp4\"]}")
        }
        self = try Self(JSONAsYAML.text(bytes), name: name, quotes: .json)
    }

    /// The name of a request to a server in messages.
    package static let requestName = "body"
    /// The longest request, in bytes.
    package static let requestLimit = 1 << 20

    private init(_ bytes: [UInt8], name: String, quotes: ScenarioReader.Quotes) throws(ConfigurationError) {
        self.name = name
        let root = try ScenarioText(bytes, file: name, .configuration).root()
        try Self.refuseSecrets(root, in: name, isRequest: quotes == .json)
        let reader = ScenarioReader(file: name, quotes: quotes)
        values = try reader.check(root, as: .mapping(SessionOption.all.map(\.field)), at: "").fields
        try checkRivals()
        for key in keys {
            // It would end a path early.
            if let line = values[key.name]?.lineOfNull {
                throw ConfigurationError(name, line: line, "\(key.name) contains a null character; remove it")
            }
        }
    }

    private func checkRivals() throws(ConfigurationError) {
        for key in keys where isSet(key) {
            guard let rival = key.rivals.compactMap(SessionOption.named).first(where: isSet) else { continue }
            throw ConfigurationError(
                name, line: max(line(of: key) ?? 0, line(of: rival) ?? 0),
                "\(key.name) and \(rival.name) exclude each other; keep one of them")
        }
    }

    /// Whether the file has a key, and not a flag that is false.
    package func isSet(_ key: SessionOption) -> Bool { values[key.name].map { $0.flag != false } ?? false }

    // MARK: Values

    /// The keys that the file has, in the order of the table.
    package var keys: [SessionOption] { SessionOption.all.filter { values[$0.name] != nil } }

    /// The line of the value of a key; `nil` when the file has no such key.
    package func line(of key: SessionOption) -> Int? { values[key.name]?.line }

    /// Where a text of a key is in the file: its line, and `out[3]` in a list of several.
    ///
    /// - Parameter element: the number of the text, from 0; `nil` for the key as a whole.
    private func place(of key: SessionOption, element: Int?) -> (line: Int, path: String)? {
        guard let value = values[key.name] else { return nil }
        guard let element, value.items.count > 1, value.items.indices.contains(element) else {
            return (value.line, key.name)
        }
        return (value.items[element].line, "\(key.name)[\(element + 1)]")
    }

    /// The value of a key; `nil` when the file has no such key.
    package func value(of key: SessionOption) -> Checked.Value? { values[key.name]?.value }

    /// The texts of a key: of the elements of a list, or of the only value. Other values are empty texts.
    package func texts(of key: SessionOption) -> [String] {
        guard let value = values[key.name] else { return [] }
        if case .list(let items) = value.value { return items.map { $0.text ?? "" } }
        return [value.text ?? ""]
    }

    /// The keys that neither an option nor the environment sets: these have precedence.
    ///
    /// - Parameters:
    ///   - arguments: the words of the command line.
    ///   - variable: looks up a variable of the environment; `nil` for an empty one.
    package func keys(besides arguments: [String], variable: (String) -> String?) -> [SessionOption] {
        keys.filter { key in
            let options = [key] + key.rivals.compactMap(SessionOption.named)
            return !options.contains { $0.isGiven(in: arguments) } && key.variable.flatMap(variable) == nil
        }
    }

    /// An error in the value of a key.
    ///
    /// - Parameter element: the number of the wrong text in its list, from 0; `nil` for the value as a whole.
    package func error(_ message: String, at key: SessionOption? = nil, element: Int? = nil) -> ConfigurationError {
        let place = key.flatMap { self.place(of: $0, element: element) }
        return ConfigurationError(name, line: place?.line ?? 0, (place.map { "\($0.path): " } ?? "") + message)
    }

    // MARK: Secrets

    /// A key that would contain a secret itself is refused, with the name of the key that names its file.
    private static func refuseSecrets(
        _ root: YAMLNode, in file: String, isRequest: Bool
    ) throws(ConfigurationError) {
        guard case .mapping(let pairs) = root.value else { return }
        let known = Set(SessionOption.all.map { plain($0.name) })
        let isKnown = isRequest || ScenarioReader.isKnown(pairs, SessionOption.all.map(\.field))
        for pair in pairs {
            guard let name = pair.key.scalar?.text, !known.contains(plain(name)),
                let key = secretKeys.first(where: { plain(name).hasSuffix($0.end) })?.key
            else { continue }
            // Any other file was named by mistake, and no part of it is shown.
            let isShown = isKnown || secretNames.contains(plain(name))
            throw ConfigurationError(
                file, line: pair.key.line,
                (isShown ? "the key '\(ScenarioReader.printable(name))'" : "a key")
                    + " would contain a secret; write the secret to a file that only you can read, and name that file with "
                    + key)
        }
    }

    /// The ends of names of secrets, and the keys for their files.
    private static let secretKeys: [(end: String, key: String)] = {
        let files = SessionOption.all.compactMap { option in option.secret.map { (end: $0, key: option.name) } }
        let names = files.map(\.key)
        let choice = names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
        return files + ["password", "secret"].map { (end: $0, key: choice) }
    }()

    /// The names that people try: `streamkey`, `key`, `password`.
    private static let secretNames = Set(
        secretKeys.map(\.end) + SessionOption.all.filter { $0.secret != nil }.map { plain(String($0.name.dropLast(4))) }
    )

    /// `Stream-Key` as `streamkey`.
    private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Checked {
    /// The line of a text with a null character; `nil` for none.
    fileprivate var lineOfNull: Int? {
        if text?.contains("\0") == true { return line }
        return items.lazy.compactMap(\.lineOfNull).first
    }
}

/// Why a configuration file is not accepted.
package typealias ConfigurationError = ScenarioError
