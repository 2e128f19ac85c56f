package import GStreamer
package import StudioCore

/// The sink of a muxer's pipeline. It writes the bytes and determines what the peer has taken.
package protocol MuxerSink: Sendable {
    /// Whether a unit counts as taken when its memory is released after the write; otherwise the sink reports each unit
    /// itself.
    var takesOnRelease: Bool { get }
    /// The bytes that the peer has taken.
    var bytesTaken: UInt64 { get }
    /// Whether the peer has taken any media.
    var hasDelivered: Bool { get }
    /// The error of a failed write, if any.
    var failure: OutputFailure? { get }
    /// What the peer has said about an error of the pipeline; `nil` if nothing.
    func failure(after error: GStreamerError) -> OutputFailure?
    /// Whether no data is left inside when the pipeline has ended.
    var isDrained: Bool { get }
    /// Why a stream that has ended properly was not taken completely; `nil` if it was. Valid when it is drained.
    var incompleteness: String? { get }
    /// The number of connected peers; `nil` for a sink that does not wait for peers.
    var peers: Int? { get }
    /// The statistics of the network; `nil` without one.
    var network: NetworkStatistics? { get }
    /// Called when the pipeline has failed: reports what the peer has taken so far. The locks of the elements are held.
    func reportTaken()
    /// Called before the pipeline is stopped: no call may block any more.
    func abandon()
    /// Called after the pipeline was stopped.
    ///
    /// - Returns: the error of closing, if any.
    func close() -> OutputFailure?
}

extension MuxerSink {
    package func failure(after error: GStreamerError) -> OutputFailure? { failure }
    package var incompleteness: String? { nil }
    package var peers: Int? { nil }
    package var network: NetworkStatistics? { nil }
}
