public import ArgumentParser
import MediaInputs
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
        guard let seconds = Self.seconds(argument), seconds >= 0.001 else { return nil }
        time = .seconds(seconds)
    }

    var defaultValueDescription: String {
        let isWhole = time.nanoseconds % 1_000_000_000 == 0
        return isWhole ? "\(time.nanoseconds / 1_000_000_000)s" : "\(time.seconds)s"
    }

    fileprivate static func seconds(_ text: String) -> Double? {
        let seconds = text.contains(":") ? clock(text) : units(text)
        guard let seconds, seconds.isFinite, (0..<1e9).contains(seconds) else { return nil }
        return seconds
    }

    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count) else { return nil }
        return parts.reduce(0.0) { sum, part in
            guard let sum, let part, part >= 0 else { return nil }
            return sum * 60 + part
        }
    }

    private static func units(_ text: String) -> Double? {
        if let seconds = Double(text) { return seconds }
        var sum = 0.0
        var rest = Substring(text)
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            let factors = ["ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600]
            guard let number = Double(digits), let factor = factors[String(unit)] else { return nil }
            sum += number * factor
        }
        return sum
    }
}

/// A time limit, which may be zero: `20ms`, `0`.
struct TimeLimitArgument: ExpressibleByArgument {
    let milliseconds: Double

    init?(argument: String) {
        guard let seconds = DurationArgument.seconds(argument) else { return nil }
        milliseconds = seconds * 1000
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
        // x264's range in kbit/s, which is also its element's.
        guard (1_000...2_048_000_000).contains(number * factor) else { return nil }
        bitsPerSecond = Int(number * factor)
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

extension VideoRange: ExpressibleByArgument {}
extension EncoderSettings.Preset: ExpressibleByArgument {}
