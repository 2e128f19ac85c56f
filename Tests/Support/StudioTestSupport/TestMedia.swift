import Foundation

/// Test sources, created by ffmpeg or byte by byte.
package enum TestMedia {
    /// A y4m file of `testsrc2`, limited range BT.709.
    package static func y4m(
        _ width: Int, _ height: Int, frames: Int, rate: String = "30", into path: String
    ) throws {
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):r=\(rate)", "-frames:v",
                "\(frames)", "-pix_fmt", "yuv420p", "-y", path,
            ])
    }

    /// A WAV file: 16-bit PCM with a plain header.
    package static func wav(_ samples: [Int16], rate: Int = 48_000, channels: Int = 2, bits: Int = 16) -> [UInt8] {
        let data = samples.flatMap { littleEndian(Int($0), 2) }
        let frameBytes = channels * bits / 8
        return Array("RIFF".utf8) + littleEndian(36 + data.count, 4) + Array("WAVEfmt ".utf8) + littleEndian(16, 4)
            + littleEndian(1, 2) + littleEndian(channels, 2) + littleEndian(rate, 4)
            + littleEndian(rate * frameBytes, 4) + littleEndian(frameBytes, 2) + littleEndian(bits, 2)
            + Array("data".utf8) + littleEndian(data.count, 4) + data
    }

    /// Samples of a sine, identical on all channels.
    package static func sine(
        _ seconds: Double, frequency: Double = 440, amplitude: Double = 8000, rate: Int = 48_000, channels: Int = 2
    ) -> [Int16] {
        (0..<Int(seconds * Double(rate))).flatMap { sample in
            let phase = 2 * Double.pi * frequency * Double(sample) / Double(rate)
            return [Int16](repeating: Int16(amplitude * sin(phase)), count: channels)
        }
    }

    /// A tight I420 frame of one colour.
    package static func frame(_ width: Int, _ height: Int, y: UInt8, u: UInt8 = 128, v: UInt8 = 128) -> [UInt8] {
        [UInt8](repeating: y, count: width * height) + [UInt8](repeating: u, count: width * height / 4)
            + [UInt8](repeating: v, count: width * height / 4)
    }

    private static func littleEndian(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

/// A y4m stream, parsed independently of psstudio.
package struct Y4MStream: Sendable {
    package let header: String
    /// The plane bytes of each frame.
    package let frames: [[UInt8]]

    package init(_ bytes: [UInt8], frameBytes: Int) throws {
        guard let end = bytes.firstIndex(of: 0x0A) else { throw TestFailure("the y4m stream has no header") }
        header = String(decoding: bytes[..<end], as: UTF8.self)
        var frames: [[UInt8]] = []
        var rest = bytes[(end + 1)...]
        while !rest.isEmpty {
            guard let line = rest.firstIndex(of: 0x0A), rest[..<line].starts(with: Array("FRAME".utf8)) else {
                throw TestFailure("frame \(frames.count + 1) does not start with FRAME")
            }
            rest = rest[(line + 1)...]
            guard rest.count >= frameBytes else { throw TestFailure("frame \(frames.count + 1) is truncated") }
            frames.append(Array(rest.prefix(frameBytes)))
            rest = rest.dropFirst(frameBytes)
        }
        self.frames = frames
    }
}
