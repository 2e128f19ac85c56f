import StudioCore

/// Whether the demuxers of GStreamer 1.22 find a position of a media file exactly.
///
/// They also seek in files without an index, by an estimate: in MPEG-TS with times that may be seconds off, in Matroska and AVI
/// to frames that are not key frames, in fragmented MP4 to another fragment. A position in such a file is found by decoding from
/// its beginning.
package enum SeekIndex {
    /// Whether a position is found exactly; also for formats that have no index and need none.
    ///
    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - read: returns up to this many bytes at an offset.
    package static func isExact(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Bool {
        if PacketForm(read(0, PacketForm.searched)) != nil { return false }
        let beginning = read(0, beginningBytes)
        if beginning.starts(with: MatroskaTracks.magic) { return MatroskaTracks(read).hasCues(read) }
        if beginning.starts(with: Array("RIFF".utf8)), beginning.dropFirst(8).starts(with: Array("AVI ".utf8)) {
            return hasIndexOfStream(beginning[12...]) || hasIndexOfFile(size, read)
        }
        return MovieBox.movie(size: size, read)?.descendant(["mvex"], read) == nil
    }

    // MARK: AVI

    /// The header of a file is shorter, in bytes.
    private static let beginningBytes = 16 * 1024

    /// Whether a stream has an index in the header (OpenDML).
    private static func hasIndexOfStream(_ chunks: ArraySlice<UInt8>) -> Bool {
        lists("hdrl", in: chunks).flatMap { lists("strl", in: $0) }.contains { stream in
            self.chunks(in: stream).contains { $0.type.elementsEqual("indx".utf8) }
        }
    }

    private static func lists(_ type: String, in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        chunks(in: bytes).filter { $0.type.elementsEqual("LIST".utf8) && $0.body.starts(with: type.utf8) }
            .map { $0.body.dropFirst(4) }
    }

    private static func chunks(in bytes: ArraySlice<UInt8>) -> [(type: ArraySlice<UInt8>, body: ArraySlice<UInt8>)] {
        var (rest, found) = (bytes, [(type: ArraySlice<UInt8>, body: ArraySlice<UInt8>)]())
        while rest.count >= 8 {
            let length = length(of: rest)
            found.append((rest.prefix(4), rest.dropFirst(8).prefix(length)))
            rest = rest.dropFirst(8 + length + length % 2)
        }
        return found
    }

    /// The length of the body of a chunk by its head.
    private static func length(of head: ArraySlice<UInt8>) -> Int {
        head.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether an index follows the media.
    private static func hasIndexOfFile(_ size: Int, _ read: (Int, Int) -> [UInt8]) -> Bool {
        var offset = 12
        while offset + 8 <= size {
            let head = read(offset, 8)
            guard head.count == 8 else { return false }
            if head.starts(with: Array("idx1".utf8)) { return true }
            let length = length(of: head[...])
            offset += 8 + length + length % 2
        }
        return false
    }
}
