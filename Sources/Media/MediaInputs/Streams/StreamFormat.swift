import Containers

/// The format of a stream from a pipe, recognised by its first bytes.
///
/// Raw samples have no mark. A stream counts as raw only when it begins like no known format, so that compressed audio is
/// not sent as noise.
enum StreamFormat: Hashable, Sendable {
    /// WAV, or RF64, its form for more than 4 GiB.
    case wav
    case y4m
    /// A format that is not decoded from a pipe.
    case other(String)
    case raw

    /// - Parameters:
    ///   - bytes: the beginning of the stream.
    ///   - isWhole: whether no more bytes are available.
    /// - Returns: `nil` when more bytes are needed.
    init?(_ bytes: some Collection<UInt8>, isWhole: Bool = false) {
        let bytes = Array(bytes.prefix(Self.longest))
        var isDecided = true
        for (format, parts) in Self.marks {
            switch Self.matches(bytes, parts) {
            case true?:
                self = format
                return
            case false?: break
            case nil: isDecided = false
            }
        }
        for (name, sync, distance) in Self.packets {
            switch Self.isPeriodic(bytes, sync, distance) {
            case true?:
                self = .other(name)
                return
            case false?: break
            case nil: isDecided = false
            }
        }
        guard isDecided || isWhole else { return nil }
        self = .raw
    }

    /// Four packets or frames of the longest kind.
    static let longest = 4 * 8192

    private typealias Part = (offset: Int, bytes: [UInt8])

    private static func text(_ text: String, at offset: Int = 0) -> Part { (offset, Array(text.utf8)) }

    /// The marks of formats: bytes at offsets.
    private static let marks: [(format: StreamFormat, parts: [Part])] = [
        (.wav, [text("RIFF")]), (.wav, [text("RF64"), text("WAVE", at: 8)]), (.y4m, [(0, Y4MHead.magic)]),
        (.other("W64"), [text("riff"), (4, [0x2E, 0x91, 0xCF, 0x11])]), (.other("FLAC"), [text("fLaC")]),
        (.other("Ogg"), [text("OggS"), (4, [0])]), (.other("MP3"), [text("ID3"), (3, [2])]),
        (.other("MP3"), [text("ID3"), (3, [3])]), (.other("MP3"), [text("ID3"), (3, [4])]),
        (.other("MP4"), [text("ftyp", at: 4)]), (.other("Matroska"), [(0, FileKind.matroskaMagic)]),
        (.other("AIFF"), [text("FORM"), text("AIF", at: 8)]), (.other("CAF"), [text("caff"), (4, [0, 1])]),
        (.other("AU"), [text(".snd"), (4, [0, 0])]), (.other("FLV"), [text("FLV"), (3, [1])]),
        (.other("MPEG-PS"), [(0, [0, 0, 1, 0xBA])]),
        (.other("ASF"), [(0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11])]),
        (.other("WavPack"), [text("wvpk")]), (.other("AMR"), [text("#!AMR")]),
        (.other("DTS"), [(0, [0x7F, 0xFE, 0x80, 0x01])]),
        (.other("NUT"), [text("nut/multimedia")]), (.other("VOC"), [text("Creative Voice")]),
        (.other("SoX"), [text(".SoX")]),
    ]

    /// `nil` when the bytes end before the marks do.
    private static func matches(_ bytes: [UInt8], _ parts: [Part]) -> Bool? {
        for (offset, mark) in parts {
            let present = bytes.dropFirst(offset).prefix(mark.count)
            guard mark.starts(with: present) else { return false }
            if present.count < mark.count { return nil }
        }
        return true
    }

    /// Formats without a mark at the beginning: the first byte of a packet, and the distance from the beginning of a packet to
    /// the next one, or `nil` when no packet begins there.
    private static let packets: [(name: String, sync: UInt8, distance: @Sendable (ArraySlice<UInt8>) -> Int?)] = [
        ("MPEG-TS", 0x47, { $0.first == 0x47 ? 188 : nil }),
        ("MP3", 0xFF, { MPEGAudioFrame.byteCount($0) }),
        ("AAC", 0xFF, { ADTSFrame.byteCount($0) }),
        ("AAC", 0x56, { LOASFrame.byteCount($0) }),
        ("AC-3", 0x0B, { AC3Frame.byteCount($0) }),
    ]

    /// Whether four packets follow one another. Fewer may be raw samples.
    private static func isPeriodic(
        _ bytes: [UInt8], _ sync: UInt8, _ distance: (ArraySlice<UInt8>) -> Int?
    ) -> Bool? {
        var start = 0
        for _ in 0..<4 {
            let rest = bytes[min(start, bytes.count)...]
            if let first = rest.first, first != sync { return false }
            guard rest.count >= 6 else { return nil }
            guard let next = distance(rest) else { return false }
            start += next
        }
        return true
    }
}
