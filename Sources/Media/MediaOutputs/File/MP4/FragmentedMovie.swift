package import Containers

/// The tracks and samples of a fragmented MP4 file (ISO/IEC 14496-12, 8.8), read from its boxes without the media.
///
/// It reads what mp4mux 1.22 writes: one track in each fragment, no composition offsets, because there are no B-frames.
package struct FragmentedMovie: Sendable {
    /// A track and the index of its samples.
    struct Track: Sendable {
        let number: UInt32
        let timescale: UInt32
        /// The type of the handler: `vide`, `soun`.
        let handler: String
        /// The width and height of the track in pixels; zero for audio.
        let size: (width: UInt16, height: UInt16)
        /// The language, packed.
        let language: UInt16
        /// The boxes `hdlr`, those of the media information but the sample table, and `stsd`.
        let handlerBox: LoadedBox
        let informationBoxes: [LoadedBox]
        let descriptions: LoadedBox

        var durations = SampleDurations()
        var sizes: [UInt32] = []
        /// The numbers of the samples at which decoding can start, from 1 on.
        var keySamples: [UInt32] = []
        var chunks: [Chunk] = []
    }

    /// The samples of one fragment, which are contiguous in both files.
    struct Chunk: Hashable, Sendable {
        /// Offset and size of its bytes in the fragmented file.
        let source: Range<UInt64>
        /// Its offset in the media of the ordinary file.
        let position: UInt64
        let sampleCount: UInt32
    }

    /// Seconds since 1904.
    let creationTime: UInt64
    private(set) var tracks: [Track]
    /// The ranges of the media in the fragmented file, in order.
    package private(set) var media: [Range<UInt64>] = []
    /// The size of the media in bytes.
    package private(set) var mediaBytes: UInt64 = 0

    /// - Parameter bytes: the box `moov`.
    package init(movie bytes: [UInt8]) throws(MP4FormatError) {
        guard let movie = try LoadedBox.all(in: bytes).first, movie.type == "moov" else {
            throw MP4FormatError("it has no box 'moov'")
        }
        var header = try movie.descendant("mvhd").fields
        creationTime = try header.integer(header.versionAndFlags().version == 1 ? 8 : 4)
        tracks = []
        for box in try movie.children() where box.type == "trak" { tracks.append(try Track(box)) }
    }

    /// Adds the samples of a fragment.
    ///
    /// - Parameters:
    ///   - bytes: the box `moof`.
    ///   - offset: its offset in the file.
    package mutating func append(fragment bytes: [UInt8], at offset: UInt64) throws(MP4FormatError) {
        guard let fragment = try LoadedBox.all(in: bytes).first else { return }
        let parts = try fragment.children().filter { $0.type == "traf" }
        guard parts.count == 1, let part = parts.first else {
            throw MP4FormatError("a fragment has \(parts.count) tracks")
        }
        let defaults = try FragmentDefaults(part.descendant("tfhd"))
        guard let index = tracks.firstIndex(where: { $0.number == defaults.track }) else {
            throw MP4FormatError("a fragment belongs to the unknown track \(defaults.track)")
        }
        for box in try part.children() {
            switch box.type {
            case "tfdt":
                var fields = box.fields
                let isLong = try fields.versionAndFlags().version == 1
                tracks[index].durations.start(at: try fields.integer(isLong ? 8 : 4))
            case "trun":
                let run = try SampleRun(box, defaults)
                let start = offset + UInt64(run.dataOffset)
                let end = start + run.samples.reduce(0) { $0 + UInt64($1.size) }
                tracks[index].append(
                    run.samples,
                    Chunk(
                        source: start..<end, position: mediaBytes, sampleCount: UInt32(run.samples.count)))
                media.append(start..<end)
                mediaBytes += end - start
            default: break
            }
        }
    }
}

