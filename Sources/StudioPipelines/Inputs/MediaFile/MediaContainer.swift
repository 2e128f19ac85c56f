import Glibc

/// Containers that are treated apart, told by their first bytes.
enum MediaContainer: Hashable, Sendable {
    case matroska
    case flash
    case programStream
    /// Anything else.
    case other

    static let matroskaMagic: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
    private static let flashMagic = Array("FLV".utf8)
    private static let programStreamMagic: [UInt8] = [0, 0, 1, 0xBA]

    /// What a file begins with; one that cannot be read is `other`.
    init(of path: String) {
        self = .other
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4)
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return }
        if bytes == Self.matroskaMagic { self = .matroska }
        if bytes.starts(with: Self.flashMagic) { self = .flash }
        if bytes == Self.programStreamMagic { self = .programStream }
    }

    /// How much of a file passes at most before it is known which streams it has: most containers list them at their
    /// beginning, in these two each turns up with its first data. ffmpeg looks at 5 seconds of them.
    var secondsToAllStreams: Double {
        switch self {
        case .flash, .programStream: 10
        case .matroska, .other: 0
        }
    }
}
