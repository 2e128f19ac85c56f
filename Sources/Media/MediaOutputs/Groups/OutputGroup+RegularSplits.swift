import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

/// Watches the time of the program, and has the next files opened shortly before each split.
final class RegularSplits: EncodedReceiver {
    /// How long before a split its files are opened.
    private static let lead = MediaTime.seconds(2)

    private struct State: Sendable {
        var times: SplitTimes
        var isOpening = false
    }

    private let state: Lock<State>
    private let backpressure: Backpressure
    private let split: @Sendable (MediaTime) -> Void

    /// - Parameter split: opens the next files, which begin at this time or later; on a thread of its own.
    init(_ times: SplitTimes, backpressure: Backpressure, split: @escaping @Sendable (MediaTime) -> Void) {
        state = Lock(State(times: times))
        self.backpressure = backpressure
        self.split = split
    }

    /// A program that is faster than real time waits for its files.
    var hasCapacity: Bool { state.withLock { !$0.isOpening } }

    func receive(_ unit: EncodedUnit) {
        guard unit.track == .video else { return }
        let reached = state.withLock { state in
            let reached = state.times.reach(unit.time, lead: Self.lead)
            if reached != nil { state.isOpening = true }
            return reached
        }
        guard let reached else { return }
        let work: @Sendable () -> Void = { [self] in
            split(reached)
            state.withLock { $0.isOpening = false }
            backpressure.capacityChanged()
        }
        // Without a thread, the files go on; the next time comes.
        if (try? Worker("split", work)) == nil { state.withLock { $0.isOpening = false } }
    }
}

extension OutputGroup {
    /// Splits the files as the options say; `nil` when they are not split.
    var regularSplits: RegularSplits? {
        options.splitInterval.map { interval in
            RegularSplits(
                SplitTimes(every: interval, frameRate: frameRate), backpressure: meeting.localTracks.backpressure
            ) { [weak self] in self?.splitFiles(notBefore: $0) }
        }
    }

    /// Lets every regular file go on in another one that begins at a time of the program.
    private func splitFiles(notBefore time: MediaTime) {
        for member in members where member.driver.traits.isSplittable && member.life.state == .running {
            guard case .file = member.driver.part(2), !member.output.status.state.isOver else { continue }
            do throws(OutputCommandError) {
                _ = try split(member.number, notBefore: time)
            } catch {
                onWarning(member.output, "it is not split: \(error)")
            }
        }
    }
}
