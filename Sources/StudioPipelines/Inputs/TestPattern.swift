import Glibc
import ProductionStudio
import StudioCore

/// A moving picture to look at: colour bars, a ramp, a running time code, a block that moves, and a flash at the
/// beginning of every second, together with the beep of ``TestTone``.
final class TestPattern: VideoInput {
    let description: VideoDescription
    let bytes: ByteInput? = nil
    private let layout: I420Layout
    private var base: [UInt8] = []
    private var index: Int64 = 0

    /// How long flash and beep last, in seconds.
    static let flashSeconds = 0.1

    init(_ description: VideoDescription) {
        self.description = description
        layout = .gstreamer(width: Int(description.width), height: Int(description.height))
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

    /// The time at which flash and beep of this second begin: that of the first picture of the second.
    static func flashTime(second: Int64, rate: Rate) -> MediaTime {
        let (quotient, remainder) = (second * rate.numerator).quotientAndRemainder(dividingBy: rate.denominator)
        return MediaTime(count: quotient + (remainder > 0 ? 1 : 0), rate: rate)
    }

    // MARK: What stays

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
                fill(target, x: left..<right, y: 0..<barRows, color(bar))
            }
            for column in stride(from: 0, to: layout.width, by: 2) {
                let grey = Double(column) / Double(max(2, layout.width - 2))
                fill(target, x: column..<column + 2, y: barRows..<layout.height, color((grey, grey, grey)))
            }
        }
    }

    // MARK: What moves

    private func draw(_ time: MediaTime, into target: UnsafeMutableRawBufferPointer) {
        let (width, height) = (layout.width, layout.height)
        guard width >= 64, height >= 36 else {
            drawTiny(time, into: target)
            return
        }
        let unit = max(2, height / 60 * 2)
        let second = Int64(time.seconds)
        let travel = width - unit * 2
        let position = Int(time.seconds.truncatingRemainder(dividingBy: 4) / 4 * Double(travel)) / 2 * 2
        fill(
            target, x: position..<position + unit * 2, y: height * 5 / 6 / 2 * 2..<height * 5 / 6 / 2 * 2 + unit * 2,
            white)
        if isFlash(time) {
            let side = height / 6 * 2
            let left = (width - side) / 4 * 2
            let top = height / 6 / 2 * 2
            fill(target, x: left..<left + side, y: top..<top + side, white)
        }
        let frames = index - TestPattern.flashTime(second: second, rate: description.rate).count(at: description.rate)
        let text = timeCode(second) + ":" + twoDigits(frames)
        drawText(text, into: target, unit: max(2, height / 120 * 2))
    }

    /// Too small for anything else: the whole picture flashes.
    private func drawTiny(_ time: MediaTime, into target: UnsafeMutableRawBufferPointer) {
        if isFlash(time) { fill(target, x: 0..<layout.width, y: 0..<layout.height, white) }
    }

    private func isFlash(_ time: MediaTime) -> Bool {
        let start = TestPattern.flashTime(second: Int64(time.seconds + 1e-9), rate: description.rate)
        return time >= start && (time - start).seconds < Self.flashSeconds
    }

    private func timeCode(_ second: Int64) -> String {
        [second / 3600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
    }

    private func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func drawText(_ text: String, into target: UnsafeMutableRawBufferPointer, unit: Int) {
        let left = (layout.width - text.count * unit * 4) / 4 * 2
        let top = layout.height * 2 / 3 / 2 * 2 + unit
        guard left >= unit, top + unit * 7 <= layout.height else { return }
        fill(target, x: left - unit..<left + text.count * unit * 4, y: top - unit..<top + unit * 6, black)
        for (place, character) in text.enumerated() {
            for (row, bits) in (Self.font[character] ?? []).enumerated() {
                for column in 0..<3 where bits & (4 >> column) != 0 {
                    let x = left + (place * 4 + column) * unit
                    fill(target, x: x..<x + unit, y: top + row * unit..<top + (row + 1) * unit, white)
                }
            }
        }
    }

    /// Digits of three by five dots; a row's dots from the highest bit.
    private static let font: [Character: [Int]] = [
        "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1],
        "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
        ":": [0, 2, 0, 2, 0],
    ]

    // MARK: Colours

    private struct Color {
        let y, u, v: UInt8
    }

    private var white: Color { color((1, 1, 1)) }
    private var black: Color { color((0, 0, 0)) }

    /// BT.709 in the range of the source.
    private func color(_ rgb: (red: Double, green: Double, blue: Double)) -> Color {
        let luma = 0.2126 * rgb.red + 0.7152 * rgb.green + 0.0722 * rgb.blue
        let (blue, red) = ((rgb.blue - luma) / 1.8556, (rgb.red - luma) / 1.5748)
        let isFull = description.range == .full
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        return Color(
            y: byte(isFull ? luma * 255 : 16 + luma * 219), u: byte(128 + blue * (isFull ? 255 : 224)),
            v: byte(128 + red * (isFull ? 255 : 224)))
    }

    /// Fills a rectangle; all its edges are even.
    private func fill(_ target: UnsafeMutableRawBufferPointer, x: Range<Int>, y: Range<Int>, _ color: Color) {
        fill(target, layout.y, x, y, color.y)
        let (chromaX, chromaY) = (x.lowerBound / 2..<x.upperBound / 2, y.lowerBound / 2..<y.upperBound / 2)
        fill(target, layout.u, chromaX, chromaY, color.u)
        fill(target, layout.v, chromaX, chromaY, color.v)
    }

    private func fill(
        _ target: UnsafeMutableRawBufferPointer, _ plane: I420Layout.Plane, _ x: Range<Int>, _ y: Range<Int>,
        _ value: UInt8
    ) {
        guard let base = target.baseAddress else { return }
        let (x, y) = (x.clamped(to: 0..<plane.width), y.clamped(to: 0..<plane.height))
        for row in y { memset(base + plane.offset + row * plane.stride + x.lowerBound, Int32(value), x.count) }
    }
}
