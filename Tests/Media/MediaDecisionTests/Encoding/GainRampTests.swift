import ProgramEncoding
import StudioCore
import Testing

@Suite("The volume of the program's audio")
struct GainRampTests {
    private static let stereo = AudioFormat.program

    private static func apply(_ ramp: inout GainRamp, _ samples: [Int16], _ format: AudioFormat = stereo) -> [Int16] {
        var result = [Int16](repeating: 0, count: samples.count)
        samples.withUnsafeBytes { source in
            result.withUnsafeMutableBytes { ramp.apply(source, into: $0, format: format) }
        }
        return result
    }

    @Test("a gain of 1 is unity, and every sample stays as it is")
    func unity() {
        var ramp = GainRamp()
        #expect(ramp.isUnity)
        let samples = (Int16.min...Int16.max).map { $0 }
        #expect(Self.apply(&ramp, samples) == samples)
        ramp.change(to: 1)
        #expect(ramp.isUnity)
    }

    @Test("samples are rounded to the nearest and limited to 16 bits")
    func values() {
        var ramp = GainRamp()
        ramp.jump(to: 0.5)
        #expect(Self.apply(&ramp, [3, -3, 1000, -1000, 32767, -32768]) == [2, -2, 500, -500, 16384, -16384])
        ramp.jump(to: 4)
        #expect(Self.apply(&ramp, [3, -3, 10_000, -10_000]) == [12, -12, 32767, -32768])
        ramp.jump(to: 0)
        #expect(Self.apply(&ramp, [3, -3, 32767, -32768]) == [0, 0, 0, 0])
    }

    @Test(
        "a ramp lasts 8 ms at any rate, over all blocks, is the same for all channels, and ends exactly",
        arguments: [(48_000, 2), (48_000, 1), (32_000, 2), (32_000, 1)])
    func ramp(_ rate: Int, _ channels: Int) {
        let format = AudioFormat(sampleRate: Int32(rate), channels: Int32(channels))
        let length = rate * 8 / 1000
        var ramp = GainRamp()
        ramp.change(to: 0)
        var frames: [Int16] = []
        // Blocks of 100 frames.
        for _ in 0..<6 {
            #expect(!ramp.isUnity)
            let block = Self.apply(&ramp, [Int16](repeating: 10_000, count: 100 * channels), format)
            for frame in stride(from: 0, to: block.count, by: channels) {
                #expect(block[frame..<frame + channels].allSatisfy { $0 == block[frame] })
                frames.append(block[frame])
            }
        }
        #expect(frames[0] == 10_000)
        #expect(frames[length / 2] == 5000)
        #expect(frames[length - 1] > 0)
        #expect(frames[length...].allSatisfy { $0 == 0 })
        let steps = zip(frames.dropFirst(), frames).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 0 && Int($0) <= 10_000 / length + 1 })
        ramp.change(to: 1)
        _ = Self.apply(&ramp, [Int16](repeating: 10_000, count: length * channels), format)
        #expect(ramp.isUnity)
        #expect(ramp.gain == 1)
    }

    @Test("a change during a ramp begins at the present gain")
    func duringRamp() {
        var ramp = GainRamp()
        ramp.change(to: 0)
        let first = Self.apply(&ramp, [Int16](repeating: 10_000, count: 2 * 192))
        #expect(ramp.gain == 0.5)
        ramp.change(to: 1)
        let second = Self.apply(&ramp, [Int16](repeating: 10_000, count: 2 * 384))
        #expect(first.last == 5026)
        #expect(second.first == 5000)
        #expect(second.last == 9987)
        #expect(ramp.isUnity)
    }

    @Test("a ramp goes on at the same place when the rate of the audio changes")
    func rates() {
        var ramp = GainRamp()
        ramp.change(to: 0)
        _ = Self.apply(&ramp, [Int16](repeating: 10_000, count: 2 * 192))
        let slow = AudioFormat(sampleRate: 32_000, channels: 1)
        let rest = Self.apply(&ramp, [Int16](repeating: 10_000, count: 130), slow)
        #expect(rest.first == 5000)
        #expect(rest[127] == 39)
        #expect(rest[128] == 0)
    }
}
