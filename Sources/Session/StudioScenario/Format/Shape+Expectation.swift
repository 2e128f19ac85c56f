import SessionProtocol
import StudioCore

extension Shape {
    /// What is expected, for messages.
    var expectation: String {
        switch self {
        case .text, .address, .source, .folder: "a text"
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
