/// The codecs in which a program can be encoded. A row is all that psstudio knows of a codec.
package struct CodecTable: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        /// Its name in an encoded form.
        package let codec: String
        /// The samples in a unit of audio; `nil` for video.
        package let unitSamples: Int64?
        /// The format of its units. An encoder that delivers another one fails.
        package let caps: String
        /// The pipeline of its encoder.
        package let pipeline: PipelineFile

        package init(_ codec: String, unitSamples: Int64? = nil, caps: String, _ pipeline: PipelineFile) {
            (self.codec, self.unitSamples, self.caps, self.pipeline) = (codec, unitSamples, caps, pipeline)
        }

        package var isAudio: Bool { unitSamples != nil }
    }

    /// The rows of psstudio.
    package static let ready = CodecTable(
        video: Row(
            "h264", caps: "video/x-h264,stream-format=avc,alignment=au",
            PipelineFile(name: "encode-h264", PackageResources.encode_h264_pipeline)),
        audio: Row(
            "aac", unitSamples: 1024, caps: "audio/mpeg,mpegversion=4,stream-format=raw",
            PipelineFile(name: "encode-aac", PackageResources.encode_aac_pipeline)))

    /// The codecs of outputs that ask for none.
    package let (video, audio): (Row, Row)
    /// All rows, in the order of their registration.
    package private(set) var rows: [Row]

    private init(video: Row, audio: Row) {
        (self.video, self.audio) = (video, audio)
        rows = [video, audio]
    }

    package mutating func register(_ row: Row) { rows.append(row) }

    package subscript(codec: String) -> Row? { rows.first { $0.codec == codec } }
}
