import Glibc
import StudioCore
import StudioRuntime
import Synchronization

/// Sends a transport stream in datagrams of whole packets, and counts the datagrams that the network reported as lost.
final class UDPDatagrams: TransportDestination, @unchecked Sendable {
    // Safety: only the streaming thread uses `packer`.
    private var packer: DatagramPacker
    private let socket: DatagramSocket
    private let taken = Atomic<UInt64>(0)
    private let sent = Counter()
    private let lost = Counter()

    /// How long the answer to the last datagram is awaited, in milliseconds.
    private static let lastAnswerTimeout: Int32 = 20

    init(_ socket: DatagramSocket, packetsPerDatagram: Int) {
        self.socket = socket
        packer = DatagramPacker(packetsPerDatagram: packetsPerDatagram)
    }

    var bytesTaken: UInt64 { taken.load(ordering: .relaxed) }

    var network: NetworkStatistics? {
        NetworkStatistics(packetsSent: UInt64(sent.value), packetsLost: UInt64(lost.value))
    }

    func write(_ chunk: UnsafeRawBufferPointer) throws(OutputFailure) -> Bool {
        try packer.append(chunk) { datagram throws(OutputFailure) in try send(datagram) }
        return true
    }

    private func send(_ datagram: UnsafeRawBufferPointer) throws(OutputFailure) {
        var error = socket.send(datagram)
        // Reported for an earlier datagram; this one has not been sent.
        while error == ECONNREFUSED {
            lost.increment()
            error = socket.send(datagram)
        }
        switch error {
        case 0: break
        // The network may return.
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EPERM: lost.increment()
        default: throw OutputFailure(.disconnected, "cannot send: \(String(cString: strerror(error)))")
        }
        sent.increment()
        taken.add(UInt64(datagram.count), ordering: .relaxed)
    }

    func abandon() { socket.abandon() }

    func end() throws(OutputFailure) {
        try packer.flush { datagram throws(OutputFailure) in try send(datagram) }
        if socket.pendingError(milliseconds: Self.lastAnswerTimeout) == ECONNREFUSED { lost.increment() }
    }
}
