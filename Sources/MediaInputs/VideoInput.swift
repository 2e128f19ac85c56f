import ProductionStudio
public import StudioCore
import StudioRuntime

/// What a source of pictures delivers.
public struct VideoDescription: Hashable, Sendable {
    /// Width in pixels.
    public let width: Int32
    /// Height in pixels.
    public let height: Int32
    /// Frames a second.
    public let rate: Rate
    /// The range of its samples.
    public let range: VideoRange
}

/// What one read of an input brought.
enum InputProgress: Hashable, Sendable {
    /// The unit is complete.
    case complete
    /// A part of it.
    case partial
    /// The source is over, at the end of a unit.
    case end
}

/// A source of pictures.
protocol VideoInput: AnyObject {
    var description: VideoDescription { get }
    /// What to wait on before a read; `nil` for a source that is always ready.
    var bytes: ByteInput? { get }
    /// Reads once; the picture is in `frame` when it returns `complete`. The same frame is passed until then.
    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress
    /// Says when the first picture was due: in real time, as soon as it is known, and again when it moves.
    func setOrigin(_ origin: WallTime)
}

extension VideoInput {
    /// Only pictures that say when they were due need to know.
    func setOrigin(_ origin: WallTime) {}
}

/// Raw I420 or y4m: tight planes, read straight into the sender's buffers where their layout allows it.
final class PictureFileInput: VideoInput {
    let description: VideoDescription
    let bytes: ByteInput?
    private let input: ByteInput
    private let isY4M: Bool
    private let frameBytes: Int
    private let tight: I420Layout
    private var scratch: [UInt8] = []
    private var marker: [UInt8] = []
    private var isInsidePicture = false
    private var offset = 0
    private var complete = 0

    private static let frameMarker = Array("FRAME".utf8)
    /// Parameters behind FRAME are allowed and mean nothing here.
    private static let longestMarker = 256

    init(_ input: ByteInput, isY4M: Bool, description: VideoDescription) {
        self.input = input
        bytes = input
        self.isY4M = isY4M
        self.description = description
        tight = .tight(width: Int(description.width), height: Int(description.height))
        frameBytes = tight.byteCount
    }

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        if isY4M, !isInsidePicture { return try readMarker() }
        let count = try frame.withBytes { bytes throws(SourceError) in
            if frame.layout.isTight {
                return try input.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<frameBytes]))
            }
            return try readIntoScratch()
        }
        guard count > 0 else {
            if offset == 0, !isInsidePicture { return .end }
            throw SourceError(
                "\(input.name) ended in the middle of picture \(complete + 1): \(offset) of \(frameBytes) bytes",
                hint: "is \(description.width)x\(description.height) its real size, and is it complete?")
        }
        offset += count
        guard offset == frameBytes else { return .partial }
        if !frame.layout.isTight { spread(into: frame) }
        offset = 0
        complete += 1
        isInsidePicture = false
        return .complete
    }

    private func readIntoScratch() throws(SourceError) -> Int {
        if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: frameBytes) }
        return try input.read(into: &scratch, from: offset)
    }

    private func spread(into frame: borrowing BorrowedFrame) {
        frame.withBytes { target in
            scratch.withUnsafeBytes { source in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                frame.layout.copy(from: source, in: tight, to: target)
            }
        }
    }

    /// Reads up to the end of the line `FRAME…`, six bytes at first, then one by one.
    private func readMarker() throws(SourceError) -> InputProgress {
        var part = [UInt8](repeating: 0, count: max(1, Self.frameMarker.count + 1 - marker.count))
        let count = try input.read(into: &part)
        if count == 0 {
            if marker.isEmpty { return .end }
            throw SourceError(
                "\(input.name) ended between pictures \(complete) and \(complete + 1)", hint: "it was cut")
        }
        marker += part.prefix(count)
        let expected = Self.frameMarker.prefix(marker.count)
        guard marker.starts(with: expected), marker.count <= Self.longestMarker,
            marker.count <= Self.frameMarker.count || [0x20, 0x0A].contains(marker[Self.frameMarker.count])
        else {
            throw SourceError(
                "picture \(complete + 1) of \(input.name) does not begin with FRAME",
                hint: "the header's size \(description.width)x\(description.height) is not that of the pictures")
        }
        if marker.last == 0x0A {
            marker.removeAll(keepingCapacity: true)
            isInsidePicture = true
        }
        return .partial
    }
}
