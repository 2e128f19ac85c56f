import Glibc
import StudioCore
package import StudioMeeting
package import StudioRuntime

/// A continuous tone.
package struct Tone: Hashable, Sendable {
    /// The frequency in hertz.
    package var frequency: Double
    /// The amplitude as a part of full scale, 0 to 1.
    package var level: Double

    /// The local user's voice outside tests.
    package static let voice = Tone(frequency: 440, level: 0.2)

    /// The sample at a position, at 48 kHz.
    package func sample(_ position: Int64) -> Int16 {
        let phase = frequency * Double(position) / Double(AudioFormat.program.sampleRate)
        return Int16((level * 32_767 * sin(2 * .pi * phase)).rounded())
    }
}

/// Publishes a tone to a track in blocks of 10 ms, on absolute deadlines of the session's clock. It follows the controls
/// of the track: nothing while it is muted, zeros while its participant is silent, and after a stall at once what was due.
package final class ToneFeed: Sendable {
    private struct State: Sendable {
        var block: Int64 = 0
        /// Blocks that a stall withholds.
        var withheld: Int64 = 0
        var isStopped = false
    }

    private let tone: Tone
    private let publisher: TrackPublisher
    private let clock: any StudioClock
    private let origin: MediaTime
    private let state = Lock(State())

    private static let format = AudioFormat(sampleRate: 48_000, channels: 1)
    private static let blockSamples: Int64 = 480
    /// A stall withholds at most the last second.
    private static let longestStall: Int64 = 100

    /// Publishes from now on, as long as the feed is retained.
    package init(_ tone: Tone, to track: Track, clock: any StudioClock) {
        self.tone = tone
        self.clock = clock
        publisher = TrackPublisher(track)
        origin = clock.now
        publishDue()
    }

    /// Stops publishing; a block that is being published may still arrive.
    package func stop() { state.withLock { $0.isStopped = true } }

    private func due(_ block: Int64) -> MediaTime {
        origin + MediaTime(count: block * Self.blockSamples, rate: Self.format.rate)
    }

    /// Publishes the due blocks. The clock calls it, one call at a time.
    private func publishDue() {
        while true {
            let (block, isStopped) = state.withLock { ($0.block, $0.isStopped) }
            guard !isStopped else { return }
            guard due(block) <= clock.now else {
                return clock.schedule(at: due(block)) { [weak self] in self?.publishDue() }
            }
            publish(block)
            state.withLock { $0.block += 1 }
        }
    }

    private func publish(_ block: Int64) {
        let controls = publisher.track.controls
        let withheld = state.withLock { state in
            let before = state.withheld
            state.withheld = controls.isStalled && !controls.isMuted ? min(before + 1, Self.longestStall) : 0
            return before
        }
        guard !controls.isMuted, !controls.isStalled else { return }
        if controls.catchesUp { for late in (block - withheld)..<block { publish(late, controls) } }
        publish(block, controls)
    }

    private func publish(_ block: Int64, _ controls: TrackControls) {
        let first = block * Self.blockSamples
        let samples = (first..<first + Self.blockSamples).map { controls.isSpeaking ? tone.sample($0) : 0 }
        samples.withUnsafeBytes { bytes in
            _ = publisher.publish(audio: bytes, format: Self.format, time: due(block))
        }
    }
}
