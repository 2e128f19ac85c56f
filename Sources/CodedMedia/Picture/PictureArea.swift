/// Where the whole card lies on a received picture, in its pixels: beyond the picture where it was cropped, inside where
/// bars were added.
public struct PictureArea: Hashable, Sendable {
    /// The card's left edge.
    public let x: Double
    /// The card's upper edge.
    public let y: Double
    /// The card's width.
    public let width: Double
    /// The card's height.
    public let height: Double

    init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// How much of the card's width and height is on a picture of this size, 0 to 1.
    public func visible(width pictureWidth: Int, height pictureHeight: Int) -> (width: Double, height: Double) {
        func share(_ start: Double, _ length: Double, _ limit: Int) -> Double {
            max(0, min(start + length, Double(limit)) - max(start, 0)) / length
        }
        return (share(x, width, pictureWidth), share(y, height, pictureHeight))
    }

    /// A rectangle of the card, from its grid to the picture's pixels.
    func pixels(_ area: CardArea, of grid: CardGrid) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let (unitX, unitY) = (width / Double(grid.columns), height / Double(grid.rows))
        return (
            x + area.x.lowerBound * unitX...x + area.x.upperBound * unitX,
            y + area.y.lowerBound * unitY...y + area.y.upperBound * unitY
        )
    }
}
