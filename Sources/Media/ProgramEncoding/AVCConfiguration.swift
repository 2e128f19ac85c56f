import GStreamer

/// The configuration of an H.264 track in MP4, Matroska and FLV (ISO/IEC 14496-15, 5.3.3.1).
struct AVCConfiguration: Hashable, Sendable {
    let bytes: [UInt8]

    /// The profiles whose configuration ends with the sample format: High and its extensions. Not a set, whose type
    /// alone takes a tenth of a millisecond to make.
    private static let highProfiles: [UInt8] = [100, 110, 122, 144]
    /// 4:2:0, 8 bits of luma and chroma, no extensions of the parameter sets: what the encoder encodes. Reserved bits are 1.
    private static let sampleFormat: [UInt8] = [0xFC | 1, 0xF8 | 0, 0xF8 | 0, 0]

    /// The caps of H.264 with a complete configuration, and all others as they are.
    static func completed(_ caps: Caps) -> Caps {
        guard Correction.sampleFormat.isOn, caps.mediaType == "video/x-h264", let bytes = caps.bytes("codec_data")
        else { return caps }
        return caps.with("codec_data", bytes: AVCConfiguration(completing: bytes).bytes)
    }

    /// Completes a configuration that lacks the sample format, as `Correction.sampleFormat` describes.
    init(completing bytes: [UInt8]) {
        let isComplete = Self.endOfParameterSets(bytes) != bytes.count
        let needsFormat = bytes.count > 1 && Self.highProfiles.contains(bytes[1])
        self.bytes = needsFormat && !isComplete ? bytes + Self.sampleFormat : bytes
    }

    /// The offset behind the parameter sets; `nil` if they are truncated.
    private static func endOfParameterSets(_ bytes: [UInt8]) -> Int? {
        var position = 5
        for mask: UInt8 in [0x1F, 0xFF] {
            guard position < bytes.count else { return nil }
            let count = bytes[position] & mask
            position += 1
            for _ in 0..<count {
                guard position + 2 <= bytes.count else { return nil }
                position += 2 + (Int(bytes[position]) << 8 | Int(bytes[position + 1]))
            }
        }
        return position <= bytes.count ? position : nil
    }
}
