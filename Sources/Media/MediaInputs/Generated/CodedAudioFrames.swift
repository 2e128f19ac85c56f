/// A frame of MPEG audio, layer II or III.
enum MPEGAudioFrame {
    private static let version1 = [
        2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]
    private static let version2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    private static let sampleRates = [44_100, 48_000, 32_000]

    /// The length of the frame that begins here; `nil` when none does.
    static func byteCount(_ bytes: ArraySlice<UInt8>) -> Int? {
        let header = Array(bytes.prefix(4))
        guard header.count == 4, header[0] == 0xFF, header[1] >> 5 == 7 else { return nil }
        // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5; of the layers, 2 is II and 1 is III.
        let (version, layer) = (Int(header[1] >> 3 & 3), Int(header[1] >> 1 & 3))
        let (rateIndex, sampleIndex) = (Int(header[2] >> 4), Int(header[2] >> 2 & 3))
        guard version != 1, layer == 1 || layer == 2, (1...14).contains(rateIndex), sampleIndex < 3 else { return nil }
        let bitrate = (version == 3 ? version1[layer]?[rateIndex] : version2[rateIndex]) ?? 0
        let sampleRate = sampleRates[sampleIndex] >> [2, 0, 1, 0][version]
        let factor = version != 3 && layer == 1 ? 72_000 : 144_000
        return factor * bitrate / sampleRate + Int(header[2] >> 1 & 1)
    }
}

/// A frame of AAC with an ADTS header.
enum ADTSFrame {
    /// The length of the frame that begins here; `nil` when none does.
    static func byteCount(_ bytes: ArraySlice<UInt8>) -> Int? {
        let header = Array(bytes.prefix(6))
        guard header.count == 6, header[0] == 0xFF, header[1] & 0xF6 == 0xF0 else { return nil }
        let length = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5]) >> 5
        return length > 7 ? length : nil
    }
}

/// A frame of AC-3 or E-AC-3.
enum AC3Frame {
    /// In kbit/s; each has two codes.
    private static let bitrates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// The length of the frame that begins here; `nil` when none does.
    static func byteCount(_ bytes: ArraySlice<UInt8>) -> Int? {
        let header = Array(bytes.prefix(6))
        guard header.count == 6, header[0] == 0x0B, header[1] == 0x77 else { return nil }
        let version = header[5] >> 3
        if (11...16).contains(version) { return 2 * ((Int(header[2] & 7) << 8 | Int(header[3])) + 1) }
        let (rate, code) = (Int(header[4] >> 6), Int(header[4] & 63))
        guard version <= 10, rate < 3, code < 2 * bitrates.count else { return nil }
        // 1536 samples at 48, 44.1 or 32 kHz, in words of two bytes.
        let bitrate = bitrates[code / 2]
        return 2 * [2 * bitrate, 320 * bitrate / 147 + code % 2, 3 * bitrate][rate]
    }
}

/// A frame of AAC with a LOAS header.
enum LOASFrame {
    /// The length of the frame that begins here; `nil` when none does.
    static func byteCount(_ bytes: ArraySlice<UInt8>) -> Int? {
        let header = Array(bytes.prefix(3))
        guard header.count == 3, header[0] == 0x56, header[1] >> 5 == 7 else { return nil }
        return 3 + (Int(header[1] & 0x1F) << 8 | Int(header[2]))
    }
}
