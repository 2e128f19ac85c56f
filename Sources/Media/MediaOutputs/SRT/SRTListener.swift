import ProgramEncoding
import SRT
import StudioCore
import StudioRuntime
import Synchronization

/// Sends a transport stream to every caller, each from a key frame on.
///
/// A caller that does not keep up loses packets until the next key frame; it does not delay the others. At the end,
/// callers have ``ListenerDraining/limit`` to take the rest.
final class SRTListener: TransportDestination {
    private final class Caller: Sendable {
        let socket: SRTSocket
        let since: MediaTime
        /// Whether a key frame was requested for it.
        let isAwaited = Atomic(false)
        /// Whether it receives the present group of pictures.
        let isStarted = Atomic(false)
        let lost = Counter()
        let packer: Lock<DatagramPacker>
        private let datagramSize: Int
        /// The offset in the stream through which it was sent everything since its latest start.
        let sentThrough = Atomic<UInt64>(0)
        /// libsrt has no counts of a connection that has ended.
        private let latest = Lock(SRTSocket.Statistics())

        init(_ socket: SRTSocket, _ packer: DatagramPacker, since: MediaTime) {
            self.socket = socket
            self.since = since
            self.packer = Lock(packer)
            datagramSize = packer.byteCount
        }

        var counts: SRTSocket.Statistics {
            guard let counts = socket.statistics else { return latest.withLock { $0 } }
            latest.set(counts)
            return counts
        }

        /// The offset in the stream through which it has acknowledged everything; 0 after the end of its connection.
        var acknowledgedThrough: UInt64 {
            let sent = sentThrough.load(ordering: .relaxed)
            // In this order, because the amount that is pending can only shrink before the state is read.
            let pending = socket.unacknowledgedBytes
            return socket.state == .connected ? sent - min(sent, pending) : 0
        }

        /// The datagrams that it has not acknowledged.
        var pendingDatagrams: Int { datagrams(Int(clamping: socket.unacknowledgedBytes)) }

        /// The number of datagrams that hold `byteCount` bytes.
        func datagrams(_ byteCount: Int) -> Int { (byteCount + datagramSize - 1) / datagramSize }
    }

    private struct State: Sendable {
        var callers: [Caller] = []
        /// The counts of callers that have left.
        var earlier = NetworkStatistics(packetsRetransmitted: 0)
        var draining: ListenerDraining
        /// The callers that were dropped at the end of the stream.
        var dropped = 0
    }

    /// The interval in milliseconds at which the listener checks whether it must end.
    private static let interval: Int64 = 50
    /// How long a caller stays before a key frame is requested for it: one that connects and closes receives no media.
    private static let stay = MediaTime.milliseconds(100)
    /// The time limit in seconds for the end of the thread; it checks every 50 ms.
    private static let joinTimeout = 5.0
    private let listener: SRTSocket
    /// The packer of a new caller.
    private let packer: DatagramPacker
    private weak let keyFrames: (any KeyFrameSource)?
    private let clock = SystemClock()
    private let state: Lock<State>
    /// The length of the stream: all chunks that any caller was sent.
    private let length = Atomic<UInt64>(0)
    private let taken = Atomic<UInt64>(0)
    private let mustEnd: Atomic<Bool>
    private let worker = Lock<Worker?>(nil)

