import AgoraRtcKit
import Foundation
import StudioRuntime
import StudioTestSupport
import Testing

/// Apps that use the samples of a block after its callback, on a queue of their own.
@Suite("Agora: kept buffers")
struct KeptBufferTests {
    /// Meters the level of the microphone on its own queue.
    private final class LevelMeter: NSObject, AgoraAudioFrameDelegate {
        private let copies: Bool
        private let queue = DispatchQueue(label: "test.meter")
        let levels = Recorder<Int>()

        init(copies: Bool) {
            self.copies = copies
        }

        func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
            guard let buffer = frame.buffer else { return false }
            let count = frame.samplesPerChannel * frame.channels
            if copies {
                let samples = Array(
                    UnsafeBufferPointer(start: buffer.assumingMemoryBound(to: Int16.self), count: count))
                queue.async { [levels] in levels.record(samples.map { abs(Int($0)) }.max() ?? 0) }
            } else {
                let address = UInt(bitPattern: buffer)
                queue.asyncAfter(deadline: .now() + 0.05) { [levels] in
                    guard let kept = UnsafePointer<Int16>(bitPattern: address) else { return }
                    levels.record((0..<count).map { abs(Int(kept[$0])) }.max() ?? 0)
                }
            }
            return true
        }

        func wait() { queue.sync {} }
    }

    /// - Returns: the levels, and the violated rules while the test alone uses the engine.
    private static func run(copies: Bool) -> (levels: [Int], rules: [String]) {
        AgoraRtcEngineKit.emulation.withChannel(EmulatedChannel(guardsMemory: true)) { channel in
            let meter = LevelMeter(copies: copies)
            channel.join { $0.setAudioFrameDelegate(meter) }
            channel.advance(seconds: 0.1)
            if !copies { _ = meter.levels.wait(count: 1) }
            meter.wait()
            return (meter.levels.all, reported)
        }
    }

    @Test("a pointer that is used after its callback ends the program at the line that uses it: AG-BUFFER-004")
    func kept() async {
        // SIGSEGV; a sanitizer turns it into an exit code.
        await #expect(processExitsWith: .failure) { _ = Self.run(copies: false) }
    }

    @Test("a client that copies its samples is undisturbed")
    func copied() {
        let (levels, rules) = Self.run(copies: true)
        #expect(levels.count == 10)
        #expect((levels.max() ?? 0) > 6000)
        #expect(rules == [])
    }
}
