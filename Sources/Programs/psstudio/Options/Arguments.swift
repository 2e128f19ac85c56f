public import ArgumentParser
public import MediaInputs
import MediaOutputs
public import ProgramEncoding
public import StudioCore
import StudioMeeting
import StudioScenario

/// A duration of media: `8s`, `500ms`, `1m30s`, `90`, `0:01:30`.
struct DurationArgument: ShapedArgument {
    static let shape = Shape.duration(minimum: .milliseconds(1))
    let time: MediaTime

    init(_ time: MediaTime) {
        self.time = time
    }

    init?(of value: Checked.Value) {
        guard case .duration(let time) = value else { return nil }
        self.time = time
    }

    var defaultValueDescription: String {
        let isWhole = time.nanoseconds % 1_000_000_000 == 0
        return isWhole ? "\(time.nanoseconds / 1_000_000_000)s" : "\(time.seconds)s"
    }
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

/// Bytes of a disk: `200M`, `1.5G`, `800000000`.
struct SpaceArgument: ShapedArgument {
    static let shape = Shape.form(.space)
    let reserve: DiskReserve

    init?(of value: Checked.Value) {
        guard case .space(let reserve) = value else { return nil }
        self.reserve = reserve
    }
}

/// Frames per second: `30`, `29.97`, `30000/1001`.
struct RateArgument: ShapedArgument {
    static let shape = Shape.form(.rate)
    let rate: Rate

    init(_ rate: Rate) {
        self.rate = rate
    }

    init?(of value: Checked.Value) {
        guard case .rate(let rate) = value else { return nil }
        self.rate = rate
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

enum FormatArgument: String, ExpressibleByArgument, CaseIterable {
    case full = "i420-full"
    case limited = "i420-limited"

    var range: VideoRange { self == .full ? .full : .limited }
}

enum MatrixArgument: String, ExpressibleByArgument, CaseIterable {
    case bt709, bt601

    var matrix: ColorMatrix { self == .bt709 ? .bt709 : .bt601 }
}

enum RoleArgument: String, ExpressibleByArgument, CaseIterable {
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

extension RateArgument: CustomStringConvertible {
    var description: String { "\(rate)" }
}

extension PixelsArgument: CustomStringConvertible {
    var description: String { "\(count)" }
}

extension MP4Form: ExpressibleByArgument {}
extension SourceEnd: ExpressibleByArgument {}
extension PixelFormat: ExpressibleByArgument {}
extension VideoRange: ExpressibleByArgument {}
extension EncoderSettings.Preset: ExpressibleByArgument {}
