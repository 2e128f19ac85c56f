/// A pipeline that psstudio is built with.
package struct PipelineFile: Hashable, Sendable {
    /// Its file's name without the suffix: `output-mp4`.
    package let name: String
    /// Its text in gst-launch syntax, without the comments.
    package let text: String

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
        PipelineFile(name: "output-mp4", text: outputMP4),
        PipelineFile(name: "output-mkv", text: outputMKV),
        PipelineFile(name: "output-flv", text: outputFLV),
        PipelineFile(name: "output-rtmp", text: outputRTMP),
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
