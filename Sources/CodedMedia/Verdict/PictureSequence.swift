public import StudioCore

/// What became of the pictures of a run: which arrived, in which order, and when.
///
/// A value that is told each picture in the order in which it is shown.
public struct PictureSequence: Hashable, Sendable {
    /// A picture that came again, or late.
    public struct Event: Hashable, Sendable {
        /// The picture's number.
        public let number: UInt32
        /// When it was shown.
        public let time: MediaTime
    }

    /// One picture that stayed for half a second, and for two and a half pictures, or longer.
    public struct Freeze: Hashable, Sendable {
        /// The number of the picture that stayed.
        public let number: UInt32
        /// When it was first shown.
        public let time: MediaTime
        /// How long it stayed.
        public var duration: MediaTime
    }

    /// Pictures whose number could be read.
    public private(set) var count = 0
    /// The number that was read first.
    public private(set) var first: UInt32?
    /// The highest number.
    public private(set) var highest: UInt32?
    /// Pictures that had come before, at once or later.
    public private(set) var repeated: [Event] = []
    /// Pictures that came for the first time, after one with a higher number.
    public private(set) var disordered: [Event] = []
    /// Pictures that stayed too long, by being repeated or because nothing followed them.
    public private(set) var freezes: [Freeze] = []
    private var seen = NumberRanges()
    private var current: Freeze?
    private var leastFreeze = freezeTime

    /// A picture that stays for this long is seen to stand still.
    public static let freezeTime = MediaTime.milliseconds(500)
    /// Pictures of a slow run stay that long anyway: as many durations of a picture are meant as well.
    private static let freezePictures = 2.5

    /// Makes a sequence without pictures.
    public init() {}

    /// Makes a sequence without pictures, of a run with a rate.
    public init(rate: Rate) {
        leastFreeze = max(Self.freezeTime, .seconds(Self.freezePictures / rate.perSecond))
    }

    /// The next picture that is shown.
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

    /// A picture is shown that is none of the run, or whose number cannot be read: the one before stays no longer.
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

    /// Says that nothing follows, so that a freeze that lasts to the end is counted.
    public mutating func end() {
        if let freeze = current, freeze.duration >= leastFreeze { freezes.append(freeze) }
        current = nil
    }

    /// The numbers between the lowest and the highest that never came, as ranges.
    public var missing: [ClosedRange<UInt32>] { seen.gaps }

    /// How many numbers between the lowest and the highest never came.
    public var missingCount: Int { missing.reduce(0) { $0 + $1.count } }

    /// The lowest number.
    public var lowest: UInt32? { seen.ranges.first?.lowerBound }
}

/// A set of numbers as ranges, in order: most runs make one of them.
struct NumberRanges: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>] = []

    /// False when it was there already.
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
