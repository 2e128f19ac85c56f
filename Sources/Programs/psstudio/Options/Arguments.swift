public import ArgumentParser
public import MediaInputs
import MediaOutputs
public import ProgramEncoding
public import StudioCore
import StudioMeeting

/// A duration of media: `8s`, `500ms`, `1m30s`, `90`, `0:01:30`.
struct DurationArgument: ExpressibleByArgument {
    let time: MediaTime

    init(_ time: MediaTime) {
        self.time = time
    }

    init?(argument: String) {
        guard let time = MediaTime(duration: argument), time >= .milliseconds(1) else { return nil }
        self.time = time
    }

    var defaultValueDescription: String {
        let isWhole = time.nanoseconds % 1_000_000_000 == 0
        return isWhole ? "\(time.nanoseconds / 1_000_000_000)s" : "\(time.seconds)s"
    }
}

/// Bit/s: `2500k`, `6M`, `800000`.
struct BitrateArgument: ExpressibleByArgument {
    let bitsPerSecond: Int

    init?(argument: String) {
        let factor: Double
        switch argument.last {
        case "k", "K": factor = 1_000
        case "M", "m": factor = 1_000_000
        default: factor = 1
        }
        guard let number = Double(factor == 1 ? argument[...] : argument.dropLast()) else { return nil }
        guard let bitrate = Int(exactly: (number * factor).rounded(.towardZero)),
            EncoderSettings.videoBitrates.contains(bitrate)
        else { return nil }
        bitsPerSecond = bitrate
    }
}

/// Bytes of a disk: `200M`, `1.5G`, `800000000`.
struct SpaceArgument: ExpressibleByArgument {
    let reserve: DiskReserve

    init?(argument: String) {
        guard let reserve = DiskReserve(argument) else { return nil }
        self.reserve = reserve
    }
}

/// Frames per second: `30`, `29.97`, `30000/1001`.
struct RateArgument: ExpressibleByArgument {
    let rate: Rate

    init(_ rate: Rate) {
        self.rate = rate
    }

    init?(argument: String) {
        guard let rate = Rate(parsing: argument), VideoSourceOptions.rates.contains(rate.perSecond) else { return nil }
        self.rate = rate
    }
}

/// A width or height. The contract checks whether it is even and small enough.
struct PixelsArgument: ExpressibleByArgument {
    let count: Int32

    init(_ count: Int32) {
        self.count = count
    }

    init?(argument: String) {
        guard let count = Int32(argument), count > 0 else { return nil }
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
