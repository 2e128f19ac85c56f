import SRT
import StudioCore
import StudioRuntime
import Synchronization

/// Sends a transport stream to every caller, each from a key frame on.
///
/// A caller that does not keep up loses packets until the next key frame; it does not delay the others.
final class SRTListener: TransportDestination {
    private final class Caller: Sendable {
        let socket: SRTSocket
        /// Whether it receives the present group of pictures.
        let isStarted = Atomic(false)
        let lost = Counter()
        let packer = Lock(DatagramPacker())

        init(_ socket: SRTSocket) {
            self.socket = socket
        }
    }

    private struct State: Sendable {
        var callers: [Caller] = []
        /// The counts of callers that have left.
        var earlier = NetworkStatistics(packetsRetransmitted: 0)
        var tables = ProgramTables()
        var emptySince: MediaTime?
    }

    /// The interval in milliseconds at which the listener checks whether it must end.
    private static let interval: Int64 = 50
    /// The time limit in seconds for the end of the thread; it checks every 50 ms.
    private static let joinTimeout = 5.0
    /// The receiver needs a little longer than its latency to play the last packets, in milliseconds.
    private static let playoutMargin = 100

    private let listener: SRTSocket
    private let requestKeyFrame: @Sendable () -> Void
    private let clock = SystemClock()
    private let state = Lock(State())
    private let taken = Atomic<UInt64>(0)
    private let mustEnd: Atomic<Bool>
    private let worker = Lock<Worker?>(nil)

    /// - Throws: `nameNotResolved`, `addressInUse`, `libraryMissing`.
    init(
        host: String, port: String, _ settings: SRTSettings, requestKeyFrame: @escaping @Sendable () -> Void
    ) throws(OutputFailure) {
        guard let address = HostAddress.resolve(host, port: port).first else {
            throw OutputFailure(.nameNotResolved, "cannot resolve the host '\(host)'")
        }
        do {
            listener = try SRTSocket(settings)
        } catch {
            throw OutputFailure(error)
        }
        do {
            try listener.listen(at: address)
        } catch {
            throw OutputFailure(.addressInUse, "cannot listen on port \(port)")
        }
        self.requestKeyFrame = requestKeyFrame
        mustEnd = Atomic(false)
        do {
            let worker = try Worker("srt-listener") { [weak self] in
                while let self, !self.mustEnd.load(ordering: .relaxed) { self.admit() }
            }
            self.worker.set(worker)
        } catch {
            throw OutputFailure(.pipeline, "\(error)")
        }
    }

    deinit {
        listener.close()
    }

    // MARK: Callers

    private func admit() {
        listener.wait(for: .canAccept, milliseconds: Self.interval)
        while let socket = listener.accept() {
            state.withLock { $0.callers.append(Caller(socket)) }
            requestKeyFrame()
        }
        removeEnded()
    }

    /// Keeps the counts of callers that have left.
    private func removeEnded() {
        let ended = state.withLock { $0.callers }.filter { $0.socket.state != .connected }
        guard !ended.isEmpty else { return }
        let counts = ended.map { Self.statistics(of: $0) }
        state.withLock { state in
            state.callers.removeAll { caller in ended.contains { $0 === caller } }
            for count in counts { state.earlier = state.earlier.followed(by: count) }
        }
    }

    private static func statistics(of caller: Caller) -> NetworkStatistics {
        let counts = caller.socket.statistics ?? SRTSocket.Statistics()
        return NetworkStatistics(
            packetsSent: counts.packetsSent, packetsLost: counts.packetsDropped + UInt64(caller.lost.value),
            packetsRetransmitted: counts.packetsRetransmitted, roundTripTime: counts.roundTripTime)
    }

    var peers: Int? { state.withLock { $0.callers.count } }

