import Containers
import ProductionStudio
public import StudioCore
import StudioRuntime

/// The format of a video source.
public struct VideoDescription: Hashable, Sendable {
    /// Width in pixels.
    public let width: Int32
    /// Height in pixels.
    public let height: Int32
    /// Frames per second.
    public let rate: Rate
    /// The range of the samples.
    public let range: VideoRange
}

/// The result of one read of an input.
enum InputProgress: Hashable, Sendable {
    /// The unit is complete.
    case complete
    /// A part of the unit was read.
    case partial
    /// The source ended, at the end of a unit.
    case end
}

/// A video source.
protocol VideoInput: AnyObject {
    var description: VideoDescription { get }
    /// The descriptor to poll before a read; `nil` for a source that is always ready.
    var bytes: ByteInput? { get }
    /// Reads once; `frame` contains the frame when it returns `complete`. The same frame is passed until then.
    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress
    /// Sets when the first frame was due: in real time, as soon as it is known, and again when it changes.
    func setOrigin(_ origin: WallTime)
    /// Whether it is y4m from a pipe or a file.
    var isY4M: Bool { get }
    /// Whether frames can be left out, which then are not drawn; otherwise each frame must be read.
    var canSkip: Bool { get }
    /// Leaves out the next frames of a source that can.
    func skip(_ count: Int64)
    /// Counts what its conversion to another frame rate does; `nil` without a conversion.
    var rateCounter: RateCounter? { get }
}

extension VideoInput {
    var isY4M: Bool { false }
    var rateCounter: RateCounter? { nil }

    /// Decoded and piped video is read frame by frame.
    var canSkip: Bool { false }
    func skip(_ count: Int64) {}

    /// Only coded video needs the origin.
    func setOrigin(_ origin: WallTime) {}
}

/// Raw I420 or y4m: tight planes, read directly into the sender's buffers if their layout and colours allow it.
final class RawVideoInput: VideoInput {
    /// What separates the frames.
    enum Container: Hashable {
        case raw
        /// Each frame follows its marker.
        ///
        /// - Parameter endsAtHeader: whether the header of another writer ends the video. It is found where a marker is
        ///   expected, and in the frame that the former writer did not complete.
        case y4m(endsAtHeader: Bool)
    }

    let description: VideoDescription
    let bytes: ByteInput?
    private let input: ByteInput
    private let container: Container
    private let form: RawVideoForm
    private let conversion: RawVideoConversion?
    private let frameBytes: Int
    private let tight: I420Layout
    private var scratch: [UInt8] = []
    private var marker: [UInt8] = []
    private var isInsideFrame = false
    private var offset = 0
    private var complete = 0

    private static let frameMarker = Array("FRAME".utf8)
    /// Parameters after FRAME are permitted and ignored.
    private static let longestMarker = 256

    /// - Parameters:
    ///   - form: the size and the matrix of the frames in the input.
    ///   - description: the size after the conversion, and the rate and the range of the input.
    /// - Throws: a ``SourceError`` when the form cannot be converted.
    init(
        _ input: ByteInput, _ container: Container, form: RawVideoForm, description: VideoDescription
    ) throws(SourceError) {
        self.input = input
        bytes = input
        self.container = container
        self.form = form
        self.description = description
        conversion = try form.differs(from: description) ? RawVideoConversion(form, to: description) : nil
        tight = .tight(width: Int(form.width), height: Int(form.height))
        frameBytes = tight.byteCount
    }

    var isY4M: Bool { container != .raw }
    private var endsAtHeader: Bool { container == .y4m(endsAtHeader: true) }

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        if isY4M, !isInsideFrame { return try readMarker() }
        let count = try readPart(of: frame)
        guard count > 0 else {
            if offset == 0, !isInsideFrame { return .end }
            throw SourceError(
                "\(input.name) ended in frame \(complete + 1), after \(offset) of \(frameBytes) bytes",
                hint: "check that its size is \(form.width)x\(form.height) and that it is complete")
        }
        offset += count
        guard offset == frameBytes else { return .partial }
        if let conversion {
            try conversion.convert(into: frame)
        } else if !readsDirectly(into: frame.layout) {
            spread(into: frame)
        }
        offset = 0
        complete += 1
        isInsideFrame = false
        return .complete
    }

    /// Where a header may be found in the last frame, this one is kept.
    private func readsDirectly(into layout: I420Layout) -> Bool { layout.isTight && !endsAtHeader }

    private func readPart(of frame: borrowing BorrowedFrame) throws(SourceError) -> Int {
        if let conversion { return try conversion.read(input, at: offset) }
        return try frame.withBytes { bytes throws(SourceError) in
            if readsDirectly(into: frame.layout) {
                return try input.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<frameBytes]))
            }
            return try readIntoScratch()
        }
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

    /// Reads to the end of the line `FRAME…`: six bytes first, then byte by byte.
    private func readMarker() throws(SourceError) -> InputProgress {
        var part = [UInt8](repeating: 0, count: max(1, Self.frameMarker.count + 1 - marker.count))
        let count = try input.read(into: &part)
        if count == 0 {
            if marker.isEmpty, complete > 0 { return .end }
            guard !marker.isEmpty else {
                throw SourceError(
                    "\(input.name) ended after its y4m header, before the first frame",
                    hint: "check the messages of the program that writes it")
            }
            throw SourceError(
                "\(input.name) ended between frames \(complete) and \(complete + 1)", hint: "the file is truncated")
        }
        marker += part.prefix(count)
        guard isMarkerValid else {
            if endsAtHeader {
                if marker.count < Y4MHead.magic.count, Y4MHead.magic.starts(with: marker) { return .partial }
                if returnToHeader() { return .end }
            }
            throw SourceError(
                "frame \(complete + 1) of \(input.name) does not start with FRAME",
                hint: "check that the frames have the size in the header, \(form.width)x\(form.height)")
        }
        if marker.last == 0x0A {
            marker.removeAll(keepingCapacity: true)
            isInsideFrame = true
        }
        return .partial
    }

    private var isMarkerValid: Bool {
        marker.starts(with: Self.frameMarker.prefix(marker.count)) && marker.count <= Self.longestMarker
            && (marker.count <= Self.frameMarker.count || [0x20, 0x0A].contains(marker[Self.frameMarker.count]))
    }

    /// Returns to the header of another writer, so that it is read next; false when only a part of it may have been read. When
    /// the former writer ended inside of a frame, the header is in this frame.
    private func returnToHeader() -> Bool {
        defer { marker = [] }
        let last = complete == 0 ? [] : conversion?.lastFrame ?? scratch
        let start = (last + marker).firstOffset(of: Y4MHead.magic)
        input.pushBack(start.map { Array((last + marker)[$0...]) } ?? marker)
        return start != nil
    }
}
