/// Removes the rounding of time stamps from frame times: Matroska and FLV use whole milliseconds.
struct StampSmoother {
    /// The times of the frames, in seconds.
    let times: [Double]

    /// Two time stamps that are rounded to a millisecond each differ by up to one millisecond more than the exact
    /// times. Larger differences are not rounding.
    private static let tolerance = 0.0015
    /// The window in seconds. At common frame rates (25, 30000/1001 …) the rounding pattern repeats every second, so
    /// the mean over one second equals the mean over all.
    private static let window = 1.0
    /// A slope measured over less is mostly rounding.
    private static let minimumSlopeSeconds = 1.0

    /// - Parameters:
    ///   - frames: sorted by number.
    ///   - rate: in frames per second.
    init(_ frames: [PresentationTimes.Frame], rate: Double) {
        let coded = frames.map { Double($0.number) / rate }
        let lates = zip(frames, coded).map { $0.time - $1 }
        // Without the slope, the mean would be biased at both ends, where all neighbours lie on one side.
        let slope = Self.slope(of: lates, over: coded)
        let rests = zip(lates, coded).map { $0 - slope * $1 }
        let length = min(rests.count, max(1, Int((Self.window * rate).rounded())))
        times = rests.indices.map { index in
            let first = max(0, min(rests.count - length, index - length / 2))
            var (sum, count) = (0.0, 0)
            for rest in rests[first..<first + length] where abs(rest - rests[index]) <= Self.tolerance {
                sum += rest
                count += 1
            }
            return coded[index] + slope * coded[index] + sum / Double(count)
        }
    }

    /// The drift of the time stamps against the session's frame rate, where they do not jump by more than rounding.
    private static func slope(of lates: [Double], over coded: [Double]) -> Double {
        var pieces: [[(x: Double, y: Double)]] = []
        for (x, y) in zip(coded, lates) {
            if let before = pieces.last?.last, abs(before.y - y) <= tolerance {
                pieces[pieces.count - 1].append((x, y))
            } else {
                pieces.append([(x, y)])
            }
        }
        let longest = pieces.map { ($0.last?.x ?? 0) - ($0.first?.x ?? 0) }.max() ?? 0
        return longest >= minimumSlopeSeconds ? LineFit(pieces)?.slope ?? 0 : 0
    }
}
