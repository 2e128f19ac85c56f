/// A pipeline that psstudio is built with.
package struct PipelineFile: Hashable, Sendable {
    /// Its file's name without the suffix: `output-mp4`.
    package let name: String
    /// Its text in gst-launch syntax, without the comments.
    package let text: String
    /// The text without the lines that belong to the audio track alone.
    private let videoText: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
        videoText = text
    }

    /// - Parameter bytes: the file; lines behind ``audioMark`` belong to the audio track alone.
    init(name: String, _ bytes: [UInt8]) {
        self.name = name
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let video = lines.prefix { $0 != Self.audioMark }
        text = Self.joined(lines)
        videoText = Self.joined(video)
    }

    /// The comment in front of the lines of the audio track.
    private static let audioMark = "# Audio track"

    static func joined(_ lines: some Sequence<Substring>) -> String {
        lines.filter { !$0.hasPrefix("#") }.joined(separator: " ")
    }

    /// The text with or without its audio track.
    package func text(hasAudio: Bool) -> String { hasAudio ? text : videoText }

    /// The elements that the text names, each once, in their order. Those that `decodebin` and its like choose are not
    /// among them.
    package var elements: [String] {
        var elements: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            // Links, caps, properties, and pads of elements that have been named before.
            let isElement = word != "!" && !word.contains { "/=,.".contains($0) }
            if isElement, !elements.contains(String(word)) { elements.append(String(word)) }
        }
        return elements
    }
}

extension PipelineFiles {
    /// All of them.
    package static let all = [
        PipelineFile(name: "encode-h264", text: encodeH264),
        PipelineFile(name: "encode-aac", text: encodeAAC),
        PipelineFile(name: "source-file", text: sourceFile),
        PipelineFile(name: "source-pictures", text: sourcePictures),
        PipelineFile(name: "source-sound", text: sourceSound),
        outputMP4,
        outputMKV,
        outputFLV,
        outputRTMP,
        PipelineFile(name: "probe-file", text: probeFile),
        PipelineFile(name: "probe-playlist", text: probePlaylist),
        PipelineFile(name: "probe-stdin", text: probeStandardInput),
        PipelineFile(name: "probe-rtmp", text: probeRTMP),
        PipelineFile(name: "probe-srt", text: probeSRT),
        PipelineFile(name: "probe-http", text: probeHTTP),
        PipelineFile(name: "probe-udp", text: probeUDP),
        PipelineFile(name: "probe-pictures", text: probePictures),
        PipelineFile(name: "probe-sound", text: probeSound),
    ]

    /// The one of this name.
    package static func file(_ name: String) -> PipelineFile? {
        all.first { $0.name == name }
    }
}
