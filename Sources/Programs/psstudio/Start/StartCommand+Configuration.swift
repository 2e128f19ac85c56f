import ArgumentParser
import Glibc
import ProgramConsole
import ServerAccess
import ServerArguments
import StudioEngine
import StudioRuntime
import StudioScenario

// The configuration file: its keys are options that stand before those of the command line.
extension StartCommand {
    /// The words that a configuration file has added to the command line of this process.
    static let wordsOfFile = Lock<[String]>([])

    /// The options of a file and of the command line together. An option has precedence, then the environment, then the file.
    ///
    /// - Parameters:
    ///   - file: reads the file.
    ///   - arguments: the words of the command line behind `start`.
    /// - Throws: a `ValidationError` with the line and the key.
    init(configuredBy file: () throws(ConfigurationError) -> ConfigurationFile, _ arguments: [String]) throws {
        do throws(ConfigurationError) {
            let file = try file()
            let words = file.words(besides: arguments, variable: SessionConfiguration.environmentVariable)
            // Before any message about them: an address may contain a key.
            Self.wordsOfFile.withLock { $0 = words }
            ArgumentSecrets.add(words)
            try Self.check(file)
            self = try file.parsed(words + arguments)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Checks each value as its option does.
    ///
    /// - Throws: a `ConfigurationError` with the line of the first invalid one.
    static func check(_ file: ConfigurationFile) throws(ConfigurationError) {
        for key in file.keys {
            let words = file.words(of: key)
            let options = try file.parsed(words, key)
            do {
                _ = try options.retry.map { try RetryArgument(parsing: $0) }
                _ = try options.access.rules()
                for option in ["--serve", "--obs-websocket"] { try ListenAddress.check(words, of: option) }
            } catch {
                throw file.error(message(for: error), at: key)
            }
        }
    }

    /// `psstudio start --check-config FILE`: checks the file with the other options. Nothing is started, no file is created, and
    /// no secret is read.
    func check(_ path: String) throws {
        let options = try Self(
            configuredBy: { () throws(ConfigurationError) in try ConfigurationFile(path) }, Self.arguments)
        try naming(path) { try SessionPlan.check(options) }
        StandardOutput.write("\(path): ok\n")
    }

    /// Names a configuration file in the errors of options.
    func naming<Result>(_ path: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as ValidationError {
            throw path.map { ValidationError("\($0): \(error.message)") } ?? error
        }
    }

    /// The words of this process behind `start`.
    static var arguments: [String] { Array(ProgramArguments.words.dropFirst()) }
}

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

    /// The options that words stand for.
    ///
    /// - Parameter key: the only key of these words; `nil` for several.
    fileprivate func parsed(_ words: [String], _ key: SessionOption? = nil) throws(ConfigurationError)
        -> StartCommand
    {
        do {
            return try StartCommand.parse(words)
        } catch {
            let message = StartCommand.message(for: error)
            let text = PSStudio.oneLine(ArgumentSecrets.ofProcess.redacted(parseError: message))
            throw self.error(StartCommand.form(for: message).map { "\(text); use \($0)" } ?? text, at: key)
        }
    }
}
