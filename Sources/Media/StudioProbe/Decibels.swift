import Glibc

enum Decibels {
    /// An amplitude ratio in decibels, limited to ±120 dB: broken audio yields any ratio, and NaN.
    static func of(_ ratio: Double) -> Double { 20 * log10(max(1e-6, min(1e6, ratio))) }
}
