/// A pipeline: a text in gst-launch syntax with a head of comments, some of which map settings to properties.
package struct PipelineFile: Hashable, Sendable {
    /// A line of the file.
    package struct Line: Hashable, Sendable {
        /// Its number, from 1.
        package let number: Int
        package let text: String
    }

    /// The name of its file without the suffix: `output-mp4`.
    package let name: String
    /// The path of a file of the user's; `nil` for a built-in pipeline.
    package let path: String?
    /// The whole file.
    package let source: String
    /// The lines without comments.
    package let lines: [Line]
    /// The text in gst-launch syntax, without comments.
    package let text: String
    /// The settings that comments map, in order.
    package let settings: [PipelineSetting]
    /// The comments that look like settings and are none, in order.
    package let settingErrors: [PipelineTextError]
    /// The text without the lines of the audio track.
    private let videoText: String

    /// - Parameters:
    ///   - name: the name without the suffix.
    ///   - source: the whole file. Lines after ``audioMark`` belong to the audio track.
    ///   - path: the path of the user's file.
    package init(name: String, source: String, path: String? = nil) {
        self.name = name
        self.source = source
        self.path = path
        var (code, comments, video): ([Line], [Line], Int?) = ([], [], nil)
        // A line may end in CR LF, which is one character.
        let texts = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, text) in texts.enumerated() where !text.allSatisfy(\.isWhitespace) {
            let line = Line(number: index + 1, text: String(text))
            guard text.hasPrefix("#") else {
                code.append(line)
                continue
            }
            comments.append(line)
            if line.text == Self.audioMark { video = video ?? code.count }
        }
        lines = code
        text = Self.joined(code)
        videoText = Self.joined(code.prefix(video ?? code.count))
        (settings, settingErrors) = PipelineSetting.all(in: comments)
    }

    /// A pipeline without a head.
    package init(name: String, text: String) { self.init(name: name, source: text) }

    /// - Parameter bytes: a built-in file.
    init(name: String, _ bytes: [UInt8]) { self.init(name: name, source: String(decoding: bytes, as: UTF8.self)) }

    /// The comment before the lines of the audio track.
    package static let audioMark = "# Audio track"
    /// The suffix of its file.
    package static let suffix = ".pipeline"

    private static func joined(_ lines: some Sequence<Line>) -> String {
        lines.map(\.text).joined(separator: " ")
    }

    /// The text with or without its audio track.
    package func text(hasAudio: Bool) -> String { hasAudio ? text : videoText }

    /// The first line of the head.
    package var summary: String {
        let first = source.prefix { !$0.isNewline }
        return String(first.drop { $0 == "#" || $0 == " " })
    }

    /// The settings with this name.
    package func settings(_ name: PipelineSetting.Name) -> [PipelineSetting] { settings.filter { $0.name == name } }

    /// Whether a comment maps this setting.
    package func maps(_ name: PipelineSetting.Name) -> Bool { settings.contains { $0.name == name } }

    /// The unique elements in the text, in order; without those that `decodebin` and similar elements choose.
    package var elements: [String] {
        var elements: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            // Links, caps, properties, and pads of elements that were named before.
            let isElement = word != "!" && !word.contains { "/=,.".contains($0) }
            if isElement, !elements.contains(String(word)) { elements.append(String(word)) }
        }
        return elements
    }
}

/// An error in a line of a pipeline file.
package struct PipelineTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    package let line: Int
    package let message: String

    package init(line: Int, _ message: String) { (self.line, self.message) = (line, message) }

    /// `4: unknown setting …`
    package var description: String { "\(line): \(message)" }
}
