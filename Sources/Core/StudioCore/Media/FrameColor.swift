/// A colour as samples.
package struct FrameColor: Hashable, Sendable {
    package let y: UInt8
    package let u: UInt8
    package let v: UInt8

    package init(y: UInt8, u: UInt8, v: UInt8) {
        (self.y, self.u, self.v) = (y, u, v)
    }

    /// The number of frames after which the luma repeats.
    package static let period = 32

    /// The luma of a frame: each is brighter by one than the previous one, so that a test can tell them apart.
    package func luma(ofFrame number: Int) -> UInt8 { y &+ UInt8(number % Self.period) }
}
