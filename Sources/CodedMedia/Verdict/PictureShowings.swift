package import StudioCore

/// When the pictures of a run were shown, in sections: a clip that is repeated shows each of its numbers several times.
///
/// A value that is told each picture in the order in which it is shown.
package struct PictureShowings: Hashable, Sendable {
    /// A picture, and when it was shown first in its section, in seconds.
    package struct Picture: Hashable, Sendable {
        package let number: UInt32
        package let time: Double
    }

    /// Pictures whose numbers go on, but for some that come again or late.
    package struct Section: Hashable, Sendable {
        /// In the order in which they were shown; each number once.
        package fileprivate(set) var pictures: [Picture] = []
        fileprivate var seen = NumberRanges()
        fileprivate var highest: UInt32 = 0
    }

    package let rate: Rate
    /// In the order in which they were shown.
    package private(set) var sections: [Section] = []
    /// From the first to the last picture of another run, for each time that they came, in seconds.
    package private(set) var foreign: [ClosedRange<Double>] = []
    private var isForeign = false
    /// Numbers that go back so far begin anew; what is reordered or comes late goes back less.
    private let leastReturn: UInt32

    /// Half a second's worth of pictures.
    private static let leastReturnSeconds = 0.5

    /// - Parameter rate: of the run.
    package init(rate: Rate) {
        self.rate = rate
        leastReturn = UInt32(max(1, (Self.leastReturnSeconds * rate.perSecond).rounded(.up)))
    }

    /// The next picture of the run, shown at a time in seconds.
    package mutating func add(_ number: UInt32, at time: Double) {
        if sections.isEmpty || isForeign || returns(number) { sections.append(Section()) }
        isForeign = false
        let last = sections.count - 1
        sections[last].highest = max(sections[last].highest, number)
        if sections[last].seen.insert(number) { sections[last].pictures.append(Picture(number: number, time: time)) }
    }

    /// A picture of another run, shown at a time in seconds.
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
        return highest - number >= leastReturn
    }
}
