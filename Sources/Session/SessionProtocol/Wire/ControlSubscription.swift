package import StudioCore

/// What a client receives without a request. It replaces an earlier subscription of the same connection.
package struct ControlSubscription: Hashable, Sendable, Codable {
    /// Images of the newest frame.
    package struct Preview: Hashable, Sendable {
        /// The width in pixels; the height follows from the frame.
        package var width: Int
        /// Images per second.
        package var perSecond: Double
        /// The kind of files.
        package var format: PreviewFormat
        /// From 0, the smallest file, to 100, the best image of JPEG, or the fastest PNG; `nil` for the default.
        package var quality: Int?

        package init(width: Int, perSecond: Double, format: PreviewFormat = .jpeg, quality: Int? = nil) {
            (self.width, self.perSecond, self.format, self.quality) = (width, perSecond, format, quality)
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
        guard preview.quality.map((0...100).contains) ?? true else {
            throw ControlError(.invalid, "subscribe.preview.quality is not accepted; expected 0 to 100")
        }
    }
}

/// The kind of an image file.
package enum PreviewFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// With losses; the quality decides the size.
    case jpeg
    /// Without loss.
    case png
}

// JPEG is not written, so that sessions of earlier versions accept the form.
extension ControlSubscription.Preview: Codable {
    private enum CodingKeys: String, CodingKey {
        case width, perSecond, format, quality
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        width = try container.decode(Int.self, forKey: .width)
        perSecond = try container.decode(Double.self, forKey: .perSecond)
        format = try container.decodeIfPresent(PreviewFormat.self, forKey: .format) ?? .jpeg
        quality = try container.decodeIfPresent(Int.self, forKey: .quality)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(width, forKey: .width)
        try container.encode(perSecond, forKey: .perSecond)
        if format != .jpeg { try container.encode(format, forKey: .format) }
        try container.encodeIfPresent(quality, forKey: .quality)
    }
}
