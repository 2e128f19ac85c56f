package import GStreamer
package import ProgramEncoding
package import StudioCore
package import StudioMeeting

/// What takes the bytes of a connection: a server, a file, a pipe.
package protocol OutputPeer: AnyObject, Sendable {
    /// The bytes that it has taken.
    var bytesTaken: UInt64 { get }
    /// Whether it has taken any media.
    var hasDelivered: Bool { get }
    /// The number of connected peers; `nil` for one that does not wait for peers.
    var peers: Int? { get }
    /// The time from beginning to connect until the server accepted the connection; `nil` before, and for a peer that does
    /// not answer.
    var connectTime: MediaTime? { get }
    /// The statistics of the network; `nil` without one.
    var network: NetworkStatistics? { get }
    /// Why a stream that has ended properly was not taken completely, as a warning; `nil` if it was. Valid when it is
    /// drained.
    var incompleteness: String? { get }
}

extension OutputPeer {
    package var hasDelivered: Bool { bytesTaken > 0 }
    package var peers: Int? { nil }
    package var connectTime: MediaTime? { nil }
    package var network: NetworkStatistics? { nil }
    package var incompleteness: String? { nil }
}

/// One connection attempt of an output.
///
/// `receive` is called on the threads of the producer and the encoders and must not block. All other methods are called
/// on the output's own thread.
package protocol OutputConnection: AnyObject, Sendable {
    /// Opens the connection. Later errors are reported by ``nextFailure(seconds:)``.
    func open() throws(ConnectionFailure)

    /// Receives an encoded unit.
    func receive(_ unit: EncodedUnit)
    /// Receives a frame.
    func receive(_ frame: borrowing VideoFrame)
    /// Receives an audio block.
    func receive(_ block: borrowing AudioBlock)

    /// The peer; the connection itself if it writes its media without a sink.
    var peer: any OutputPeer { get }
    /// Whether any unit was received.
    var hasMedia: Bool { get }
    /// Whether units are waiting for the peer.
    var hasBacklog: Bool { get }
    /// Whether the next unit would be taken without dropping any.
    var hasCapacity: Bool { get }
    /// The fill level of the queue, 0 to 1.
    var congestion: Double { get }
    /// The duration of the media in the queue.
    var queuedTime: MediaTime { get }
    /// The end of the received media, on the program's time line.
    var position: MediaTime { get }
    /// Where the received media begins on the program's time line; `nil` before, and for a kind that has no beginning.
    var start: MediaTime? { get }

    /// Waits for a failure or a call of ``wake()``, at most `seconds`.
    func nextFailure(seconds: Double) -> ConnectionFailure?
    /// Ends a wait in ``nextFailure(seconds:)``.
    func wake()

    /// Sends the end of the stream; false when no unit was received, so that there is nothing to end.
    func end() -> Bool
    /// Whether everything up to the end of the stream was sent.
    var isDrained: Bool { get }
    /// Closes the connection. Units that the peer does not take immediately are lost.
    ///
    /// - Returns: the error of closing, if any.
    func close(seconds: Double) -> OutputFailure?
    /// The last step after a proper end and a successful close; `nil` if there is none.
    var finalization: (any Finalization)? { get }
}

/// Why a connection ended by itself.
package enum ConnectionFailure: Error, Hashable, Sendable {
    /// An element of its pipeline failed; the driver determines the cause.
    case pipeline(GStreamerError)
    case other(OutputFailure)
}

extension OutputConnection {
    package func receive(_ unit: EncodedUnit) {}
    package func receive(_ frame: borrowing VideoFrame) {}
    package func receive(_ block: borrowing AudioBlock) {}
    package var hasBacklog: Bool { false }
    package var hasCapacity: Bool { true }
    package var congestion: Double { 0 }
    package var queuedTime: MediaTime { .zero }
    package var finalization: (any Finalization)? { nil }
    package var start: MediaTime? { nil }
}

extension OutputConnection where Self: OutputPeer {
    package var peer: any OutputPeer { self }
}
