import Foundation
import StudioCore

/// Media with the statistics of natural media, the same in each run.
enum SyntheticMedia {
    /// A value between 0 and 1 for a lattice point.
    private static func hash(_ x: Int, _ y: Int, _ seed: Int) -> Double {
        var value = UInt64(bitPattern: Int64(x &* 73_856_093 ^ y &* 19_349_663 ^ seed &* 83_492_791))
        value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return Double((value ^ value >> 33) >> 11) / Double(1 << 53)
    }

    /// Smooth noise: large shapes and less of small ones.
    private static func noise(_ x: Int, _ y: Int, _ seed: Int) -> Double {
        var (sum, weight) = (0.0, 0.0)
        for (octave, size) in [48.0, 16, 6].enumerated() {
            let (u, v) = (Double(x) / size, Double(y) / size)
            let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
            let (a, b) = (u - Double(left), v - Double(top))
            let upper = hash(left, top, seed + octave) * (1 - a) + hash(left + 1, top, seed + octave) * a
            let lower = hash(left, top + 1, seed + octave) * (1 - a) + hash(left + 1, top + 1, seed + octave) * a
            let share = 1 / Double(octave + 1)
            sum += (upper * (1 - b) + lower * b) * share
            weight += share
        }
        return sum / weight
    }

    /// The planes of a frame.
    struct Planes {
        var width: Int
        var height: Int
        var y: [UInt8]
        var u: [UInt8]
        var v: [UInt8]

        var i420: [UInt8] { y + u + v }
    }

    static func frame(_ number: Int, width: Int = 320, height: Int = 192) -> Planes {
        func plane(_ width: Int, _ height: Int, _ seed: Int, _ low: Double, _ high: Double) -> [UInt8] {
            (0..<height).flatMap { row in
                (0..<width).map { UInt8(low + (high - low) * noise($0 + number * 3, row, seed)) }
            }
        }
        return Planes(
            width: width, height: height, y: plane(width, height, 1, 0, 255),
            u: plane(width / 2, height / 2, 11, 60, 150), v: plane(width / 2, height / 2, 21, 100, 210))
    }

    /// A chord whose notes decay twice a second, with some noise in the attacks; each channel has its own voices.
    static func music(seconds: Double, rate: Int = 48_000, channel: Int = 0) -> [Int16] {
        let notes = channel == 0 ? [220.0, 277.2, 329.6, 1760] : [220.0, 246.9, 440, 1318.5]
        return (0..<Int(seconds * Double(rate))).map { index in
            let time = Double(index) / Double(rate)
            let beat = time.truncatingRemainder(dividingBy: 0.5)
            var value = 0.0
            for (voice, note) in notes.enumerated() {
                let decay = exp(-Double(voice) * 2 * beat)
                value += 0.2 / Double(voice + 1) * decay * sin(2 * .pi * note * time + Double(channel))
            }
            value += 0.1 * exp(-60 * beat) * (hash(index, channel, 5) - 0.5)
            return Int16(value * 24_000)
        }
    }

    /// Interleaved stereo.
    static func stereoMusic(seconds: Double, rate: Int = 48_000) -> [Int16] {
        zip(music(seconds: seconds, rate: rate), music(seconds: seconds, rate: rate, channel: 1)).flatMap { [$0, $1] }
    }

    static func bytes(_ samples: [Int16]) -> [UInt8] { samples.withUnsafeBytes { Array($0) } }
}
