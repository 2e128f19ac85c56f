import Glibc

enum Decibels {
    /// A ratio of heights in decibels.
    static func of(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-6)) }
}
