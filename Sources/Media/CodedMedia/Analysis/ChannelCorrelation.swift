/// The correlation and the level difference of two channels that should be identical.
package struct ChannelCorrelation: Hashable, Sendable {
    private var first = 0.0
    private var second = 0.0
    private var product = 0.0

    mutating func add(_ first: Float, _ second: Float) {
        self.first += Double(first * first)
        self.second += Double(second * second)
        product += Double(first * second)
    }

    var hasAudio: Bool { max(first, second) > 0 }

    /// 1 for identical channels, 0 for unrelated channels or a silent one, −1 for inverted ones.
    package var correlation: Double {
        let both = (first * second).squareRoot()
        return both > 0 ? max(-1, min(1, product / both)) : 0
    }

    /// The level of the first channel relative to the second; 0 when the first is silent, infinite when the second is.
    package var ratio: Double { second > 0 ? (first / second).squareRoot() : .infinity }
}
