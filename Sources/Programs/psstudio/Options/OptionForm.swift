import ArgumentParser
import StudioCore
import StudioScenario

/// A type of values with a form that its errors show.
protocol FormedArgument {
    /// What is expected, with examples.
    static var form: String { get }
}

extension Optional: FormedArgument where Wrapped: FormedArgument {
    static var form: String { Wrapped.form }
}

extension Array: FormedArgument where Element: FormedArgument {
    static var form: String { Element.form }
}

extension Int: FormedArgument { static var form: String { "a whole number" } }
extension Int32: FormedArgument { static var form: String { "a whole number" } }
extension UInt64: FormedArgument { static var form: String { "a whole number of 0 or more" } }
extension Double: FormedArgument { static var form: String { "a number such as 2 or 0.5" } }
extension MediaTime: FormedArgument { static var form: String { "a time such as 8s, 500ms, 1m30s or 0:01:30" } }
extension DiskReserve: FormedArgument { static var form: String { "bytes such as 200M or 2G" } }
extension BitrateArgument: FormedArgument { static var form: String { "a bit rate such as 2500k or 6M" } }
extension Rate: FormedArgument {
    static var form: String { "frames per second such as 30, 29.97 or 30000/1001" }
}
extension PixelsArgument: FormedArgument { static var form: String { "a number of pixels such as 1280" } }
extension TimeLimitArgument: FormedArgument { static var form: String { "a time such as 20ms, or 0" } }
extension CountArgument: FormedArgument { static var form: String { "a whole number of 0 or more" } }
extension PartsPerMillionArgument: FormedArgument { static var form: String { "a number such as 20 or 20ppm" } }
extension PercentArgument: FormedArgument { static var form: String { "0 to 100, such as 0.5 or 1%" } }
extension StartRateArgument: FormedArgument { static var form: String { "a number per second such as 10/s" } }
extension ParticipantArgument: FormedArgument { static var form: String { "NAME or NAME=SOURCE" } }

/// An option whose type has a form.
private protocol FormedOption {
    static var form: String { get }
}

extension Option: FormedOption where Value: FormedArgument {
    fileprivate static var form: String { Value.form }
}

/// A group of options.
private protocol OptionGrouping {
    static var arguments: any ParsableArguments.Type { get }
}

extension OptionGroup: OptionGrouping {
    fileprivate static var arguments: any ParsableArguments.Type { Value.self }
}

extension ParsableArguments {
    /// The form of the values of an option: `width` of `--width`; `nil` for one whose values the parser lists.
    static func form(of option: String) -> String? {
        for child in Mirror(reflecting: Self()).children {
            if let group = type(of: child.value) as? any OptionGrouping.Type {
                if let form = group.arguments.form(of: option) { return form }
            } else if let label = child.label, SessionOption.kebab(label.drop { $0 == "_" }) == option {
                return (type(of: child.value) as? any FormedOption.Type)?.form
            }
        }
        return nil
    }

    /// The form for a message of the parser about an invalid value; `nil` for any other message.
    static func form(for message: String) -> String? {
        guard message.hasPrefix("The value '"), let mark = message.firstRange(of: "' is invalid for '--") else {
            return nil
        }
        return form(of: String(message[mark.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" }))
    }
}