    /// The sum of all callers; the round-trip time of the slowest.
    var network: NetworkStatistics? {
        let (callers, earlier) = state.withLock { ($0.callers, $0.earlier) }
        let counts = callers.map { Self.statistics(of: $0) }
        var sum = counts.reduce(earlier) { $0.followed(by: $1) }
        sum.roundTripTime = counts.compactMap(\.roundTripTime).max()
        return sum
    }

    // MARK: Sending

    func write(_ chunk: UnsafeRawBufferPointer) -> Bool {
        var keyFrame: Int?
        var offset = 0
        var tables: [UInt8] = []
        state.withLock { state in
            TransportPacket.forEach(in: chunk) { bytes, packet in
                if packet.content == .track(.video), packet.startsUnit, packet.isRandomAccess, keyFrame == nil {
                    keyFrame = offset
                    tables = state.tables.latest
                }
                state.tables.note(bytes, packet)
                offset += bytes.count
            }
        }
        var isTaken = false
        for caller in state.withLock({ $0.callers }) {
            if send(chunk, to: caller, keyFrame: keyFrame, tables: tables) { isTaken = true }
        }
        if isTaken { taken.add(UInt64(chunk.count), ordering: .relaxed) }
        return isTaken
    }

    /// - Returns: whether the caller receives the whole chunk, or its part from the key frame on.
    private func send(_ chunk: UnsafeRawBufferPointer, to caller: Caller, keyFrame: Int?, tables: [UInt8]) -> Bool {
        if caller.isStarted.load(ordering: .relaxed) { return deliver(chunk, to: caller) }
        guard let keyFrame else { return false }
        caller.isStarted.store(true, ordering: .relaxed)
        return (tables + chunk[keyFrame...]).withUnsafeBytes { deliver($0, to: caller) }
    }

    private func deliver(_ chunk: UnsafeRawBufferPointer, to caller: Caller) -> Bool {
        caller.packer.withLock { packer in
            do throws(Interrupted) {
                try packer.append(chunk) { datagram throws(Interrupted) in try Self.send(datagram, to: caller) }
                return true
            } catch {
                // The rest of the group of pictures is useless without this part.
                caller.lost.increment(by: (chunk.count + DatagramPacker.byteCount - 1) / DatagramPacker.byteCount)
                caller.isStarted.store(false, ordering: .relaxed)
                packer = DatagramPacker()
                return false
            }
        }
    }

    /// The caller cannot take a datagram.
    private struct Interrupted: Error {}

    private static func send(_ datagram: UnsafeRawBufferPointer, to caller: Caller) throws(Interrupted) {
        guard caller.socket.send(datagram) == .sent else { throw Interrupted() }
    }

    func end() {
        for caller in state.withLock({ $0.callers }) {
            caller.packer.withLock { packer in
                packer.flush { datagram in
                    if caller.socket.send(datagram) != .sent { caller.lost.increment() }
                }
            }
        }
    }

    var takenBytes: UInt64 { taken.load(ordering: .relaxed) }

    /// Every caller that is still connected has acknowledged everything, and has had the time to play it.
    var isDrained: Bool {
        removeEnded()
        let (now, callers) = (clock.now, state.withLock { $0.callers })
        let latency = (callers.map(\.socket.peerLatency).max() ?? -Self.playoutMargin) + Self.playoutMargin
        let isEmpty = callers.allSatisfy { $0.socket.unacknowledgedBytes == 0 }
        return state.withLock { state in
            guard isEmpty else {
                state.emptySince = nil
                return false
            }
            let since = state.emptySince ?? now
            state.emptySince = since
            return now - since >= .milliseconds(Int64(latency))
        }
    }

    func abandon() {}

    func close() {
        mustEnd.store(true, ordering: .relaxed)
        listener.close()
        for caller in state.withLock({ $0.callers }) { caller.socket.close() }
        // Its thread must not be inside libsrt when the process exits and the library destroys its state.
        worker.withLock { $0 }?.join(seconds: Self.joinTimeout)
    }
}
