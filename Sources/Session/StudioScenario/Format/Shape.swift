import ProductionStudio
import StudioCore

/// The shape of a value in a scenario file. Checks and the JSON Schema are derived from it.
indirect enum Shape: Hashable, Sendable {
    /// Any text, not empty.
    case text
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
    static let deliveryFields = [
        Field(
            "count", .integer(CallbackDelivery.counts), "The number of deliveries, one after the other; 0 is never.",
            synonyms: ["times"], default: "1"),
        Field(
            "delay", .duration(minimum: .zero), "The additional delay. Other callbacks do not wait for it.",
            synonyms: ["late"], default: "0s"),
    ]

    /// What is expected, for messages.
    var expectation: String {
        switch self {
        case .text: "a text"
        case .flag: "true or false"
        case .permission: "true, false or byRole"
        case .integer(let range):
            range.upperBound == .max
                ? "an integer of at least \(range.lowerBound)"
                : "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .duration(let minimum):
            "a duration such as 8s, 500ms or 1m30s" + (minimum > .zero ? ", at least 1ms" : "")
        case .durationRange: "a duration such as 500ms, or a range such as 40ms..120ms"
        case .delay: "a duration such as 2s, or a number of frames such as 150 frames"
        case .word(let words, _): words.count == 1 ? words[0] : "one of " + words.joined(separator: ", ")
        case .delivery: "once, twice, never, {delay: 5s} or {count: 2, delay: 5s}"
        case .participant: "the name or the ID of a participant"
        case .mapping(let fields):
            fields.isEmpty ? "{}" : "a mapping with the keys " + fields.map(\.name).joined(separator: ", ")
        case .choice(let fields): "a mapping with one of the keys " + fields.map(\.name).joined(separator: ", ")
        case .dictionary(let words, _): "a mapping with the keys " + words.joined(separator: ", ")
        case .list: "a list"
        case .form(let form): form.expectation
        case .texts: "a text, or a list of texts"
        case .step: "a step: a mapping with at, on, after or every, and one command"
        }
    }
}

/// A key of a mapping.
struct Field: Hashable, Sendable {
    let name: String
    /// Other keys with the same meaning.
    let synonyms: [String]
    let shape: Shape
    let isRequired: Bool
    /// The value, as in a file, when the key is missing; `nil` for none.
    let fallback: String?
    /// Whether no other key of the mapping may be given beside it.
    let standsAlone: Bool
    /// One sentence for the schema and the page.
    let text: String

    init(
        _ name: String, _ shape: Shape, _ text: String, isRequired: Bool = false, synonyms: [String] = [],
        default fallback: String? = nil, standsAlone: Bool = false
    ) {
        (self.name, self.synonyms, self.shape, self.isRequired) = (name, synonyms, shape, isRequired)
        (self.fallback, self.standsAlone) = (fallback, standsAlone)
        self.text = fallback.map { "\(text.dropLast()) (default: \($0))." } ?? text
    }

    /// The name and its synonyms.
    var names: [String] { [name] + synonyms }
}

/// A checked value with its line.
struct Checked: Hashable, Sendable {
    indirect enum Value: Hashable, Sendable {
        case text(String)
        case flag(Bool)
        case integer(Int)
        case number(Double)
        case duration(MediaTime)
        case frames(Int)
        case mapping([String: Checked])
        case list([Checked])
    }

    let line: Int
    let value: Value

    subscript(_ key: String) -> Checked? {
        if case .mapping(let fields) = value { fields[key] } else { nil }
    }

    /// A value of an enumeration.
    func word<Word: RawRepresentable<String>>() -> Word? { text.flatMap { Word(rawValue: $0) } }

    var text: String? { if case .text(let text) = value { text } else { nil } }
    var flag: Bool? { if case .flag(let flag) = value { flag } else { nil } }
    var integer: Int? { if case .integer(let integer) = value { integer } else { nil } }
    var duration: MediaTime? { if case .duration(let time) = value { time } else { nil } }
    var items: [Checked] { if case .list(let items) = value { items } else { [] } }
    var fields: [String: Checked] { if case .mapping(let fields) = value { fields } else { [:] } }
}
