/// The position of the whole card on a received frame, in pixels. It extends beyond a cropped frame and lies inside a
/// letterboxed one.
public struct CardPlacement: Hashable, Sendable {
    /// The card's left edge.
    public let x: Double
    /// The card's upper edge.
    public let y: Double
    /// The card's width.
    public let width: Double
    /// The card's height.
    public let height: Double

    /// The visible share of the card's width and height on a frame of this size, 0 to 1.
    public func visible(width frameWidth: Int, height frameHeight: Int) -> (width: Double, height: Double) {
        func share(_ start: Double, _ length: Double, _ limit: Int) -> Double {
            max(0, min(start + length, Double(limit)) - max(start, 0)) / length
        }
        return (share(x, width, frameWidth), share(y, height, frameHeight))
    }

    /// Converts a rectangle of the card from grid units to pixels.
    func pixels(_ area: CardArea, of grid: CardGrid) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let (unitX, unitY) = (width / Double(grid.columns), height / Double(grid.rows))
        return (
            x + area.x.lowerBound * unitX...x + area.x.upperBound * unitX,
            y + area.y.lowerBound * unitY...y + area.y.upperBound * unitY
        )
    }
}