extension FragmentedMovie.Track {
    init(_ box: LoadedBox) throws(MP4FormatError) {
        var header = try box.descendant("tkhd").fields
        let isLong = try header.versionAndFlags().version == 1
        header.skip(isLong ? 16 : 8)
        number = try header.integer32()
        // Reserved, duration, reserved, layer, group, volume, matrix.
        header.skip(4 + (isLong ? 8 : 4) + 8 + 8 + 36)
        // Numbers with 16 binary places.
        size = (UInt16(try header.integer(4) >> 16), UInt16(try header.integer(4) >> 16))
        let media = try box.descendant("mdia")
        var mediaHeader = try media.descendant("mdhd").fields
        let isMediaLong = try mediaHeader.versionAndFlags().version == 1
        mediaHeader.skip(isMediaLong ? 16 : 8)
        timescale = try mediaHeader.integer32()
        guard timescale > 0 else { throw MP4FormatError("a track has the time scale 0") }
        mediaHeader.skip(isMediaLong ? 8 : 4)
        language = UInt16(try mediaHeader.integer(2))
        handlerBox = try media.descendant("hdlr")
        var handlerFields = handlerBox.fields
        handlerFields.skip(8)
        handler = try handlerFields.type()
        informationBoxes = try media.descendant("minf").children().filter { $0.type != "stbl" }
        descriptions = try media.descendant("minf", "stbl", "stsd")
    }

    fileprivate mutating func append(_ samples: [SampleRun.Sample], _ chunk: FragmentedMovie.Chunk) {
        for sample in samples {
            sizes.append(sample.size)
            durations.append(sample.duration)
            if sample.isKeySample { keySamples.append(UInt32(sizes.count)) }
        }
        if !samples.isEmpty { chunks.append(chunk) }
    }
}

/// The durations of a track's samples, as runs of equal ones.
struct SampleDurations: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        var count: UInt32
        let duration: UInt32
    }

    private(set) var runs: [Run] = []
    /// The time at which the first sample starts.
    private(set) var start: UInt64 = 0
    /// The sum of the durations.
    private(set) var total: UInt64 = 0

    mutating func append(_ duration: UInt32) {
        total += UInt64(duration)
        if runs.last?.duration == duration {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(count: 1, duration: duration))
        }
    }

    /// The next sample starts at this time: the last one ends there.
    mutating func start(at time: UInt64) {
        guard let last = runs.last else { return start = time }
        let end = start &+ total
        let duration = Int64(last.duration) &+ Int64(bitPattern: time &- end)
        guard time != end, let duration = UInt32(exactly: duration) else { return }
        removeLast(last)
        append(duration)
    }

    private mutating func removeLast(_ last: Run) {
        total -= UInt64(last.duration)
        runs[runs.count - 1].count -= 1
        if last.count == 1 { runs.removeLast() }
    }
}

/// The fields of a `tfhd` (8.8.7).
private struct FragmentDefaults {
    let track: UInt32
    var duration: UInt32 = 0
    var size: UInt32 = 0
    var flags: UInt32 = 0

    init(_ box: LoadedBox) throws(MP4FormatError) {
        var fields = box.fields
        let present = try fields.versionAndFlags().flags
        track = try fields.integer32()
        guard present & 0x01 == 0 else { throw MP4FormatError("a fragment has an offset of its own") }
        if present & 0x02 != 0 { fields.skip(4) }
        if present & 0x08 != 0 { duration = try fields.integer32() }
        if present & 0x10 != 0 { size = try fields.integer32() }
        if present & 0x20 != 0 { flags = try fields.integer32() }
    }
}

/// The fields of a `trun` (8.8.8).
private struct SampleRun {
    struct Sample {
        let duration: UInt32
        let size: UInt32
        let isKeySample: Bool
    }

    /// Relative to the fragment.
    let dataOffset: UInt32
    private(set) var samples: [Sample] = []

    /// `sample_is_non_sync_sample`.
    private static let nonSync: UInt32 = 0x1_0000
    /// Far more than half a second has.
    private static let maximumSamples: UInt64 = 1 << 20

    init(_ box: LoadedBox, _ defaults: FragmentDefaults) throws(MP4FormatError) {
        var fields = box.fields
        let present = try fields.versionAndFlags().flags
        let count = try fields.integer(4)
        guard count <= Self.maximumSamples else { throw MP4FormatError("a fragment has \(count) samples") }
        guard present & 0x01 != 0 else { throw MP4FormatError("a fragment has no offset") }
        guard present & 0x800 == 0 else { throw MP4FormatError("frames are not in the order in which they are shown") }
        dataOffset = try fields.integer32()
        let first = present & 0x04 != 0 ? try fields.integer32() : nil
        for number in 0..<count {
            let duration = present & 0x100 != 0 ? try fields.integer32() : defaults.duration
            let size = present & 0x200 != 0 ? try fields.integer32() : defaults.size
            let own = present & 0x400 != 0 ? try fields.integer32() : defaults.flags
            let flags = number == 0 ? first ?? own : own
            samples.append(Sample(duration: duration, size: size, isKeySample: flags & Self.nonSync == 0))
        }
    }
}
