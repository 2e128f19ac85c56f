import StudioCore

/// The cells of a mark: what they say, and how it is checked.
///
/// A mark has 20 by 11 cells, light or dark (upright pictures have it transposed). The first row and the first column
/// alternate, light first, so that a mark can be found at any size and place. The other 190 cells hold two words, each with
/// a check of 24 bits: what is the same for the whole run, and the picture's number. Only the second one changes from
/// picture to picture, which costs an encoder little; its check includes the run, so that numbers of different runs are
/// never taken for each other.
enum PictureCode {
    static let columns = 20
    static let rows = 11
    static let dataCells = (columns - 1) * (rows - 1)
    /// Marks on a picture.
    static let copies = 2

    static let runBits = 109
    static let numberBits = 32
    static let checkBits = 24
    static let runCells = 0..<runBits + checkBits
    static let numberCells = runCells.upperBound..<runCells.upperBound + numberBits + checkBits

    /// Levels of the cells, 0 to 1: away from black and white, so that no change of range clips them together.
    static let light = 0.9
    static let dark = 0.08

    private static let version: UInt64 = 1

    /// Where a data cell is, row by row.
    static func place(ofDataCell cell: Int) -> (column: Int, row: Int) {
        (1 + cell % (columns - 1), 1 + cell / (columns - 1))
    }

    // MARK: Writing

    /// The word that is the same for the whole run, with its check.
    static func cells(of run: CodedRun, copy: Int) -> [Bool] {
        var word = BitWord()
        word.append(version, bits: 3)
        word.append(UInt64(copy), bits: 2)
        append(run, to: &word)
        word.append(run.origin == nil ? 0 : 1, bits: 1)
        word.append(UInt64(run.origin ?? 0), bits: 22)
        word.append(UInt64(Check.of(word.bits[...])), bits: checkBits)
        return word.bits
    }

    /// The word that holds the number, with its check.
    static func cells(of number: UInt32, in run: CodedRun) -> [Bool] {
        var word = BitWord()
        word.append(UInt64(number), bits: numberBits)
        word.append(UInt64(Check.of(word.bits[...], after: seed(of: run))), bits: checkBits)
        return word.bits
    }

    /// What the check of a number begins with: the run without its origin, which may move.
    static func seed(of run: CodedRun) -> UInt32 {
        var word = BitWord()
        append(run, to: &word)
        return Check.of(word.bits[...])
    }

    private static func append(_ run: CodedRun, to word: inout BitWord) {
        word.append(UInt64(run.identity), bits: 32)
        word.append(UInt64(run.width / 2), bits: 11)
        word.append(UInt64(run.height / 2), bits: 11)
        word.append(UInt64(run.rate.numerator), bits: 17)
        word.append(UInt64(run.rate.denominator), bits: 10)
    }

    // MARK: Reading

    /// Reads the first word; `nil` when its check or a field is wrong.
    static func run(from cells: ArraySlice<Bool>) -> (run: CodedRun, copy: Int)? {
        let data = cells.prefix(runBits)
        var reader = BitReader(cells.dropFirst(runBits))
        guard reader.take(checkBits) == UInt64(Check.of(data)) else { return nil }
        reader = BitReader(data)
        guard reader.take(3) == version, case let copy = Int(reader.take(2)), copy < copies else { return nil }
        let identity = UInt32(reader.take(32))
        let (width, height) = (Int(reader.take(11)) * 2, Int(reader.take(11)) * 2)
        let (numerator, denominator) = (Int64(reader.take(17)), Int64(reader.take(10)))
        let hasOrigin = reader.take(1) == 1
        let origin = UInt32(reader.take(22))
        guard let rate = Rate(numerator, over: denominator),
            let run = CodedRun(
                identity: identity, width: width, height: height, rate: rate, origin: hasOrigin ? origin : nil)
        else { return nil }
        return (run, copy)
    }

    /// Reads the second word; `nil` when its check is wrong.
    static func number(from cells: ArraySlice<Bool>, seed: UInt32) -> UInt32? {
        let data = cells.prefix(numberBits)
        var check = BitReader(cells.dropFirst(numberBits))
        guard check.take(checkBits) == UInt64(Check.of(data, after: seed)) else { return nil }
        var reader = BitReader(data)
        return UInt32(reader.take(numberBits))
    }

    /// Whether a cell of the first row or column is light.
    static func isTimingLight(column: Int, row: Int) -> Bool { (column + row) % 2 == 0 }
}

/// Bits from the highest to the lowest.
private struct BitWord {
    var bits: [Bool] = []

    mutating func append(_ value: UInt64, bits count: Int) {
        for bit in (0..<count).reversed() { bits.append(value >> UInt64(bit) & 1 == 1) }
    }
}

private struct BitReader {
    private var rest: ArraySlice<Bool>

    init(_ bits: ArraySlice<Bool>) {
        rest = bits
    }

    mutating func take(_ count: Int) -> UInt64 {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
}

/// A cyclic check of 24 bits, with the polynomial of OpenPGP (RFC 4880), which finds every burst of up to 24 bits and lets
/// one wrong word in 16 million pass.
private enum Check {
    static func of(_ bits: ArraySlice<Bool>, after start: UInt32 = 0xB7_04CE) -> UInt32 {
        bits.reduce(start) { check, bit in
            let isCarrying = (check >> 23 & 1 == 1) != bit
            return (check << 1 & 0xFF_FFFF) ^ (isCarrying ? 0x86_4CFB : 0)
        }
    }
}
