/// What the header of an MP4 or MOV file says about its duration.
package struct MovieHeader: Hashable, Sendable {
    /// The declared duration in seconds.
    package let duration: Double
    /// The field with the duration, as a position in the file.
    package let field: Range<Int>
    /// The durations of the video tracks in seconds.
    let videoDurations: [Double]

    /// The field's replacement, or `nil` when it stays.
    ///
    /// `qtdemux` of GStreamer 1.22 compares the declared duration with positions in the media that edit lists skip, and
    /// ends early, by up to a group of pictures or a whole edit. It also leaves out video tracks shorter than a fifth of
    /// the file. It does neither when the duration is 0, as in fragmented files. If a file has longer video as well, the
    /// short track is a poster, which is left out rightly.
    package var correction: [UInt8]? {
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
        videoDurations = boxes.filter { $0.type == "trak" }.compactMap { Self.videoDuration($0.body, read) }
    }

    /// The duration of a track; `nil` when it is not video.
    private static func videoDuration(_ track: Range<Int>, _ read: (Int, Int) -> [UInt8]) -> Double? {
        guard let media = MovieBox.boxes(in: track, read).first(where: { $0.type == "mdia" }) else { return nil }
        let parts = MovieBox.boxes(in: media.body, read)
        guard let handler = parts.first(where: { $0.type == "hdlr" }),
            read(handler.body.lowerBound + 8, 4).elementsEqual("vide".utf8),
            let header = parts.first(where: { $0.type == "mdhd" })
        else { return nil }
        return Timing(header.body, read)?.seconds
    }

    /// The time scale and the duration in `mvhd` and `mdhd`.
    private struct Timing {
        let seconds: Double
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
            seconds = isKnown ? Double(duration) / Double(scale) : 0
            field = start + 4..<start + 4 + length
        }
    }
}
