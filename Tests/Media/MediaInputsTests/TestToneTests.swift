import Glibc
import StudioCore
import Testing

@testable import MediaInputs

@Suite("Test tone")
struct TestToneTests {
    private static let rates = [Rate.thirty, Rate(30_000, over: 1001) ?? .thirty]

    /// A beep of 1 kHz and 100 ms from the first frame of each second on, which ends with the second.
    private func expected(_ sample: Int64, _ format: AudioFormat, _ rate: Rate) -> Int16 {
        let start = TestPattern.flashTime(second: sample / Int64(format.sampleRate), rate: rate).count(at: format.rate)
        let phase = Double(sample - start) / Double(format.sampleRate)
        guard phase >= 0, phase < 0.1 else { return 0 }
        return Int16(0.25 * 32_767 * sin(2 * .pi * 1000 * phase))
    }

    @Test("blocks of any length have the samples of the beep", arguments: rates, [8000, 44_100, 48_000] as [Int32])
    func samples(_ rate: Rate, _ sampleRate: Int32) {
        let format = AudioFormat(sampleRate: sampleRate, channels: 2)
        let tone = TestTone(format: format, frameRate: rate)
        var position: Int64 = 0
        for count in [1, 7, 960, 4799, Int(sampleRate), 2 * Int(sampleRate) + 1] {
            var block = [Int16](repeating: 77, count: count * 2)
            block.withUnsafeMutableBufferPointer { tone.write(from: position, into: $0) }
            let right = (0..<count).flatMap { index in
                [Int16](repeating: expected(position + Int64(index), format, rate), count: 2)
            }
            let isEqual = block == right
            #expect(isEqual)
            position += Int64(count)
        }
    }
}
