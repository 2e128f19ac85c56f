import StudioCore

/// How densely a JPEG image samples its components, which decides which decoder of GStreamer is right for it.
package struct JPEGHeader: Hashable, Sendable, CustomStringConvertible {
    /// The samples of a component in the smallest unit of an image.
    package struct Sampling: Hashable, Sendable {
        package let horizontal, vertical: Int

        package init(_ horizontal: Int, _ vertical: Int) {
            (self.horizontal, self.vertical) = (horizontal, vertical)
        }
    }

    /// `2x2, 1x1, 1x1`: the samplings.
    package var description: String {
        samplings.map { "\($0.horizontal)x\($0.vertical)" }.joined(separator: ", ")
    }

    package let width: Int
    /// Of each component.
    package let samplings: [Sampling]

    /// Frames of all kinds; other markers of this range define tables.
    private static let frames = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])

    /// Reads the segments in front of the first scan; `nil` for other data.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    package init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let found = JPEGSegment.first(read) { segment in
            Self.frames.contains(segment.marker) ? JPEGHeader(frame: segment.body.lowerBound, read) : nil
        }
        guard let found else { return nil }
        self = found
    }

    /// - Parameter start: the contents of the segment of a frame.
    private init?(frame start: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        // The precision, height, width, and number of components; then three bytes of each.
        let fields = read(start, 6)
        guard fields.count == 6 else { return nil }
        let components = read(start + 6, 3 * Int(fields[5]))
        guard components.count == 3 * Int(fields[5]) else { return nil }
        width = Int(fields[3]) << 8 | Int(fields[4])
        samplings = stride(from: 1, to: components.count, by: 3).map {
            Sampling(Int(components[$0] >> 4), Int(components[$0] & 15))
        }
    }

    /// Reads the header of the first image in a file, whose container may begin with other data; `nil` without one.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    package static func first(in read: (_ offset: Int, _ count: Int) -> [UInt8]) -> JPEGHeader? {
        for start in stride(from: 0, to: longestBeginning, by: partBytes) {
            // The parts overlap by a mark less one byte.
            let part = read(start, partBytes + 2)
            for offset in part.indices.dropLast(2)
            where part[offset] == 0xFF && part[offset + 1] == 0xD8 && part[offset + 2] == 0xFF {
                let image = start + offset
                if let header = JPEGHeader({ read(image + $0, $1) }) { return header }
            }
            if part.count < partBytes { return nil }
        }
        return nil
    }

    /// The tables of a long movie may precede its images, in bytes.
    private static let longestBeginning = 8 << 20
    private static let partBytes = 1 << 18

    /// Whether `jpegdec` of GStreamer 1.22 decodes it, with the right colours: it reads chroma as if it had one sample in the
    /// smallest unit, and handles no fourth component.
    package var suitsJPEGDec: Bool {
        guard samplings.count == 3 else { return samplings.count == 1 }
        let (luma, chroma) = (samplings[0], samplings[1])
        guard samplings[2] == chroma, [1, 2].contains(luma.horizontal), [1, 2].contains(luma.vertical),
            chroma.horizontal == 1
        else { return false }
        // Rows of chroma as dense as luma are read where whole units are decoded into the frame itself.
        return chroma.vertical == 1 || luma == Sampling(2, 2) && chroma.vertical == 2 && width % 16 == 0
    }
}
