package import GStreamer
package import ProgramEncoding
package import StudioCore

/// The sink of a muxer's pipeline. It writes the bytes and determines what the peer has taken. A sink implements what differs
/// from one whose writes are complete when they return.
package protocol MuxerSink: OutputPeer {
    /// Whether a unit counts as taken when its memory is released after the write; otherwise the sink reports each unit
    /// itself.
    var takesOnRelease: Bool { get }
    /// A track starts at this time of the output. Called before the muxer gets its first unit.
    func begin(_ track: DeliveryLedger.Track, at time: MediaTime)
    /// The error of a failed write, if any.
    var failure: OutputFailure? { get }
    /// What the peer has said about an error of the pipeline; `nil` if nothing.
    func failure(after error: GStreamerError) -> OutputFailure?
    /// What it means when the pipeline ends before the stream; `nil` when that is an end like any other.
    var earlyEnd: OutputFailure? { get }
    /// Whether no data is left inside when the pipeline has ended.
    var isDrained: Bool { get }
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
    package var takesOnRelease: Bool { false }
    package func begin(_ track: DeliveryLedger.Track, at time: MediaTime) {}
    package func failure(after error: GStreamerError) -> OutputFailure? { failure }
    package var earlyEnd: OutputFailure? { nil }
    package var isDrained: Bool { true }
    package func reportTaken() {}
    package func abandon() {}
}
