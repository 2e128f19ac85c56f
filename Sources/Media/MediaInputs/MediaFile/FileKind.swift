import Containers
import StudioCore
import StudioRuntime

/// File formats that need special handling, recognised by their first bytes.
enum FileKind: Hashable, Sendable {
    case matroska
    case flash
    case ogg
    case programStream
    case gif
    case bitmap
    case tiff
    case nut
    /// It names other media, also of the network.
    case playlist
    /// Any other format.
    case other

    static let flashMagic = Array("FLV".utf8)
    static let matroskaMagic = MatroskaTracks.magic

    private static let magics: [(bytes: [UInt8], kind: FileKind)] = [
        (matroskaMagic, .matroska), (flashMagic, .flash), (Array("OggS".utf8), .ogg),
        ([0, 0, 1, 0xBA], .programStream),
        (Array("GIF8".utf8), .gif), (Array("BM".utf8), .bitmap),
        (Array("II".utf8) + [42, 0], .tiff), (Array("MM".utf8) + [0, 42], .tiff),
        (Array("nut/".utf8), .nut),
        (Array("#EXTM3U".utf8), .playlist), (Array("v=0\n".utf8), .playlist), (Array("v=0\r".utf8), .playlist),
    ]
    /// The elements of playlists in XML, behind the declaration.
    private static let elements = ["<MPD", "<SmoothStreamingMedia"]

    /// - Parameter beginning: the first bytes, 4096 or those of a shorter file.
    init(_ beginning: [UInt8]) {
        let kind = Self.magics.first { beginning.starts(with: $0.bytes) }?.kind
        self = kind ?? (Self.isPlaylist(beginning) ? .playlist : .other)
    }

    /// Reads the first bytes of a file; a file that cannot be read is `other`.
    init(of path: String) {
        self.init(FileBytes(path)?.read(0, 4096) ?? [])
    }

    /// XML may be UTF-8 or UTF-16, with a byte order mark.
    private static func isPlaylist(_ beginning: [UInt8]) -> Bool {
        guard beginning.prefix(6).contains(UInt8(ascii: "<")) else { return false }
        let text = String(decoding: beginning.filter { $0 != 0 }, as: UTF8.self)
        return elements.contains { text.contains($0) }
    }

    /// The seconds of media after which all streams of a file are known. Most containers list their streams at the
    /// beginning; in these two, a stream is known from its first data. ffmpeg probes 5 seconds of them.
    var secondsToAllStreams: Double {
        switch self {
        case .flash, .programStream: 10
        case .matroska, .ogg, .gif, .bitmap, .tiff, .nut, .playlist, .other: 0
        }
    }

    /// The description of a format that GStreamer 1.22 recognises but does not decode, with a conversion command. It
    /// plays GIFs endlessly at time zero, or not at all, never stops reading NUT, and finds no video in other images. Playlists are
    /// not followed: a source is a file, and not what it names.
    ///
    /// - Parameter path: the file, which the command names.
    func undecodable(_ path: String) -> (name: String, way: String)? {
        let input = "ffmpeg -i \(ShellWord.quoted(path))"
        return switch self {
        case .gif: ("a GIF", "\(input) clip.mp4")
        case .bitmap: ("a BMP image", "\(input) slate.png")
        case .tiff: ("a TIFF image", "\(input) slate.png")
        case .nut: ("a NUT file", "\(input) -c copy clip.mkv")
        case .playlist: ("a playlist", "\(input) -c copy clip.mkv")
        case .matroska, .flash, .ogg, .programStream, .other: nil
        }
    }
}
