@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

/// A frame in luma, and distortions of it. It shares no code with the code under test.
struct LumaFrame {
    var width: Int
    var height: Int
    var luma: [UInt8]

    init(width: Int, height: Int, luma: [UInt8]) {
        self.width = width
        self.height = height
        self.luma = luma
    }

    init(width: Int, height: Int, of value: UInt8) {
        self.init(width: width, height: height, luma: [UInt8](repeating: value, count: width * height))
    }

    /// Frame `number` of the session.
    init(_ number: UInt32, of session: CodedSession, range: VideoRange = .limited) {
        var writer = CodedFrameWriter(session, range: range)
        self.init(number, from: &writer)
    }

    /// Frame `number` of the writer's session, its luma without row padding.
    init(_ number: UInt32, from writer: inout CodedFrameWriter) {
        let layout = writer.layout
        var bytes = [UInt8](repeating: 0, count: layout.byteCount)
        bytes.withUnsafeMutableBytes { writer.draw(number, into: $0) }
        var luma: [UInt8] = []
        luma.reserveCapacity(layout.width * layout.height)
        for row in 0..<layout.height {
            let start = layout.y.offset + row * layout.y.stride
            luma += bytes[start..<start + layout.width]
        }
        self.init(width: layout.width, height: layout.height, luma: luma)
    }

    /// A view of the frame. Its luma stands for the chroma, too, which these readers do not use.
    func view<Result>(_ body: (FrameView) throws -> Result) throws -> Result {
        try luma.withUnsafeBytes { bytes in
            let plane = SamplePlane(bytes, stride: width)
            return try body(#require(FrameView(width: width, height: height, y: plane, u: plane, v: plane)))
        }
    }

    /// The result of a reader for this frame; a new reader if none is given.
    func reading() throws -> CodedReading? {
        var reader = CodedFrameReader()
        return try reading(by: &reader)
    }

    func reading(by reader: inout CodedFrameReader) throws -> CodedReading? {
        try view { reader.read($0) }
    }
}

// MARK: Samples

extension LumaFrame {
    func mapped(_ change: (Double) -> Double) -> LumaFrame {
        let table = (0..<256).map { Self.byte(change(Double($0))) }
        return LumaFrame(width: width, height: height, luma: luma.map { table[Int($0)] })
    }

    /// Adds approximately normal noise: the sum of four uniform values.
    func noisy(sigma: Double, seed: UInt64) -> LumaFrame {
        var generator = SeededRandom(seed: seed)
        // The standard deviation of the sum of four uniform values of 0 to 65,535.
        let scale = sigma / (65_536 * (4.0 / 12).squareRoot())
        var result = self
        for index in luma.indices {
            let bits = generator.next()
            let sum = Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF) + Int(bits >> 32 & 0xFFFF) + Int(bits >> 48)
            result.luma[index] = Self.byte(Double(luma[index]) + Double(sum - 131_070) * scale)
        }
        return result
    }

    /// The mean of each pixel and its eight neighbours; the border stays.
    func blurred() -> LumaFrame {
        var result = self
        for row in 1..<height - 1 {
            for column in 1..<width - 1 {
                var sum = 4
                for line in row - 1...row + 1 {
                    let place = line * width + column
                    sum += Int(luma[place - 1]) + Int(luma[place]) + Int(luma[place + 1])
                }
                result.luma[row * width + column] = UInt8(sum / 9)
            }
        }
        return result
    }

    /// Fills a rectangle, given as fractions of the frame.
    mutating func fill(x: ClosedRange<Double>, y: ClosedRange<Double>, with value: () -> UInt8) {
        for row in Int(y.lowerBound * Double(height))..<Int((y.upperBound * Double(height)).rounded(.up)) {
            for column in Int(x.lowerBound * Double(width))..<Int((x.upperBound * Double(width)).rounded(.up)) {
                luma[row * width + column] = value()
            }
        }
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
}

// MARK: Geometry

extension LumaFrame {
    /// Its upper half, above the lower half of another frame.
    func torn(over other: LumaFrame) -> LumaFrame {
        let half = height / 2 * width
        return LumaFrame(width: width, height: height, luma: Array(luma[..<half]) + Array(other.luma[half...]))
    }

    func cropped(x: Range<Int>, y: Range<Int>) -> LumaFrame {
        var part: [UInt8] = []
        part.reserveCapacity(x.count * y.count)
        for row in y { part += luma[row * width + x.lowerBound..<row * width + x.upperBound] }
        return LumaFrame(width: x.count, height: y.count, luma: part)
    }

