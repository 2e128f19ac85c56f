public import StudioCore

/// How many times a callback is delivered, and how late.
public struct CallbackDelivery: Hashable, Sendable, Codable {
    /// The number of deliveries, one after the other; 0 is never.
    public var count: Int
    /// The additional delay. Other callbacks do not wait for it.
    public var delay: MediaTime

    /// Creates a delivery; negative values become 0.
    public init(count: Int = 1, delay: MediaTime = .zero) {
        self.count = max(0, count)
        self.delay = max(.zero, delay)
    }

    /// Decodes both fields; a missing field keeps its default, a negative number is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 1
        delay = try container.decodeIfPresent(MediaTime.self, forKey: .delay) ?? .zero
        guard count >= 0, delay >= .zero else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "count and delay must not be negative"))
        }
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
