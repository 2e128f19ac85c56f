/// How many times a callback is delivered, and how late.
public struct CallbackDelivery: Hashable, Sendable, Codable {
    /// The accepted numbers of deliveries: more would only be a load.
    public static let counts = 0...100

    /// The number of deliveries, one after the other; 0 is never, and the most are 100.
    public var count: Int
    /// The additional delay. Other callbacks do not wait for it.
    public var delay: MediaTime

    /// Creates a delivery; negative values become 0, and a count above 100 becomes 100.
    public init(count: Int = 1, delay: MediaTime = .zero) {
        self.count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
        self.delay = max(.zero, delay)
    }

    /// Decodes both fields; a missing field keeps its default, a number out of range is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 1
        delay = try container.decodeIfPresent(MediaTime.self, forKey: .delay) ?? .zero
        guard Self.counts.contains(count) else {
            throw Self.error(decoder, "count is \(count), expected 0 to \(Self.counts.upperBound)")
        }
        guard delay >= .zero else {
            throw Self.error(decoder, "delay is \(delay.seconds) s, expected 0 or more")
        }
    }

    private static func error(_ decoder: any Decoder, _ text: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }

    /// Once, without additional delay.
    public static let once = CallbackDelivery()
    /// The callback is not delivered.
    public static let never = CallbackDelivery(count: 0)
    /// The callback is delivered twice.
    public static let twice = CallbackDelivery(count: 2)

    /// The callback is delivered late.
    public static func late(by delay: MediaTime) -> CallbackDelivery { CallbackDelivery(delay: delay) }
}
