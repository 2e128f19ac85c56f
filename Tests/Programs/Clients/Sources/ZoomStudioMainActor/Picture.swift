import Foundation

/// A gradient that moves, and a tone.
final class Picture {
    static let width = 320
    static let height = 180

    private var bytes = [CChar](repeating: CChar(bitPattern: 128), count: width * height * 3 / 2)
    private let gradient = (0..<width + 512).map { UInt8(truncatingIfNeeded: $0) }
    private var tone = (0..<1600).map { Int16(8000 * sin(Double($0) * 2 * .pi * 450 / 48_000)) }

    /// Draws a frame in I420, and passes it on.
    func withFrame<Result>(_ number: Int, _ body: (UnsafeMutableBufferPointer<CChar>) -> Result) -> Result {
        bytes.withUnsafeMutableBytes { bytes in
            gradient.withUnsafeBytes { row in
                for y in 0..<Self.height {
                    let offset = (y + 2 * number) % 256
                    let target = UnsafeMutableRawBufferPointer(rebasing: bytes[y * Self.width..<(y + 1) * Self.width])
                    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: row[offset..<offset + Self.width]))
                }
            }
        }
        return bytes.withUnsafeMutableBufferPointer { body($0) }
    }

    /// Passes on the audio of a frame: a thirtieth of a second at 48 kHz.
    func withTone<Result>(_ body: (UnsafeMutableBufferPointer<CChar>) -> Result) -> Result {
        tone.withUnsafeMutableBytes { body($0.bindMemory(to: CChar.self)) }
    }
}
