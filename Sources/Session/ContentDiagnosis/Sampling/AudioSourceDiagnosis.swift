import Dispatch
package import ProductionStudio
package import StudioCore
import StudioRuntime

/// Diagnoses audio of any source: what an app pushes into a microphone, for instance.
///
/// It samples and judges like the diagnosis of a studio. In addition, it judges the pace of the source. A finding is a
/// warning, once for each rule. Blocks are used by one thread at a time, in their order.
package final class AudioSourceDiagnosis: Sendable {
    private struct State: Sendable {
        var schedule = SamplingSchedule()
        private var format = AudioFormat.program
        /// Of all calls, also of refused ones.
        private var offered = AudioPace()
        private var lastRefusal: MediaTime?
        /// Blocks that wait for the queue.
        var waiting = 0
        var skipped = 0

        /// Counts a call.
        mutating func offer(
            _ samples: Int, _ format: AudioFormat, at time: MediaTime, isRefused: Bool = false
        ) -> Paces {
            if format != self.format { (self.format, offered, lastRefusal) = (format, AudioPace(), nil) }
            if isRefused { lastRefusal = time }
            // A measurement is not much longer than this.
            let isAhead = lastRefusal.map { time - $0 <= AudioPace.span + AudioPace.longestPause } ?? false
            return Paces(offered: offered.add(samples: samples, at: time), isAhead: isAhead)
        }
    }

    /// What was measured up to a call.
    private struct Paces {
        /// The pace of all calls.
        var offered: AudioPace.Reading?
        /// That of accepted ones.
        var accepted: AudioPace.Reading?
        /// Whether calls were refused meanwhile.
        var isAhead: Bool
    }

    private let violations: ViolationLog
    private let queue: DispatchQueue?
    private let state = Lock(State())
    private let diagnosis = Lock(AudioDiagnosis())

    /// Half a second in blocks of 5 ms.
    private static let maximumWaiting = 100

    /// - Parameters:
    ///   - violations: gets the findings.
    ///   - clock: of the times. With a manual clock, a block is judged inside the call, so that equal runs have equal
    ///     findings; otherwise on a queue of low priority.
    package init(_ violations: ViolationLog, clock: any StudioClock) {
        self.violations = violations
        queue = clock is ManualClock ? nil : DispatchQueue(label: "psstudio.contents", qos: .background)
    }

    /// The blocks that were not diagnosed because the queue did not keep up.
    package var skipped: Int { state.withLock { $0.skipped } }

    /// Diagnoses a block, unless it is outside of the sampled windows.
    ///
    /// - Parameters:
    ///   - bytes: whole samples: signed 16-bit little-endian PCM, channels interleaved; copied if it is judged later.
    ///   - format: the declared format.
    ///   - time: when the block arrived.
    package func receive(_ bytes: UnsafeRawBufferPointer, _ format: AudioFormat, at time: MediaTime) {
        let samples = bytes.count / format.frameBytes
        let (place, paces, isSkipped) = state.withLock { state in
            var paces = state.offer(samples, format, at: time)
            let (place, accepted) = state.schedule.takeBlock(samples, format, at: time)
            paces.accepted = accepted
            let isSkipped = place != nil && state.waiting >= Self.maximumWaiting
            if isSkipped { state.skipped += 1 } else if place != nil, queue != nil { state.waiting += 1 }
            return (place, paces, isSkipped)
        }
        judge(samples, paces, format)
        guard let place, !isSkipped else { return }
        guard let queue else { return judge(bytes, format, place) }
        let copy = Array(bytes)
        queue.async { [self] in
            copy.withUnsafeBytes { judge($0, format, place) }
            state.withLock { $0.waiting -= 1 }
        }
    }

    /// Counts a block that was refused because it came ahead of time. Its samples also show the rate of the source.
    ///
    /// - Parameters:
    ///   - samples: of each channel.
    ///   - format: the declared format.
    ///   - time: when the block arrived.
    package func refuse(_ samples: Int, _ format: AudioFormat, at time: MediaTime) {
        judge(0, state.withLock { $0.offer(samples, format, at: time, isRefused: true) }, format)
    }

    /// - Parameter samples: of an accepted block.
    private func judge(_ samples: Int, _ paces: Paces, _ format: AudioFormat) {
        let isLong = samples > AudioDiagnosis.longestBlock * Int(format.sampleRate)
        guard isLong || paces.offered != nil || paces.accepted != nil else { return }
        let found = diagnosis.withLock { diagnosis in
            [
                diagnosis.judge(block: samples, format), paces.offered.flatMap { diagnosis.judge($0, format) },
                paces.isAhead
                    ? paces.offered.flatMap { diagnosis.judgeRefused($0, format) }
                    : paces.accepted.flatMap { diagnosis.judgePace($0, format) },
            ].compactMap(\.self)
        }
        for error in found { violations.warn(error) }
    }

    private func judge(_ bytes: UnsafeRawBufferPointer, _ format: AudioFormat, _ place: AudioWindowPlace) {
        let found = diagnosis.withLock { $0.add(bytes, format, at: place) }
        for error in found { violations.warn(error) }
    }
}
