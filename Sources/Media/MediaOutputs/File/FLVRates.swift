import GStreamer
import Glibc
import StudioCore
import StudioRuntime

extension ByteWriterSink {
    /// Writes an FLV file. At its end, the metadata of a regular file get the bitrates that the media really have.
    static func flv(
        _ element: Element, writer: ByteWriter, _ context: ConnectionContext
    ) throws(GStreamerError) -> ByteWriterSink {
        let rates = Lock(FLVRates())
        let element = try FLVMetadata(context.media).completed(element)
        try element.observeRelease { bytes in
            rates.withLock { $0.count(bytes) }
            return nil
        }
        return try ByteWriterSink(
            element, writer: writer, through: writer, delivery: context.delivery,
            complete: { writer in rates.withLock { $0 }.write(to: writer) })
    }
}

/// Measures the bitrates of an FLV stream.
struct FLVRates: Hashable, Sendable {
    private var offset = 0
    /// Where the values of `videodatarate` and `audiodatarate` are in the stream.
    private var videoPlace: Int?
    private var audioPlace: Int?
    private var (videoBytes, audioBytes) = (0, 0)
    private var first: Int?
    private var last = 0
    private var firstOfAudio: Int?
    private var firstOfVideo: Int?
    /// The distance of the first two audio blocks and frames, in milliseconds.
    private var (audioDuration, videoDuration) = (0, 0)

    /// A tag, or the header of the file.
    mutating func count(_ bytes: UnsafeRawBufferPointer) {
        defer { offset += bytes.count }
        // An eleven-byte header, and the length of the tag behind it.
        guard bytes.count > 15, [8, 9, 18].contains(bytes[0] & 0x1F) else { return }
        if bytes[0] == 18 {
            let tag = FLVScriptTag(Array(bytes))
            videoPlace = tag?.place(of: "videodatarate").map { offset + $0 }
            audioPlace = tag?.place(of: "audiodatarate").map { offset + $0 }
            return
        }
        let time = Int(bytes[7]) << 24 | Int(bytes[4]) << 16 | Int(bytes[5]) << 8 | Int(bytes[6])
        // Without the codec byte, as flvmeta counts.
        let size = bytes.count - 16
        first = min(first ?? time, time)
        last = max(last, time)
        if bytes[0] & 0x1F == 8 {
            audioBytes += size
            if audioDuration == 0 { audioDuration = time - (firstOfAudio ?? time) }
            firstOfAudio = firstOfAudio ?? time
        } else {
            videoBytes += size
            if videoDuration == 0 { videoDuration = time - (firstOfVideo ?? time) }
            firstOfVideo = firstOfVideo ?? time
        }
    }

    /// The places of the values in the stream, and the values, in the unit that ffmpeg and flvmeta expect: 1024 bit/s.
    var measured: [(place: Int, rate: Double)] {
        let milliseconds = last - (first ?? 0) + (firstOfAudio == nil ? videoDuration : audioDuration)
        guard milliseconds > 0 else { return [] }
        return [(videoPlace, videoBytes), (audioPlace, audioBytes)].compactMap { place, bytes in
            place.map { ($0, Double(bytes) * 8 / 1.024 / Double(milliseconds)) }
        }
    }

    /// An error leaves the declared bitrates, which are as good as those of a stream.
    func write(to writer: ByteWriter) {
        guard writer.isSeekable else { return }
        let descriptor = writer.duplicate()
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        for (place, rate) in measured {
            let bytes = FLVMetadata.AMFValue.number(rate).bytes
            _ = pwrite(descriptor, bytes, bytes.count, off_t(place))
        }
    }
}
