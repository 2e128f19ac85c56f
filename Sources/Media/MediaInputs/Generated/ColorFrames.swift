import ProductionStudio
import StudioCore

/// A colour as samples.
package struct FrameColor: Hashable, Sendable {
    package let y: UInt8
    package let u: UInt8
    package let v: UInt8

    package init(y: UInt8, u: UInt8, v: UInt8) {
        (self.y, self.u, self.v) = (y, u, v)
    }

    /// The number of frames after which the luma repeats.
    package static let period = 32

    /// The luma of a frame: each is brighter by one than the previous one, so that a test can tell them apart.
    package func luma(ofFrame number: Int) -> UInt8 { y &+ UInt8(number % Self.period) }
}

/// Frames of one colour, for tests that check every sample.
final class ColorFrames: VideoInput {
    let description: VideoDescription
    let bytes: ByteInput? = nil
    let canSkip = true
    private let color: FrameColor
    private var number = 0

    init(_ description: VideoDescription, _ color: FrameColor) {
        (self.description, self.color) = (description, color)
    }

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        let layout = frame.layout
        frame.withBytes { target in
            target[..<layout.u.offset].initializeMemory(as: UInt8.self, repeating: color.luma(ofFrame: number))
            target[layout.u.offset..<layout.v.offset].initializeMemory(as: UInt8.self, repeating: color.u)
            target[layout.v.offset...].initializeMemory(as: UInt8.self, repeating: color.v)
        }
        number += 1
        return .complete
    }

    func skip(_ count: Int64) { number += Int(count) }
}
