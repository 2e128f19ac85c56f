/// A built-in pipeline.
package struct PipelineFile: Hashable, Sendable {
    /// The name of its file without the suffix: `output-mp4`.
    package let name: String
    /// The text in gst-launch syntax, without comments.
    package let text: String
    /// The text without the lines of the audio track.
    private let videoText: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
        videoText = text
    }

    /// - Parameter bytes: the file; lines after ``audioMark`` belong to the audio track.
    init(name: String, _ bytes: [UInt8]) {
        self.name = name
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let video = lines.prefix { $0 != Self.audioMark }
        text = Self.joined(lines)
        videoText = Self.joined(video)
    }

    /// The comment before the lines of the audio track.
    private static let audioMark = "# Audio track"

    static func joined(_ lines: some Sequence<Substring>) -> String {
        lines.filter { !$0.hasPrefix("#") }.joined(separator: " ")
    }

    /// The text with or without its audio track.
    package func text(hasAudio: Bool) -> String { hasAudio ? text : videoText }

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

extension PipelineFiles {
    /// All pipelines.
    package static let all = [
        PipelineFile(name: "encode-h264", text: encodeH264),
        PipelineFile(name: "encode-aac", text: encodeAAC),
        PipelineFile(name: "source-file", text: sourceFile),
        PipelineFile(name: "source-video", text: sourceVideo),
        PipelineFile(name: "source-audio", text: sourceAudio),
        PipelineFile(name: "source-wav", text: sourceWAV),
        muxTS,
        outputMP4,
        outputMKV,
        outputFLV,
        outputTS,
        outputRTMP,
        PipelineFile(name: "preview-jpeg", text: previewJPEG),
        PipelineFile(name: "probe-file", text: probeFile),
        PipelineFile(name: "probe-playlist", text: probePlaylist),
        PipelineFile(name: "probe-stdin", text: probeStandardInput),
        PipelineFile(name: "probe-rtmp", text: probeRTMP),
        PipelineFile(name: "probe-srt", text: probeSRT),
        PipelineFile(name: "probe-http", text: probeHTTP),
        PipelineFile(name: "probe-udp", text: probeUDP),
        PipelineFile(name: "probe-video", text: probeVideo),
        PipelineFile(name: "probe-audio", text: probeAudio),
    ]

    /// The pipeline with this name.
    package static func file(_ name: String) -> PipelineFile? {
        all.first { $0.name == name }
    }
}
