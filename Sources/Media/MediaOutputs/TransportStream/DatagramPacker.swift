import ProgramEncoding

/// Groups transport packets into datagrams of seven.
///
/// The last packets of a chunk wait for the next one, unless the stream ends.
package struct DatagramPacker: Sendable {
    /// The size of a full datagram in bytes: 1316.
    package static let byteCount = TransportPacket.perDatagram * TransportPacket.byteCount

    private var rest: [UInt8] = []

    package init() {
        rest.reserveCapacity(Self.byteCount)
    }

    /// The number of bytes that wait for a full datagram.
    package var pendingBytes: Int { rest.count }

    /// Calls `body` for each datagram that `chunk` completes, until it throws.
    package mutating func append<Failure: Error>(
        _ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var bytes = chunk[...]
        if !rest.isEmpty {
            let head = bytes.prefix(Self.byteCount - rest.count)
            rest.append(contentsOf: head)
            bytes = bytes.dropFirst(head.count)
            if rest.count == Self.byteCount { try flush(body) }
        }
        while bytes.count >= Self.byteCount {
            try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.byteCount)))
            bytes = bytes.dropFirst(Self.byteCount)
        }
        rest.append(contentsOf: bytes)
    }

    /// Calls `body` for the waiting packets, if any: at the end of the stream.
    package mutating func flush<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard !rest.isEmpty else { return }
        var failure: Failure?
        rest.withUnsafeBytes { bytes in
            do throws(Failure) {
                try body(bytes)
            } catch {
                failure = error
            }
        }
        rest.removeAll(keepingCapacity: true)
        if let failure { throw failure }
    }
}
