import CodedMedia
import ProductionStudio
import StudioCore

/// A moving test pattern: colour bars, a ramp, a time code, a moving block, and a flash at the start of every second,
/// together with the beep of ``TestTone``.
final class TestPattern: VideoInput {
    let description: VideoDescription
    let bytes: ByteInput? = nil
    let canSkip = true
    private let layout: I420Layout
    private let canvas: Canvas
    private var base: [UInt8] = []
    private var index: Int64 = 0

    /// The duration of flash and beep, in seconds.
    static let flashSeconds = 0.1

    init(_ description: VideoDescription) {
        self.description = description
        layout = .gstreamer(width: Int(description.width), height: Int(description.height))
        canvas = Canvas(layout, range: description.range)
        base = [UInt8](repeating: 0, count: layout.byteCount)
        drawBase()
    }

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        let time = MediaTime(count: index, rate: description.rate)
        frame.withBytes { target in
            target.copyBytes(from: base)
            draw(time, into: target)
        }
        index += 1
        return .complete
    }

    func skip(_ count: Int64) { index += count }

    /// The start of the flash and the beep of a second: the time of its first frame.
    static func flashTime(second: Int64, rate: Rate) -> MediaTime {
        MediaTime(count: TimeCode.firstFrame(ofSecond: second, rate: rate), rate: rate)
    }

    // MARK: Fixed parts

    /// 75 % bars in the order of SMPTE ECR 1, as red, green and blue.
    private static let bars: [(Double, Double, Double)] = [
        (0.75, 0.75, 0.75), (0.75, 0.75, 0), (0, 0.75, 0.75), (0, 0.75, 0), (0.75, 0, 0.75), (0.75, 0, 0), (0, 0, 0.75),
    ]

    private func drawBase() {
        let barRows = layout.height * 2 / 3 / 2 * 2
        base.withUnsafeMutableBytes { target in
            for (number, bar) in Self.bars.enumerated() {
                let left = layout.width * number / Self.bars.count / 2 * 2
                let right = layout.width * (number + 1) / Self.bars.count / 2 * 2
                canvas.fill(
                    target, x: left..<right, y: 0..<barRows, canvas.color(red: bar.0, green: bar.1, blue: bar.2))
            }
            for column in stride(from: 0, to: layout.width, by: 2) {
                let grey = Double(column) / Double(max(2, layout.width - 2))
                canvas.fill(target, x: column..<column + 2, y: barRows..<layout.height, canvas.grey(grey))
            }
        }
    }

    // MARK: Moving parts

    private func draw(_ time: MediaTime, into target: UnsafeMutableRawBufferPointer) {
        let (width, height) = (layout.width, layout.height)
        guard width >= 64, height >= 36 else {
            drawTiny(time, into: target)
            return
        }
        let unit = max(2, height / 60 * 2)
        let travel = width - unit * 2
        let position = Int(time.seconds.truncatingRemainder(dividingBy: 4) / 4 * Double(travel)) / 2 * 2
        let top = height * 5 / 6 / 2 * 2
        canvas.fill(target, x: position..<position + unit * 2, y: top..<top + unit * 2, canvas.white)
        if isFlash(time) {
            let side = height / 6 * 2
            let left = (width - side) / 4 * 2
            let top = height / 6 / 2 * 2
            canvas.fill(target, x: left..<left + side, y: top..<top + side, canvas.white)
        }
        drawText(TimeCode(number: UInt32(index), rate: description.rate).text, into: target)
    }

    /// For frames too small for other parts: the whole frame flashes.
    private func drawTiny(_ time: MediaTime, into target: UnsafeMutableRawBufferPointer) {
        if isFlash(time) { canvas.fill(target, x: 0..<layout.width, y: 0..<layout.height, canvas.white) }
    }

    private func isFlash(_ time: MediaTime) -> Bool {
        let start = TestPattern.flashTime(second: Int64(time.seconds + 1e-9), rate: description.rate)
        return time >= start && (time - start).seconds < Self.flashSeconds
    }

    private func drawText(_ text: String, into target: UnsafeMutableRawBufferPointer) {
        let dot = max(1, layout.height / 90)
        let (width, height) = (Canvas.width(of: text, dot: dot), DotFont.height * dot)
        let left = (layout.width - width) / 2
        let top = layout.height * 2 / 3 + dot * 2
        guard left >= dot * 2, top + height + dot * 2 <= layout.height else { return }
        canvas.fill(
            target, x: left - dot * 2..<left + width + dot * 2, y: top - dot * 2..<top + height + dot * 2, canvas.black)
        canvas.write(text, into: target, x: left, y: top, dot: dot, canvas.white.y)
    }
}
