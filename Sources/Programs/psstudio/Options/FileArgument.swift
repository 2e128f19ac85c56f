import ArgumentParser
import MediaInputs
import MediaOutputs
import ProgramEncoding
import ServerArguments
import StudioCore
import StudioScenario

/// A type of options that a configuration file can set. Its reader has checked the value.
protocol FileArgument {
    init?(of value: Checked.Value)
}

/// A type whose texts on the command line are parsed as those of a file are.
protocol ShapedArgument: ExpressibleByArgument, FileArgument {
    static var shape: Shape { get }
}

extension ShapedArgument {
    init?(argument: String) {
        guard let value = Self.shape.value(of: argument) else { return nil }
        self.init(of: value)
    }
}

extension FileArgument where Self: RawRepresentable<String> {
    init?(of value: Checked.Value) {
        guard case .text(let word) = value else { return nil }
        self.init(rawValue: word)
    }
}

extension FormatArgument: FileArgument {}
extension MatrixArgument: FileArgument {}
extension RoleArgument: FileArgument {}
extension SourceEnd: FileArgument {}
extension MP4Form: FileArgument {}
extension VideoRange: FileArgument {}
extension EncoderSettings.Preset: FileArgument {}

extension String: FileArgument {
    init?(of value: Checked.Value) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Bool: FileArgument {
    init?(of value: Checked.Value) {
        guard case .flag(let flag) = value else { return nil }
        self = flag
    }
}

extension Int32: FileArgument {
    init?(of value: Checked.Value) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension UInt64: FileArgument {
    init?(of value: Checked.Value) {
        guard case .seed(let number) = value else { return nil }
        self = number
    }
}

/// An address that may be omitted: `true` in a file is the standard one.
protocol OmissibleAddress: ExpressibleByArgument, FileArgument {
    static var standard: Self { get }
}

extension OmissibleAddress {
    init?(of value: Checked.Value) {
        switch value {
        case .flag(true): self = .standard
        case .text(let text): self.init(argument: text)
        default: return nil
        }
    }
}

extension ListenArgument: OmissibleAddress {}
extension ControllerAddress: OmissibleAddress {}

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
        self = items.compactMap { Element(of: $0.value) }
    }
}
