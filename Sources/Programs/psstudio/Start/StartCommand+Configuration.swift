import ArgumentParser
import Glibc
import ProgramConsole
import ServerAccess
import ServerArguments
import StudioEngine
import StudioRuntime
import StudioScenario

// The configuration file: its keys set options that neither the command line nor the environment sets.
extension StartCommand {
    /// Whether the configuration file of this process asks for JSON.
    static let isJSONOfFile = Lock(false)

    /// The options of a file and of the command line together. An option has precedence, then the environment, then the file.
    ///
    /// - Parameter read: reads the file.
    /// - Throws: a `ValidationError` with the line and the key.
    func configured(
        by read: () throws(ConfigurationError) -> ConfigurationFile
    ) throws -> (options: StartCommand, file: AppliedFile) {
        do throws(ConfigurationError) {
            let file = try read()
            let keys = file.keys(besides: Self.arguments, variable: SessionConfiguration.environmentVariable)
            // Before any message about them: an address may contain a key.
            ArgumentSecrets.add(keys.flatMap(file.texts))
            // A check has no session whose object the file could ask for.
            let isJSON = checkConfig == nil && keys.contains { $0.name == SessionOption.json.name && file.isSet($0) }
            Self.isJSONOfFile.withLock { $0 = isJSON }
            try Self.check(file)
            var options = self
            for key in keys { try options.set(key, from: file) }
            return (options, AppliedFile(file: file, keys: keys))
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Checks each value as its option does, those of keys that do not count, too.
    ///
    /// - Throws: a `ConfigurationError` with the line of the first invalid one.
    private static func check(_ file: ConfigurationFile) throws(ConfigurationError) {
        for key in file.keys {
            do {
                var options = try StartCommand.parse([])
                try options.set(key, from: file)
                for (index, retry) in options.retry.enumerated() {
                    try OptionMistake.blaming(.retry, element: index) { _ = try retry.checked() }
                }
                _ = try options.access.rules()
            } catch let mistake as OptionMistake {
                throw file.error(mistake.message, at: key, element: mistake.element)
            } catch {
                throw error as? ConfigurationError ?? file.error(message(for: error), at: key)
            }
        }
    }

    mutating func set(_ key: SessionOption, from file: ConfigurationFile) throws(ConfigurationError) {
        guard let value = file.value(of: key),
            let property = Self.properties.first(where: { $0.key.name == key.name })?.value,
            let type = type(of: property).valueType as? any FileArgument.Type
        else { throw file.error("a file cannot set this option", at: key) }
        if set(property, to: value, type) { return }
        // The server's addresses are the only ones that the reader of the file does not check.
        guard case .text(let text) = value else { throw file.error("a file cannot set this option", at: key) }
        throw file.error(ListenAddress.invalid(text, of: key.option).message, at: key)
    }

    /// - Returns: false for an invalid value.
    private mutating func set<Value: FileArgument>(
        _ property: PartialKeyPath<StartCommand>, to value: Checked.Value, _: Value.Type
    ) -> Bool {
        guard let property = property as? WritableKeyPath<StartCommand, Value>, let value = Value(of: value) else {
            return false
        }
        self[keyPath: property] = value
        return true
    }

    /// `psstudio start --check-config FILE`: checks the file with the other options. Nothing is started, no file is created, and
    /// no secret is read.
    func check(_ path: String) throws {
        let (options, file) = try configured { () throws(ConfigurationError) in try ConfigurationFile(path) }
        try Self.naming(file) { try SessionPlan.check(options) }
        if json {
            CommandDocument(ConfigurationCheck(), .success, verdict: "ok").print()
        } else {
            StandardOutput.write("\(path): ok\n")
        }
    }

    /// Whether words of the command line check a configuration file.
    static func isCheck(_ words: [String]) -> Bool {
        words.contains { $0 == "--check-config" || $0.hasPrefix("--check-config=") }
    }

    /// Names a configuration file in the errors of options, with the line and the key of a wrong value.
    static func naming<Result>(_ file: AppliedFile?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let mistake as OptionMistake {
            throw ValidationError(file.map { "\($0.error(mistake))" } ?? mistake.message)
        } catch let error as ValidationError {
            throw file.map { ValidationError("\($0.file.error(error.message))") } ?? error
        }
    }

    /// The words of this process behind `start`.
    static var arguments: [String] { Array(ProgramArguments.words.dropFirst()) }
}

/// The content of the JSON form of a successful check.
private struct ConfigurationCheck: Encodable {}

extension ConfigurationFile {
    /// Reads the request of a client from standard input. The server limits its size.
    static func request() throws(ConfigurationError) -> ConfigurationFile {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileContent.bytes(of: STDIN_FILENO, atMost: requestLimit)
        } catch {
            throw ConfigurationError(requestName, "\(error)")
        }
        return try ConfigurationFile(json: bytes, name: requestName)
    }
}
