package import StudioCore

/// The format of the samples of a WAV file: its chunk `fmt `.
package struct WAVFormat: Hashable, Sendable {
    /// The contents of the chunk, at most those of the extended format.
    private let fields: [UInt8]
    private let body: Range<Int>

    /// The format with positions of channels.
    private static let (extended, extendedBytes) = (0xFFFE, 40)
    /// The 18 positions that have a name.
    private static let named: UInt32 = 0x3FFFF
    /// The fields of the position mask.
    private static let mask = 20..<24

    /// Reads the beginning of a file; `nil` for other files, and without a format.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    package init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        guard RIFFHead(read(0, RIFFHead.byteCount))?.form == "WAVE",
            let chunk = RIFFChunk.chunks(in: RIFFHead.byteCount..<Int.max, read).first(where: { $0.name == "fmt " })
        else { return nil }
        self.init(chunk, read)
    }

    init(_ chunk: RIFFChunk, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        body = chunk.body
        fields = read(body.lowerBound, min(body.count, Self.extendedBytes))
    }

    private func number(_ range: Range<Int>) -> Int { RIFFChunk.number(fields[range]) }

    /// The mask of positions in place of one that does not fit the number of channels; `nil` when it stays, and without one.
    ///
    /// `wavparse` of GStreamer 1.22 announces a mask that names fewer positions than there are channels, and conversions then leave
    /// channels out. Without a mask, it assumes the usual positions.
    package var correction: FileCorrection? {
        guard body.count >= Self.extendedBytes, fields.count >= Self.mask.upperBound, number(0..<2) == Self.extended
        else {
            return nil
        }
        let mask = UInt32(number(Self.mask))
        let positions = (mask & Self.named).nonzeroBitCount
        guard mask != 0, positions != number(2..<4) else { return nil }
        return FileCorrection(offset: body.lowerBound + Self.mask.lowerBound, bytes: [0, 0, 0, 0])
    }
}
