package import ArgumentParser
package import ServerAccess

/// Where a server listens: the options of `psstudio serve` and of the sessions that start one.
package struct ListenArgument: ExpressibleByArgument, CustomStringConvertible {
    /// `nil` for the first free standard port.
    package let address: ListenAddress?

    package static let standard = ListenArgument(address: nil)

    package init(address: ListenAddress?) {
        self.address = address
    }

    package init?(argument: String) {
        guard let address = ListenAddress(argument) else { return nil }
        self.address = address
    }

    package var description: String {
        address.map { "\($0)" } ?? "127.0.0.1:\(ListenAddress.standardPort), or the next free port"
    }
    package var defaultValueDescription: String { description }
}

extension ListenAddress {
    /// Checks the value of an option whose address may be omitted: behind `=`, the parser takes an invalid one for none, and else
    /// for another argument.
    ///
    /// - Parameter words: those of the command line.
    /// - Throws: a `ValidationError` for a text that is no address.
    package static func check(_ words: [String], of option: String) throws(ValidationError) {
        guard let value = value(of: option, in: words), ListenAddress(value) == nil else { return }
        throw invalid(value, of: option)
    }

    /// The error of an option whose value is no address.
    package static func invalid(_ value: String, of option: String) -> ValidationError {
        ValidationError("\(option) is '\(value)'; expected a port such as 7788, or an address such as 127.0.0.1:7788")
    }

    /// Describes the first invalid address of these options: the parser takes an address that it does not know for another argument.
    ///
    /// - Parameter words: those of the command line.
    package static func mistake(in words: [String]) -> String? {
        for option in ["--serve", "--listen", "--obs-websocket"] {
            do throws(ValidationError) {
                try check(words, of: option)
            } catch {
                return error.message
            }
        }
        return nil
    }

    private static func value(of option: String, in words: [String]) -> String? {
        let beginning = option + "="
        if let word = words.last(where: { $0.hasPrefix(beginning) }) { return String(word.dropFirst(beginning.count)) }
        guard let index = words.lastIndex(of: option), words.indices.contains(index + 1) else { return nil }
        return words[index + 1].hasPrefix("-") ? nil : words[index + 1]
    }
}
