package import StudioCore

/// Receives a transport stream: a file, a socket, a folder of segments. Its ``bytesTaken`` are bytes of the stream. Properties
/// may be read from any thread.
package protocol TransportDestination: OutputPeer {
    /// Takes a chunk: all packets of one coded unit, those of a key frame with the program tables in front. Called on the
    /// streaming thread, and may block until ``abandon()`` is called.
    ///
    /// - Returns: false when no peer receives it, so that its units are lost.
    func write(_ chunk: UnsafeRawBufferPointer) throws(OutputFailure) -> Bool
    /// The bytes that were stored or sent, which may include repeated tables.
    var storedBytes: UInt64 { get }
    /// Why the connection has ended by itself, if it has.
    var failure: OutputFailure? { get }
    /// Whether the peer has taken everything that it will take.
    var isDrained: Bool { get }
    /// Whether the units that were not taken when it is drained are lost, because their peers have left. Otherwise closing
    /// writes them.
    var losesRest: Bool { get }
    /// Ends a blocked write, and every later one.
    func abandon()
    /// Writes the rest of a stream that has ended properly. Called on the streaming thread, after the last write.
    func end() throws(OutputFailure)
    /// Closes the destination. Called once, after the streaming thread has stopped.
    func close() throws(OutputFailure)
}

extension TransportDestination {
    package var storedBytes: UInt64 { bytesTaken }
    package var failure: OutputFailure? { nil }
    package var isDrained: Bool { true }
    package var losesRest: Bool { false }
    package func end() throws(OutputFailure) {}
    package func close() throws(OutputFailure) {}
}
