import Glibc
import GStreamer
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Passes the chunks of the transport stream to a destination, and reports each unit as taken when its last byte was.
///
/// The release of a chunk does not show when it was taken: a destination may keep its last packets for the next datagram,
/// and a peer acknowledges them later.
final class TransportStreamSink: MuxerSink {
    private let sink: ByteSink
    private let target: TransportTarget

    init(
        _ element: Element, _ destination: any TransportDestination, delivery: DeliveryReport
    ) throws(GStreamerError) {
        let target = TransportTarget(destination, delivery)
        self.target = target
        sink = try ByteSink(element, destination: target) { _ in delivery.broken() }
    }

    let takesOnRelease = false

    var bytesTaken: UInt64 {
        target.reportTaken()
        return target.destination.storedBytes
    }

    var hasDelivered: Bool { target.destination.takenBytes > 0 }
    var failure: OutputFailure? { target.failure }
    var isDrained: Bool {
        target.reportTaken()
        guard target.destination.isDrained else { return false }
        if target.destination.losesRest { target.dropRest() }
        return true
    }
    var incompleteness: String? { target.destination.incompleteness }
    var peers: Int? { target.destination.peers }
    var network: NetworkStatistics? { target.destination.network }
    func reportTaken() { target.reportTaken() }
    func abandon() { target.destination.abandon() }
    func close() -> OutputFailure? { target.close() }
}

/// The pipeline's view of a destination.
private final class TransportTarget: ByteDestination {
    private struct State: Sendable {
        var units = TransportUnitQueue()
        var failure: OutputFailure?
    }

    let destination: any TransportDestination
    private let delivery: DeliveryReport
    private let state = Lock(State())

    init(_ destination: any TransportDestination, _ delivery: DeliveryReport) {
        self.destination = destination
        self.delivery = delivery
    }

    let isSeekable = false
    func seek(to offset: UInt64) -> Int32 { ESPIPE }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        state.withLock { $0.units.append(bytes) }
        return perform { destination throws(OutputFailure) in
            if try !destination.write(bytes) { drop(bytes) }
        }
    }

    private func drop(_ chunk: UnsafeRawBufferPointer) {
        var tracks: [DeliveryLedger.Track] = []
        state.withLock { $0.units.removeLast(chunk) { tracks.append($0) } }
        for track in tracks { delivery.dropped(track) }
    }

    /// Nobody takes the remaining units any more: their peers have left.
    func dropRest() {
        reportTaken()
        var tracks: [DeliveryLedger.Track] = []
        state.withLock { $0.units.remove(through: .max) { tracks.append($0) } }
        for track in tracks { delivery.dropped(track) }
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

    func reportTaken() {
        let taken = destination.takenBytes
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

    var failure: OutputFailure? { state.withLock { $0.failure } ?? destination.failure }

    func close() -> OutputFailure? {
        do {
            try destination.close()
            return nil
        } catch {
            return error
        }
    }
}
