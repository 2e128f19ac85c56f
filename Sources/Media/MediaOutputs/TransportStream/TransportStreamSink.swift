import Glibc
import GStreamer
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Passes the chunks of the transport stream to a destination, and reports each unit as taken when its last byte was.
///
/// The release of a chunk does not show when it was taken: a destination may keep its last packets for the next datagram,
/// and a peer acknowledges them later.
final class TransportStreamSink: MuxerSink {
    private struct State: Sendable {
        var units = TransportUnitQueue()
        var failure: OutputFailure?
    }

    private let destination: any TransportDestination
    private let delivery: DeliveryReport
    private let state = Lock(State())

    /// - Parameter element: an appsink. It retains the sink until its pipeline is released.
    init(
        _ element: Element, _ destination: any TransportDestination, delivery: DeliveryReport
    ) throws(GStreamerError) {
        self.destination = destination
        self.delivery = delivery
        _ = try ByteSink(element, destination: self) { _ in delivery.broken() }
    }

    private func drop(_ tracks: [DeliveryLedger.Track]) {
        for track in tracks { delivery.dropped(track) }
    }

    // MARK: Progress

    var bytesTaken: UInt64 {
        reportTaken()
        return destination.storedBytes
    }

    var hasDelivered: Bool { destination.hasDelivered }
    var peers: Int? { destination.peers }
    var connectTime: MediaTime? { destination.connectTime }
    var network: NetworkStatistics? { destination.network }
    var incompleteness: String? { destination.incompleteness }
    var failure: OutputFailure? { state.withLock { $0.failure } ?? destination.failure }

    func reportTaken() {
        let taken = destination.bytesTaken
        var tracks: (video: Int, audio: Int) = (0, 0)
        state.withLock { state in
            state.units.remove(through: taken) { track in
                switch track {
                case .video: tracks.video += 1
                case .audio: tracks.audio += 1
                }
            }
        }
        // After the lock, because the ledger has its own.
        for _ in 0..<tracks.video { delivery.taken(.video) }
        for _ in 0..<tracks.audio { delivery.taken(.audio) }
    }

    var isDrained: Bool {
        reportTaken()
        guard destination.isDrained else { return false }
        if destination.losesRest { dropRest() }
        return true
    }

    /// The remaining units have no receiver: their peers have left.
    private func dropRest() {
        reportTaken()
        var tracks: [DeliveryLedger.Track] = []
        state.withLock { $0.units.remove(through: .max) { tracks.append($0) } }
        drop(tracks)
    }

    func abandon() { destination.abandon() }

    func close() -> OutputFailure? {
        do {
            try destination.close()
            return nil
        } catch {
            return error
        }
    }
}

extension TransportStreamSink: ByteDestination {
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        state.withLock { $0.units.append(bytes) }
        return perform { destination throws(OutputFailure) in
            if try !destination.write(bytes) { dropLast(bytes) }
        }
    }

    private func dropLast(_ chunk: UnsafeRawBufferPointer) {
        var tracks: [DeliveryLedger.Track] = []
        state.withLock { $0.units.removeLast(chunk) { tracks.append($0) } }
        drop(tracks)
    }

    func end() -> Int32 {
        perform { destination throws(OutputFailure) in try destination.end() }
    }

    private func perform(_ body: (any TransportDestination) throws(OutputFailure) -> Void) -> Int32 {
        do {
            try body(destination)
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
            return EIO
        }
        reportTaken()
        return 0
    }
}

extension MuxedConnection {
    /// Sends the shared transport stream to a destination.
    convenience init(
        sendingTo destination: any TransportDestination, at address: OutputAddress, _ context: ConnectionContext
    ) throws(OutputFailure) {
        try self.init(PipelineFiles.outputTS, to: address, context) { element throws(GStreamerError) in
            try TransportStreamSink(element, destination, delivery: context.delivery)
        }
    }
}
