import StudioRuntime

/// Determines the declared size of a media file from the outermost boxes of its container.
///
/// Demuxers end a truncated file like a complete one. This check detects the truncation.
package enum TruncationCheck {
    /// The number of bytes missing at the end; 0 for a complete file, `nil` for formats without a declared size.
    package static func missingBytes(of path: String) -> Int? {
        guard let bytes = FileBytes(path), let end = declaredEnd(size: bytes.size, read: bytes.read) else { return nil }
        return max(0, end - bytes.size)
    }

    /// Where the file should end.
    ///
    /// - Parameters:
    ///   - size: the actual size in bytes.
    ///   - read: returns up to this many bytes at an offset.
    static func declaredEnd(size: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Int? {
        let head = read(0, 12)
        guard head.count == 12 else { return nil }
        if head.starts(with: MatroskaTracks.magic) { return matroskaEnd(read) }
        if let riff = RIFFHead(head) { return riffEnd(riff, size: size) }
        if head.starts(with: Array("FORM".utf8)) { return formEnd(head, size: size) }
        if head.starts(with: Array("FLV".utf8)) { return flashEnd(size: size, read) }
        return MovieBox.beginsFile(head) ? boxesEnd(size: size, read) : nil
    }

    /// MP4 and MOV: a sequence of boxes.
    private static func boxesEnd(size: Int, _ read: (Int, Int) -> [UInt8]) -> Int? {
        var offset = 0
        while offset < size {
            let head = read(offset, BoxHeader.maximumBytes)
            // Padding shorter than a box is not damage.
            guard head.count >= 8, head[4..<8].allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else {
                return nil
            }
            // A box without a length extends to the end of the file.
            guard let length = (try? BoxHeader(head))?.byteCount.flatMap({ Int(exactly: $0) }),
                length <= Int.max - offset
            else { return nil }
            offset += length
        }
        return offset
    }

    /// Matroska and WebM: the end of the segment, whose size is unknown in live recordings.
    private static func matroskaEnd(_ read: (Int, Int) -> [UInt8]) -> Int? {
        guard let segment = MatroskaTracks.segment(read), let length = segment.length else { return nil }
        return segment.start + length
    }

    /// AVI and WAV; programs that write to pipes leave a placeholder. Some omit the last byte, which pads a
    /// chunk to an even length.
    private static func riffEnd(_ head: RIFFHead, size: Int) -> Int? {
        let length = head.declaredSize - 8
        // A header in front of the largest signed length of the media.
        let isUnknown = WAVHeader.isPlaceholder(length) || (0x8000_0000...0x8000_0FFF).contains(length)
        return isUnknown || head.declaredSize == size + 1 ? nil : head.declaredSize
    }

    /// AIFF and AIFF-C; some programs omit the last byte.
    private static func formEnd(_ head: [UInt8], size: Int) -> Int? {
        let end = bigEndian(head[4..<8]) + 8
        return head[8...].starts(with: Array("AIF".utf8)) && end != size + 1 ? end : nil
    }

    /// FLV: the size in the metadata, otherwise the end of the tag that the file ends in. Programs that write to pipes put 0 there.
    private static func flashEnd(size: Int, _ read: (Int, Int) -> [UInt8]) -> Int? {
        let head = read(0, longestMetadata)
        let name = Array("filesize".utf8) + [0]
        if let field = head.firstOffset(of: name).map({ $0 + name.count }), field + 8 <= head.count {
            let bits = head[field..<field + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let declared = Double(bitPattern: bits)
            if declared >= Double(size), declared < 1e15 { return Int(declared) }
        }
        return flashTagsEnd(size: size, read)
    }

    /// Each tag has a header of 11 bytes, and its length follows it. The last complete tag is searched for from the end, so that a long
    /// file is not read as a whole.
    private static func flashTagsEnd(size: Int, _ read: (Int, Int) -> [UInt8]) -> Int? {
        let first = bigEndian(read(5, 4)[...]) + 4
        guard first < size else { return first }
        let start = max(first, size - longestTail)
        let tail = read(start, size - start)
        guard tail.count == size - start else { return nil }
        let lengths = stride(from: tail.count, through: 4, by: -1)
        let end = lengths.first { endsTag(tail[..<$0]) } ?? (start == first ? 0 : nil)
        guard let end else { return nil }
        let rest = tail[end...]
        guard rest.count >= 4 else { return rest.isEmpty ? size : start + end + tagHeader + 4 }
        guard tagTypes.contains(rest[end] & 0x1F) else { return nil }
        return start + end + tagHeader + bigEndian(rest[(end + 1)..<(end + 4)]) + 4
    }

    /// Whether a complete tag ends here: its length is the same in its header and behind it, and its stream is 0.
    private static func endsTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        let length = bigEndian(bytes.suffix(4))
        guard length >= tagHeader, length + 4 <= bytes.count else { return false }
        let tag = bytes.suffix(length + 4)
        let head = tag.prefix(tagHeader)
        return tagTypes.contains(head[head.startIndex] & 0x1F)
            && bigEndian(head[(head.startIndex + 1)..<(head.startIndex + 4)]) == length - tagHeader
            && head.suffix(3).allSatisfy { $0 == 0 }
    }

    /// In bytes.
    private static let longestMetadata = 4096
    /// In bytes. A tag has at most 16 MB, and is mostly much shorter.
    private static let longestTail = 4 << 20
    private static let tagHeader = 11
    /// Audio, video, and data.
    private static let tagTypes: Set<UInt8> = [8, 9, 18]

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
