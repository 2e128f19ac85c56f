import Containers
package import ProgramEncoding
package import StudioCore
import StudioRuntime

/// Adds to fragments when a track starts, as `Correction.fragmentStart` describes. A file that begins in the middle of a program has
/// its first audio block up to 21 ms behind its first frame, but the muxers let every track start at zero.
package struct FragmentCorrection: Sendable {
    private struct Track: Sendable {
        let handler: String
        let timescale: UInt32
    }

    /// By number, from the box `moov`.
    private var tracks: [UInt64: Track] = [:]
    /// By handler, `vide` or `soun`: the time of the first sample in the file.
    private var starts: [String: MediaTime] = [:]
    /// The bytes that remain of the present box.
    private var rest: UInt64 = 0

    package init() {}

    /// A track starts at this time of the file. Called before its first fragment is written.
    package mutating func begin(_ track: DeliveryLedger.Track, at time: MediaTime) {
        starts[track == .video ? "vide" : "soun"] = time
    }

    /// The muxer writes somewhere else from now on.
    mutating func seek() { rest = 0 }

    /// The corrected bytes of a write; `nil` if they are right. The muxers write each index at once.
    package mutating func corrected(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var (offset, corrected): (Int, [UInt8]?) = (0, nil)
        while offset < bytes.count {
            if rest > 0 {
                let count = min(rest, UInt64(bytes.count - offset))
                rest -= count
                offset += Int(count)
                continue
            }
            guard let header = try? BoxHeader(bytes[offset...]), let size = header.byteCount else { return corrected }
            rest = size
            guard ["moov", "moof", "mfra"].contains(header.type), size <= UInt64(bytes.count - offset) else { continue }
            let box = Array(bytes[offset..<offset + Int(size)])
            if header.type == "moov" {
                learn(box)
            } else if let changed = shifted(box) {
                var result = corrected ?? Array(bytes)
                result.replaceSubrange(offset..<offset + Int(size), with: changed)
                corrected = result
            }
        }
        return corrected
    }

    private mutating func learn(_ movie: [UInt8]) {
        guard let movie = try? FragmentedMovie(movie: movie) else { return }
        for track in movie.tracks {
            tracks[UInt64(track.number)] = Track(handler: track.handler, timescale: track.timescale)
        }
    }

    /// The start of a track in its time scale; 0 for an unknown one.
    private func start(of number: UInt64) -> UInt64 {
        guard let track = tracks[number], let start = starts[track.handler], start > .zero else { return 0 }
        return UInt64((start.seconds * Double(track.timescale)).rounded())
    }

    // MARK: Boxes

    /// A fragment or the index of fragments with the right times; `nil` if they are right.
    private func shifted(_ box: [UInt8]) -> [UInt8]? {
        var bytes = EditableBox(box)
        for part in bytes.children(of: 0..<box.count) {
            switch part.type {
            case "traf": shift(fragment: part.content, in: &bytes)
            case "tfra": shift(index: part.content, in: &bytes)
            default: break
            }
        }
        return bytes.isEdited ? bytes.bytes : nil
    }

    /// `traf` (8.8.6): the decode time of its first sample.
    private func shift(fragment content: Range<Int>, in bytes: inout EditableBox) {
        let boxes = bytes.children(of: content.lowerBound - 8..<content.upperBound)
        guard let header = boxes.first(where: { $0.type == "tfhd" })?.content,
            let time = boxes.first(where: { $0.type == "tfdt" })?.content
        else { return }
        let start = start(of: bytes.integer(at: header.lowerBound + 4, 4))
        bytes.add(start, at: time.lowerBound + 4, bytes.bytes[time.lowerBound] == 1 ? 8 : 4)
    }

    /// `tfra` (8.8.10): the times at which decoding can start.
    private func shift(index content: Range<Int>, in bytes: inout EditableBox) {
        let start = start(of: bytes.integer(at: content.lowerBound + 4, 4))
        let fieldBytes = bytes.bytes[content.lowerBound] == 1 ? 8 : 4
        let lengths = bytes.integer(at: content.lowerBound + 8, 4)
        let numberBytes = [4, 2, 0].reduce(3) { $0 + Int(lengths >> UInt64($1) & 3) }
        let first = content.lowerBound + 16
        for offset in stride(from: first, to: content.upperBound, by: 2 * fieldBytes + numberBytes) {
            bytes.add(start, at: offset, fieldBytes)
        }
    }
}

/// A box whose fields are changed in place.
private struct EditableBox {
    private(set) var bytes: [UInt8]
    private(set) var isEdited = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The boxes inside of the container at a range, which has a header of eight bytes, and the ranges of their contents.
    func children(of container: Range<Int>) -> [(type: String, content: Range<Int>)] {
        var (offset, result): (Int, [(String, Range<Int>)]) = (container.lowerBound + 8, [])
        while offset + 8 <= container.upperBound {
            guard let header = try? BoxHeader(bytes[offset..<container.upperBound]), let size = header.byteCount,
                size <= UInt64(container.upperBound - offset)
            else { break }
            result.append((header.type, offset + header.headerBytes..<offset + Int(size)))
            offset += Int(size)
        }
        return result
    }

    /// A big-endian number; 0 behind the end.
    func integer(at offset: Int, _ count: Int) -> UInt64 {
        guard offset + count <= bytes.count else { return 0 }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func add(_ value: UInt64, at offset: Int, _ count: Int) {
        guard value > 0, offset + count <= bytes.count else { return }
        let sum = integer(at: offset, count) + value
        bytes.replaceSubrange(offset..<offset + count, with: BoxBuilder.bigEndian(sum, bytes: count))
        isEdited = true
    }
}

/// Writes the corrected bytes.
final class CorrectedFragments: ByteDestination {
    private let writer: ByteWriter
    private let correction = Lock(FragmentCorrection())

    init(_ writer: ByteWriter) {
        self.writer = writer
    }

    func begin(_ track: DeliveryLedger.Track, at time: MediaTime) {
        correction.withLock { $0.begin(track, at: time) }
    }

    var isSeekable: Bool { writer.isSeekable }
    func end() -> Int32 { writer.end() }

    func seek(to offset: UInt64) -> Int32 {
        correction.withLock { $0.seek() }
        return writer.seek(to: offset)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let corrected = correction.withLock({ $0.corrected(bytes) }) else { return writer.write(bytes) }
        return corrected.withUnsafeBytes { writer.write($0) }
    }
}
