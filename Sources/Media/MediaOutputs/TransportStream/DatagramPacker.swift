import ProgramEncoding

/// Groups transport packets into datagrams of equal size.
///
/// The last packets of a chunk wait for the next one, unless the stream ends.
package struct DatagramPacker: Sendable {
    /// The size of a transport packet in bytes.
    static let packetSize = MuxedPacket.byteCount

    /// The size of a full datagram in bytes.
    package let byteCount: Int
    private var rest: [UInt8] = []

    /// - Parameter packetsPerDatagram: seven fill a datagram of 1316 bytes, as receivers expect.
    package init(packetsPerDatagram: Int = MuxedPacket.perDatagram) {
        byteCount = packetsPerDatagram * Self.packetSize
        rest.reserveCapacity(byteCount)
    }

    /// The number of bytes that wait for a full datagram.
    package var pendingBytes: Int { rest.count }

    /// Calls `body` for each datagram that `chunk` completes, until it throws.
    package mutating func append<Failure: Error>(
        _ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var bytes = chunk[...]
        if !rest.isEmpty {
            let head = bytes.prefix(byteCount - rest.count)
            rest.append(contentsOf: head)
            bytes = bytes.dropFirst(head.count)
            if rest.count == byteCount { try flush(body) }
        }
        while bytes.count >= byteCount {
            try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(byteCount)))
            bytes = bytes.dropFirst(byteCount)
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