    /// - Throws: `nameNotResolved`, `addressInUse`, `libraryMissing`.
    init(
        _ target: SRTAddress, _ settings: SRTSettings, finishTimeout: MediaTime, keyFrames: (any KeyFrameSource)?
    ) throws(OutputFailure) {
        guard let address = HostAddress.resolve(target.host, port: target.port).first else {
            throw OutputFailure(.nameNotResolved, "cannot resolve the host '\(target.host)'")
        }
        do {
            listener = try SRTSocket(settings)
        } catch {
            throw OutputFailure(error)
        }
        do {
            try listener.listen(at: address)
        } catch {
            throw OutputFailure(.addressInUse, "cannot listen on port \(target.port)")
        }
        packer = DatagramPacker(packetsPerDatagram: target.packetsPerDatagram)
        self.keyFrames = keyFrames
        let latency = MediaTime.milliseconds(Int64(settings.latency ?? 0))
        state = Lock(State(draining: ListenerDraining(latency: latency, finishTimeout: finishTimeout)))
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
            state.withLock { $0.callers.append(Caller(socket, packer, since: clock.now)) }
        }
        removeEnded()
        awaitKeyFrame()
    }

    /// Requests a key frame for callers that have stayed.
    private func awaitKeyFrame() {
        let now = clock.now
        let new = state.withLock { $0.callers }.filter { caller in
            !caller.isAwaited.load(ordering: .relaxed) && now - caller.since >= Self.stay
        }
        for caller in new { caller.isAwaited.store(true, ordering: .relaxed) }
        if new.contains(where: { !$0.isStarted.load(ordering: .relaxed) }) { keyFrames?.requestKeyFrame(.peer) }
    }

    /// Keeps the counts of callers that have left.
    private func removeEnded() {
        let callers = state.withLock { $0.callers }
        for caller in callers { _ = caller.counts }
        remove(callers.filter { $0.socket.state != .connected })
    }

    private func remove(_ ended: [Caller]) {
        guard !ended.isEmpty else { return }
        let counts = ended.map { Self.statistics(of: $0) }
        state.withLock { state in
            for (caller, count) in zip(ended, counts) {
                // Two threads may have noticed the same end.
                guard let index = state.callers.firstIndex(where: { $0 === caller }) else { continue }
                state.callers.remove(at: index)
                state.earlier = state.earlier.followed(by: count)
            }
        }
    }

    private static func statistics(of caller: Caller) -> NetworkStatistics {
        let counts = caller.counts
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
        let isKeyFrame = TransportUnit.all(in: chunk).contains { $0.isKeyFrame }
        let end = length.load(ordering: .relaxed) + UInt64(chunk.count)
        var isSent = false
        for caller in state.withLock({ $0.callers }) {
            guard send(chunk, to: caller, isKeyFrame: isKeyFrame) else { continue }
            let pending = UInt64(caller.packer.withLock { $0.pendingBytes })
            caller.sentThrough.store(end - min(end, pending), ordering: .relaxed)
            isSent = true
        }
        if isSent { length.store(end, ordering: .relaxed) }
        return isSent
    }

    /// - Returns: whether the caller receives the chunk. A caller starts at a key frame.
    private func send(_ chunk: UnsafeRawBufferPointer, to caller: Caller, isKeyFrame: Bool) -> Bool {
        guard isKeyFrame || caller.isStarted.load(ordering: .relaxed) else { return false }
        caller.isStarted.store(true, ordering: .relaxed)
        return deliver(chunk, to: caller)
    }

    private func deliver(_ chunk: UnsafeRawBufferPointer, to caller: Caller) -> Bool {
        caller.packer.withLock { packer in
            do throws(Interrupted) {
                try packer.append(chunk) { datagram throws(Interrupted) in try Self.send(datagram, to: caller) }
                return true
            } catch {
                // The rest of the group of pictures is useless without this part.
                caller.lost.increment(by: caller.datagrams(chunk.count))
                caller.isStarted.store(false, ordering: .relaxed)
                packer = self.packer
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
                    guard caller.socket.send(datagram) == .sent else { return caller.lost.increment() }
                    caller.sentThrough.add(UInt64(datagram.count), ordering: .relaxed)
                }
            }
        }
        state.withLock { $0.draining.begin(now: clock.now) }
    }

    // MARK: Progress

    /// What at least one caller has acknowledged, or had before it left.
    var bytesTaken: UInt64 {
        let latest = state.withLock { $0.callers }.map(\.acknowledgedThrough).max() ?? 0
        return max(latest, taken.max(latest, ordering: .relaxed).newValue)
    }

    /// Every caller has acknowledged everything and has had the time to play it, or was dropped.
    var isDrained: Bool {
        removeEnded()
        let callers = state.withLock { $0.callers }
        let progress = callers.map { caller in
            ListenerDraining.Caller(
                pendingBytes: caller.socket.unacknowledgedBytes,
                latency: .milliseconds(Int64(caller.socket.peerLatency)))
        }
        switch state.withLock({ $0.draining.advance(progress, now: clock.now) }) {
        case .wait: return false
        case .finish: return true
        case .drop(let indices):
            drop(indices.map { callers[$0] })
            return false
        }
    }

    private func drop(_ callers: [Caller]) {
        _ = bytesTaken
        for caller in callers { caller.lost.increment(by: caller.pendingDatagrams) }
        state.withLock { $0.dropped += callers.count }
        remove(callers)
        for caller in callers { caller.socket.close() }
    }

    let losesRest = true

    var incompleteness: String? {
        let (dropped, limit) = state.withLock { ($0.dropped, $0.draining.limit) }
        guard dropped > 0 else { return nil }
        let callers = dropped == 1 ? "a caller" : "\(dropped) callers"
        let milliseconds = limit.nanoseconds / 1_000_000
        let time = milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
        return "\(callers) did not take the end of the stream within \(time); the rest is lost"
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
