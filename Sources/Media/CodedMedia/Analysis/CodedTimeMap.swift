import StudioCore

/// Maps the times of the code to presentation times.
package struct CodedTimeMap: Sendable {
    private let sections: [Section]
    private let foreign: [ClosedRange<Double>]

    /// - Parameter presentationTimes: of all frames.
    package init(_ presentationTimes: PresentationTimes) {
        sections = presentationTimes.sections.map { Section($0, rate: presentationTimes.rate.perSecond) }.sorted {
            $0.start < $1.start
        }
        foreign = presentationTimes.foreign.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The presentation time of a coded time, in seconds, interpolated between frames. If it was shown several times,
    /// the one nearest to the playback time is returned.
    ///
    /// - Returns: `nil` when no frame is near, or when its frame stood still at the playback time, so that no moment can
    ///   be compared. Also `nil` when a frame of another session is nearer. The audio then belongs to that session,
    ///   since all sessions share the same coded times.
    package func time(ofCoded moment: Double, playedAt played: Double) -> Double? {
        var nearest: Double?
        var limit = distanceToForeign(played)
        func consider(_ section: Section) {
            guard let times = section.times(ofCoded: moment) else { return }
            let time = min(max(times.lowerBound, played), times.upperBound)
            guard abs(time - played) < limit else { return }
            let isStill = times.lowerBound < played && played < times.upperBound
            (nearest, limit) = (isStill ? nil : time, abs(time - played))
        }
        // From the section at that time in both directions, until no section can be nearer.
        let next = sections.countOfPrefix { $0.start <= played }
        for section in sections[..<next].reversed() {
            guard played - section.end < limit else { break }
            consider(section)
        }
        for section in sections[next...] {
            guard section.start - played < limit else { break }
            consider(section)
        }
        return nearest
    }

    private func distanceToForeign(_ time: Double) -> Double {
        let next = foreign.countOfPrefix { $0.lowerBound <= time }
        let before = next > 0 ? max(0, time - foreign[next - 1].upperBound) : .infinity
        return min(before, next < foreign.count ? foreign[next].lowerBound - time : .infinity)
    }

    /// The approximate coded time at a presentation time, extrapolated from the lowest number of the section.
    package func coded(at time: Double) -> Double? {
        let next = sections.countOfPrefix { $0.start <= time }
        return (next > 0 ? sections[next - 1] : sections.first)?.coded(at: time)
    }
}

extension CodedTimeMap {
    /// The frames of a section, sorted by number.
    private struct Section: Sendable {
        /// The first presentation time.
        let start: Double
        /// The last time for which the section is valid.
        let end: Double
        private let numbers: [UInt32]
        private let times: [Double]
        /// How long the video stood still at each frame, in seconds: it was shown for longer than its code lasts.
        private let stops: [Double]
        private let rate: Double
        /// The maximum distance from a received frame. Longer gaps and the time after the last frame are not
        /// interpolated.
        private let reach: Double

        /// In frames: a single missing frame is bridged.
        private static let reach = 2.5
        /// In frames: time stamps that jitter hold a frame for less.
        private static let minStop = 1.0

        init(_ section: PresentationTimes.Section, rate: Double) {
            let frames = section.frames.sorted { $0.number < $1.number }
            numbers = frames.map(\.number)
            times = StampSmoother(frames, rate: rate).times
            reach = Self.reach / rate
            stops = Self.stops(numbers, times, until: section.lastTime, rate: rate)
            start = times.min() ?? 0
            end = max(times.max() ?? 0, section.lastTime) + reach
            self.rate = rate
        }

        private static func stops(
            _ numbers: [UInt32], _ times: [Double], until lastTime: Double, rate: Double
        ) -> [Double] {
            numbers.indices.map { index in
                let isLast = index + 1 == numbers.count
                let shown = (isLast ? lastTime : times[index + 1]) - times[index]
                let coded = isLast ? 0 : Double(numbers[index + 1] - numbers[index]) / rate
                return shown - coded > minStop / rate ? shown - coded : 0
            }
        }

        /// The first and the last time at which a coded time may have been shown. They differ when the video stood
        /// still: where in that time the moment belongs is unknown.
        func times(ofCoded moment: Double) -> ClosedRange<Double>? {
            // A time belongs to the frame that starts with it, despite rounding.
            let next = numbers.countOfPrefix { Double($0) <= moment * rate + 1e-6 }
            guard next > 0 else { return nil }
            let distance = moment - Double(numbers[next - 1]) / rate
            guard distance <= reach else { return nil }
            let time = times[next - 1] + distance
            return time...time + stops[next - 1]
        }

        func coded(at time: Double) -> Double? {
            guard let first = times.first, let number = numbers.first else { return nil }
            return Double(number) / rate + time - first
        }
    }
}

extension Array {
    /// The length of the prefix that satisfies a condition; the elements must be partitioned by it.
    func countOfPrefix(where isIn: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isIn(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
