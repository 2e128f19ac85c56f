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
        if read(0, MatroskaTracks.magic.count) == MatroskaTracks.magic { return MatroskaTracks(read).hasCues(read) }
        if RIFFHead(read(0, RIFFHead.byteCount))?.form == "AVI " {
            let chunks = RIFFChunk.chunks(in: RIFFHead.byteCount..<max(size, RIFFHead.byteCount), read)
            return chunks.contains { $0.name == "idx1" } || hasIndexOfStream(chunks, read)
        }
        return MovieBox.movie(size: size, read)?.descendant(["mvex"], read) == nil
    }

    /// Whether a stream of an AVI file has an index in the header (OpenDML). Otherwise an index follows the media.
    private static func hasIndexOfStream(_ chunks: [RIFFChunk], _ read: (Int, Int) -> [UInt8]) -> Bool {
        let headers = chunks.filter { $0.isList("hdrl") }.flatMap { RIFFChunk.chunks(in: $0.elements, read) }
        return headers.filter { $0.isList("strl") }.contains { stream in
            RIFFChunk.chunks(in: stream.elements, read).contains { $0.name == "indx" }
        }
    }
}
