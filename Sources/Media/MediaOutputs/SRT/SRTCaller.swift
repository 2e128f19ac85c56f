import SRT
import StudioCore
import StudioRuntime
import Synchronization

/// Sends a transport stream to a listener.
///
/// The streaming thread connects with the first chunk, so that a slow answer blocks nothing else; the encoded media waits
/// in the output's queue.
final class SRTCaller: TransportDestination, @unchecked Sendable {
    // Safety: only the streaming thread uses `packer`.
    private var packer: DatagramPacker
    private let host: String
    private let port: String
    private let settings: SRTSettings
    private let clock = SystemClock()
    private let isAbandoned = Atomic(false)
    private let sent = Atomic<UInt64>(0)
    private let state = Lock(State())

    private struct State: Sendable {
        /// The connected socket.
        var socket: SRTSocket?
        var connectTime: MediaTime?
        var taken: UInt64 = 0
        var statistics = SRTSocket.Statistics()
        var failure: OutputFailure?
        /// When the latest acknowledgement was noticed.
        var lastAnswer = MediaTime.zero
        /// Since when all data is acknowledged, at the end of the stream.
        var emptySince: MediaTime?
    }

    /// How long a listener may take to answer, in milliseconds; less than the time limit of a first connection.
    private static let connectTimeout: Int32 = 3000
    /// The interval in milliseconds at which a wait checks for ``abandon()``.
    private static let waitInterval: Int64 = 50
    /// The receiver needs a little longer than its latency to play the last packets, in milliseconds.
    private static let playoutMargin = 100

    init(_ target: SRTAddress, _ settings: SRTSettings) {
        host = target.host
        port = target.port
        self.settings = settings
        packer = DatagramPacker(packetsPerDatagram: target.packetsPerDatagram)
    }

    // MARK: Connecting

    private func connected() throws(OutputFailure) -> SRTSocket {
        if let socket = state.withLock({ $0.socket }) { return socket }
        let began = clock.now
        let addresses = HostAddress.resolve(host, port: port)
        guard !addresses.isEmpty else { throw OutputFailure(.nameNotResolved, "cannot resolve the host '\(host)'") }
        var failure = OutputFailure(.unreachable, "\(host):\(port) is unreachable")
        let timeout = Self.connectTimeout / Int32(min(3, addresses.count))
        for address in addresses.prefix(3) {
            do throws(OutputFailure) {
                let socket = try connect(to: address, milliseconds: timeout)
                state.withLock { state in
                    state.socket = socket
                    state.lastAnswer = clock.now
                    state.connectTime = state.lastAnswer - began
                }
                return socket
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func connect(to address: HostAddress, milliseconds: Int32) throws(OutputFailure) -> SRTSocket {
        let socket: SRTSocket
        do {
            socket = try SRTSocket(settings)
            try socket.connect(to: address, milliseconds: milliseconds)
        } catch {
            throw OutputFailure(error)
        }
        while socket.state == .connecting {
            try checkAbandoned()
            socket.wait(for: .canSend, milliseconds: Self.waitInterval)
        }
        guard socket.state == .connected else { throw OutputFailure(socket.rejection, host: host, port: port) }
        return socket
    }

    private func checkAbandoned() throws(OutputFailure) {
        if isAbandoned.load(ordering: .relaxed) { throw OutputFailure(writingError: ByteWriter.abandoned) }
    }

    // MARK: Sending

    func write(_ chunk: UnsafeRawBufferPointer) throws(OutputFailure) -> Bool {
        let socket = try connected()
        try packer.append(chunk) { datagram throws(OutputFailure) in try send(datagram, to: socket) }
        return true
    }

    func end() throws(OutputFailure) {
        let socket = try connected()
        try packer.flush { datagram throws(OutputFailure) in try send(datagram, to: socket) }
    }

    private func send(_ datagram: UnsafeRawBufferPointer, to socket: SRTSocket) throws(OutputFailure) {
        while true {
            switch socket.send(datagram) {
            case .sent:
                sent.add(UInt64(datagram.count), ordering: .relaxed)
                return
            case .full:
                try checkAbandoned()
                socket.wait(for: .canSend, milliseconds: Self.waitInterval)
            case .ended: throw failure ?? OutputFailure(.disconnected, "the connection was lost")
            }
        }
    }

    // MARK: Progress

    var bytesTaken: UInt64 {
        let sent = sent.load(ordering: .relaxed)
        guard let socket = state.withLock({ $0.socket }), socket.state == .connected else {
            return state.withLock { $0.taken }
        }
        let pending = socket.unacknowledgedBytes
        return state.withLock { state in
            state.taken = max(state.taken, sent - min(sent, pending))
            return state.taken
        }
    }

    var connectTime: MediaTime? { state.withLock { $0.connectTime } }

    var network: NetworkStatistics? {
        let statistics = latestStatistics()
        return NetworkStatistics(
            packetsSent: statistics.packetsSent, packetsLost: statistics.packetsDropped,
            packetsRetransmitted: statistics.packetsRetransmitted, roundTripTime: statistics.roundTripTime)
    }

    private func latestStatistics() -> SRTSocket.Statistics {
        let latest = state.withLock { $0.socket }?.statistics
        let now = clock.now
        return state.withLock { state in
            guard let latest else { return state.statistics }
            if latest.acknowledgements != state.statistics.acknowledgements { state.lastAnswer = now }
            state.statistics = latest
            return latest
        }
    }

    /// Determined once, because it takes a moment.
    var failure: OutputFailure? {
        let (known, socket) = state.withLock { ($0.failure, $0.socket) }
        if let known { return known }
        guard let socket else { return nil }
        _ = latestStatistics()
        guard socket.state != .connected else { return nil }
        let silence = clock.now - state.withLock { $0.lastAnswer }
        let failure = OutputFailure.lost(host: host, port: port, silentSeconds: silence.seconds)
        return state.withLock { state in
            state.failure = state.failure ?? failure
            return state.failure
        }
    }

    /// Everything is acknowledged, and the receiver has had the time to play it: closing discards what it still delays.
    var isDrained: Bool {
        guard let socket = state.withLock({ $0.socket }) else { return true }
        let (now, latency) = (clock.now, socket.peerLatency + Self.playoutMargin)
        guard socket.unacknowledgedBytes == 0 else {
            state.withLock { $0.emptySince = nil }
            return false
        }
        return state.withLock { state in
            let since = state.emptySince ?? now
            state.emptySince = since
            return now - since >= .milliseconds(Int64(latency))
        }
    }

    func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    func close() {
        state.withLock { $0.socket }?.close()
    }
}
