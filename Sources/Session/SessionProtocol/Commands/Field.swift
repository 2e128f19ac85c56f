package import StudioCore

/// The shape of a value in a scenario file. Checks and the JSON Schema are derived from it.
package indirect enum Shape: Hashable, Sendable {
    /// Any text, not empty.
    case text
    /// The address of an output, which may contain a secret.
    case address
    /// The file, pipe or address of a source. An address may contain a secret.
    case source
    /// The path of a folder for files that the session writes.
    case folder
    /// `true` or `false`.
    case flag
    /// A ``StartPermission``: `true`, `false` or `byRole`; in JSON, its words.
    case permission
    /// An integer in a range.
    case integer(ClosedRange<Int>)
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// A duration: `8s`, `500ms`, `1m30s`, `0:01:30`.
    case duration(minimum: MediaTime)
    /// A duration or a range of durations: `40ms..120ms`.
    case durationRange
    /// A duration, or a number of frames: `150 frames`.
    case delay
    /// One of these words. Synonyms are accepted, too; they, and words that are among them, stand for another word.
    case word([String], synonyms: [String: String] = [:])
    /// `once`, `twice`, `never`, or a mapping with `times` and `late`; in JSON, with `count` and `delay`.
    case delivery
    /// The name or the ID of a participant.
    case participant
    /// A mapping with these fields.
    case mapping([Field])
    /// A mapping with exactly one of these fields.
    case choice([Field])
    /// A mapping from these words to values of one shape.
    case dictionary([String], Shape)
    /// A list of values of one shape.
    case list(Shape)
    /// A scalar with a notation of its own; in configuration files only.
    case form(TextForm)
    /// A text, or a list of texts; in configuration files only.
    case texts
    /// A mapping with a timing and exactly one of the commands.
    case step

    /// The mapping form of a delivery.
    package static let deliveryFields = [
        Field(
            "count", .integer(CallbackDelivery.counts), "The number of deliveries, one after the other; 0 is never.",
            synonyms: ["times"], default: "1"),
        Field(
            "delay", .duration(minimum: .zero), "The additional delay. Other callbacks do not wait for it.",
            synonyms: ["late"], default: "0s"),
    ]
}

/// A key of a mapping.
package struct Field: Hashable, Sendable {
    package let name: String
    /// Other keys with the same meaning.
    package let synonyms: [String]
    package let shape: Shape
    package let isRequired: Bool
    /// The value, as in a file, when the key is missing; `nil` for none.
    package let fallback: String?
    /// Whether no other key of the mapping may be given beside it.
    package let standsAlone: Bool
    /// One sentence for the schema and the page.
    package let text: String

    package init(
        _ name: String, _ shape: Shape, _ text: String, isRequired: Bool = false, synonyms: [String] = [],
        default fallback: String? = nil, standsAlone: Bool = false
    ) {
        (self.name, self.synonyms, self.shape, self.isRequired) = (name, synonyms, shape, isRequired)
        (self.fallback, self.standsAlone) = (fallback, standsAlone)
        self.text = fallback.map { "\(text.dropLast()) (default: \($0))." } ?? text
    }

    /// The name and its synonyms.
    package var names: [String] { [name] + synonyms }
}

/// A scalar with a notation of its own, in configuration files.
package enum TextForm: Hashable, Sendable {
    /// Frames per second: `30`, `29.97`, `30000/1001`.
    case rate
    /// Bits per second: `2500k`, `6M`, `800000`.
    case bitrate
    /// An integer of 64 bits without a sign.
    case seed
    /// `all`, or a number of segments.
    case window
    /// Bytes: `200M`, `1.5G`, `800000000`.
    case space
    /// `true`, `false`, a port, or an address with a port.
    case listenAddress
}
