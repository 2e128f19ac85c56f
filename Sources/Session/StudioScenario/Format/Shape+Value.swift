package import SessionProtocol
import StudioCore

// The only parser of each form of values: files, JSON and options of the command line have the same ones.
extension Shape {
    /// The value of a text; `nil` for an invalid one, and for shapes that are not scalars.
    ///
    /// - Parameter line: the line of the text in its file.
    package func value(of text: String, at line: Int = 0) -> Checked.Value? {
        switch self {
        case .text, .address, .source, .folder, .participant: return text.isEmpty ? nil : .text(text)
        case .flag: return Bool(text.lowercased()).map { .flag($0) }
        case .permission:
            let words = ["true": StartPermission.granted, "false": .denied]
            return (words[text.lowercased()] ?? StartPermission(rawValue: text)).map { .text($0.rawValue) }
        case .integer(let range):
            return Self.plain(text) { Int($0) }.flatMap { range.contains($0) ? .integer($0) : nil }
        case .number(let range):
            return Self.plain(text) { Double($0) }.flatMap { range.contains($0) ? .number($0) : nil }
        case .duration(let minimum):
            return MediaTime(duration: text).flatMap { $0 >= minimum ? .duration($0) : nil }
        case .durationRange:
            return Self.range(text).map { range in
                .mapping(range.mapValues { Checked(line: line, value: .duration($0)) })
            }
        case .delay:
            if let count = Self.frames(text) { return .frames(count) }
            return MediaTime(duration: text).map { .duration($0) }
        case .word(let words, let synonyms):
            guard let word = synonyms[text] ?? (words.contains(text) ? text : nil) else { return nil }
            return Int(word).map { .integer($0) } ?? .text(word)
        case .form(let form): return form.value(of: text)
        case .delivery, .mapping, .choice, .dictionary, .list, .texts, .step: return nil
        }
    }

    /// A number without a plus sign, and without zeros in front.
    static func plain<Number>(_ text: String, _ parse: (String) -> Number?) -> Number? {
        NumberText.isPlain(text) ? parse(text) : nil
    }

    /// The minimum and the maximum of `40ms..120ms`, or of one duration.
    private static func range(_ text: String) -> [String: MediaTime]? {
        let dots = text.firstRange(of: "..")
        guard let shortest = MediaTime(duration: String(text[..<(dots?.lowerBound ?? text.endIndex)])),
            let longest = MediaTime(duration: String(text[(dots?.upperBound ?? text.startIndex)...])),
            shortest <= longest
        else { return nil }
        return ["minimum": shortest, "maximum": longest]
    }

    /// `150 frames` or `1 frame`; at least 1.
    private static func frames(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[1] == "frames" || words[1] == "frame",
            let count = plain(String(words[0]), { Int($0) }),
            (1...1_000_000_000).contains(count)
        else { return nil }
        return count
    }
}
