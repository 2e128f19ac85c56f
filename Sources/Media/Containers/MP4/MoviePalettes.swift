/// The colour tables that an MP4 or MOV file contains for its tracks of indexed colours.
///
/// `qtdemux` of GStreamer 1.22 announces QuickTime's default colours instead.
package struct MoviePalettes: Hashable, Sendable {
    /// 256 colours each, by the number of the track; a colour has the form 0xRRGGBB. Tracks without a table are left out.
    package let colors: [Int: [UInt32]]

    /// Where depth and table are in a video description: behind its first fields and the name of the encoder.
    private static let (depth, table) = (74, 78)
    /// Of each colour: 16 bits without a meaning, red, green and blue.
    private static let colorBytes = 8

    /// Reads the header; no tracks for other files.
    ///
    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - read: returns up to this many bytes at an offset.
    package init(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        var colors: [Int: [UInt32]] = [:]
        if let movie = MovieBox.movie(size: size, read) {
            for track in MovieBox.boxes(in: movie.body, read) where track.type == "trak" {
                guard let number = MovieBox.trackNumber(track, read), let table = Self.colors(track, read) else {
                    continue
                }
                colors[number] = table
            }
        }
        self.colors = colors
    }

    private static func colors(_ track: MovieBox, _ read: (Int, Int) -> [UInt8]) -> [UInt32]? {
        guard track.descendant(["mdia", "minf", "vmhd"], read) != nil,
            let list = track.descendant(["mdia", "minf", "stbl", "stsd"], read),
            // A version, and the number of descriptions.
            let description = MovieBox.boxes(in: list.body.dropFirst(8), read).first
        else { return nil }
        // The depth; 0 for a table in the file; the first color, flags, and the last color.
        let fields = read(description.body.lowerBound + depth, 12)
        guard fields.count == 12, [1, 2, 4, 8].contains(number(fields[..<2])), number(fields[2..<4]) == 0 else {
            return nil
        }
        let (first, last) = (number(fields[4..<8]), number(fields[10...]))
        guard first <= last, last < 256 else { return nil }
        let start = description.body.lowerBound + table + 8
        let end = start + (last - first + 1) * colorBytes
        guard end <= description.body.upperBound else { return nil }
        let entries = read(start, end - start)
        guard entries.count == end - start else { return nil }
        var colors = [UInt32](repeating: 0, count: 256)
        for index in first...last {
            let entry = entries.dropFirst((index - first) * colorBytes).prefix(colorBytes)
            let samples = entry.enumerated().filter { [2, 4, 6].contains($0.offset) }.map(\.element)
            colors[index] = samples.reduce(0) { $0 << 8 | UInt32($1) }
        }
        return colors
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