    /// Places the frame on a larger one.
    func placed(x: Int, y: Int, onWidth newWidth: Int, height newHeight: Int, of value: UInt8) -> LumaFrame {
        var result = LumaFrame(width: newWidth, height: newHeight, of: value)
        for row in 0..<height {
            let start = (y + row) * newWidth + x
            result.luma.replaceSubrange(start..<start + width, with: luma[row * width..<(row + 1) * width])
        }
        return result
    }

    /// Each new pixel is the mean of the area that it covers.
    func boxScaled(width newWidth: Int, height newHeight: Int) -> LumaFrame {
        scaled(Self.boxes(width, newWidth), Self.boxes(height, newHeight))
    }

    /// Each new pixel is interpolated linearly in each direction.
    func linearScaled(width newWidth: Int, height newHeight: Int) -> LumaFrame {
        scaled(Self.lines(width, newWidth), Self.lines(height, newHeight))
    }

    private struct Tap {
        let first: Int
        let weights: [Float]
    }

    private static func boxes(_ old: Int, _ new: Int) -> [Tap] {
        let ratio = Double(old) / Double(new)
        return (0..<new).map { place in
            let (start, end) = (Double(place) * ratio, Double(place + 1) * ratio)
            let first = Int(start)
            let last = min(old - 1, max(first, Int(end.rounded(.up)) - 1))
            let weights = (first...last).map { max(0, min(end, Double($0 + 1)) - max(start, Double($0))) }
            let sum = weights.reduce(0, +)
            return Tap(first: first, weights: weights.map { Float($0 / sum) })
        }
    }

    private static func lines(_ old: Int, _ new: Int) -> [Tap] {
        let ratio = Double(old) / Double(new)
        return (0..<new).map { place in
            let center = max(0, min(Double(old - 1), (Double(place) + 0.5) * ratio - 0.5))
            let first = min(old - 2, Int(center))
            let share = Float(center - Double(first))
            return Tap(first: first, weights: [1 - share, share])
        }
    }

    private func scaled(_ columns: [Tap], _ rows: [Tap]) -> LumaFrame {
        let (width, newWidth) = (width, columns.count)
        var lines = [Float](repeating: 0, count: newWidth * height)
        var result = [UInt8](repeating: 0, count: newWidth * rows.count)
        // Without optimization, iterators take most of the time.
        var column = 0
        while column < newWidth {
            let tap = columns[column]
            tap.weights.withUnsafeBufferPointer { weights in
                luma.withUnsafeBufferPointer { luma in
                    lines.withUnsafeMutableBufferPointer { lines in
                        var row = 0
                        while row < height {
                            var sum: Float = 0
                            let place = row * width + tap.first
                            var index = 0
                            while index < weights.count {
                                sum += weights[index] * Float(luma[place + index])
                                index += 1
                            }
                            lines[row * newWidth + column] = sum
                            row += 1
                        }
                    }
                }
            }
            column += 1
        }
        var row = 0
        while row < rows.count {
            let tap = rows[row]
            tap.weights.withUnsafeBufferPointer { weights in
                lines.withUnsafeBufferPointer { lines in
                    result.withUnsafeMutableBufferPointer { result in
                        var column = 0
                        while column < newWidth {
                            var sum: Float = 0.5
                            let place = tap.first * newWidth + column
                            var index = 0
                            while index < weights.count {
                                sum += weights[index] * lines[place + index * newWidth]
                                index += 1
                            }
                            result[row * newWidth + column] = UInt8(min(255, sum))
                            column += 1
                        }
                    }
                }
            }
            row += 1
        }
        return LumaFrame(width: newWidth, height: rows.count, luma: result)
    }
}

// MARK: Sessions

extension CodedSession {
    /// A session of a size at 30 frames per second.
    static func sized(_ width: Int, _ height: Int, identity: UInt32 = 0xC0DE_CAFE) throws -> CodedSession {
        try #require(CodedSession(identity: identity, width: width, height: height, rate: .thirty))
    }
}

/// A size as a test argument.
struct Size: Hashable, Sendable, CustomTestStringConvertible {
    let width: Int
    let height: Int

    init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    var testDescription: String { "\(width)x\(height)" }
}

/// Whether two areas are equal within a fraction of the card's size.
func isNear(_ area: CardPlacement, _ other: CardPlacement, within share: Double) -> Bool {
    abs(area.x - other.x) <= share * other.width && abs(area.y - other.y) <= share * other.height
        && abs(area.width - other.width) <= share * other.width
        && abs(area.height - other.height) <= share * other.height
}
