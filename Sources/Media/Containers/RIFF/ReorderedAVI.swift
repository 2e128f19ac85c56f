package import StudioCore

/// The video of an AVI file whose frames are not stored in the order in which they are shown: MPEG-4 or H.264 with
/// B-frames.
///
/// AVI has only decoding times. The demuxer of GStreamer 1.22 takes those of key frames for presentation times, and a
/// decoder then places frames too early. Without presentation times, a decoder places frames in order from the first
/// decoding time on. The first frame is due when it has been decoded, like the frames for which it waits: one interval later, or two
/// when B-frames refer to others.
package struct ReorderedAVI: Hashable, Sendable {
    /// How much later than its decoding time the first frame is due.
    package let delay: MediaTime

    /// A file is searched for B-frames up to here: they appear in each group of pictures.
    private static let longestSearch = 300
    private static let startCode: [UInt8] = [0, 0, 1]

    /// - Parameter read: returns up to this many bytes at an offset.
    /// - Returns: `nil` for other files, and for video whose frames are in order.
    package init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        guard RIFFHead(read(0, RIFFHead.byteCount))?.form == "AVI " else { return nil }
        var (offset, header) = (RIFFHead.byteCount, nil as (stream: Int, interval: MediaTime)?)
        for _ in 0..<Self.longestSearch {
            guard let part = RIFFChunk(at: offset, read) else { return nil }
            if part.isList("hdrl") { header = Self.header(part, read) }
            if part.isList("movi") {
                guard let header else { return nil }
                let levels = Self.levels(part, stream: header.stream, read)
                guard levels > 0 else { return nil }
                delay = (0..<levels).reduce(.zero) { time, _ in time + header.interval }
                return
            }
            offset = part.end
        }
        return nil
    }

    /// The number of the video stream, and the duration of its frames.
    private static func header(
        _ list: RIFFChunk, _ read: (Int, Int) -> [UInt8]
    ) -> (stream: Int, interval: MediaTime)? {
        var stream = 0
        for part in RIFFChunk.chunks(in: list.elements, read) where part.isList("strl") {
            guard let header = RIFFChunk(at: part.elements.lowerBound, read), header.name == "strh" else { continue }
            let fields = read(header.body.lowerBound, 28)
            guard fields.count == 28, fields.starts(with: "vids".utf8) else {
                stream += 1
                continue
            }
            let (scale, rate) = (RIFFChunk.number(fields[20..<24]), RIFFChunk.number(fields[24..<28]))
            guard let frameRate = Rate(Int64(rate), over: Int64(scale)) else { return nil }
            return (stream, frameRate.interval)
        }
        return nil
    }

    /// The highest level of B-frames; 0 without any.
    private static func levels(_ list: RIFFChunk, stream: Int, _ read: (Int, Int) -> [UInt8]) -> Int {
        var (offset, highest) = (list.elements.lowerBound, 0)
        let digits = (stream < 10 ? "0" : "") + String(stream)
        for _ in 0..<longestSearch {
            guard offset < list.end, let part = RIFFChunk(at: offset, read) else { break }
            // Some files group chunks in lists.
            if part.isList("rec ") {
                offset = part.elements.lowerBound
                continue
            }
            if part.name == digits + "dc" || part.name == digits + "db" {
                highest = max(highest, level(of: read(part.body.lowerBound, 32)))
            }
            offset = part.end
        }
        return highest
    }

    /// 0 for coded video that does not begin with a B-frame, an object plane of MPEG-4 or a slice of H.264; 2 for a B-frame to which
    /// others may refer, 1 for another one.
    static func level(of bytes: [UInt8]) -> Int {
        guard let start = bytes.firstIndex(of: 1), bytes.prefix(start).allSatisfy({ $0 == 0 }), start >= 2,
            start + 2 < bytes.count
        else { return 0 }
        let code = bytes[start + 1]
        if code == 0xB6 { return bytes[start + 2] >> 6 == 2 ? 1 : 0 }
        // An access unit delimiter may come first.
        if code & 0x9F == 9 { return level(of: Array(bytes.dropFirst(start + 3))) }
        guard code & 0x9F == 1 else { return 0 }
        var bits = Bits(bytes.dropFirst(start + 2))
        // The number of the first macroblock, and the type of the slice: 1 and 6 are B.
        guard bits.exponential() != nil, let type = bits.exponential(), type % 5 == 1 else { return 0 }
        return code & 0x60 == 0 ? 1 : 2
    }

    /// Reads numbers in Exp-Golomb code.
    private struct Bits {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = Array(bytes)
        }

        private mutating func bit() -> Int? {
            guard position < bytes.count * 8 else { return nil }
            defer { position += 1 }
            return Int(bytes[position / 8] >> (7 - UInt8(position % 8)) & 1)
        }

        mutating func exponential() -> Int? {
            var zeros = 0
            while let bit = bit(), bit == 0 { zeros += 1 }
            guard zeros < 32 else { return nil }
            var value = 1
            for _ in 0..<zeros {
                guard let bit = bit() else { return nil }
                value = value << 1 | bit
            }
            return value - 1
        }
    }
}
