/// The order in which a source has the frames of its video.
package enum FrameOrder: Hashable, Sendable {
    /// The order in which they are shown.
    case shown
    /// That of an AVI file with B-frames, the order in which they are decoded. The first frame is due by `delay` later than its decoding
    /// time.
    case reordered(delay: MediaTime)
    /// The codec tells.
    case ofCodec
}
