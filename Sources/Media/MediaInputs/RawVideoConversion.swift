import GStreamer
import ProductionStudio
import StudioCore

/// The layout and colours of raw video before it is converted.
struct RawVideoForm: Hashable, Sendable {
    let width: Int32
    let height: Int32
    let matrix: ColorMatrix

    /// Whether frames differ from the described ones in size or matrix.
    func differs(from description: VideoDescription) -> Bool {
        width != description.width || height != description.height || matrix != .bt709
    }
}

/// Converts raw frames with another matrix than BT.709, or with pixels that are not square.
final class RawVideoConversion {
    private let converter: VideoConverter
    private let input: MediaBuffer
    private let output: MediaBuffer
    private let target: I420Layout

    /// - Throws: a ``SourceError`` when GStreamer has no such conversion.
    init(_ form: RawVideoForm, to description: VideoDescription) throws(SourceError) {
        let source = I420Layout.tight(width: Int(form.width), height: Int(form.height))
        target = .tight(width: Int(description.width), height: Int(description.height))
        guard
            let converter = VideoConverter(
                from: FrameLayout(source), to: FrameLayout(target), range: description.range, matrix: form.matrix),
            let input = MediaBuffer(byteCount: source.byteCount), let output = MediaBuffer(byteCount: target.byteCount)
        else {
            throw SourceError(
                "frames of \(form.width)x\(form.height) cannot be converted to \(description.width)x\(description.height)",
                hint: "use a smaller frame size")
        }
        self.converter = converter
        self.input = input
        self.output = output
    }

    /// Reads once into the frame to convert, at `offset`: returns the number of bytes, 0 at the end.
    func read(_ bytes: ByteInput, at offset: Int) throws(SourceError) -> Int {
        try input.withMutableBytes { target throws(SourceError) in
            try bytes.read(into: UnsafeMutableRawBufferPointer(rebasing: target[offset...]))
        } ?? 0
    }

    /// Writes the converted frame.
    func convert(into frame: borrowing BorrowedFrame) throws(SourceError) {
        let layout = frame.layout
        let isConverted: Bool = frame.withBytes { bytes in
            guard converter.convert(input, into: output), let target = bytes.baseAddress else { return false }
            let isCopied: Void? =
                output.withBytes { source in
                    source.baseAddress.map { layout.copy(from: $0, in: self.target, to: target) }
                } ?? nil
            return isCopied != nil
        }
        if !isConverted { throw SourceError("out of memory for a frame", hint: "use a smaller frame size") }
    }
}
