@testable import CodedMedia
import StudioCore
import Testing

@Suite("ChirpCode")
struct ChirpCodeTests {
    /// Computed by its recurrence instead of a register.
    static let model: [Bool] = {
        var bits = [true] + [Bool](repeating: false, count: 15)
        while bits.count < 65_535 + 16 {
            let (first, second) = (
                bits[bits.count - 16] != bits[bits.count - 15], bits[bits.count - 13] != bits[bits.count - 4]
            )
            bits.append(first != second)
        }
        return bits
    }()

    @Test("the sequence is the m-sequence of its polynomial with period 65,535")
    func sequence() {
        #expect(ChirpCode.sequence.count == 65_535)
        #expect(ChirpCode.sequence == Array(Self.model.prefix(65_535)))
        #expect(Array(Self.model.suffix(16)) == Array(Self.model.prefix(16)))
        #expect(ChirpCode.sequence.filter { $0 }.count == 32_768, "an m-sequence has one 1 more than zeros")
    }

    @Test("every window of sixteen bits occurs once, and its position is found")
    func positions() {
        var found = [Bool](repeating: false, count: 65_536)
        var window = 0
        var wrong = 0
        for (index, bit) in Self.model.enumerated() {
            window = window >> 1 | (bit ? 1 << 15 : 0)
            guard index >= 15, index < 65_535 + 15 else { continue }
            if found[window] || ChirpCode.positions[window] != index - 15 { wrong += 1 }
            found[window] = true
        }
        #expect(wrong == 0)
        #expect(found.filter { $0 }.count == 65_535)
        #expect(!found[0])
        #expect(ChirpCode.positions[0] == -1)
        #expect(ChirpCode.positions.count == 65_536)
    }

    @Test("chirps start and end at zero without discontinuities", arguments: [true, false])
    func joints(_ isRising: Bool) {
        #expect(abs(ChirpCode.wave(at: 0, isRising: isRising)) < 1e-12)
        #expect(abs(ChirpCode.wave(at: 0.05, isRising: isRising)) < 1e-9)
        // Up and down are time-reversed and inverted copies of each other.
        for step in 0..<50 {
            let time = Double(step) / 1000
            let mirrored = ChirpCode.wave(at: 0.05 - time, isRising: !isRising)
            #expect(abs(ChirpCode.wave(at: time, isRising: isRising) + mirrored) < 1e-9)
        }
    }

    @Test("up and down start and end at the limits of the band")
    func band() {
        func crossings(_ range: Range<Int>, isRising: Bool) -> Int {
            zip(range, range.dropFirst()).count { left, right in
                (ChirpCode.wave(at: Double(left) / 1e6, isRising: isRising) < 0)
                    != (ChirpCode.wave(at: Double(right) / 1e6, isRising: isRising) < 0)
            }
        }
        // Within 5 ms of a sweep of 60 kHz per second: 650 Hz and 3350 Hz on average.
        #expect((6...7).contains(crossings(0..<5000, isRising: true)))
        #expect((33...34).contains(crossings(45_000..<50_000, isRising: true)))
        #expect((33...34).contains(crossings(0..<5000, isRising: false)))
        #expect((6...7).contains(crossings(45_000..<50_000, isRising: false)))
    }
}
