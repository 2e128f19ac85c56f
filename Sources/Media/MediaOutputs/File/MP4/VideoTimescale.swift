package import StudioCore

/// The time scale of a video track in MP4, in units a second.
package enum VideoTimescale {
    /// Without a declared rate: that of MPEG's clock, of which many frame rates are a fraction.
    private static let common: UInt32 = 90_000
    /// Fewer units would round the times of frames that are not an interval apart.
    private static let minimum: Int64 = 10_000

    /// A time scale in which every frame of this rate lasts a whole number of units.
    package static func of(_ rate: Rate?) -> UInt32 {
        guard let rate, rate.numerator > 0 else { return common }
        var scale = rate.numerator
        while scale < minimum { scale *= 10 }
        return UInt32(exactly: scale) ?? common
    }
}
