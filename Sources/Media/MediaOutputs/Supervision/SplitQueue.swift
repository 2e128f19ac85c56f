package import StudioCore

/// Divides the units of a split output between its former and its next part, without losing or repeating one.
///
/// The next part begins at a key frame. Audio belongs to the part in which it begins: blocks that begin before the key frame
/// belong to the former part, all others to the next one. The tracks do not arrive in step, so audio that is ahead of the video is
/// held until the next frame decides.
///
/// The units of each track arrive in the order of their times. Those before the first one that arrives here have gone to the
/// former part.
package struct SplitQueue<Unit: Sendable>: Sendable {
    package enum Action {
        case former(Unit)
        case next(Unit)
        /// A key frame is needed, at which the next part begins.
        case requestKeyFrame
        /// The next part begins with the units that follow.
        case begin
        /// The former part has all of its units, and all others belong to the next one.
        case complete
    }

    private enum State: Hashable, Sendable {
        /// The next part is not open.
        case opening
        /// A key frame is awaited.
        case open
        /// The next part has begun at this time. Audio before it may follow.
        case begun(MediaTime)
        /// All units belong to the next part.
        case complete
        /// All units belong to the former part: there was no split.
        case abandoned
    }

    private let hasAudio: Bool
    /// The earliest time at which the next part begins; `nil` for the next key frame, which is requested.
    private let earliest: MediaTime?
    private var state = State.opening
    /// The beginning of the first audio that arrived here: earlier audio is in the former part already.
    private var firstAudio: MediaTime?
    private var lastVideo: MediaTime?
    private var held: [(unit: Unit, time: MediaTime)] = []

    /// - Parameters:
    ///   - hasAudio: whether there is an audio track.
    ///   - earliest: the earliest time at which the next part begins, a key frame of the encoder's own; `nil` for the next key
    ///     frame, which is requested.
    package init(hasAudio: Bool, notBefore earliest: MediaTime? = nil) {
        (self.hasAudio, self.earliest) = (hasAudio, earliest)
    }

    /// Whether the next part has begun.
    package var hasBegun: Bool {
        switch state {
        case .begun, .complete: true
        case .opening, .open, .abandoned: false
        }
    }

    /// Whether the next part was opened.
    package var hasOpened: Bool { state != .opening }

    // MARK: Inputs

    /// The next part is open.
    package mutating func opened() -> [Action] {
        guard state == .opening else { return [] }
        state = .open
        // Otherwise the key frame could come before it is known which audio the former part has.
        return hasAudio && firstAudio == nil || !isDue(at: lastVideo) ? [] : [.requestKeyFrame]
    }

    package mutating func video(_ unit: Unit, at time: MediaTime, isKeyFrame: Bool) -> [Action] {
        switch state {
        case .begun, .complete: return [.next(unit)]
        case .abandoned: return [.former(unit)]
        case .open where isKeyFrame && mayBegin(at: time): return begin(with: unit, at: time)
        case .opening, .open:
            lastVideo = max(lastVideo ?? time, time)
            let request: [Action] = isKeyFrame && state == .open && isDue(at: time) ? [.requestKeyFrame] : []
            // Clock references of a transport stream do not decrease: units that arrive in order stay in order.
            return releaseAudio(through: time).map { .former($0) } + [.former(unit)] + request
        }
    }

    package mutating func audio(_ unit: Unit, at time: MediaTime) -> [Action] {
        switch state {
        case .complete: return [.next(unit)]
        case .abandoned: return [.former(unit)]
        case .begun(let start) where time < start: return [.former(unit)]
        case .begun:
            state = .complete
            return [.complete, .next(unit)]
        case .opening, .open:
            let isFirst = firstAudio == nil && state == .open && isDue(at: lastVideo)
            let request: [Action] = isFirst ? [.requestKeyFrame] : []
            firstAudio = firstAudio ?? time
            // The next key frame is later than the last frame.
            if let lastVideo, time <= lastVideo { return [.former(unit)] + request }
            held.append((unit, time))
            return request
        }
    }

    /// The split is given up: all units belong to the former part.
    ///
    /// - Returns: the audio that was held, which the former part gets; `nil` when the next part has begun, or when the split was
    ///   given up before.
    package mutating func abandon() -> [Unit]? {
        switch state {
        case .begun, .complete, .abandoned: return nil
        case .opening, .open:
            state = .abandoned
            return exchange(&held, with: []).map(\.unit)
        }
    }

    // MARK: The cut

    /// Whether the next part may begin with a frame at this time.
    private func isDue(at time: MediaTime?) -> Bool {
        guard let earliest else { return true }
        return time.map { $0 >= earliest } ?? false
    }

    /// Whether the next part may begin at this time, and all audio in the former part begins before it.
    private func mayBegin(at time: MediaTime) -> Bool {
        guard isDue(at: time) else { return false }
        guard hasAudio else { return true }
        return firstAudio.map { time >= $0 } ?? false
    }

    private mutating func begin(with unit: Unit, at time: MediaTime) -> [Action] {
        state = .begun(time)
        let earlier = held.prefix { $0.time < time }.map { Action.former($0.unit) }
        let later = held.drop { $0.time < time }.map { Action.next($0.unit) }
        held = []
        var actions = earlier + [.begin, .next(unit)]
        if !hasAudio || !later.isEmpty {
            state = .complete
            actions.append(.complete)
        }
        return actions + later
    }

    private mutating func releaseAudio(through time: MediaTime) -> [Unit] {
        let released = held.prefix { $0.time <= time }.map(\.unit)
        held.removeFirst(released.count)
        return released
    }
}
