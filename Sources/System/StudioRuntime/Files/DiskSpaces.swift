package import StudioCore

/// Asks disks for their free space: each at most twice a second, however many files are written there.
package final class DiskSpaces: Sendable {
    /// Those of the process.
    package static let process = DiskSpaces()
    /// The minimum distance of two questions to a disk.
    package static let interval = MediaTime.milliseconds(500)

    private struct Answer: Sendable {
        var askedAt: MediaTime
        var bytes: UInt64?
    }

    private let clock: any StudioClock
    private let ask: @Sendable (DiskPlace) -> UInt64?
    /// The last answer of each disk, by its number.
    private let answers = Lock<[UInt64: Answer]>([:])

    /// - Parameter ask: returns the free bytes; the system's answer by default.
    package init(
        clock: any StudioClock = SystemClock(), ask: @escaping @Sendable (DiskPlace) -> UInt64? = { $0.freeBytes }
    ) {
        (self.clock, self.ask) = (clock, ask)
    }

    /// The bytes that this user may still write, not older than ``interval``; `nil` when the system does not say.
    ///
    /// A disk that does not answer holds up one caller. The others get the answer before.
    package func freeBytes(of place: DiskPlace) -> UInt64? {
        let now = clock.now
        let known = answers.withLock { answers -> Answer? in
            if let answer = answers[place.device], now - answer.askedAt < Self.interval { return answer }
            answers[place.device, default: Answer(askedAt: now)].askedAt = now
            return nil
        }
        if let known { return known.bytes }
        let bytes = ask(place)
        answers.withLock { $0[place.device] = Answer(askedAt: now, bytes: bytes) }
        return bytes
    }
}
