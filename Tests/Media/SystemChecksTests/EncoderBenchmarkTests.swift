import ProgramEncoding
import StudioCore
import Testing

@testable import SystemChecks

@Suite("EncoderBenchmark")
struct EncoderBenchmarkTests {
    private func speed(_ preset: EncoderSettings.Preset, _ framesPerSecond: Double) -> EncoderBenchmark.Speed {
        EncoderBenchmark.Speed(preset: preset, framesPerSecond: framesPerSecond, rate: .thirty)
    }

    @Test(
        "the verdict depends on the ratio to real time",
        arguments: [
            (58.0, EncoderBenchmark.Verdict.good), (39, .good), (38.9, .tight), (30, .tight), (29.9, .tooSlow),
            (0, .tooSlow),
        ])
    func verdict(_ framesPerSecond: Double, _ verdict: EncoderBenchmark.Verdict) {
        #expect(speed(.veryfast, framesPerSecond).verdict == verdict)
    }

    @Test("the slowest preset with a margin is recommended, whatever the order of measurement")
    func recommended() {
        let good = EncoderBenchmark.Result(
            wanted: speed(.veryfast, 58), others: [speed(.faster, 40), speed(.fast, 21)])
        #expect(good.recommendedPreset == .faster)
        let slow = EncoderBenchmark.Result(wanted: speed(.slow, 8), others: [speed(.medium, 15), speed(.fast, 41)])
        #expect(slow.recommendedPreset == .fast)
        let none = EncoderBenchmark.Result(wanted: speed(.ultrafast, 31), others: [])
        #expect(none.recommendedPreset == nil)
    }

    @Test("sizes that a session rejects are rejected with the same error")
    func refused() {
        #expect(throws: StudioError.self) { try EncoderBenchmark(width: 641, height: 360, rate: .thirty) }
        #expect(throws: StudioError.self) { try EncoderBenchmark(width: 7680, height: 4320, rate: .thirty) }
    }

    @Test("it encodes with the requested preset, then with others; a cancelled benchmark has no result")
    func run() throws {
        let trial = try EncoderBenchmark(width: 64, height: 36, rate: .thirty)
        var speeds: [EncoderBenchmark.Speed] = []
        let result = try trial.run(.fast) { speed in
            speeds.append(speed)
            if speeds.count == 2 { trial.cancel() }
        }
        #expect(result == nil)
        try #require(speeds.count == 2)
        #expect(speeds[0].preset == .fast)
        #expect(speeds[1].preset != .fast)
        #expect(speeds.allSatisfy { $0.framesPerSecond > 0 })
    }

    @Test(
        "the frames cover every sample, change, and are reproducible", arguments: [(64, 36), (404, 710), (2, 2)])
    func frames(_ width: Int, _ height: Int) {
        let layout = I420Layout.gstreamer(width: width, height: height)
        func frame(_ number: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: layout.byteCount)
            bytes.withUnsafeMutableBytes { BenchmarkFrames(layout).draw(number, into: $0) }
            return bytes
        }
        let first = frame(0)
        #expect(first == frame(0))
        #expect(first != frame(1))
        for row in 0..<height {
            let line = first[layout.y.offset + row * layout.y.stride..<layout.y.offset + row * layout.y.stride + width]
            #expect(!line.contains(0))
        }
    }
}
