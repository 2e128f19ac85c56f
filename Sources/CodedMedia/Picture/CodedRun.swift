public import StudioCore

/// What every coded picture of a run says besides its number.
public struct CodedRun: Hashable, Sendable {
    /// Tells one run from another.
    public let identity: UInt32
    /// Width of the pictures as they were made, in pixels; even, 168 to 4094 (from 96 where the picture is upright).
    public let width: Int
    /// Height of the pictures as they were made, in pixels; even, 96 to 4094 (from 168 where the picture is upright).
    public let height: Int
    /// Pictures a second; picture `n` belongs to the time `n / rate`.
    public let rate: Rate
    /// When picture 0 was due, in milliseconds since 1970 modulo ``originPeriod``; `nil` for a run that is not in real time.
    public var origin: UInt32?

    /// After this many milliseconds, about 70 minutes, ``origin`` begins anew.
    public static let originPeriod: UInt32 = 1 << 22

    /// Sizes and rates for which the marks have room; the largest fit their fields.
    private static let limits = (side: 4094, rate: Int64(131_071), rateDenominator: Int64(1023))

    /// Describes a run.
    ///
    /// - Returns: `nil` for a size or rate that the marks cannot carry: odd or above 4094 pixels, less than two pixels for
    ///   each cell of a mark (168x96, upright 96x168), or a rate beyond 131071/1023.
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
    public var name: String {
        let digits = String(identity, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// The units in which the card is laid out: 84 by 48 for lying pictures, 48 by 84 for upright ones.
///
/// A cell of a mark is one unit; a mark with its margin takes a quarter of each side, so that any half of a picture shows
/// at least one whole mark.
struct CardGrid: Hashable, Sendable {
    let columns: Int
    let rows: Int

    init(width: Int, height: Int) {
        (columns, rows) = width >= height ? (84, 48) : (48, 84)
    }

    var isUpright: Bool { columns < rows }
}
