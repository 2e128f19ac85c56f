import StudioCore

/// What a programme consists of, as far as an output must know before the first unit.
struct OutputMedia: Hashable, Sendable {
    let width: Int32
    let height: Int32
    let hasAudio: Bool

    /// GStreamer 1.22's muxers take no picture that is smaller, in either direction.
    private static let smallestSide: Int32 = 16

    /// - Throws: `unsuitable` for a picture that no muxer takes.
    func check(_ destination: Destination) throws(OutputFailure) {
        let side = Self.smallestSide
        guard width < side || height < side else { return }
        throw OutputFailure(.unsuitable, "holds no pictures of \(width)x\(height), only from \(side)x\(side) on")
    }
}
