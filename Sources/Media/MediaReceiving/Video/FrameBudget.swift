public import StudioCore
package import StudioRuntime
import Synchronization

/// How many frames a subscriber may hold, and which ones it holds.
///
/// A frame counts from its acceptance until its callback has returned, and longer if it was kept. With a manual clock, a
/// released frame makes room when the clock is next advanced. All members may be used from any thread.
public final class FrameBudget: Sendable {
    /// A line of code that keeps frames.
    public struct Holder: Hashable, Sendable, CustomStringConvertible {
        /// The file, as `#fileID`.
        public let file: String
        /// The line.
        public let line: UInt
        /// The number of kept frames that were taken there.
        public fileprivate(set) var count: Int
        /// When the oldest of them was taken, on the session's clock.
        public fileprivate(set) var oldest: MediaTime

        /// `App/Recorder.swift:42: 3 frames, the oldest since 00:00:01.250`.
        public var description: String {
            "\(file):\(line): \(count) \(count == 1 ? "frame" : "frames"), the oldest since \(oldest.timecode)"
        }
    }

    /// A frame or a block that is kept since a time, by a line of code.
    package struct Kept: Sendable {
        let file: String
        let line: UInt
        let time: MediaTime

        package init(file: String, line: UInt, time: MediaTime) {
            (self.file, self.line, self.time) = (file, line, time)
        }
    }

    private struct State: Sendable {
        var used = 0
        /// Released with a manual clock, and not available before the clock is advanced.
        var returning = 0
        var highWaterMark = 0
        var exhaustions = 0
        var kept: [Int: Kept] = [:]
        var nextKey = 0
    }

    /// The largest number of frames that may be held at once.
    public let limit: Int
    private let state = Lock(State())
    private let reserve = Reserve<FrameCredit>()

    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of frames that are held now: waiting, in a callback, or kept.
    public var used: Int { state.withLock { $0.used } }

    /// The number of kept frames.
    public var kept: Int { state.withLock { $0.kept.count } }

    /// The largest number of frames that were held at once.
    public var highWaterMark: Int { state.withLock { $0.highWaterMark } }

    /// How often a frame was dropped because the budget was exhausted.
    public var exhaustions: Int { state.withLock { $0.exhaustions } }

    /// The lines of code that keep frames: most frames first, then the oldest.
    public var holders: [Holder] { Self.holders(of: state.withLock { Array($0.kept.values) }) }

    /// The lines of code that keep `kept`: most units first, then the oldest.
    package static func holders(of kept: [Kept]) -> [Holder] {
        var holders: [String: Holder] = [:]
        for frame in kept {
            let key = "\(frame.file):\(frame.line)"
            var holder = holders[key] ?? Holder(file: frame.file, line: frame.line, count: 0, oldest: frame.time)
            holder.count += 1
            holder.oldest = min(holder.oldest, frame.time)
            holders[key] = holder
        }
        return holders.values.sorted { ($1.count, $0.oldest, $0.line) < ($0.count, $1.oldest, $1.line) }
    }

    /// The holders in one line; `nil` when no frame is kept.
    public var leakReport: String? {
        let holders = holders
        guard !holders.isEmpty else { return nil }
        return "\(kept) of \(limit) frames are kept: \(holders.map(\.description).joined(separator: "; "))"
    }

    package var free: Int { state.withLock { limit - $0.used - $0.returning } }

    /// A credit with one use.
    func credit(_ clock: any StudioClock) -> FrameCredit {
        guard let credit = reserve.take() else { return FrameCredit(self, clock: clock) }
        take()
        credit.begin(self)
        return credit
    }

    fileprivate func reuse(_ credit: FrameCredit) { reserve.give(credit) }

    func noteExhaustion() { state.withLock { $0.exhaustions += 1 } }

    fileprivate func take() {
        state.withLock { state in
            state.used += 1
            state.highWaterMark = max(state.highWaterMark, state.used + state.returning)
        }
    }

    /// With a manual clock, the credit is available when the clock is next advanced: otherwise, the frames of a burst
    /// would be dropped or not, depending on how fast another thread releases its frames.
    fileprivate func giveBack(_ clock: any StudioClock) {
        guard clock is ManualClock else { return state.withLock { $0.used -= 1 } }
        state.withLock { state in
            state.used -= 1
            state.returning += 1
        }
        clock.schedule(at: clock.now) { [self] in state.withLock { $0.returning -= 1 } }
    }

    fileprivate func noteKept(_ file: String, _ line: UInt, at time: MediaTime) -> Int {
        state.withLock { state in
            state.nextKey += 1
            state.kept[state.nextKey] = Kept(file: file, line: line, time: time)
            return state.nextKey
        }
    }

    fileprivate func noteReleased(_ key: Int) { state.withLock { $0.kept[key] = nil } }
}

/// A credit of a budget, returned at the end of its last use, or when the last reference is released, on any thread.
///
/// Storing it adds a use; without explicit uses, it lasts as long as the object.
package final class FrameCredit: @unchecked Sendable {
    // Safety: `budget` changes only before the first use and after the last one, which the count orders.
    @exclusivity(unchecked) private var budget: FrameBudget?
    private let clock: any StudioClock
    private let uses = Atomic(1)

    package init(_ budget: FrameBudget, clock: any StudioClock) {
        budget.take()
        self.budget = budget
        self.clock = clock
    }

    deinit {
        budget?.giveBack(clock)
    }

    /// Begins again, with one use.
    fileprivate func begin(_ budget: FrameBudget) {
        self.budget = budget
        uses.store(1, ordering: .relaxed)
    }

    func addUse() { uses.add(1, ordering: .relaxed) }

    func endUse() {
        guard uses.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        let budget = budget
        self.budget = nil
        budget?.giveBack(clock)
        budget?.reuse(self)
    }

    package func keep(_ file: StaticString, _ line: UInt) -> FrameHold {
        FrameHold(self, budget, key: budget?.noteKept(file.description, line, at: clock.now))
    }
}

/// A kept frame's row in the list of holders.
package final class FrameHold: Sendable {
    private let credit: FrameCredit
    private let budget: FrameBudget?
    private let key: Int?

    fileprivate init(_ credit: FrameCredit, _ budget: FrameBudget?, key: Int?) {
        (self.credit, self.budget, self.key) = (credit, budget, key)
        credit.addUse()
    }

    deinit {
        if let key { budget?.noteReleased(key) }
        credit.endUse()
    }
}
