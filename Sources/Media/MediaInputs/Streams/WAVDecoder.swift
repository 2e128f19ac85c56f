import Containers
import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// Decodes a WAV stream that arrives in pieces and converts it to PCM in one format. It runs on the calling thread.
final class WAVDecoder {
    /// wavparse of GStreamer 1.22 ends longer files early. As streams, they are decoded completely.
    static let longestFile = Int(Int32.max)

    private let name: String
    private let pipeline: Pipeline
    private let source: ByteSource
    private let sink: SinkQueue
    /// The bytes before the first sample, until all of them have arrived.
    private var header: [UInt8] = []
    private var hasHeader = false
    private let mixed = AudioFileReader.MixedChannels(nil)
    /// Samples that are not numbers.
    let infinite = InfiniteSamples(nil)
    /// The number of bytes before the end of the samples; `nil` when the header does not declare their length.
    private var rest: Int?

    /// The maximum header size; images and lyrics in other chunks can be long.
    private static let headerLimit = 1 << 20

    /// - Parameters:
    ///   - name: the name of the input for messages.
    ///   - format: the format of the decoded samples.
    init(_ name: String, _ format: AudioFormat) throws(SourceError) {
        self.name = name
        do {
            pipeline = try Pipeline(PipelineFiles.sourceWAV.text, named: PipelineFiles.sourceWAV.name)
            guard let caps = Caps.pcm(format) else {
                throw GStreamerError(.core, source: "audio", message: "\(format) cannot be expressed as caps")
            }
            try pipeline.element("format").set("caps", to: .caps(caps))
            let channels = Int(format.channels)
            try pipeline.element("convert").mixUnpositionedChannels { [mixed] count in
                mixed.set(count)
                return ChannelMix(count, into: channels).rows
            }
            try pipeline.element("convert").silenceInfiniteSamples { [infinite] in infinite.set($0) }
            // Unlimited: a full queue would block the calling thread, which empties it after each push.
            sink = try SinkQueue(pipeline.element("output"), capacity: 0)
            try pipeline.play()
            source = try ByteSource(pipeline.element("parser"))
        } catch {
            throw SourceError("\(name) cannot be decoded: \(error)", hint: "install the missing elements")
        }
    }

    deinit {
        pipeline.stop()
    }

    /// Whether all samples of the declared length have arrived. Data after them is not audio.
    var isComplete: Bool { rest == 0 }

    /// The number of channels without positions, once, when they are mixed.
    func takeMixedChannels() -> Int? { mixed.exchange(nil) }

    /// Decodes the next bytes of the stream and stores the samples.
    func decode(_ bytes: [UInt8], into store: inout SampleStore) throws(SourceError) {
        if hasHeader { return try push(bytes, into: &store) }
        header += bytes
        guard header.count < RIFFHead.byteCount || RIFFHead(header)?.form == "WAVE" else {
            throw SourceError("\(name) is not a WAV stream", hint: Self.conversion)
        }
        guard let parsed = WAVHeader(header) else {
            guard header.count <= Self.headerLimit else {
                throw SourceError("\(name) has no samples within the first MiB", hint: Self.conversion)
            }
            return
        }
        let corrected = parsed.corrected(header, correcting: Correction.isOn)
        let samples = header.count - parsed.dataStart
        rest = parsed.dataLength.map { $0 + corrected.count - samples }
        hasHeader = true
        header = []
        try push(corrected, into: &store)
    }

    /// Stores the last samples at the end of the stream.
    func end(into store: inout SampleStore) throws(SourceError) {
        guard hasHeader else {
            throw SourceError("\(name) ended before its samples", hint: "the file is truncated")
        }
        source.end()
        take(into: &store)
        if store.end == 0 { throw SourceError("\(name) contains no samples", hint: "check the recording") }
        if let rest, rest > 0 {
            throw SourceError(
                "\(name) ended \(rest) bytes before the end of its samples", hint: "the file is truncated")
        }
    }

    private func push(_ bytes: [UInt8], into store: inout SampleStore) throws(SourceError) {
        let count = min(bytes.count, rest ?? .max)
        rest = rest.map { $0 - count }
        do throws(GStreamerError) {
            try bytes.withUnsafeBufferPointer { bytes throws(GStreamerError) in
                try source.push(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
            }
        } catch {
            throw SourceError("\(name) is not a WAV stream of PCM samples: \(error.message)", hint: Self.conversion)
        }
        take(into: &store)
    }

    private func take(into store: inout SampleStore) {
        while case .unit(let unit) = sink.pull(seconds: 0) { store.append(unit.intoBuffer(), droppingFirst: 0) }
    }

    private static let conversion = "convert it with ffmpeg -c:a pcm_s16le"
}
