package import StudioCore

/// The presentation times of a session's frames, in sections: a clip that loops shows each number several times.
///
/// Add each frame in presentation order.
package struct PresentationTimes: Hashable, Sendable {
    /// A frame and the time when it was first shown in its section, in seconds.
    package struct Frame: Hashable, Sendable {
        package let number: UInt32
        package let time: Double
    }

    /// Frames with increasing numbers, apart from repeated and late ones.
    package struct Section: Hashable, Sendable {
        /// In presentation order; each number once.
        package fileprivate(set) var frames: [Frame] = []
        /// The time of the last frame, repeated ones included.
        package fileprivate(set) var lastTime = 0.0
        fileprivate var seen = NumberRanges()
        fileprivate var highest: UInt32 = 0
    }

    package let rate: Rate
    /// In presentation order.
    package private(set) var sections: [Section] = []
    /// The time ranges with frames of another session, in seconds.
    package private(set) var foreign: [ClosedRange<Double>] = []
    private var isForeign = false
    /// A number that goes back by this much starts a new section. Reordered and late frames go back less.
    private let minReturn: UInt32

    /// In seconds.
    private static let minReturnSeconds = 0.5

    /// - Parameter rate: the frame rate of the session.
    package init(rate: Rate) {
        self.rate = rate
        minReturn = UInt32(max(1, (Self.minReturnSeconds * rate.perSecond).rounded(.up)))
    }

    /// Adds a frame of the session at a time in seconds.
    package mutating func add(_ number: UInt32, at time: Double) {
        if sections.isEmpty || isForeign || returns(number) { sections.append(Section()) }
        isForeign = false
        let last = sections.count - 1
        sections[last].highest = max(sections[last].highest, number)
        sections[last].lastTime = time
        if sections[last].seen.insert(number) { sections[last].frames.append(Frame(number: number, time: time)) }
    }

    /// Adds a frame of another session at a time in seconds.
    package mutating func addForeign(at time: Double) {
        if isForeign, let before = foreign.last {
            foreign[foreign.count - 1] = min(before.lowerBound, time)...max(before.upperBound, time)
        } else {
            foreign.append(time...time)
        }
        isForeign = true
    }

    private func returns(_ number: UInt32) -> Bool {
        guard let highest = sections.last?.highest, number < highest else { return false }
        return highest - number >= minReturn
    }
}
