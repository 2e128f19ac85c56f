import Containers
import StudioCore

/// The header of a WAV stream, up to its first sample.
struct WAVHeader: Hashable, Sendable {
    /// The first sample, in bytes from the beginning.
    let dataStart: Int
    /// The length of the samples in bytes; `nil` when the writer did not know it.
    let dataLength: Int?
    /// The contents of the chunk with the format; empty without one.
    private let format: [UInt8]

    /// Files have their format at the beginning; what comes before the samples of a file is shorter in practice.
    static let usualBytes = 64 * 1024

    /// - Returns: `nil` before the samples begin.
    init?(_ bytes: [UInt8]) {
        var start = 12
        var longLength: Int?
        var format: [UInt8] = []
        while start + 8 <= bytes.count {
            let length = Self.littleEndian(bytes[start + 4..<start + 8])
            let contents = bytes[(start + 8)...].prefix(length)
            switch String(decoding: bytes[start..<start + 4], as: UTF8.self) {
            case "data":
                self.format = format
                dataStart = start + 8
                dataLength = longLength ?? (Self.isPlaceholder(length) ? nil : length)
                return
            case "fmt ": format = Array(contents)
            case "ds64" where contents.count >= 16:
                let length = Self.littleEndian(contents.dropFirst(8).prefix(8))
                longLength = (1...Self.longest).contains(length) && !Self.isPlaceholder(length) ? length : nil
            default: break
            }
            start += 8 + length + length % 2
        }
        return nil
    }

    /// Longer than any disk.
    private static let longest = 1 << 56

    private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether a length stands for one that the writer did not know: programs that write to pipes leave 0, the largest
    /// number, or the largest signed one, each less the header or rounded down to a page.
    static func isPlaceholder(_ length: Int) -> Bool {
        length == 0 || (0x7FFF_F000...0x7FFF_FFFF).contains(length) || (0xFFFF_F000...0xFFFF_FFFF).contains(length)
    }

    // MARK: Channels

    /// The numbers of channels for which wavparse of GStreamer 1.22 assumes positions; of others, it makes no caps.
    private static let usualChannels: Set<Int> = [1, 2, 4, 5, 6, 8]
    private static let (pcm, float) = (1, 3)

    /// The number of channels if a plain header gives them no positions, and GStreamer assumes none; `nil` otherwise.
    var numberedChannels: Int? {
        guard format.count >= 16, [Self.pcm, Self.float].contains(Self.littleEndian(format[0..<2])) else { return nil }
        let channels = Self.littleEndian(format[2..<4])
        return channels == 0 || Self.usualChannels.contains(channels) ? nil : channels
    }

    /// The header as wavparse understands it, from the header with the first samples: the short form of RF64, and an extended
    /// format for channels without positions. Positions that do not fit the number of channels are removed.
    func corrected(_ bytes: [UInt8]) -> [UInt8] {
        guard numberedChannels != nil else {
            var corrected = Array("RIFF".utf8) + bytes.dropFirst(4)
            let mask = WAVChannelMask { Array(bytes.dropFirst($0).prefix($1)) }
            if let mask = mask?.correction {
                corrected.replaceSubrange(mask.offset..<mask.offset + mask.bytes.count, with: mask.bytes)
            }
            return corrected
        }
        // 22 bytes follow: the valid bits, no positions, and the format as an identifier.
        let identifier: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        let extended =
            [0xFE, 0xFF] + format[2..<16] + [22, 0] + format[14..<16] + [0, 0, 0, 0] + format[0..<2] + identifier
        let unknown: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        let head = Array("RIFF".utf8) + unknown + Array("WAVEfmt ".utf8) + [UInt8(extended.count), 0, 0, 0] + extended
        return head + Array("data".utf8) + unknown + bytes[dataStart...]
    }
}
