import StudioCore

/// Encodes and decodes the cells of a mark.
///
/// A mark has 20 by 11 cells, light or dark (transposed on portrait frames). The first row and the first column
/// alternate, light first, so that a mark can be found at any size and position. The other 190 cells hold two words,
/// each with a 24-bit checksum: the session data and the frame number. Only the second word changes from frame to
/// frame, which costs an encoder little. Its checksum includes the session, so that numbers of different sessions are
/// never mixed up.
enum MarkCode {
    static let columns = 20
    static let rows = 11
    static let dataCells = (columns - 1) * (rows - 1)
    /// The number of marks on a frame.
    static let copies = 2

    static let sessionBits = 109
    static let numberBits = 32
    static let checkBits = 24
    static let sessionCells = 0..<sessionBits + checkBits
    static let numberCells = sessionCells.upperBound..<sessionCells.upperBound + numberBits + checkBits

    /// The levels of the cells, 0 to 1. They keep away from black and white, so that a change of range does not clip
    /// them.
    static let light = 0.9
    static let dark = 0.08

    private static let version: UInt64 = 1

    /// The position of a data cell, row by row.
    static func place(ofDataCell cell: Int) -> (column: Int, row: Int) {
        (1 + cell % (columns - 1), 1 + cell / (columns - 1))
    }

    // MARK: Encoding

    /// The word with the session data, with its checksum.
    static func cells(of session: CodedSession, copy: Int) -> [Bool] {
        var word = BitWord()
        word.append(version, bits: 3)
        word.append(UInt64(copy), bits: 2)
        append(session, to: &word)
        word.append(session.origin == nil ? 0 : 1, bits: 1)
        word.append(UInt64(session.origin ?? 0), bits: 22)
        word.append(UInt64(Check.of(word.bits[...])), bits: checkBits)
        return word.bits
    }

    /// The word with the number, with its checksum.
    static func cells(of number: UInt32, in session: CodedSession) -> [Bool] {
        var word = BitWord()
        word.append(UInt64(number), bits: numberBits)
        word.append(UInt64(Check.of(word.bits[...], after: seed(of: session))), bits: checkBits)
        return word.bits
    }

    /// The seed of a number's checksum: the session without its origin, which may change.
    static func seed(of session: CodedSession) -> UInt32 {
        var word = BitWord()
        append(session, to: &word)
        return Check.of(word.bits[...])
    }

    private static func append(_ session: CodedSession, to word: inout BitWord) {
        word.append(UInt64(session.identity), bits: 32)
        word.append(UInt64(session.width / 2), bits: 11)
        word.append(UInt64(session.height / 2), bits: 11)
        word.append(UInt64(session.rate.numerator), bits: 17)
        word.append(UInt64(session.rate.denominator), bits: 10)
    }

    // MARK: Decoding

    /// Decodes the first word; `nil` when its checksum or a field is invalid.
    static func session(from cells: ArraySlice<Bool>) -> (session: CodedSession, copy: Int)? {
        let data = cells.prefix(sessionBits)
        var reader = BitReader(cells.dropFirst(sessionBits))
        guard reader.take(checkBits) == UInt64(Check.of(data)) else { return nil }
        reader = BitReader(data)
        guard reader.take(3) == version, case let copy = Int(reader.take(2)), copy < copies else { return nil }
        let identity = UInt32(reader.take(32))
        let (width, height) = (Int(reader.take(11)) * 2, Int(reader.take(11)) * 2)
        let (numerator, denominator) = (Int64(reader.take(17)), Int64(reader.take(10)))
        let hasOrigin = reader.take(1) == 1
        let origin = UInt32(reader.take(22))
        guard let rate = Rate(numerator, over: denominator),
            let session = CodedSession(
                identity: identity, width: width, height: height, rate: rate, origin: hasOrigin ? origin : nil)
        else { return nil }
        return (session, copy)
    }

    /// Decodes the second word; `nil` when its checksum is invalid.
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

/// Bits, most significant first.
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

/// A 24-bit CRC with the polynomial of OpenPGP (RFC 4880). It detects every burst of up to 24 bits; one wrong word in
/// 16 million passes.
private enum Check {
    static func of(_ bits: ArraySlice<Bool>, after start: UInt32 = 0xB7_04CE) -> UInt32 {
        bits.reduce(start) { check, bit in
            let isCarrying = (check >> 23 & 1 == 1) != bit
            return (check << 1 & 0xFF_FFFF) ^ (isCarrying ? 0x86_4CFB : 0)
        }
    }
}
