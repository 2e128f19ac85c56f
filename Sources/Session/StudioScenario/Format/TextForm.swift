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
            guard text.split(separator: "/").allSatisfy({ NumberText.isPlain($0) }) else { return nil }
            return Rate(parsing: text).flatMap { VideoSourceOptions.rates.contains($0.perSecond) ? .rate($0) : nil }
        case .bitrate:
            let bitrate = NumberText.scaled(text, units: "kKmM")?.rounded(.towardZero)
            return bitrate.flatMap { Self.bitrates.contains($0) ? .integer(Int($0)) : nil }
        case .seed: return Shape.plain(text) { UInt64($0) }.map { .seed($0) }
        case .window:
            if text == "all" { return .text(text) }
            return Shape.plain(text) { Int($0) }.flatMap { $0 > 0 ? .text("\($0)") : nil }
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
                pattern: Self.ratePattern)
        case .bitrate:
            return Self.either(
                [
                    ("type", "integer"), ("minimum", .number(Int(Self.bitrates.lowerBound))),
                    ("maximum", .number(Int(Self.bitrates.upperBound))),
                ],
                pattern: Self.bitratePattern)
        case .seed: return [("type", "integer"), ("minimum", 0), ("maximum", .unsigned(.max))]
        case .window: return Self.either([("type", "integer"), ("minimum", 1)], pattern: "^all$")
        case .space:
            return Self.either(
                [("type", "integer"), ("minimum", 1)], pattern: Self.spacePattern)
        case .listenAddress:
            let port: JSON = ["type": "integer", "minimum": 0, "maximum": 65_535]
            let address: JSON = ["type": "string", "pattern": "^([0-9A-Za-z.:\\[\\]]+:)?(0|[1-9][0-9]{0,4})$"]
            return [("anyOf", [["type": "boolean"], port, address])]
        }
    }

    // Patterns of texts whose numbers are in the range: what they match is accepted.

    private static let decimals = "(\\.[0-9]+)?"
    /// From a thousandth of a unit on.
    private static let lessThanOne = "0\\.(00[1-9]|0[1-9]|[1-9])[0-9]*"

    /// 0.1 to 1000; a fraction has as many digits above as below, or up to two more.
    private static let ratePattern: String = {
        let fractions = (1...5).map { "[1-9][0-9]{\($0 - 1),\($0 + 1)}/[1-9][0-9]{\($0 - 1)}" }
        let numbers = ["[1-9][0-9]{0,2}\(decimals)", "1000", "0\\.[1-9][0-9]*"]
        return "^(" + (numbers + fractions).joined(separator: "|") + ")$"
    }()

    /// 1k to 2048M.
    private static let bitratePattern: String = {
        let units = [
            "([1-9][0-9]{3,8}|1[0-9]{9}|20[0-3][0-9]{7}|204[0-7][0-9]{6})\(decimals)", "2048000000",
            "([1-9][0-9]{0,5}|1[0-9]{6}|20[0-3][0-9]{4}|204[0-7][0-9]{3})\(decimals)[kK]", "2048000[kK]",
            "([1-9][0-9]{0,2}|1[0-9]{3}|20[0-3][0-9]|204[0-7])\(decimals)[mM]", "2048[mM]", "\(lessThanOne)[mM]",
        ]
        return "^(" + units.joined(separator: "|") + ")$"
    }()

    /// 1 byte to 10^18 bytes.
    private static let spacePattern: String = {
        let units = [("", 17), ("[kK]", 14), ("[mM]", 11), ("[gG]", 8), ("[tT]", 5)]
        let numbers = units.map { "[1-9][0-9]{0,\($0.1)}\(decimals)\($0.0)" }
        return "^(" + (numbers + ["\(lessThanOne)[kKmMgGtT]"]).joined(separator: "|") + ")$"
    }()

    private static func either(_ number: [(String, JSON)], pattern: String) -> [(String, JSON)] {
        [("anyOf", [.object(number), ["type": "string", "pattern": .text(pattern)]])]
    }
}
