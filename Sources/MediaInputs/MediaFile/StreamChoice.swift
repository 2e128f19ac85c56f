import GStreamer
import StudioCore
import StudioRuntime

/// The streams that turn up in a file: the first of the wanted kind is taken, all others pass by.
///
/// What is not wanted is read, too. Left unlinked it would end its demuxer with an error, before the other streams have
/// turned up where the container does not list them; and parsebin of GStreamer 1.22 loses that error while it still sets
/// the demuxer up.
final class StreamChoice: Sendable {
    private struct Streams: Sendable {
        var types: [String] = []
        /// `nil` as long as it has not turned up.
        var taken: Caps?
        /// The time of the first unit that passed by.
        var firstPassed: MediaTime?
        /// Whether no others will turn up.
        var isComplete = false
    }

    private let streams = Monitor(Streams())
    private let branch: Branch
    private let isWanted: @Sendable (Caps) -> Bool
    private let secondsToAll: Double

    /// - Parameters:
    ///   - branch: for the stream that is taken.
    ///   - secondsToAll: how much of a file passes by before it is known that no other stream turns up.
    ///   - isWanted: whether a stream that carries this may be taken.
    init(_ branch: Branch, secondsToAll: Double, isWanted: @escaping @Sendable (Caps) -> Bool) {
        self.branch = branch
        self.secondsToAll = secondsToAll
        self.isWanted = isWanted
    }

    /// What the stream is that was taken; `nil` before it has turned up.
    var taken: Caps? { streams.withLock { $0.taken } }

    /// Kinds of all streams that have turned up.
    var types: [String] { streams.withLock { $0.types } }

    /// Waits a little for the wanted stream; `nil` when it may still turn up, false when it will not.
    func isTaken(within seconds: Double) -> Bool? {
        streams.wait(seconds: seconds) { streams in
            if streams.taken != nil { return true }
            return streams.isComplete ? false : nil
        }
    }

    /// What becomes of a stream that has turned up; called on a streaming thread.
    func use(of caps: Caps) -> StreamUse {
        let isTaken = streams.update { streams in
            streams.types.append(caps.mediaType)
            guard streams.taken == nil, isWanted(caps) else { return false }
            streams.taken = caps
            return true
        }
        return isTaken ? .branch(branch) : .passing { [weak self] unit in self?.pass(unit) }
    }

    private func pass(_ unit: PassingUnit?) {
        let isLast = streams.withLock { streams in
            guard !streams.isComplete else { return false }
            guard let unit else { return true }
            streams.firstPassed = streams.firstPassed ?? unit.time
            let passed = unit.time.flatMap { time in streams.firstPassed.map { (time - $0).seconds } }
            return passed ?? 0 >= secondsToAll
        }
        if isLast { streams.update { $0.isComplete = true } }
    }
}
