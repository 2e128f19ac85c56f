import Glibc

/// The audio code: uninterrupted chirps, each rising or falling according to an m-sequence.
///
/// A matched filter locates a chirp within a few microseconds, in noise and after any waveform-preserving codec. A
/// changed speed moves its peak only slightly; therefore the code uses chirps instead of the plain m-sequence. Their
/// band lies below 4 kHz, where AAC encoders do not substitute noise. Rising and falling are the bits of an m-sequence
/// of 16 stages. Any 16 bits in a row (0.8 s) occur once in 65,535 (54 minutes), and every further bit is determined by
/// them, which serves as a checksum.
enum ChirpCode {
    /// Chirps per second: 50 ms each, an integer number of samples at 32 and 48 kHz.
    static let chirpsPerSecond = 20
    static let chirpSeconds = 1 / Double(chirpsPerSecond)
    /// In hertz. With these values, a chirp has 100 whole periods, so that consecutive chirps connect without a click.
    private static let band = (low: 500.0, high: 3500.0)
    /// The amplitude of the chirps: −20 dBFS, with headroom for the click.
    static let amplitude = 0.1

    /// The click of a second, for people and other tools. It lies above the chirps' band and does not disturb them.
    static let click = (frequency: 6000.0, amplitude: 0.4, seconds: 0.01)

    /// A chirp at a time within it, in seconds; −1 to 1.
    static func wave(at time: Double, isRising: Bool) -> Double {
        let slope = (band.high - band.low) / chirpSeconds
        let phase = isRising ? band.low * time + slope * time * time / 2 : band.high * time - slope * time * time / 2
        return sin(2 * .pi * phase)
    }

    /// The click at a time after its start: a tone with a smooth envelope.
    static func clickWave(at time: Double) -> Double {
        guard time >= 0, time < click.seconds else { return 0 }
        let hill = sin(.pi * time / click.seconds)
        return click.amplitude * hill * hill * sin(2 * .pi * click.frequency * time)
    }

    // MARK: The sequence

    static let stages = 16
    /// The number of chirps in one period of the sequence.
    static let period = 65_535

    /// Whether each chirp of a period rises.
    static let sequence: [Bool] = {
        var state: UInt16 = 1
        return (0..<period).map { _ in
            defer { state = next(state) }
            return state & 1 == 1
        }
    }()

    /// A shift register of 16 stages with the taps 16, 15, 13 and 4, a known choice with maximum period.
    private static func next(_ state: UInt16) -> UInt16 {
        let bit = (state ^ state >> 1 ^ state >> 3 ^ state >> 12) & 1
        return state >> 1 | bit << 15
    }

    /// The position in the sequence of 16 consecutive bits, the first one least significant; −1 for 0, which never
    /// occurs.
    static let positions: [Int32] = {
        var positions = [Int32](repeating: -1, count: 65_536)
        var state: UInt16 = 1
        for place in 0..<period {
            positions[Int(state)] = Int32(place)
            state = next(state)
        }
        return positions
    }()
}
