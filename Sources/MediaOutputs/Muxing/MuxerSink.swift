package import StudioCore

/// The end of a muxer's pipeline: where its bytes go, and how it is known what the peer has taken.
package protocol MuxerSink: Sendable {
    /// Whether a unit is taken when its memory is released behind the write; otherwise the sink reports each one itself.
    var takesOnRelease: Bool { get }
    /// Bytes that the peer has taken.
    var bytesTaken: UInt64 { get }
    /// Whether the peer has taken any media.
    var hasDelivered: Bool { get }
    /// Why writing failed, where it did.
    var failure: OutputFailure? { get }
    /// Whether nothing is left inside when the pipeline has ended.
    var isDrained: Bool { get }
    /// The pipeline has failed: what the peer took until now is to be reported. Called with the locks of its elements held.
    func reportTaken()
    /// The pipeline is about to be stopped: nothing may wait any more.
    func abandon()
    /// The pipeline was stopped.
    ///
    /// - Returns: what went wrong when it was closed.
    func close() -> OutputFailure?
}
