package import StudioCore

/// What a client receives without a request. It replaces an earlier subscription of the same connection.
package struct ControlSubscription: Hashable, Sendable, Codable {
    /// A small image of the newest frame.
    package struct Preview: Hashable, Sendable, Codable {
        /// The width in pixels; the height follows from the frame.
        package var width: Int
        /// Images per second.
        package var perSecond: Double

        package init(width: Int, perSecond: Double) {
            (self.width, self.perSecond) = (width, perSecond)
        }
    }

    /// Whether it receives events.
    package var events: Bool
    /// The number of the last event that the client knows, 0 for none: it first receives those after it that the session still
    /// has. `nil` for new events only.
    package var after: Int?
    /// Levels per second; 0 for none.
    package var levels: Double
    /// The preview; `nil` for none.
    package var preview: Preview?
    /// The participant whose media is measured and shown; `nil` for what the local user sends.
    package var user: UserID?

    package init(
        events: Bool = false, after: Int? = nil, levels: Double = 0, preview: Preview? = nil, user: UserID? = nil
    ) {
        (self.events, self.after, self.levels, self.preview, self.user) = (events, after, levels, preview, user)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case events, after, levels, preview, user
    }

    static let fields = CodingKeys.allCases.map(\.rawValue)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        events = try container.decodeIfPresent(Bool.self, forKey: .events) ?? false
        after = try container.decodeIfPresent(Int.self, forKey: .after)
        levels = try container.decodeIfPresent(Double.self, forKey: .levels) ?? 0
        preview = try container.decodeIfPresent(Preview.self, forKey: .preview)
        user = try container.decodeIfPresent(UserID.self, forKey: .user)
    }

    /// - Throws: an `invalid` error for a number outside of its range.
    func validate() throws(ControlError) {
        guard after == nil || events, after ?? 0 >= 0 else {
            throw ControlError(
                .invalid, "subscribe.after is not accepted; expected the number of an event, with events: true")
        }
        guard levels == 0 || (0.1...50).contains(levels) else {
            throw ControlError(.invalid, "subscribe.levels is not accepted; expected 0, or 0.1 to 50 a second")
        }
        guard let preview else { return }
        guard (16...1920).contains(preview.width), preview.width % 2 == 0 else {
            throw ControlError(
                .invalid, "subscribe.preview.width is not accepted; expected an even number from 16 to 1920")
        }
        guard (0.1...30).contains(preview.perSecond) else {
            throw ControlError(.invalid, "subscribe.preview.perSecond is not accepted; expected 0.1 to 30")
        }
    }
}
