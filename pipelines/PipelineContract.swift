/// What psstudio requires of a pipeline: the elements that it uses by their names, and the settings that may be mapped.
package struct PipelineContract: Hashable, Sendable {
    /// An element that psstudio uses.
    package struct Part: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case source, sink, any
        }

        package let name: String
        package var kind = Kind.any
        /// Whether it belongs to the audio track, so that it is missing in a session without audio.
        package var isAudio = false
        /// Properties that psstudio sets.
        package var properties: [String] = []
        /// The pad whose properties these are; `nil` for the element.
        package var pad: String?
    }

    package let parts: [Part]
    /// The settings that comments may map.
    package var settings: Set<PipelineSetting.Name> = []
    /// The settings that comments must map.
    package var requiredSettings: Set<PipelineSetting.Name> = []

    /// The contract of the ready pipeline with this name; `nil` for one that cannot be replaced.
    package static func of(_ name: String) -> PipelineContract? { all[name] }

    /// The names of the pipelines that can be replaced.
    package static var names: [String] { all.keys.sorted() }

    private static let video = Part(name: "video", kind: .source)
    private static let audio = Part(name: "audio", kind: .source, isAudio: true)
    private static let stream = Part(name: "stream", kind: .source)
    private static let input = Part(name: "input", kind: .source)
    private static let encoder = Part(name: "encoder")
    private static let output = Part(name: "output", kind: .sink)
    private static let sink = Part(name: "sink", kind: .sink)
    private static let movieMuxer = Part(name: "mux", properties: ["trak-timescale"], pad: "video_0")
    private static let server = Part(
        name: "sink",
        properties: ["scheme", "host", "port", "application", "stream", "username", "password"])

    private static let videoEncoder = PipelineContract(
        parts: [input, encoder, output], settings: [.bitrate, .keyFrames, .preset, .reproducible])
    private static let audioEncoder = PipelineContract(
        parts: [input, encoder, output], settings: [.bitrate, .delay], requiredSettings: [.delay])

    private static let all = CodecTable.ready.rows.reduce(into: others) { contracts, row in
        contracts[row.pipeline.name] = row.isAudio ? audioEncoder : videoEncoder
    }

    private static let others: [String: PipelineContract] = [
        "mux-flv": PipelineContract(parts: [video, audio, output]),
        "mux-ts": PipelineContract(parts: [video, audio, Part(name: "units"), output]),
        "output-mp4": PipelineContract(parts: [video, audio, movieMuxer, sink]),
        "output-mov": PipelineContract(parts: [video, audio, movieMuxer, sink]),
        "output-mkv": PipelineContract(parts: [video, audio, sink]),
        "output-flv": PipelineContract(parts: [video, audio, sink]),
        "output-rtmp": PipelineContract(parts: [stream, server]),
        "output-ts": PipelineContract(parts: [stream, sink]),
    ]
}
