import StudioCore

/// A box of an MP4 or MOV file, whose contents stay in the file.
struct MovieBox: Hashable {
    let type: String
    let body: Range<Int>
    let end: Int

    /// A damaged file may consist of tiny boxes.
    private static let longestSearch = 10_000
    /// The boxes that begin a file.
    private static let firstBoxes = ["ftyp", "moov", "mdat", "free", "skip", "wide", "styp", "pnot"]

    /// The box `moov` of a file; `nil` for other files.
    static func movie(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> MovieBox? {
        beginsFile(read(0, 8)) ? boxes(in: 0..<size, read).first { $0.type == "moov" } : nil
    }

    /// Whether a file begins with a box.
    static func beginsFile(_ head: [UInt8]) -> Bool {
        head.count >= 8 && firstBoxes.contains { head[4..<8].elementsEqual($0.utf8) }
    }

    /// The number of a track in its header; `nil` without one.
    static func trackNumber(_ track: MovieBox, _ read: (Int, Int) -> [UInt8]) -> Int? {
        guard let header = track.descendant(["tkhd"], read), let version = read(header.body.lowerBound, 1).first else {
            return nil
        }
        // Version 1 has 64-bit times.
        let number = read(header.body.lowerBound + (version == 1 ? 20 : 12), 4)
        return number.count == 4 ? number.reduce(0) { $0 << 8 | Int($1) } : nil
    }

    /// The first box at a path below this one.
    func descendant(_ path: [String], _ read: (Int, Int) -> [UInt8]) -> MovieBox? {
        var found: MovieBox? = self
        for type in path { found = found.flatMap { Self.boxes(in: $0.body, read).first { $0.type == type } } }
        return found
    }

    /// The boxes in a part of a file.
    static func boxes(in range: Range<Int>, _ read: (Int, Int) -> [UInt8]) -> [MovieBox] {
        var (found, offset) = ([MovieBox](), range.lowerBound)
        while found.count < longestSearch, let box = box(at: offset, end: range.upperBound, read) {
            found.append(box)
            offset = box.end
        }
        return found
    }

    private static func box(at offset: Int, end: Int, _ read: (Int, Int) -> [UInt8]) -> MovieBox? {
        guard offset + 8 <= end, let header = try? BoxHeader(read(offset, BoxHeader.maximumBytes)) else { return nil }
        let length = header.byteCount ?? UInt64(end - offset)
        guard length <= UInt64(end - offset) else { return nil }
        let next = offset + Int(length)
        return MovieBox(type: header.type, body: offset + header.headerBytes..<next, end: next)
    }
}
