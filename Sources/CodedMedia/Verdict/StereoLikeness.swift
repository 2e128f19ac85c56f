/// How alike two channels are that should be the same: their correlation, and how loud each is.
package struct StereoLikeness: Hashable, Sendable {
    private var first = 0.0
    private var second = 0.0
    private var product = 0.0

    mutating func add(_ first: Float, _ second: Float) {
        self.first += Double(first * first)
        self.second += Double(second * second)
        product += Double(first * second)
    }

    var hasSound: Bool { max(first, second) > 0 }

    /// 1 for the same, 0 for nothing in common or one that is silent, −1 for inverted.
    package var correlation: Double {
        let both = (first * second).squareRoot()
        return both > 0 ? max(-1, min(1, product / both)) : 0
    }

    /// How much louder the first channel is; 0 where it alone is silent, infinite where the other one is.
    package var ratio: Double { second > 0 ? (first / second).squareRoot() : .infinity }
}
