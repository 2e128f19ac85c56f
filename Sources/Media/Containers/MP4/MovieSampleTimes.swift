import StudioCore

/// The times of uncompressed audio in an MP4 or MOV file whose sound description has version 2, as above 65,535 Hz.
///
/// For such a track, `qtdemux` of GStreamer 1.22, with the corrections of Debian 12, reads the table of times to its end, sees that the
/// chunks have several lengths, and goes on reading behind that end. The times are then random: the audio stands still, or
/// ends at once. It leaves the tables alone when a track has one of sync samples. An empty one, which says that all samples
/// are, takes the place of the channel layout, which `qtdemux` does not read.
struct MovieSampleTimes: Hashable, Sendable {
    /// The bytes to replace in the file.
    private(set) var corrections: [FileCorrection] = []
    /// The numbers of the tracks that have no channel layout to replace.
    private(set) var lostTracks: Set<Int> = []

    /// A sound description of version 2: the fields behind its header, and the length of the whole, which it contains.
    private static let (version, fieldCount, lengthOffset) = (2, 64, 28)
    private static let (layout, syncSamples) = ("chan", "stss")
    /// Tables with which `qtdemux` does not merge the samples of chunks.
    private static let exempting: Set = [syncSamples, "stps", "ctts"]

    /// Reads the tables of tracks.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    init(_ tracks: [MovieBox], _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        for track in tracks {
            guard let table = track.descendant(["mdia", "minf", "stbl"], read) else { continue }
            let boxes = MovieBox.boxes(in: table.body, read)
            guard let list = boxes.first(where: { $0.type == "stsd" }), Self.isMergedWrongly(boxes, read),
                let description = Self.description(list, read)
            else { continue }
            if let layout = Self.lastLayout(description, read),
                [list, description, layout].allSatisfy({ Self.hasShortHeader($0, read) })
            {
                corrections += Self.replacing(layout, description, list)
            } else if let number = MovieBox.trackNumber(track, read) {
                lostTracks.insert(number)
            }
        }
    }

    /// Whether the samples have one size and one duration, and the chunks several lengths.
    private static func isMergedWrongly(_ boxes: [MovieBox], _ read: (Int, Int) -> [UInt8]) -> Bool {
        func number(_ type: String, at offset: Int) -> Int? {
            guard let box = boxes.first(where: { $0.type == type }) else { return nil }
            let bytes = read(box.body.lowerBound + offset, 4)
            return bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
        }
        // Each begins with a version and flags.
        guard let chunkRuns = number("stsc", at: 4), let durations = number("stts", at: 4),
            let sampleSize = number("stsz", at: 4)
        else { return false }
        return chunkRuns > 1 && durations == 1 && sampleSize > 0 && !boxes.contains { exempting.contains($0.type) }
    }

    /// The only description of a list, if it is one of version 2 of sound.
    private static func description(_ list: MovieBox, _ read: (Int, Int) -> [UInt8]) -> MovieBox? {
        // A version, and the number of descriptions.
        let descriptions = MovieBox.boxes(in: list.body.dropFirst(8), read)
        guard let description = descriptions.first, descriptions.count == 1, description.end == list.end,
            description.body.count >= fieldCount, read(description.body.lowerBound + 8, 2) == [0, UInt8(version)],
            read(description.body.lowerBound + lengthOffset, 4) == [0, 0, 0, UInt8(fieldCount + 8)]
        else { return nil }
        return description
    }

    /// Whether the header is a length of four bytes and a type.
    private static func hasShortHeader(_ box: MovieBox, _ read: (Int, Int) -> [UInt8]) -> Bool {
        read(box.body.lowerBound - 8, 4) == number(box.body.count + 8)
    }

    /// The layout, if it is the last box of the description and ends with it.
    private static func lastLayout(_ description: MovieBox, _ read: (Int, Int) -> [UInt8]) -> MovieBox? {
        MovieBox.boxes(in: description.body.dropFirst(fieldCount), read).last.flatMap {
            $0.type == layout && $0.end == description.end ? $0 : nil
        }
    }

    /// The description and its list end before the layout, and a table of sync samples without rows follows.
    private static func replacing(_ layout: MovieBox, _ description: MovieBox, _ list: MovieBox) -> [FileCorrection] {
        let start = layout.body.lowerBound - 8
        func shortened(_ box: MovieBox) -> FileCorrection {
            let offset = box.body.lowerBound - 8
            return FileCorrection(offset: offset, bytes: number(start - offset))
        }
        let table =
            number(layout.end - start) + Array(syncSamples.utf8) + [UInt8](repeating: 0, count: layout.body.count)
        return [shortened(list), shortened(description), FileCorrection(offset: start, bytes: table)]
    }

    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) }
    }
}
