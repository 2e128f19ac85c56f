import Glibc

/// The code in the sound: chirps without a pause, each of them going up or down, as an m-sequence says.
///
/// A chirp is found to a few microseconds by its matched filter, in noise and behind any codec that keeps wave forms, and a
/// changed speed moves its peak little: that is why it is chirps and not the m-sequence itself. Their band lies below
/// 4 kHz, where AAC encoders do not replace noise by other noise. Up and down are the bits of an m-sequence of 16 stages:
/// any 16 in a row, 0.8 s, occur once in 65,535, 54 minutes, and every further bit is foretold by them, which is the check.
enum SoundCode {
    /// Chirps a second: 50 ms each, a whole number of samples at 32 and 48 kHz.
    static let chirpsPerSecond = 20
    static let chirpSeconds = 1 / Double(chirpsPerSecond)
    /// Hertz. With these, a chirp has 100 whole waves, so that chirps join without a click.
    private static let band = (low: 500.0, high: 3500.0)
    /// Height of the chirps: −20 dBFS, far from clipping, with room for the click.
    static let amplitude = 0.1

    /// The click of a second, for people and for other tools: above the chirps' band, so that it does not disturb them.
    static let click = (frequency: 6000.0, amplitude: 0.4, seconds: 0.01)

    /// A chirp at a time within it, in seconds, −1 to 1.
    static func wave(at time: Double, isRising: Bool) -> Double {
        let slope = (band.high - band.low) / chirpSeconds
        let phase = isRising ? band.low * time + slope * time * time / 2 : band.high * time - slope * time * time / 2
        return sin(2 * .pi * phase)
    }

    /// The click at a time after its beginning: a tone under a smooth hill.
    static func clickWave(at time: Double) -> Double {
        guard time >= 0, time < click.seconds else { return 0 }
        let hill = sin(.pi * time / click.seconds)
        return click.amplitude * hill * hill * sin(2 * .pi * click.frequency * time)
    }

    // MARK: The sequence

    static let stages = 16
    /// Chirps until the sequence begins anew.
    static let period = 65_535

    /// Whether each chirp of a period rises.
    static let sequence: [Bool] = {
        var state: UInt16 = 1
        return (0..<period).map { _ in
            defer { state = next(state) }
            return state & 1 == 1
        }
    }()

    /// A register of 16 stages with the taps 16, 15, 13 and 4, one of the known choices that pass through all states.
    private static func next(_ state: UInt16) -> UInt16 {
        let bit = (state ^ state >> 1 ^ state >> 3 ^ state >> 12) & 1
        return state >> 1 | bit << 15
    }

    /// Where 16 bits in a row, the first in the lowest place, stand in the sequence; −1 for 0, which never occurs.
    static let places: [Int32] = {
        var places = [Int32](repeating: -1, count: 65_536)
        var state: UInt16 = 1
        for place in 0..<period {
            places[Int(state)] = Int32(place)
            state = next(state)
        }
        return places
    }()
}
