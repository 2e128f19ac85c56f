import StudioCore

/// What commands do with an output, as a rule: it runs in parts, one after the other, until it is removed.
///
/// The first part begins when the output is added. Each start, and each split of a file, begins another one. A part that ends
/// by itself, with a failure or because its peer has left, can be followed by another one as well.
package struct OutputLife: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// The present part takes media, or has ended by itself.
        case running
        /// The next file is open. The present part takes media up to the next key frame.
        case splitting
        /// A command has stopped it. The present part writes its end, or has ended.
        case stopped
        /// It is not commanded any more.
        case removed
    }

    /// Why a command does not fit.
    package enum Misfit: Error, Hashable, Sendable {
        /// It was removed.
        case removed
        /// It was stopped already.
        case stopped
        /// It runs.
        case running
        /// It has ended by itself.
        case ended
        /// It is being split.
        case splitting
    }

    package private(set) var state = State.running
    /// The number of the present part, from 1.
    package private(set) var part = 1
    /// The number in the name of the latest file, also of one that was never written; 1 stands for the name itself.
    package private(set) var file = 1

    package init() {}

    /// An output that continues another one: its files have later names.
    package init(continuing former: OutputLife) { file = former.file }

    // MARK: Commands

    /// Removes it in any state.
    package mutating func remove() throws(Misfit) {
        if state == .removed { throw .removed }
        state = .removed
    }

    /// - Parameter hasEnded: whether the present part has ended.
    package mutating func stop(hasEnded: Bool) throws(Misfit) {
        switch state {
        case .removed: throw .removed
        case .stopped: throw .stopped
        case .running where hasEnded: throw .ended
        case .running, .splitting: state = .stopped
        }
    }

    /// Whether another part can be started: the present one was stopped, even if it is not complete yet, or has ended by
    /// itself.
    package func checkStart(hasEnded: Bool) throws(Misfit) {
        switch state {
        case .removed: throw .removed
        case .splitting: throw .splitting
        case .running where !hasEnded: throw .running
        case .running, .stopped: break
        }
    }

    /// Another part is started.
    package mutating func start() {
        state = .running
        part += 1
    }

    package func checkSplit(hasEnded: Bool) throws(Misfit) {
        switch state {
        case .removed: throw .removed
        case .splitting: throw .splitting
        case .stopped: throw .stopped
        case .running where hasEnded: throw .ended
        case .running: break
        }
    }

    /// The next file is open.
    package mutating func beginSplit() { state = .splitting }

    // MARK: Reports

    /// The next part has begun at a key frame.
    package mutating func cut() {
        guard state == .splitting else { return }
        start()
    }

    /// The next part has not begun, so the present one goes on.
    package mutating func abandonSplit() {
        if state == .splitting { state = .running }
    }

    // MARK: Names

    /// The number in the name of the next file: the first one after the latest whose name is free.
    package func nextFile(isFree: (Int) -> Bool) -> Int {
        var number = file + 1
        while !isFree(number) { number += 1 }
        return number
    }

    /// The next file gets the name with this number; no later one gets it again.
    package mutating func use(file number: Int) { file = number }
}
