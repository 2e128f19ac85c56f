package import GStreamer
package import ProgramEncoding
package import StudioCore
package import StudioMeeting

/// One attempt of an output, from opening to closing.
///
/// `receive` comes on the threads of the producer and the encoders and must not wait; everything else on the output's own
/// thread.
package protocol OutputConnection: AnyObject, Sendable {
    /// Opens it; an error that comes later comes as an event.
    func open() throws(ConnectionFailure)

    /// Takes an encoded unit.
    func receive(_ unit: EncodedUnit)
    /// Takes a frame.
    func receive(_ frame: borrowing VideoFrame)
    /// Takes a block of audio.
    func receive(_ block: borrowing AudioBlock)

    /// Bytes that the peer has taken.
    var bytesTaken: UInt64 { get }
    /// Whether the peer has taken any media.
    var hasDelivered: Bool { get }
    /// Whether anything was put in.
    var hasMedia: Bool { get }
    /// Whether the peer keeps media waiting.
    var hasBacklog: Bool { get }
    /// Whether a unit that came now would be taken without dropping any.
    var hasCapacity: Bool { get }
    /// How full the queue is, 0 to 1.
    var congestion: Double { get }
    /// The end of what was put in, on the program's time line.
    var position: MediaTime { get }

    /// Waits until something happens or ``wake()`` is called, at most `seconds`.
    func nextFailure(seconds: Double) -> ConnectionFailure?
    /// Ends a wait of ``nextFailure(seconds:)``.
    func wake()

    /// Sends the end of the stream; false when nothing was ever put in, so that there is nothing to end.
    func end() -> Bool
    /// Whether everything has left behind the end of the stream.
    var isDrained: Bool { get }
    /// Takes it down; what the peer does not take at once is given up.
    ///
    /// - Returns: what went wrong when it was closed.
    func close(seconds: Double) -> OutputFailure?
}

/// Why a connection has ended by itself.
package enum ConnectionFailure: Error, Hashable, Sendable {
    /// An element of its pipeline failed: its driver knows the cause.
    case pipeline(GStreamerError)
    case other(OutputFailure)
}

extension OutputConnection {
    package func receive(_ unit: EncodedUnit) {}
    package func receive(_ frame: borrowing VideoFrame) {}
    package func receive(_ block: borrowing AudioBlock) {}
    package var hasDelivered: Bool { bytesTaken > 0 }
    package var hasBacklog: Bool { false }
    package var hasCapacity: Bool { true }
    package var congestion: Double { 0 }
}
