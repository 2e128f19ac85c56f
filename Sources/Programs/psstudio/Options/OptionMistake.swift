import ArgumentParser
import StudioScenario

/// What is wrong with the values of options together. The message names the options of the command line.
struct OptionMistake: Error, CustomStringConvertible {
    /// The options that it concerns, the one to change first.
    let options: [SessionOption]
    /// The number of the wrong value of the first option, from 0; `nil` for all of its values.
    let element: Int?
    let message: String

    init(_ options: SessionOption..., element: Int? = nil, message: String) {
        (self.options, self.element, self.message) = (options, element, message)
    }

    /// Blames the options for an error of a check that does not know them.
    static func blaming<Result>(
        _ options: SessionOption..., element: Int? = nil, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as ValidationError {
            throw OptionMistake(options, element, error.message)
        } catch {
            throw OptionMistake(options, element, "\(error)")
        }
    }

    var description: String { message }

    private init(_ options: [SessionOption], _ element: Int?, _ message: String) {
        (self.options, self.element, self.message) = (options, element, message)
    }
}

/// A configuration file, and those of its keys that neither an option nor the environment replaces.
struct AppliedFile {
    let file: ConfigurationFile
    let keys: [SessionOption]

    /// Names the file in the message, and the line and the key where the wrong value is in the file.
    func error(_ mistake: OptionMistake) -> ConfigurationError {
        let names = keys.map(\.name)
        guard let option = mistake.options.first(where: { names.contains($0.name) }) else {
            return file.error(mistake.message)
        }
        let isFirst = option.name == mistake.options.first?.name
        return file.error(mistake.message, at: option, element: isFirst ? mistake.element : nil)
    }
}
