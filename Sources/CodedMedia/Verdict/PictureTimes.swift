import StudioCore

/// When each moment of the code was shown.
package struct PictureTimes: Sendable {
    private let sections: [Section]
    private let foreign: [ClosedRange<Double>]

    /// - Parameter showings: of all pictures.
    package init(_ showings: PictureShowings) {
        sections = showings.sections.map { Section($0, rate: showings.rate.perSecond) }.sorted { $0.start < $1.start }
        foreign = showings.foreign.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// When a moment of the code was shown, or would have been, in seconds: of its showings, the one nearest to the time at
    /// which it is heard.
    ///
    /// - Returns: `nil` far from every picture with the moment, and where a picture of another run is nearer: then the sound
    ///   is that run's, and every run has the same moments.
    package func time(ofCoded moment: Double, heardAt heard: Double) -> Double? {
        var nearest: Double?
        var limit = distanceToForeign(heard)
        func consider(_ section: Section) {
            guard let time = section.time(ofCoded: moment), abs(time - heard) < limit else { return }
            (nearest, limit) = (time, abs(time - heard))
        }
        // From the section at that time on in both directions, until no other one can be nearer.
        let next = sections.countOfPrefix { $0.start <= heard }
        for section in sections[..<next].reversed() {
            guard heard - section.end < limit else { break }
            consider(section)
        }
        for section in sections[next...] {
            guard section.start - heard < limit else { break }
            consider(section)
        }
        return nearest
    }

    private func distanceToForeign(_ time: Double) -> Double {
        let next = foreign.countOfPrefix { $0.lowerBound <= time }
        let before = next > 0 ? max(0, time - foreign[next - 1].upperBound) : .infinity
        return min(before, next < foreign.count ? foreign[next].lowerBound - time : .infinity)
    }

    /// The moment that was shown at a time, roughly: counted from the lowest number of the section at that time.
    package func coded(at time: Double) -> Double? {
        let next = sections.countOfPrefix { $0.start <= time }
        return (next > 0 ? sections[next - 1] : sections.first)?.coded(at: time)
    }
}

extension PictureTimes {
    /// The pictures of a section, by their numbers.
    private struct Section: Sendable {
        /// The first time at which one of them is shown.
        let start: Double
        /// The last time for which the section says something.
        let end: Double
        private let numbers: [UInt32]
        private let times: [Double]
        private let rate: Double
        /// How far from a picture that arrived a moment may be: a longer hole, or the time behind the last one, says nothing.
        private let reach: Double

        /// In pictures: one that is missing is bridged.
        private static let reach = 2.5

        init(_ section: PictureShowings.Section, rate: Double) {
            let pictures = section.pictures.sorted { $0.number < $1.number }
            numbers = pictures.map(\.number)
            times = StampSmoother(pictures, rate: rate).times
            reach = Self.reach / rate
            start = times.min() ?? 0
            end = (times.max() ?? 0) + reach
            self.rate = rate
        }

        func time(ofCoded moment: Double) -> Double? {
            // A moment belongs to the picture that begins with it, whatever rounding does to it.
            let next = numbers.countOfPrefix { Double($0) <= moment * rate + 1e-6 }
            guard next > 0 else { return nil }
            let distance = moment - Double(numbers[next - 1]) / rate
            return distance <= reach ? times[next - 1] + distance : nil
        }

        func coded(at time: Double) -> Double? {
            guard let first = times.first, let number = numbers.first else { return nil }
            return Double(number) / rate + time - first
        }
    }
}

extension Array {
    /// How many elements at the beginning meet a condition that none behind them meets.
    func countOfPrefix(where isIn: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isIn(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
