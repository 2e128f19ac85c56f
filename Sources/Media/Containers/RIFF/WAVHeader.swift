package import StudioCore

/// The header of a WAV stream, up to its first sample.
package struct WAVHeader: Hashable, Sendable {
    /// The first sample, in bytes from the beginning.
    package let dataStart: Int
    /// The length of the samples in bytes; `nil` when the writer did not know it.
    package let dataLength: Int?
    private let format: WAVFormat?

    /// Longer than any disk.
    private static let longest = 1 << 56

    /// - Returns: `nil` before the samples begin.
    package init?(_ bytes: [UInt8]) {
        let read = { (offset: Int, count: Int) in Array(bytes.dropFirst(offset).prefix(count)) }
        var (offset, format, longLength): (Int, WAVFormat?, Int?) = (RIFFHead.byteCount, nil, nil)
        while let chunk = RIFFChunk(at: offset, read) {
            switch chunk.name {
            case "data":
                self.format = format
                dataStart = chunk.body.lowerBound
                dataLength = longLength ?? (Self.isPlaceholder(chunk.body.count) ? nil : chunk.body.count)
                return
            case "fmt ": format = WAVFormat(chunk, read)
            case "ds64":
                // The lengths of the file and of the samples.
                let lengths = read(chunk.body.lowerBound, min(16, chunk.body.count))
                guard lengths.count == 16 else { break }
                let length = RIFFChunk.number(lengths[8...])
                longLength = (1...Self.longest).contains(length) && !Self.isPlaceholder(length) ? length : nil
            default: break
            }
            offset = chunk.end
        }
        return nil
    }

    /// Whether a length stands for one that the writer did not know: programs that write to pipes leave 0, the largest
    /// number, or the largest signed one, each less the header or rounded down to a page.
    static func isPlaceholder(_ length: Int) -> Bool {
        length == 0 || (0x7FFF_F000...0x7FFF_FFFF).contains(length) || (0xFFFF_F000...0xFFFF_FFFF).contains(length)
    }

    /// The header as wavparse understands it, from the header with the first samples: the short form of RF64. Positions that do
    /// not fit the number of channels are removed.
    ///
    /// - Parameter isCorrected: whether a fault is to be corrected.
    package func corrected(_ bytes: [UInt8], correcting isCorrected: (FileFault) -> Bool) -> [UInt8] {
        var corrected = Array("RIFF".utf8) + bytes.dropFirst(4)
        if isCorrected(.wavChannelMask), let mask = format?.correction {
            corrected.replaceSubrange(mask.offset..<mask.offset + mask.bytes.count, with: mask.bytes)
        }
        return corrected
    }
}
