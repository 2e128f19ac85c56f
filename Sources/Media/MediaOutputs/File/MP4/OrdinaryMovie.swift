package import Containers

/// The type of a movie file, which its first box declares.
package enum MovieType: Hashable, Sendable {
    case mp4
    /// MP4, named as Apple's programs name it.
    case m4v
    /// A QuickTime movie: its boxes are those of MP4 or their forerunners.
    case quickTime

    /// The major brand and its version.
    fileprivate var brand: (name: String, version: UInt64) {
        switch self {
        case .mp4: ("isom", 512)
        case .m4v: ("M4V ", 512)
        case .quickTime: ("qt  ", 0x2005_0300)
        }
    }

    fileprivate var compatibleBrands: [String] {
        switch self {
        case .mp4: ["isom", "iso2", "avc1", "mp41"]
        case .m4v: ["M4V ", "isom", "iso2", "avc1", "mp42"]
        case .quickTime: ["qt  "]
        }
    }
}

/// The ordinary MP4 file with the samples of a fragmented one: `ftyp`, `moov`, and the header of `mdat` (ISO/IEC 14496-12).
/// The media follows.
package struct OrdinaryMovie {
    private let movie: FragmentedMovie
    private let type: MovieType
    private let title: String?
    private let chapters: [MovieChapter]
    private let tracks: [FragmentedMovie.Track]
    /// Whether offsets need 64 bits.
    private let isLarge: Bool
    /// Units of the movie's durations in a second: the time scale of the video, so that its duration is exact.
    private let timescale: UInt32

    /// - Parameters:
    ///   - title: the title of the movie; `nil` for none.
    ///   - chapters: in their order.
    /// - Throws: an error when no track has a sample. A track without one, for example of an output that was added just
    ///   before the end, is omitted.
    package init(
        _ movie: FragmentedMovie, _ type: MovieType = .mp4, title: String? = nil, chapters: [MovieChapter] = []
    ) throws(MP4FormatError) {
        tracks = movie.tracks.filter { !$0.sizes.isEmpty }
        guard let first = tracks.first else { throw MP4FormatError("it has no sample") }
        self.movie = movie
        (self.type, self.title, self.chapters) = (type, title, chapters)
        timescale = (tracks.first { $0.handler == "vide" } ?? first).timescale
        // The index needs less than 64 bytes for a sample.
        let index = tracks.reduce(UInt64(1 << 20)) { $0 + UInt64($1.sizes.count) * 64 }
        isLarge = movie.mediaBytes + index > UInt64(UInt32.max)
    }

    /// The bytes before the media.
    package var head: [UInt8] {
        let type = fileType
        // The size of the index does not depend on the offsets in it.
        let mediaStart = UInt64(type.count + index(mediaStart: 0).count + (isLarge ? 16 : 8))
        return type + index(mediaStart: mediaStart) + mediaHeader
    }

    private var fileType: [UInt8] {
        var box = BoxBuilder("ftyp")
        box.append(text: type.brand.name)
        box.append(type.brand.version, bytes: 4)
        for brand in type.compatibleBrands { box.append(text: brand) }
        return box.finished
    }

    private var mediaHeader: [UInt8] {
        var header = BoxBuilder("mdat").finished
        let count = movie.mediaBytes + (isLarge ? 16 : 8)
        header.replaceSubrange(0..<4, with: BoxBuilder.bigEndian(isLarge ? 1 : count, bytes: 4))
        return isLarge ? header + BoxBuilder.bigEndian(count, bytes: 8) : header
    }

    private func index(mediaStart: UInt64) -> [UInt8] {
        var box = BoxBuilder("moov")
        box.append(movieHeader)
        for track in tracks { box.append(trackBox(track, mediaStart: mediaStart)) }
        if let data = BoxBuilder(title: title, chapters, in: type) { box.append(data) }
        return box.finished
    }

    // MARK: Headers

    /// The time at which a track ends, in the movie's time scale.
    private func end(of track: FragmentedMovie.Track) -> UInt64 {
        scaled(track.durations.start &+ track.durations.total, from: track.timescale)
    }

    /// Rounded up, so that no sample is cut.
    private func scaled(_ time: UInt64, from scale: UInt32) -> UInt64 {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: UInt64(scale))
        return seconds &* UInt64(timescale) &+ (rest * UInt64(timescale) + UInt64(scale) - 1) / UInt64(scale)
    }

    private var movieHeader: BoxBuilder {
        let duration = tracks.map { end(of: $0) }.max() ?? 0
        var box = BoxBuilder("mvhd", isLong: max(duration, movie.creationTime) > UInt64(UInt32.max))
        box.append(times: movie.creationTime)
        box.append(UInt64(timescale), bytes: 4)
        box.append(duration: duration)
        box.append(0x1_0000, bytes: 4)  // rate 1.0
        box.append(0x100, bytes: 2)  // volume 1.0
        box.append(zeros: 10)
        box.append(matrix: BoxBuilder.unity)
        box.append(zeros: 24)
        box.append(UInt64(tracks.map(\.number).max() ?? 0) + 1, bytes: 4)
        return box
    }

    private func trackBox(_ track: FragmentedMovie.Track, mediaStart: UInt64) -> BoxBuilder {
        var box = BoxBuilder("trak")
        box.append(trackHeader(track))
        if track.durations.start > 0 { box.append(editList(track)) }
        var media = BoxBuilder("mdia")
        media.append(mediaHeader(track))
        media.append(track.handlerBox)
        var information = BoxBuilder("minf")
        for box in track.informationBoxes { information.append(box) }
        information.append(SampleTable(track, mediaStart: mediaStart, isLarge: isLarge).box)
        media.append(information)
        box.append(media)
        return box
    }

    private func trackHeader(_ track: FragmentedMovie.Track) -> BoxBuilder {
        let duration = end(of: track)
        // Enabled, in the movie and in its preview.
        var box = BoxBuilder("tkhd", isLong: max(duration, movie.creationTime) > UInt64(UInt32.max), flags: 7)
        box.append(times: movie.creationTime)
        box.append(UInt64(track.number), bytes: 4)
        box.append(zeros: 4)
        box.append(duration: duration)
        box.append(zeros: 8)
        box.append(zeros: 4)  // layer, alternate group
        box.append(track.handler == "soun" ? 0x100 : 0, bytes: 2)
        box.append(zeros: 2)
        box.append(matrix: BoxBuilder.unity)
        box.append(UInt64(track.size.width) << 16, bytes: 4)
        box.append(UInt64(track.size.height) << 16, bytes: 4)
        return box
    }

    /// An empty edit up to the start of the track, then the media.
    private func editList(_ track: FragmentedMovie.Track) -> BoxBuilder {
        let start = scaled(track.durations.start, from: track.timescale)
        let duration = end(of: track) &- start
        let isLong = max(start, duration) > UInt64(UInt32.max)
        var list = BoxBuilder("elst", isLong: isLong)
        list.append(2, bytes: 4)
        for (duration, time) in [(start, UInt64.max), (duration, 0)] {
            list.append(duration: duration)
            list.append(time, bytes: isLong ? 8 : 4)
            list.append(0x1_0000, bytes: 4)
        }
        var box = BoxBuilder("edts")
        box.append(list)
        return box
    }

    private func mediaHeader(_ track: FragmentedMovie.Track) -> BoxBuilder {
        let duration = track.durations.total
        var box = BoxBuilder("mdhd", isLong: max(duration, movie.creationTime) > UInt64(UInt32.max))
        box.append(times: movie.creationTime)
        box.append(UInt64(track.timescale), bytes: 4)
        box.append(duration: duration)
        box.append(UInt64(track.language), bytes: 2)
        box.append(zeros: 2)
        return box
    }
}

