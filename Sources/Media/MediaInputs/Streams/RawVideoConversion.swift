import GStreamer
import ProductionStudio
import StudioCore

/// The layout and colours of raw video before it is converted.
struct RawVideoForm: Hashable, Sendable {
    let width: Int32
    let height: Int32
    let matrix: ColorMatrix
    /// The width of a pixel by its height.
    var pixelAspect = 1.0

    /// The size within a frame of another size, in square pixels, with bars where the aspect ratio differs.
    func fitted(in description: VideoDescription) -> (width: Int, height: Int) {
        let (width, height) = (Double(width) * pixelAspect, Double(height))
        let scale = min(Double(description.width) / width, Double(description.height) / height)
        // Differences within rounding to whole pixels are scaled, without bars.
        func length(_ scaled: Double, _ whole: Int32) -> Int {
            Double(whole) - scaled < 2 ? Int(whole) : Int(min(VideoConversion.evenLength(scaled), whole))
        }
        return (length(width * scale, description.width), length(height * scale, description.height))
    }

    /// Whether frames differ from the described ones in size, aspect ratio or matrix.
    func differs(from description: VideoDescription) -> Bool {
        guard width == description.width, height == description.height, matrix == .bt709 else { return true }
        return fitted(in: description) != (Int(width), Int(height))
    }
}

/// Converts raw frames with another matrix than BT.709, with pixels that are not square, or of another size than the program.
final class RawVideoConversion {
    private let converter: VideoConverter
    private let input: MediaBuffer
    private let output: MediaBuffer
    private let target: I420Layout

    /// - Throws: a ``SourceError`` when GStreamer has no such conversion.
    init(_ form: RawVideoForm, to description: VideoDescription) throws(SourceError) {
        let source = I420Layout.tight(width: Int(form.width), height: Int(form.height))
        target = .tight(width: Int(description.width), height: Int(description.height))
        let size = form.fitted(in: description)
        guard let inner = FrameLayout(target).centered(width: size.width, height: size.height),
            let converter = VideoConverter(
                from: FrameLayout(source), to: inner, range: description.range, matrix: form.matrix),
            let input = MediaBuffer(byteCount: source.byteCount), let output = MediaBuffer(byteCount: target.byteCount)
        else {
            throw SourceError(
                "frames of \(form.width)x\(form.height) cannot be converted to \(description.width)x\(description.height)",
                hint: "use a smaller frame size")
        }
        // The bars, which the conversion does not touch.
        output.withMutableBytes { [target] in target.fillBlack($0, range: description.range) }
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

    /// The frame that was read last, not converted.
    var lastFrame: [UInt8]? { input.withBytes { Array($0) } }

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
