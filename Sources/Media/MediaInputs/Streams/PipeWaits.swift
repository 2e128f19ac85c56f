public import StudioCore
import StudioRuntime

/// A wait for a pipe that has lasted for two seconds or longer.
public struct PipeWait: Hashable, Sendable, CustomStringConvertible {
    /// What a pipe carries.
    public enum Media: String, Hashable, Sendable, Codable, CaseIterable {
        /// Frames.
        case video
        /// Samples.
        case audio
    }

    /// What the pipe carries.
    public let media: Media
    /// The name of the pipe, quoted.
    public let name: String
    /// Whether its writer has sent anything before.
    public let hasSent: Bool
    /// How long the wait has lasted.
    public internal(set) var duration: MediaTime

    /// One line.
    public var description: String {
        "waiting for \(media.rawValue) at \(name) for \(Int(duration.seconds)) s; its writer has sent nothing \(hasSent ? "since" : "yet")"
    }
}

/// Reports waits for pipes that last, and knows those in progress.
///
/// The threads that wait call it; any thread may read it.
public final class PipeWaits: Sendable {
    private struct Reported: Sendable {
        let source: ObjectIdentifier
        let wait: PipeWait
        let since: MediaTime
    }

    private let clock: any StudioClock
    /// One for each source.
    private let reported = Lock<[Reported]>([])
    private let onWait: @Sendable (PipeWait) -> Void

    /// - Parameter onWait: called after two seconds of a wait, then every thirty, on the thread that waits.
    public convenience init(onWait: @escaping @Sendable (PipeWait) -> Void) {
        self.init(clock: SystemClock(), onWait: onWait)
    }

    init(clock: any StudioClock, onWait: @escaping @Sendable (PipeWait) -> Void) {
        (self.clock, self.onWait) = (clock, onWait)
    }

    /// The waits in progress that were reported, by what they wait for and its name.
    public var current: [PipeWait] {
        let now = clock.now
        return reported.withLock { $0 }
            .map { reported in
                var wait = reported.wait
                wait.duration = now - reported.since
                return wait
            }
            .sorted { ($0.media.rawValue, $0.name) < ($1.media.rawValue, $1.name) }
    }

    fileprivate var now: MediaTime { clock.now }

    fileprivate func report(_ wait: PipeWait, since: MediaTime, by source: ObjectIdentifier) {
        reported.withLock { reported in
            reported.removeAll { $0.source == source }
            reported.append(Reported(source: source, wait: wait, since: since))
        }
        onWait(wait)
    }

    fileprivate func end(_ source: ObjectIdentifier) {
        reported.withLock { $0.removeAll { $0.source == source } }
    }
}

/// The wait for one pipe, on the thread that reads it.
final class InputWait {
    private let waits: PipeWaits
    private let media: PipeWait.Media
    private let name: String
    private var hasSent = false
    private var notices: WaitNotices?
    private var isReported = false

    init(_ waits: PipeWaits, _ media: PipeWait.Media, name: String) {
        (self.waits, self.media, self.name) = (waits, media, name)
    }

    deinit { if isReported { waits.end(ObjectIdentifier(self)) } }

    /// The pipe is waited for, from now on if it was not before. Returns the milliseconds until the next report.
    func begin() -> Int32 {
        let now = waits.now
        let current = notices ?? WaitNotices(since: now)
        notices = current
        return Int32(current.rest(at: now).nanoseconds / 1_000_000) + 1
    }

    /// Reports the wait if a report is due.
    func report() {
        let now = waits.now
        guard var current = notices, current.isDue(at: now) else { return }
        notices = current
        isReported = true
        let wait = PipeWait(media: media, name: name, hasSent: hasSent, duration: now - current.since)
        waits.report(wait, since: current.since, by: ObjectIdentifier(self))
    }

    /// The pipe has delivered.
    func delivered() {
        hasSent = true
        end()
    }

    private func end() {
        notices = nil
        guard isReported else { return }
        isReported = false
        waits.end(ObjectIdentifier(self))
    }
}
