import Glibc
import GStreamer
package import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Diagnoses the contents of accepted media: samples of it, on a thread of low priority.
///
/// A finding is a warning in the studio's violations, once per session and rule; media is never rejected for its
/// contents. Under a manual clock, samples are diagnosed inside the send call, so that equal sessions have equal findings.
/// Every member may be called from any thread.
package final class ContentDiagnosis: Sendable {
    private struct State: Sendable {
        var hasBegun = false
        /// Whether the worker has ended.
        var isOver = false
    }

    private let clock: any StudioClock
    private let violations: ViolationLog
    private let schedule = Lock(SamplingSchedule())
    private let diagnosis: MediaDiagnosis
    private let queue = DiagnosisQueue()
    private let state = Monitor(State())
    private let isSynchronous: Bool

    /// The niceness of the worker.
    private static let niceness: Int32 = 10

    /// Diagnoses the media of this studio from its next start on. The studio retains the diagnosis.
    package init(_ studio: StudioController) {
        clock = studio.meeting.clock
        violations = studio.violations
        isSynchronous = clock is ManualClock
        diagnosis = MediaDiagnosis(studio.violations)
        // The studio retains its observers in any case. An object with a weak reference would cost each frame 120
        // instructions for reference counts.
        studio.onEvent { event in
            if case .startedSending(hasSender: true) = event { self.begin() }
        }
        studio.addObserver(self)
    }

    deinit { queue.close() }

    /// The samples that were skipped because the worker did not keep up.
    package var skipped: Int { queue.skipped }

    /// A new start. The worker begins with the first one, before the client has its sender.
    private func begin() {
        schedule.withLock { $0.begin() }
        guard !isSynchronous else { return diagnosis.diagnose(SampledUnit(content: .start)) }
        queue.append(.start, nil)
        let isFirst = state.withLock { !exchange(&$0.hasBegun, with: true) }
        guard isFirst else { return }
        do {
            _ = try Worker("contents", policy: .batch) { [queue, diagnosis, state] in
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
                var unit = SampledUnit()
                while queue.take(&unit) { diagnosis.diagnose(unit) }
                state.update { $0.isOver = true }
            }
        } catch {
            // At the limit of threads: the session is more important than its diagnosis.
            queue.close()
            state.update { $0.isOver = true }
        }
    }

    /// Ends the diagnosis and waits until queued samples are diagnosed.
    package func finish() {
        queue.close()
        _ = state.wait { !$0.hasBegun || $0.isOver ? true : nil }
    }
}

extension ContentDiagnosis: StudioObserver {
    package func studioAccepted(_ frame: borrowing VideoFrame, isDropped: Bool) {
        let now = clock.now
        guard schedule.withLock({ $0.takesFrame(at: now) }) else { return }
        pass(.video(frame.layout, frame.format.range ?? .full), frame.buffer)
    }

    package func studioAccepted(_ block: borrowing AudioBlock, isDropped: Bool) {
        let now = clock.now
        let (samples, format) = (block.sampleCount, block.format)
        let (place, pace) = schedule.withLock { $0.takeBlock(samples, format, at: now) }
        let isLong = samples > AudioDiagnosis.longestBlock * Int(format.sampleRate)
        guard place != nil || pace != nil || isLong else { return }
        pass(.audio(format, samples: samples, place, pace), block.buffer)
    }

    private func pass(_ content: SampledUnit.Content, _ media: borrowing MediaBuffer) {
        if isSynchronous {
            diagnosis.diagnose(SampledUnit(content: content, media: media.retained()))
        } else {
            queue.append(content, media.retained())
        }
    }
}

/// The diagnosis of both tracks. One thread uses it at a time.
private final class MediaDiagnosis: Sendable {
    private struct State: Sendable {
        var video = VideoDiagnosis()
        var audio = AudioDiagnosis()
    }

    private let violations: ViolationLog
    private let state = Lock(State())

    init(_ violations: ViolationLog) {
        self.violations = violations
    }

    func diagnose(_ unit: borrowing SampledUnit) {
        var found: [StudioError] = []
        switch unit.content {
        case .nothing: break
        case .start: state.withLock { $0.video.begin() }
        case .video(let layout, let range):
            found =
                unit.media?.withBytes { bytes in
                    state.withLock { $0.video.judge(SampledFrame(bytes, layout, range)) }
                } ?? []
        case .audio(let format, let samples, let place, let pace):
            if let error = state.withLock({ $0.audio.judge(block: samples, format) }) { found.append(error) }
            if let pace, let error = state.withLock({ $0.audio.judge(pace, format) }) { found.append(error) }
            guard let place else { break }
            found +=
                unit.media?.withBytes { bytes in
                    state.withLock { $0.audio.add(bytes, format, at: place) }
                } ?? []
        }
        for error in found { violations.warn(error) }
    }
}