/// The sample table of a track (8.5.1).
private struct SampleTable {
    let track: FragmentedMovie.Track
    let mediaStart: UInt64
    let isLarge: Bool

    init(_ track: FragmentedMovie.Track, mediaStart: UInt64, isLarge: Bool) {
        self.track = track
        self.mediaStart = mediaStart
        self.isLarge = isLarge
    }

    var box: BoxBuilder {
        var box = BoxBuilder("stbl")
        box.append(track.descriptions)
        box.append(durations)
        // Without this box every sample is one.
        if track.keySamples.count < track.sizes.count { box.append(keySamples) }
        box.append(samplesPerChunk)
        box.append(sizes)
        box.append(offsets)
        return box
    }

    private var durations: BoxBuilder {
        var box = BoxBuilder("stts", isLong: false)
        box.append(UInt64(track.durations.runs.count), bytes: 4)
        for run in track.durations.runs {
            box.append(UInt64(run.count), bytes: 4)
            box.append(UInt64(run.duration), bytes: 4)
        }
        return box
    }

    private var keySamples: BoxBuilder {
        var box = BoxBuilder("stss", isLong: false)
        box.append(UInt64(track.keySamples.count), bytes: 4)
        for number in track.keySamples { box.append(UInt64(number), bytes: 4) }
        return box
    }

    /// Runs of chunks with equal numbers of samples.
    private var samplesPerChunk: BoxBuilder {
        var (rows, last): ([(first: Int, count: UInt32)], UInt32?) = ([], nil)
        for (number, chunk) in track.chunks.enumerated() where chunk.sampleCount != last {
            rows.append((number + 1, chunk.sampleCount))
            last = chunk.sampleCount
        }
        var box = BoxBuilder("stsc", isLong: false)
        box.append(UInt64(rows.count), bytes: 4)
        for row in rows {
            box.append(UInt64(row.first), bytes: 4)
            box.append(UInt64(row.count), bytes: 4)
            box.append(1, bytes: 4)  // the only description
        }
        return box
    }

    private var sizes: BoxBuilder {
        var box = BoxBuilder("stsz", isLong: false)
        box.append(zeros: 4)
        box.append(UInt64(track.sizes.count), bytes: 4)
        for size in track.sizes { box.append(UInt64(size), bytes: 4) }
        return box
    }

    private var offsets: BoxBuilder {
        var box = BoxBuilder(isLarge ? "co64" : "stco", isLong: false)
        box.append(UInt64(track.chunks.count), bytes: 4)
        for chunk in track.chunks { box.append(mediaStart + chunk.position, bytes: isLarge ? 8 : 4) }
        return box
    }
}
