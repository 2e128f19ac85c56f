import ArgumentParser
import ServerAccess
import ServerArguments
import StudioCore
import StudioScenario

/// A type of options that a configuration file can set. Its reader has checked the value.
protocol FileArgument {
    init?(of value: Checked.Value)
}

extension FileArgument {
    init?(of value: Checked.Value) {
        guard let content = Mirror(reflecting: value).children.first?.value as? Self else { return nil }
        self = content
    }
}

extension FileArgument where Self: RawRepresentable<String> {
    init?(of value: Checked.Value) {
        guard case .text(let word) = value else { return nil }
        self.init(rawValue: word)
    }
}

extension Bool: FileArgument {}
extension String: FileArgument {}
extension UInt64: FileArgument {}
extension ListenArgument: OmissibleAddress {}
extension ListenAddress: OmissibleAddress {
    static var standard: ListenAddress { ControllerOptions.standard }
}

extension Int32: FileArgument {
    init?(of value: Checked.Value) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

/// An address that may be omitted: `true` in a file is the standard one.
protocol OmissibleAddress: ExpressibleByArgument, FileArgument {
    static var standard: Self { get }
}

extension OmissibleAddress {
    init?(of value: Checked.Value) {
        if case .text(let text) = value { self.init(argument: text) } else { self = .standard }
    }
}

extension Optional: FileArgument where Wrapped: FileArgument {
    init?(of value: Checked.Value) {
        // An option that is off.
        if value == .flag(false) {
            self = nil
        } else {
            guard let wrapped = Wrapped(of: value) else { return nil }
            self = wrapped
        }
    }
}

extension Array: FileArgument where Element: FileArgument {
    init?(of value: Checked.Value) {
        guard case .list(let items) = value else { return nil }
        let elements = items.compactMap { Element(of: $0.value) }
        guard elements.count == items.count else { return nil }
        self = elements
    }
}
