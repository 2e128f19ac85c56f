/// How far a source was read, and when it last delivered media. Times are seconds on the reader's clock, positions seconds of media.
struct ReadingProgress: Sendable {
    enum Track: Hashable, Sendable {
        case video, audio
    }

    private struct Position: Sendable {
        /// That of the latest unit; `nil` before the first one.
        var latest: Double?
        var furthest = -Double.infinity
        /// When the position last changed.
        var moved: Double
    }

    /// Why the reader must not wait any longer.
    enum Stop: Hashable, Sendable {
        /// The requested duration was read.
        case enough
        /// Nothing was received for the timeout period.
        case silent
        /// Media was received for the timeout period, and none of it had another position.
        case standing
    }

    /// When the source was opened.
    private(set) var opened = 0.0
    /// When data last arrived.
    private(set) var at = 0.0
    /// When the position of a stream last changed. Data that stays at one position is not progress: it may go on forever.
    private var moved = 0.0
    /// The start time of the media.
    private var first: Double?
    private var tracks: [Track: Position] = [:]

    /// The source is being opened.
    mutating func open(at now: Double) { (opened, at, moved) = (now, now, now) }

    /// The source is open, and silent from now on.
    mutating func begin(at now: Double) { (at, moved) = (max(at, now), max(moved, now)) }

    /// The source has this stream.
    mutating func add(_ track: Track) { tracks[track] = Position(moved: at) }

    /// A unit has arrived.
    ///
    /// - Returns: its distance from the start of the media.
    mutating func advance(_ track: Track, to time: Double, at now: Double) -> Double {
        let start = first ?? time
        first = min(start, time)
        at = now
        var position = tracks[track] ?? Position(moved: now)
        // A stream that begins again, with earlier times, goes on.
        if position.latest != time { (position.moved, moved) = (now, now) }
        position.latest = time
        position.furthest = max(position.furthest, time)
        tracks[track] = position
        return time - start
    }

    /// Whether each stream delivered data.
    var isFlowing: Bool { first != nil && tracks.values.allSatisfy { $0.latest != nil } }

    /// Whether reading must end now.
    ///
    /// - Parameters:
    ///   - duration: seconds of media to read; `nil` for all of it.
    ///   - timeout: seconds without progress after which the reader gives up.
    ///   - hasEnd: whether the source ends for certain, whatever its positions are, as a file does.
    func stop(at now: Double, duration: Double?, timeout: Double, hasEnd: Bool) -> Stop? {
        if let duration, has(duration, now: now, timeout: timeout) { return .enough }
        if now - at > timeout { return .silent }
        // A pause of the source is silence, also behind units with equal times.
        return !hasEnd && at - moved > timeout ? .standing : nil
    }

    /// Whether each stream has reached the duration; streams that are silent or stand still are ignored.
    private func has(_ duration: Double, now: Double, timeout: Double) -> Bool {
        guard let first else { return false }
        let isReached = tracks.values.map { $0.furthest - first >= duration }
        return isReached.contains(true)
            && zip(isReached, tracks.values).allSatisfy { $0 || now - $1.moved > timeout }
    }
}
