import Glibc

enum Decibels {
    /// A ratio of heights in decibels, within 120 dB: broken sound makes any ratio, and none at all.
    static func of(_ ratio: Double) -> Double { 20 * log10(max(1e-6, min(1e6, ratio))) }
}
