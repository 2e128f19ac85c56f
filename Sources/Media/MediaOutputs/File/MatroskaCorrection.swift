import Containers
import StudioRuntime

/// Corrects what `Correction.matroskaMuxer` describes, without changing the size of anything (RFC 9559):
///
/// - It declares version 2 of the format and writes elements of version 4.
/// - It marks audio blocks as not decodable by themselves. Players report the file as broken.
/// - A track without a language is English by definition. It gets an undetermined one, in the place of its name, which
///   repeats its type.
/// - It escapes the characters of a title as GStreamer's own syntax does.
package struct MatroskaCorrection: Sendable {
    /// The number of the audio track: matroskamux counts in the order of `pipelines/files/output-mkv.pipeline`.
    private static let audioTrack: UInt8 = 2
    private static let simpleBlock: UInt8 = 0xA3
    private static let documentTypeVersion: [UInt8] = [0x42, 0x87, 0x81]
    private static let tracks: [UInt8] = [0x16, 0x54, 0xAE, 0x6B]
    /// An element with the ASCII text `und`; strings may end with zeros.
    private static let undetermined: [UInt8] = [0x22, 0xB5, 0x9C, 0x85] + Array("und".utf8) + [0, 0]

    /// The name of a tag: `TITLE`, with the zero that ends the text.
    private static let titleName = [0x45, 0xA3, 0x86] + Array("TITLE".utf8) + [0]
    /// The identifier of a tag's text.
    private static let tagText = 0x4487

    private let title: String?
    /// The bytes that remain of a block whose header was written.
    private var blockBytes = 0
    private var hasHead = false
    /// Whether the text of the title follows.
    private var isTitle = false

    /// - Parameter title: the title of the recording; `nil` for none.
    package init(title: String? = nil) {
        self.title = title
    }

    /// The corrected bytes of a write; `nil` if they are right.
    ///
    /// The muxer writes the document's head at once, then the header of each block and its media separately.
    package mutating func corrected(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        if blockBytes > 0 {
            blockBytes -= bytes.count
            return nil
        }
        if bytes.first == Self.simpleBlock { return block(bytes) }
        return hasHead ? tag(bytes) : head(Array(bytes))
    }

    /// `SimpleBlock`, its size, the track, two bytes of time, the flags.
    private mutating func block(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let element = EBMLElement(bytes), let size = element.length, bytes.count == element.start + 4 else {
            return nil
        }
        blockBytes = size - 4
        guard bytes[element.start] == 0x80 | Self.audioTrack else { return nil }
        var corrected = Array(bytes)
        corrected[corrected.count - 1] |= 0x80
        return corrected
    }

    /// The text of the title in the place of the escaped one, which is never shorter. Strings may end with zeros.
    ///
    /// The muxer writes the name of a tag and its text separately.
    private mutating func tag(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let isTitle = isTitle
        self.isTitle = bytes.elementsEqual(Self.titleName)
        guard isTitle, let title, let element = EBMLElement(bytes), element.id == Self.tagText else { return nil }
        let place = element.start
        guard title.utf8.count <= bytes.count - place else { return nil }
        let padding = [UInt8](repeating: 0, count: bytes.count - place - title.utf8.count)
        return bytes[..<place] + Array(title.utf8) + padding
    }

    private mutating func head(_ bytes: [UInt8]) -> [UInt8] {
        var corrected = bytes
        if let start = bytes.firstOffset(of: Self.documentTypeVersion).map({ $0 + Self.documentTypeVersion.count }),
            start < bytes.count
        {
            corrected[start] = 4
        }
        guard let tracks = bytes.firstOffset(of: Self.tracks) else { return corrected }
        hasHead = true
        for name in ["Video", "Audio"] {
            // `Name`, with the zero that ends the text.
            let element = [0x53, 0x6E, 0x86] + Array(name.utf8) + [0]
            if let start = corrected.firstOffset(of: element, from: tracks) {
                corrected.replaceSubrange(start..<start + element.count, with: Self.undetermined)
            }
        }
        return corrected
    }
}

/// Writes the corrected bytes.
final class CorrectedMatroska: ByteDestination {
    private let writer: ByteWriter
    private let correction: Lock<MatroskaCorrection>

    /// - Parameter title: the title of the recording; `nil` for none.
    init(_ writer: ByteWriter, title: String? = nil) {
        self.writer = writer
        correction = Lock(MatroskaCorrection(title: title))
    }

    var isSeekable: Bool { writer.isSeekable }
    func seek(to offset: UInt64) -> Int32 { writer.seek(to: offset) }
    func end() -> Int32 { writer.end() }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let corrected = correction.withLock({ $0.corrected(bytes) }) else { return writer.write(bytes) }
        return corrected.withUnsafeBytes { writer.write($0) }
    }
}
