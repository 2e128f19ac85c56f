import GStreamer
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Publishes to an RTMP server.
///
/// The sink follows each tag through the element and the socket buffer until the
/// server's TCP stack has acknowledged it; only then the peer has taken it. RTMP acknowledgements are too rare (nginx: every
/// 5,000,000 bytes).
final class RTMPSink: MuxerSink {
    fileprivate struct Tag: Sendable {
        let track: DeliveryLedger.Track
        let byteCount: Int
    }

    fileprivate struct State: Sendable {
        /// Tags inside the sink, which retains the last tag of each track until the next one of that track.
        var video = 0
        var audio = 0
        /// Tags that were written to the socket and are not acknowledged yet, oldest first.
        var written: [Tag] = []
        /// The bytes of all tags that were written, and of those that are acknowledged.
        var (writtenBytes, acknowledgedBytes) = (0, 0)
        /// Whether the server has taken any media.
        var hasDelivered = false
        /// The server's last rejection on the present connection.
        var rejection: RTMPCommands.Answer?
        /// When the first connection began.
        var began: MediaTime?
        /// From then until the server accepted the publication.
        var connectTime: MediaTime?
        /// Whether the server has accepted the publication.
        var isPublishing: Bool { connectTime != nil }
        /// The values of the last ``isDrained``.
        var lastBytes: UInt64 = .max
    }

    private let element: Element
    private let socket: ClientSocket
    private let address: OutputAddress
    private let target: RTMPAddress
    private let delivery: DeliveryReport
    private let state: Lock<State>
    /// Set until the server has answered.
    private let descriptors: DescriptorReservation

    /// A main loop, a resolver, a socket under two descriptors, certificates.
    private static let descriptorCount = 13

    init(
        _ element: Element, address: OutputAddress, target: RTMPAddress, media: OutputMedia, delivery: DeliveryReport
    ) throws(GStreamerError) {
        self.element = try FLVMetadata(media).completed(element)
        // The tags are those of the program, whose time began earlier.
        try element.replaceInput { FLVTag.stamped($0) }
        (self.address, self.target) = (address, target)
        self.delivery = delivery
        descriptors = try DescriptorReservation(Self.descriptorCount)
        let state = Lock(State())
        self.state = state
        try element.set(target)
        socket = try ClientSocket {
            // A server that demands authentication rejects the first connection.
            let (commands, clock) = (Lock(RTMPCommands()), SystemClock())
            state.withLock { state in
                state.rejection = nil
                state.began = state.began ?? clock.now
            }
            return { bytes in
                for answer in commands.withLock({ $0.receive(bytes) }) {
                    state.withLock { $0.note(answer, at: clock.now) }
                }
            }
        }
        // Our own timeout fires first and knows the cause.
        try element.set("timeout", to: .integer(Int64(socket.mark)))
        try element.set("enable-last-sample", to: false)  // It would retain the last tag.
        try element.observeRelease { bytes in
            guard let track = FLVTag.track(of: bytes) else { return nil }
            let tag = Tag(track: track, byteCount: bytes.count)
            state.withLock { $0.count(track, 1) }
            return { state.withLock { $0.noteWritten(tag) } }
        }
    }

    /// The bytes written to the socket.
    ///
    /// The statistics stay at zero until the server has accepted the publication (a test with a server that never
    /// answers verifies this), so the handshake does not count as progress.
    private var bytesWritten: UInt64 {
        let bytes = element.unsigned("stats", field: "out-bytes-total") ?? 0
        if bytes > 0 { descriptors.release() }
        return bytes
    }

    /// The bytes that the peer has taken.
    var bytesTaken: UInt64 {
        let written = bytesWritten
        guard written > 0 else { return 0 }
        // At least one byte: the server has accepted the publication.
        return max(1, written - min(written, reportAcknowledged() ?? written))
    }

    /// Reports every written tag that the peer has acknowledged as taken.
    ///
    /// - Returns: the bytes that it has not acknowledged; `nil` without a socket.
    private func reportAcknowledged() -> UInt64? {
        // Read first: what is written afterwards is not in the socket's answer.
        let written = state.withLock { $0.writtenBytes }
        guard let pending = socket.unacknowledgedBytes else { return nil }
        reportTaken(upTo: written - Int(pending))
        return pending
    }

    private func reportTaken(upTo byteCount: Int) {
        let taken = state.withLock { $0.acknowledge(upTo: byteCount) }
        for tag in taken { delivery.taken(tag.track) }
    }

    /// The sink ignores an error of the server once the stream runs, and goes on sending.
    var failure: OutputFailure? {
        guard let error = state.withLock({ $0.rejection }), error.isError else { return nil }
        return failure(of: error)
    }

    func failure(after error: GStreamerError) -> OutputFailure? {
        state.withLock { $0.rejection }.map { failure(of: $0) }
    }

    /// Servers repeat parts of the address.
    private func failure(of answer: RTMPCommands.Answer) -> OutputFailure {
        let verb = state.withLock { $0.isPublishing } ? "ended" : "rejected"
        let text = AddressRedaction.scrub(address.scrub(answer.text), of: [target.userName].compactMap(\.self))
        return OutputFailure(.rejected, "the server \(verb) the stream: \(text)")
    }

    /// Everything that the peer has acknowledged so far was taken.
    func reportTaken() { _ = reportAcknowledged() }

    var hasDelivered: Bool { state.withLock { $0.hasDelivered } }

    var connectTime: MediaTime? { state.withLock { $0.connectTime } }

    /// Everything has arrived, including the tags retained by the sink.
    func close() -> OutputFailure? {
        reportTaken(upTo: .max)
        socket.close()
        return nil
    }

    /// Whether the stream and the commands that end it are sent: all tags are written, no byte was written since the
    /// last check, and the socket buffer is empty. What cannot be known counts as pending.
    var isDrained: Bool {
        let (bytes, pending) = (bytesWritten, socket.unacknowledgedBytes)
        return state.withLock {
            exchange(&$0.lastBytes, with: bytes) == bytes && pending == 0 && $0.video <= 1 && $0.audio <= 1
        }
    }
}

extension RTMPSink.State {
    fileprivate mutating func count(_ track: DeliveryLedger.Track, _ change: Int) {
        switch track {
        case .video: video += change
        case .audio: audio += change
        }
    }

    fileprivate mutating func note(_ answer: RTMPCommands.Answer, at now: MediaTime) {
        if answer.isRejection { rejection = answer }
        if answer.code == "NetStream.Publish.Start", connectTime == nil { connectTime = began.map { now - $0 } }
    }

    fileprivate mutating func noteWritten(_ tag: RTMPSink.Tag) {
        count(tag.track, -1)
        written.append(tag)
        writtenBytes += tag.byteCount
    }

    fileprivate mutating func acknowledge(upTo byteCount: Int) -> ArraySlice<RTMPSink.Tag> {
        var count = 0
        while count < written.count, acknowledgedBytes + written[count].byteCount <= byteCount {
            acknowledgedBytes += written[count].byteCount
            count += 1
        }
        defer { written.removeFirst(count) }
        hasDelivered = hasDelivered || count > 0
        return written.prefix(count)
    }
}
