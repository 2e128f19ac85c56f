public import ArgumentParser
public import MediaInputs
import MediaOutputs
public import ProgramEncoding
public import StudioCore
import StudioMeeting
import StudioScenario

/// A type whose texts on the command line are parsed as those of a file are.
protocol ShapedArgument: ExpressibleByArgument, FileArgument {
    static var shape: Shape { get }
}

extension ShapedArgument {
    /// Parses a text of the command line.
    public init?(argument: String) {
        guard let value = Self.shape.value(of: argument) else { return nil }
        self.init(of: value)
    }
}

/// A duration of media: `8s`, `500ms`, `1m30s`, `90`, `0:01:30`.
extension MediaTime: ShapedArgument {
    static let shape = Shape.duration(minimum: .milliseconds(1))

    /// `10s`, `0.5s`
    public var defaultValueDescription: String {
        let isWhole = nanoseconds % 1_000_000_000 == 0
        return isWhole ? "\(nanoseconds / 1_000_000_000)s" : "\(seconds)s"
    }
}

/// Bytes of a disk: `200M`, `1.5G`, `800000000`.
extension DiskReserve: ShapedArgument {
    static let shape = Shape.form(.space)
}

/// Frames per second: `30`, `29.97`, `30000/1001`.
extension Rate: ShapedArgument {
    static let shape = Shape.form(.rate)
}

/// Bit/s: `2500k`, `6M`, `800000`.
struct BitrateArgument: ShapedArgument {
    static let shape = Shape.form(.bitrate)
    let bitsPerSecond: Int

    init?(of value: Checked.Value) {
        guard case .integer(let bitsPerSecond) = value else { return nil }
        self.bitsPerSecond = bitsPerSecond
    }
}

/// A width or height. The contract checks whether it is even and small enough.
struct PixelsArgument: ShapedArgument {
    static let shape = Shape.integer(1...Int(Int32.max))
    let count: Int32

    init(_ count: Int32) {
        self.count = count
    }

    init?(of value: Checked.Value) {
        guard let count = Int32(of: value) else { return nil }
        self.count = count
    }
}

enum FormatArgument: String, ExpressibleByArgument, FileArgument, CaseIterable {
    case full = "i420-full"
    case limited = "i420-limited"

    var range: VideoRange { self == .full ? .full : .limited }
}

enum MatrixArgument: String, ExpressibleByArgument, FileArgument, CaseIterable {
    case bt709, bt601

    var matrix: ColorMatrix { self == .bt709 ? .bt709 : .bt601 }
}

enum RoleArgument: String, ExpressibleByArgument, FileArgument, CaseIterable {
    case host, cohost, attendee, panelist

    var role: MeetingRole {
        switch self {
        case .host: .host
        case .cohost: .coHost
        case .attendee: .attendee
        case .panelist: .panelist
        }
    }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
    /// The words of all cases. The parser's own implementation reads them through a key path, which takes a tenth of
    /// the time of parsing to make.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}

extension PixelsArgument: CustomStringConvertible {
    var description: String { "\(count)" }
}

extension MP4Form: ExpressibleByArgument, FileArgument {}
extension SourceEnd: ExpressibleByArgument, FileArgument {}
extension PixelFormat: ExpressibleByArgument {}
extension VideoRange: ExpressibleByArgument, FileArgument {}
extension EncoderSettings.Preset: ExpressibleByArgument, FileArgument {}
