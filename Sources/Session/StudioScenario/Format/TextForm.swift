import MediaInputs
import SessionProtocol
import StudioCore

extension TextForm {
    /// Bit/s of a video encoder.
    private static let bitrates = 1_000.0...2_048_000_000

    /// The value of a text; `nil` for an invalid one.
    func value(of text: String) -> Checked.Value? {
        switch self {
        case .rate:
            return Rate(parsing: text).flatMap { VideoSourceOptions.rates.contains($0.perSecond) ? .rate($0) : nil }
        case .bitrate:
            let bitrate = NumberText.scaled(text, units: "kKmM")?.rounded(.towardZero)
            return bitrate.flatMap { Self.bitrates.contains($0) ? .integer(Int($0)) : nil }
        case .seed: return UInt64(text).map { .seed($0) }
        case .window:
            if text == "all" { return .text(text) }
            return Int(text).flatMap { $0 > 0 ? .text("\($0)") : nil }
        case .space: return DiskReserve(text).map { .space($0) }
        case .listenAddress:
            // The server parses addresses.
            return ["true": .flag(true), "false": .flag(false)][text.lowercased()] ?? (text.isEmpty ? nil : .text(text))
        }
    }

    /// What is expected, for messages.
    var expectation: String {
        switch self {
        case .rate: "frames per second such as 30, 29.97 or 30000/1001"
        case .bitrate: "a bitrate such as 2500k or 6M, from 1k to 2048M"
        case .seed: "an integer from 0 to \(UInt64.max)"
        case .window: "a number of segments, at least 1, or all"
        case .space: "bytes such as 200M or 2G"
        case .listenAddress: "true, a port such as 7788, or an address such as 127.0.0.1:7788"
        }
    }

    /// Its JSON Schema.
    var schema: [(String, JSON)] {
        switch self {
        case .rate:
            let rates = VideoSourceOptions.rates
            return Self.either(
                [("type", "number"), ("minimum", .decimal(rates.lowerBound)), ("maximum", .decimal(rates.upperBound))],
                pattern: "^[0-9]+(\\.[0-9]+)?$|^[1-9][0-9]*/[1-9][0-9]*$")
        case .bitrate:
            return Self.either(
                [
                    ("type", "integer"), ("minimum", .number(Int(Self.bitrates.lowerBound))),
                    ("maximum", .number(Int(Self.bitrates.upperBound))),
                ],
                pattern: "^[0-9]+(\\.[0-9]+)?[kKmM]?$")
        case .seed: return [("type", "integer"), ("minimum", 0), ("maximum", .unsigned(.max))]
        case .window: return Self.either([("type", "integer"), ("minimum", 1)], pattern: "^all$")
        case .space:
            return Self.either(
                [("type", "integer"), ("minimum", 1)], pattern: "^[0-9]+(\\.[0-9]+)?[kKmMgGtT]?$")
        case .listenAddress:
            let port: JSON = ["type": "integer", "minimum": 0, "maximum": 65_535]
            let address: JSON = ["type": "string", "pattern": "^([0-9A-Za-z.:\\[\\]]+:)?[0-9]{1,5}$"]
            return [("anyOf", [["type": "boolean"], port, address])]
        }
    }

    private static func either(_ number: [(String, JSON)], pattern: String) -> [(String, JSON)] {
        [("anyOf", [.object(number), ["type": "string", "pattern": .text(pattern)]])]
    }
}
