public import StudioCore

/// Tracks the frame numbers of a session: which arrived, in which order, and when.
///
/// Add each frame in presentation order.
public struct FrameSequence: Hashable, Sendable {
    /// A repeated or late frame.
    public struct Event: Hashable, Sendable {
        /// The frame number.
        public let number: UInt32
        /// Its presentation time.
        public let time: MediaTime
    }

    /// A frame that was shown for at least half a second and at least two and a half frame durations.
    public struct Freeze: Hashable, Sendable {
        /// The number of the frozen frame.
        public let number: UInt32
        /// When it was first shown.
        public let time: MediaTime
        /// How long it was shown.
        public var duration: MediaTime
    }

    /// The number of frames with a readable number.
    public private(set) var count = 0
    /// The first number read.
    public private(set) var first: UInt32?
    /// The highest number.
    public private(set) var highest: UInt32?
    /// Frames that had arrived before.
    public private(set) var repeated: [Event] = []
    /// Frames that arrived for the first time, after a frame with a higher number.
    public private(set) var disordered: [Event] = []
    /// Frames that were shown too long, because they were repeated or no frame followed.
    public private(set) var freezes: [Freeze] = []
    private var seen = NumberRanges()
    private var current: Freeze?
    private var minFreeze = freezeTime

    /// A frame that is shown for this long is visibly frozen.
    public static let freezeTime = MediaTime.milliseconds(500)
    /// At low frame rates this many frame durations must have passed as well.
    private static let freezeFrames = 2.5

    /// Creates an empty sequence.
    public init() {}

    /// Creates an empty sequence for a session with this frame rate.
    public init(rate: Rate) {
        minFreeze = max(Self.freezeTime, .seconds(Self.freezeFrames / rate.perSecond))
    }

    /// Adds the next frame.
    ///
    /// - Returns: whether its number is new.
    @discardableResult
    public mutating func add(_ number: UInt32, at time: MediaTime) -> Bool {
        count += 1
        defer {
            first = first ?? number
            highest = max(highest ?? number, number)
        }
        stay(number, at: time)
        guard seen.insert(number) else {
            repeated.append(Event(number: number, time: time))
            return false
        }
        if let highest, number < highest { disordered.append(Event(number: number, time: time)) }
        return true
    }

    /// Ends the current frame without a new number: a foreign or unreadable frame follows.
    public mutating func interrupt(at time: MediaTime) {
        if let freeze = current { current?.duration = time - freeze.time }
        end()
    }

    private mutating func stay(_ number: UInt32, at time: MediaTime) {
        if let freeze = current, freeze.number == number {
            current?.duration = time - freeze.time
        } else {
            interrupt(at: time)
            current = Freeze(number: number, time: time, duration: .zero)
        }
    }

    /// Ends the sequence, so that a freeze at the end is counted.
    public mutating func end() {
        if let freeze = current, freeze.duration >= minFreeze { freezes.append(freeze) }
        current = nil
    }

    /// The missing numbers between the lowest and the highest, as ranges.
    public var missing: [ClosedRange<UInt32>] { seen.gaps }

    /// The number of missing numbers between the lowest and the highest.
    public var missingCount: Int { missing.reduce(0) { $0 + $1.count } }

    /// The lowest number.
    public var lowest: UInt32? { seen.ranges.first?.lowerBound }
}

/// A sorted set of numbers, stored as ranges; most sessions need one range.
struct NumberRanges: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>] = []

    /// Returns false when the number was already present.
    mutating func insert(_ number: UInt32) -> Bool {
        let index = firstRange(endingAtOrAfter: number)
        if index < ranges.count, ranges[index].contains(number) { return false }
        let touchesBefore = index > 0 && ranges[index - 1].upperBound &+ 1 == number
        let touchesAfter = index < ranges.count && number &+ 1 == ranges[index].lowerBound
        switch (touchesBefore, touchesAfter) {
        case (true, true):
            ranges[index - 1] = ranges[index - 1].lowerBound...ranges[index].upperBound
            ranges.remove(at: index)
        case (true, false): ranges[index - 1] = ranges[index - 1].lowerBound...number
        case (false, true): ranges[index] = number...ranges[index].upperBound
        case (false, false): ranges.insert(number...number, at: index)
        }
        return true
    }

    private func firstRange(endingAtOrAfter number: UInt32) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    var gaps: [ClosedRange<UInt32>] {
        zip(ranges, ranges.dropFirst()).map { $0.upperBound + 1...$1.lowerBound - 1 }
    }
}
