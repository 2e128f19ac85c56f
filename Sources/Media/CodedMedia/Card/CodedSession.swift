public import StudioCore

/// The data that all coded frames of a session share.
public struct CodedSession: Hashable, Sendable {
    /// Distinguishes sessions.
    public let identity: UInt32
    /// The width of the frames as sent, in pixels; even, 168 to 4094 (portrait: 96 to 4094).
    public let width: Int
    /// The height of the frames as sent, in pixels; even, 96 to 4094 (portrait: 168 to 4094).
    public let height: Int
    /// Frames per second; the time of frame `n` is `n / rate`.
    public let rate: Rate
    /// When frame 0 was due, in milliseconds since 1970 modulo ``originPeriod``; `nil` for a session that is not in
    /// real time.
    public var origin: UInt32?

    /// ``origin`` wraps after this many milliseconds, about 70 minutes.
    public static let originPeriod: UInt32 = 1 << 22

    /// Sizes and rates that the marks can carry; the largest values fill their fields.
    private static let limits = (side: 4094, rate: Int64(131_071), rateDenominator: Int64(1023))

    /// Creates a session.
    ///
    /// - Returns: `nil` for a size or rate that the marks cannot carry: odd or above 4094 pixels, less than two pixels
    ///   per cell of a mark (168x96, portrait 96x168), or a rate above 131071/1023.
    public init?(identity: UInt32, width: Int, height: Int, rate: Rate, origin: UInt32? = nil) {
        let grid = CardGrid(width: width, height: height)
        guard width % 2 == 0, height % 2 == 0, width <= Self.limits.side, height <= Self.limits.side,
            width >= grid.columns * 2, height >= grid.rows * 2,
            rate.numerator <= Self.limits.rate, rate.denominator <= Self.limits.rateDenominator
        else { return nil }
        self.identity = identity
        self.width = width
        self.height = height
        self.rate = rate
        self.origin = origin.map { $0 % Self.originPeriod }
    }

    /// The identity as eight hexadecimal digits.
    public var name: String { NumberText.hexadecimal(identity, digits: 8) }
}

/// The grid of the card: 84 by 48 units for landscape frames, 48 by 84 for portrait frames.
///
/// A cell of a mark is one unit. A mark with its margin spans a quarter of each side, so that any half of a frame
/// contains at least one whole mark.
struct CardGrid: Hashable, Sendable {
    let columns: Int
    let rows: Int

    init(width: Int, height: Int) {
        (columns, rows) = width >= height ? (84, 48) : (48, 84)
    }

    var isPortrait: Bool { columns < rows }
}
