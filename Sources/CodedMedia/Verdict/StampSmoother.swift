/// Takes the rounding of time stamps out of the times of pictures: Matroska and FLV count in whole milliseconds.
struct StampSmoother {
    /// The times of the pictures, in seconds.
    let times: [Double]

    /// Two stamps that are rounded to a millisecond each differ by up to one more than they should; what differs by more
    /// than this is no rounding.
    private static let tolerance = 0.0015
    /// Seconds around a picture. At ordinary rates (25, 30000/1001 …) the rounding begins anew after one, so that its mean
    /// over one is that of all.
    private static let window = 1.0
    /// A slope over less is mostly rounding.
    private static let leastSlopeSeconds = 1.0

    /// - Parameters:
    ///   - pictures: by their numbers.
    ///   - rate: in pictures a second.
    init(_ pictures: [PictureShowings.Picture], rate: Double) {
        let coded = pictures.map { Double($0.number) / rate }
        let lates = zip(pictures, coded).map { $0.time - $1 }
        // Without the slope the mean at both ends, where all neighbours lie on one side, would be that of another time.
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

    /// How the stamps drift against the run's rate, where they jump by no more than rounding does.
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
        return longest >= leastSlopeSeconds ? LineFit(pieces)?.slope ?? 0 : 0
    }
}
