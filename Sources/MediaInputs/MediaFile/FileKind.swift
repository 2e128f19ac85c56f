import Glibc

/// Kinds of files that are treated apart, told by their first bytes.
enum FileKind: Hashable, Sendable {
    case matroska
    case flash
    case programStream
    case gif
    case bitmap
    case tiff
    /// Anything else.
    case other

    static let matroskaMagic: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

    private static let magics: [(bytes: [UInt8], kind: FileKind)] = [
        (matroskaMagic, .matroska), (Array("FLV".utf8), .flash), ([0, 0, 1, 0xBA], .programStream),
        (Array("GIF8".utf8), .gif), (Array("BM".utf8), .bitmap),
        (Array("II".utf8) + [42, 0], .tiff), (Array("MM".utf8) + [0, 42], .tiff),
    ]

    /// - Parameter beginning: four bytes, or less of a shorter file.
    init(_ beginning: [UInt8]) {
        self = Self.magics.first { beginning.starts(with: $0.bytes) }?.kind ?? .other
    }

    /// What a file begins with; one that cannot be read is `other`.
    init(of path: String) {
        self = .other
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4)
        let received = pread(descriptor, &bytes, bytes.count, 0)
        self.init(Array(bytes.prefix(max(0, received))))
    }

    /// How much of a file passes at most before it is known which streams it has: most containers list them at their
    /// beginning, in these two each turns up with its first data. ffmpeg looks at 5 seconds of them.
    var secondsToAllStreams: Double {
        switch self {
        case .flash, .programStream: 10
        case .matroska, .gif, .bitmap, .tiff, .other: 0
        }
    }

    /// What a file is that GStreamer 1.22 knows and does not decode, with what to make of it: it plays GIFs for ever at time
    /// zero, or not at all, and finds no picture in the others.
    var undecodable: (name: String, way: String)? {
        switch self {
        case .gif: ("a GIF", "ffmpeg -i it.gif clip.mp4")
        case .bitmap: ("a BMP picture", "ffmpeg -i it.bmp slate.png")
        case .tiff: ("a TIFF picture", "ffmpeg -i it.tiff slate.png")
        case .matroska, .flash, .programStream, .other: nil
        }
    }
}
