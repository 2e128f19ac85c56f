package import StudioCore

/// The positions of the channels in the extended format of a WAV file.
///
/// `wavparse` of GStreamer 1.22 announces a mask that names fewer positions than there are channels, and conversions then leave
/// channels out. Without a mask, it assumes the usual positions.
package struct WAVChannelMask: Hashable, Sendable {
    private let channels: Int
    private let mask: UInt32
    private let offset: Int

    /// The mask in place of one that does not fit the number of channels; `nil` when it stays.
    package var correction: FileCorrection? {
        let positions = (mask & Self.known).nonzeroBitCount
        return mask == 0 || positions == channels ? nil : FileCorrection(offset: offset, bytes: [0, 0, 0, 0])
    }

    /// The 18 positions that have a name.
    private static let known: UInt32 = 0x3FFFF
    private static let extended = 0xFFFE
    /// Chunks before the format are few.
    private static let longestSearch = 100

    /// Reads the header; `nil` for other files, and for a format without positions.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    package init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let head = read(0, 12)
        guard ["RIFF", "RF64"].contains(where: { head.starts(with: $0.utf8) }),
            head.dropFirst(8).elementsEqual("WAVE".utf8)
        else { return nil }
        var start = 12
        for _ in 0..<Self.longestSearch {
            let part = read(start, 32)
            guard part.count >= 8 else { return nil }
            let length = Self.number(part[4..<8])
            if part.starts(with: "fmt ".utf8) {
                guard length >= 40, part.count == 32, Self.number(part[8..<10]) == Self.extended else { return nil }
                channels = Self.number(part[10..<12])
                mask = UInt32(Self.number(part[28..<32]))
                offset = start + 28
                return
            }
            start += 8 + length + length % 2
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
