/// SHA-256 as FIPS 180-4 describes it, without regard to speed.
enum SHA256Model {
    private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }

    /// The first 32 bits of the fractional part of a root, by integers: `floor(root(prime) * 2^32)`.
    private static func fraction(_ prime: Int, isRoot: (UInt64) -> Bool) -> UInt32 {
        var value: UInt64 = 0
        for bit in (0..<36).reversed() where isRoot(value | 1 << bit) { value |= 1 << bit }
        return UInt32(truncatingIfNeeded: value)
    }

    private static let initial = primes.prefix(8).map { prime in
        fraction(prime) { value in
            let square = value.multipliedFullWidth(by: value)
            return square.high < UInt64(prime)
        }
    }

    private static let constants = primes.map { prime in
        fraction(prime) { value in
            // value^3 < prime * 2^96; value has at most 36 bits.
            let square = value.multipliedFullWidth(by: value)
            let low = square.low.multipliedFullWidth(by: value)
            let high = square.high * value + low.high
            return high < UInt64(prime) << 32
        }
    }

    @Sendable static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: (bytes.count * 8) >> shift))
        }
        var state = initial
        for start in stride(from: 0, to: message.count, by: 64) { compress(&state, message[start..<start + 64]) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func compress(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var work = state
        for index in 0..<64 {
            let (a, b, c, e, f, g) = (work[0], work[1], work[2], work[4], work[5], work[6])
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let first =
                work[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index]
                &+ words[index]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            work = [first &+ second] + work.dropLast()
            work[4] = work[4] &+ first
        }
        state = zip(state, work).map { $0 &+ $1 }
    }
}
