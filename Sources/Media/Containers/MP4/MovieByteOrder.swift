import StudioCore

/// The byte orders that an MP4 or MOV file states for its tracks of PCM, in the box `enda`.
///
/// `qtdemux` of GStreamer 1.22 reads it for 24-bit samples only, and announces floating-point and 32-bit samples as
/// big-endian always.
package struct MovieByteOrder: Hashable, Sendable {
    /// Whether the samples are little-endian, by the number of the track. Tracks that state none are left out.
    package let isLittleEndian: [Int: Bool]

    /// The kinds of PCM that may state it.
    private static let codecs = ["in24", "in32", "fl32", "fl64"]
    /// A sound description of version 1: its header, and the fields of versions 0 and 1.
    private static let (version, fieldCount) = (1, 8 + 20 + 16)

    /// Reads the header; no tracks for other files.
    ///
    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - read: returns up to this many bytes at an offset.
    package init(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        var orders: [Int: Bool] = [:]
        if let movie = MovieBox.movie(size: size, read) {
            for track in MovieBox.boxes(in: movie.body, read) where track.type == "trak" {
                guard let number = MovieBox.trackNumber(track, read), let order = Self.order(track, read) else {
                    continue
                }
                orders[number] = order
            }
        }
        isLittleEndian = orders
    }

    private static func order(_ track: MovieBox, _ read: (Int, Int) -> [UInt8]) -> Bool? {
        guard let list = track.descendant(["mdia", "minf", "stbl", "stsd"], read) else { return nil }
        // A version, and the number of descriptions.
        let descriptions = MovieBox.boxes(in: list.body.dropFirst(8), read)
        guard let description = descriptions.first, codecs.contains(description.type),
            read(description.body.lowerBound + 8, 2) == [0, UInt8(version)]
        else { return nil }
        let extensions = MovieBox.boxes(in: description.body.dropFirst(fieldCount), read)
        let inWave = extensions.first { $0.type == "wave" }.map { MovieBox.boxes(in: $0.body, read) } ?? []
        guard let order = (inWave + extensions).first(where: { $0.type == "enda" }) else { return nil }
        return read(order.body.lowerBound, 2) == [0, 1]
    }
}
