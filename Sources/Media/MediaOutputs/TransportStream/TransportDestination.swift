package import StudioCore

/// Receives a transport stream: a file, a socket, a folder of segments.
package protocol TransportDestination: AnyObject, Sendable {
    /// Takes a chunk: all packets of one coded unit, those of a key frame with the program tables in front. Called on the
    /// streaming thread, and may block until ``abandon()`` is called.
    ///
    /// - Returns: false when no peer receives it, so that its units are lost.
    func write(_ chunk: UnsafeRawBufferPointer) throws(OutputFailure) -> Bool
    /// How many bytes of the stream the peer has taken. May be called from any thread.
    var takenBytes: UInt64 { get }
    /// The bytes that were stored or sent, which may include repeated tables. May be called from any thread.
    var storedBytes: UInt64 { get }
    /// Why the connection has ended by itself, if it has. May be called from any thread.
    var failure: OutputFailure? { get }
    /// Whether the peer has taken everything that it will take.
    var isDrained: Bool { get }
    /// Whether the units that were not taken when it is drained are lost, because their peers have left. Otherwise closing
    /// writes them.
    var losesRest: Bool { get }
    /// Why a stream that has ended properly was not taken completely, as a warning; `nil` if it was. Valid when it is
    /// drained; may be called from any thread.
    var incompleteness: String? { get }
    /// The statistics of the network; `nil` without one. May be called from any thread.
    var network: NetworkStatistics? { get }
    /// The number of connected peers; `nil` for a destination that does not wait for peers. May be called from any
    /// thread.
    var peers: Int? { get }
    /// Ends a blocked write, and every later one.
    func abandon()
    /// Writes the rest of a stream that has ended properly. Called on the streaming thread, after the last write.
    func end() throws(OutputFailure)
    /// Closes the destination. Called once, after the streaming thread has stopped.
    func close() throws(OutputFailure)
}

extension TransportDestination {
    package var storedBytes: UInt64 { takenBytes }
    package var failure: OutputFailure? { nil }
    package var isDrained: Bool { true }
    package var losesRest: Bool { false }
    package var incompleteness: String? { nil }
    package var network: NetworkStatistics? { nil }
    package var peers: Int? { nil }
    package func end() throws(OutputFailure) {}
    package func close() throws(OutputFailure) {}
}
