package import StudioCore

/// What the header of an MP4 or MOV file says about its duration, and what `qtdemux` of GStreamer 1.22 takes wrong in it.
package struct MovieHeader: Hashable, Sendable {
    /// The declared duration in seconds.
    package let duration: Double
    /// The field with the duration, as a position in the file.
    package let field: Range<Int>
    /// The durations of the video tracks in seconds.
    let videoDurations: [Double]
    private let sampleTimes: MovieSampleTimes

    /// The numbers of the audio tracks of which `qtdemux` loses samples, as ``MovieSampleTimes`` describes.
    package var lostTracks: Set<Int> { sampleTimes.lostTracks }

    /// The replacement of the file's duration; empty when it stays.
    package var durationCorrections: [FileCorrection] {
        [correction].compactMap(\.self).map { FileCorrection(offset: field.lowerBound, bytes: $0) }
    }

    /// The durations of video tracks whose last frames are shown behind their end.
    package let endCorrections: [FileCorrection]

    /// The replacements in the descriptions of audio tracks of which `qtdemux` would lose samples.
    package var sampleTimeCorrections: [FileCorrection] { sampleTimes.corrections }

    /// The replacement of the file's duration, or `nil` when it stays.
    ///
    /// `qtdemux` compares the declared duration with positions in the media that edit lists skip, and
    /// ends early, by up to a group of pictures or a whole edit. It also leaves out video tracks shorter than a fifth of
    /// the file. It does neither when the duration is 0, as in fragmented files. If a file has longer video as well, the
    /// short track is a poster, which is left out rightly.
    var correction: [UInt8]? {
        let short = videoDurations.filter { $0 < duration / 5 }
        guard duration > 0, short.isEmpty || short.count == videoDurations.count else { return nil }
        return [UInt8](repeating: 0, count: field.count)
    }

    /// Reads the header; `nil` for other files, and for a header that is compressed or damaged.
    ///
    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - read: returns up to this many bytes at an offset.
    package init?(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        guard let movie = MovieBox.movie(size: size, read) else { return nil }
        let boxes = MovieBox.boxes(in: movie.body, read)
        guard let header = boxes.first(where: { $0.type == "mvhd" }), let timing = Timing(header.body, read) else {
            return nil
        }
        (duration, field) = (timing.seconds, timing.field)
        let tracks = boxes.filter { $0.type == "trak" }
        let video = tracks.compactMap { track in Self.videoTiming(track, read).map { (track, $0) } }
        videoDurations = video.map(\.1.seconds)
        endCorrections = video.compactMap { Self.shownEnd(of: $0, $1, read) }
        sampleTimes = MovieSampleTimes(tracks, read)
    }

    /// The duration of a track; `nil` when it is not video.
    private static func videoTiming(_ track: MovieBox, _ read: (Int, Int) -> [UInt8]) -> Timing? {
        guard let media = track.descendant(["mdia"], read) else { return nil }
        let parts = MovieBox.boxes(in: media.body, read)
        guard let handler = parts.first(where: { $0.type == "hdlr" }),
            read(handler.body.lowerBound + 8, 4).elementsEqual("vide".utf8),
            let header = parts.first(where: { $0.type == "mdhd" })
        else { return nil }
        return Timing(header.body, read)
    }

    /// The duration of a track that counts the time for which reordered frames are shown later; `nil` when it stays.
    ///
    /// A track without an edit list shows each frame later than it is decoded, by its composition offset. Its duration counts
    /// decoding times, and `qtdemux` leaves out what is shown behind it: one frame for each level of reordering.
    private static func shownEnd(
        of track: MovieBox, _ timing: Timing, _ read: (Int, Int) -> [UInt8]
    ) -> FileCorrection? {
        guard timing.ticks > 0, track.descendant(["edts"], read) == nil,
            let offsets = track.descendant(["mdia", "minf", "stbl", "ctts"], read),
            let longest = longestOffset(in: offsets, read), longest > 0
        else { return nil }
        let length = 8 * timing.field.count
        let (ticks, hasOverflown) = timing.ticks.addingReportingOverflow(UInt64(longest))
        guard !hasOverflown, length == 64 || ticks >> UInt64(length) == 0 else { return nil }
        return FileCorrection(
            offset: timing.field.lowerBound,
            bytes: (1...timing.field.count).map { UInt8(truncatingIfNeeded: ticks >> UInt64(length - 8 * $0)) })
    }

    /// The longest composition offset in ticks.
    private static func longestOffset(in box: MovieBox, _ read: (Int, Int) -> [UInt8]) -> Int? {
        // Version and flags, the number of rows, then pairs of a count and an offset, which is signed.
        var (position, longest) = (box.body.lowerBound + 8, Int?.none)
        while position + 8 <= box.body.upperBound {
            let rows = read(position, min(8 * 8192, box.body.upperBound - position))
            guard rows.count >= 8 else { break }
            for start in stride(from: 0, through: rows.count - 8, by: 8) {
                let bits = rows[start + 4..<start + 8].reduce(0) { $0 << 8 | UInt32($1) }
                longest = max(longest ?? .min, Int(Int32(bitPattern: bits)))
            }
            position += rows.count - rows.count % 8
        }
        return longest
    }

    /// The time scale and the duration in `mvhd` and `mdhd`.
    private struct Timing {
        let seconds: Double
        /// 0 when it is unknown.
        let ticks: UInt64
        let field: Range<Int>

        init?(_ body: Range<Int>, _ read: (Int, Int) -> [UInt8]) {
            guard let version = read(body.lowerBound, 1).first else { return nil }
            // Version 1 has 64-bit times.
            let (scaleOffset, length) = version == 1 ? (20, 8) : (12, 4)
            let start = body.lowerBound + scaleOffset
            let fields = read(start, 4 + length)
            guard fields.count == 4 + length else { return nil }
            let scale = fields[..<4].reduce(0) { $0 << 8 | UInt64($1) }
            let duration = fields[4...].reduce(0) { $0 << 8 | UInt64($1) }
            // All bits are set where the duration is unknown.
            let isKnown = scale > 0 && !fields[4...].allSatisfy { $0 == 0xFF }
            ticks = isKnown ? duration : 0
            seconds = isKnown ? Double(duration) / Double(scale) : 0
            field = start + 4..<start + 4 + length
        }
    }
}
