import ProductionStudio
import StudioCore

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
