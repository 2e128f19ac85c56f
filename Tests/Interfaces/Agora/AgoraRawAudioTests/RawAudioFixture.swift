import AgoraRawAudio
import Dispatch
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

/// An observer whose behaviour is a closure.
final class TestObserver: RawAudioObserver {
    let wanted = Lock<RawAudioPoints?>([])
    let asked = Lock<[RawAudioPoints: RawAudioParameters]>([:])
    let calls = Recorder<RawAudioPoints>()
    let blocks = Recorder<RawAudioShape>()
    private let body = Lock<(@Sendable (RawAudioBlock) -> RawAudioResult)?>(nil)

    init(_ wanted: RawAudioPoints, _ body: (@Sendable (RawAudioBlock) -> RawAudioResult)? = nil) {
        self.wanted.set(wanted)
        self.body.set(body)
    }

    func wantedPoints() -> RawAudioPoints? { wanted.withLock { $0 } }
    func parameters(at point: RawAudioPoints) -> RawAudioParameters? { asked.withLock { $0[point] } }

    func receive(_ block: RawAudioBlock) -> RawAudioResult {
        calls.record(block.point)
        blocks.record(block.shape)
        return body.withLock { $0 }?(block) ?? RawAudioResult(shape: block.shape)
    }
}

extension RawAudioBlock {
    var samples: UnsafeMutableBufferPointer<Int16>? {
        bytes.map {
            UnsafeMutableBufferPointer(
                start: $0.assumingMemoryBound(to: Int16.self), count: shape.samples * shape.channels)
        }
    }

    func fill(_ value: Int16) -> RawAudioResult {
        samples?.update(repeating: value)
        return RawAudioResult(shape: shape)
    }
}

/// An engine of a broadcaster in a meeting with one remote user, both microphones constant.
final class RawAudioFixture {
    let test = TestMeeting()
    let engine: RawAudioEngine
    let reports = Recorder<RuleID>()
    let taps = Lock<[RawAudioTap: [Int16]]>([:])
    private let microphones: [TrackPublisher]

    init(_ options: RawAudioEngine.Options = .init(seed: 1)) throws {
        let ada = test.meeting.add("Ada")
        microphones = [
            TrackPublisher(test.meeting.localTracks.microphone),
            try #require(test.meeting.publisher(.microphone, of: ada.id)),
        ]
        engine = RawAudioEngine(options) { [reports] error, _ in reports.record(error.rule.id) }
        engine.publish { $0.isBroadcaster = true }
        engine.onTap { [taps] tap, samples in
            taps.withLock { $0[tap, default: []].append(samples[samples.count - 1]) }
        }
    }

    func join(_ observer: TestObserver? = nil) throws {
        if let observer { try engine.setObserver(observer) }
        _ = try engine.join("room", user: 1, appID: "app") { test.meeting }
    }

    /// Pushes 10 ms of one level.
    func push(_ level: Int16, rate: Int = 48_000, channels: Int = 2, to track: Int? = nil) throws(StudioError) {
        let samples = [Int16](repeating: level, count: rate / 100 * channels)
        var failure: StudioError?
        samples.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            do throws(StudioError) {
                try engine.push(
                    start, samples: rate / 100 * channels, sampleRate: rate, channels: channels, track: track)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Publishes 10 ms of 100 locally and 20 remotely, `count` times.
    func feed(_ count: Int, _ prepare: () throws -> Void = {}) throws {
        for _ in 0..<count {
            try prepare()
            for (microphone, level) in zip(microphones, [100, 20] as [Int16]) {
                let bytes = [Int16](repeating: level, count: 960)
                bytes.withUnsafeBytes {
                    _ = microphone.publish(audio: $0, format: .program, time: test.clock.now)
                }
            }
            try test.turn(by: .milliseconds(10))
        }
    }

    func last(_ tap: RawAudioTap) -> Int16? { taps.withLock { $0[tap]?.last } }
}
