package import StudioCore

/// Decides which steps are due. It performs nothing.
///
/// Steps that are due at the same time keep the order of the file. A repeated step that is late by more than its interval
/// is performed once; the repetitions that were missed are skipped and not counted.
package struct ScenarioSchedule: Sendable {
    private enum Progress: Hashable, Sendable {
        /// Leaves on its event.
        case waitingForEvent
        /// Leaves when this number of frames was accepted.
        case counting(untilFrame: Int)
        /// Leaves when the time is reached.
        case due(MediaTime)
        case done
    }

    private struct Entry: Sendable {
        let timing: ScenarioTiming
        var progress: Progress
        var performed = 0
    }

    private var entries: [Entry]

    /// Starts all timings without an event; their zero is the session's.
    package init(_ timings: [ScenarioTiming]) {
        entries = timings.map { timing in
            let start: Progress = timing.event == nil ? Self.start(timing, at: .zero, frames: 0) : .waitingForEvent
            return Entry(timing: timing, progress: start)
        }
    }

    private static func start(_ timing: ScenarioTiming, at time: MediaTime, frames: Int) -> Progress {
        switch timing.delay {
        case .time(let delay): .due(time + delay)
        case .frames(let count): .counting(untilFrame: frames + count)
        }
    }

    // MARK: Queries

    /// The earliest time at which a step is due; `nil` for none.
    package var nextTime: MediaTime? {
        entries.compactMap { if case .due(let time) = $0.progress { time } else { nil } }.min()
    }

    /// The smallest number of accepted frames that makes a step due; `nil` for none.
    package var nextFrame: Int? {
        entries.compactMap { if case .counting(let frame) = $0.progress { frame } else { nil } }.min()
    }

    /// Whether no step can become due any more.
    package var isOver: Bool { entries.allSatisfy { $0.progress == .done } }

    // MARK: Inputs

    /// An event occurred.
    ///
    /// - Parameters:
    ///   - time: the session time.
    ///   - frames: the number of frames accepted so far.
    package mutating func occurred(_ event: ScenarioEvent, at time: MediaTime, frames: Int) {
        for index in entries.indices
        where entries[index].progress == .waitingForEvent && entries[index].timing.event == event {
            entries[index].progress = Self.start(entries[index].timing, at: time, frames: frames)
        }
    }

    /// Frames were accepted.
    ///
    /// - Parameters:
    ///   - frames: the number of frames accepted so far.
    ///   - time: the session time.
    package mutating func accepted(frames: Int, at time: MediaTime) {
        for index in entries.indices {
            if case .counting(let frame) = entries[index].progress, frame <= frames {
                entries[index].progress = .due(time)
            }
        }
    }

    /// Returns the index of the next step that is due, and advances it; `nil` when none is due.
    package mutating func next(at now: MediaTime) -> Int? {
        var first: (index: Int, time: MediaTime)?
        for index in entries.indices {
            guard case .due(let time) = entries[index].progress, time <= now, time < first?.time ?? .never else {
                continue
            }
            first = (index, time)
        }
        guard let first else { return nil }
        advance(first.index, from: first.time, to: now)
        return first.index
    }

    private mutating func advance(_ index: Int, from time: MediaTime, to now: MediaTime) {
        entries[index].performed += 1
        let timing = entries[index].timing
        guard let interval = timing.interval, entries[index].performed < timing.limit ?? .max else {
            entries[index].progress = .done
            return
        }
        let missed = (now - time).nanoseconds / interval.nanoseconds
        entries[index].progress = .due(
            MediaTime(nanoseconds: time.nanoseconds + (missed + 1) * interval.nanoseconds))
    }
}

extension MediaTime {
    /// Later than every time of a session.
    fileprivate static let never = MediaTime(nanoseconds: .max)
}
