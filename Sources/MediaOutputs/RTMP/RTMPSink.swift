import GStreamer
import StudioCore
import StudioRuntime

/// Publishes to an RTMP server.
///
/// It follows each FLV tag from the muxer through the sink and the socket buffer until the server's TCP stack has
/// acknowledged it; only then the peer has taken it. RTMP acknowledgements are too rare (nginx: every 5,000,000 bytes).
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
        var writtenBytes = 0
        /// Whether the server has taken any media.
        var hasDelivered = false
        var socket: PeerSocket?
        /// The values of the last ``isDrained``.
        var lastBytes: UInt64 = .max
    }

    private let element: Element
    private let port: String
    private let delivery: DeliveryReport
    private let state: Lock<State>
    /// Set until the server has answered.
    private let descriptors: DescriptorReservation

    /// A main loop, a resolver, a socket, certificates.
    private static let descriptorCount = 12

    init(
        _ element: Element, address: OutputAddress, port: String, delivery: DeliveryReport
    ) throws(GStreamerError) {
        self.element = element
        self.delivery = delivery
        self.port = port
        descriptors = try DescriptorReservation(Self.descriptorCount)
        let state = Lock(State())
        self.state = state
        try element.set("location", to: .text(address.text))
        try element.set("timeout", to: 15)  // Our own timeout fires first and knows the cause.
        try element.set("enable-last-sample", to: false)  // It would retain the last tag.
        let isObserved = element.observeRelease { bytes in
            guard let track = Self.track(ofTag: bytes) else { return nil }
            let tag = Tag(track: track, byteCount: bytes.count)
            state.withLock { $0.count(track, 1) }
            return {
                // A connection that dies early leaves no socket to find, and the taken bytes would be unknown.
                _ = Self.socket(state, port)
                state.withLock { $0.noteWritten(tag) }
            }
        }
        guard isObserved else { throw GStreamerError(.core, source: element.name, message: "no sink pad to observe") }
    }

    /// The track of a tag with a coded frame or audio; `nil` for headers, metadata and decoder configurations.
    private static func track(ofTag bytes: UnsafeRawBufferPointer) -> DeliveryLedger.Track? {
        // An eleven-byte header, the codec byte, then 0 for a configuration, 1 for media, 2 for the end.
        guard bytes.count > 12, bytes[12] == 1 else { return nil }
        switch bytes[0] & 0x1F {
        case 8: return .audio
        case 9: return .video
        default: return nil
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

    /// The bytes that the peer has taken; the bytes written when the socket is unknown.
    var bytesTaken: UInt64 {
        let written = bytesWritten
        guard written > 0 else { return 0 }
        let pending = pendingBytes ?? 0
        reportTaken(butLast: pending)
        // At least one byte: the server has accepted the publication.
        return max(1, written - min(written, pending))
    }

    private var pendingBytes: UInt64? { Self.socket(state, port)?.pendingBytes }

    /// The socket of the element; searched until it is found.
    private static func socket(_ state: Lock<State>, _ port: String) -> PeerSocket? {
        if let socket = state.withLock({ $0.socket }) { return socket }
        guard let socket = PeerSocket(port: port) else { return nil }
        return state.withLock { state in
            // Another thread may have found it meanwhile; each socket is found only once.
            let known = state.socket ?? socket
            state.socket = known
            return known
        }
    }

    /// Reports every written tag as taken, except those in the last `pending` bytes.
    private func reportTaken(butLast pending: UInt64) {
        let taken = state.withLock { $0.removeWritten(butLast: Int(pending)) }
        for tag in taken { delivery.taken(tag.track) }
    }

    /// FLV copies a unit into a tag, which is followed instead.
    let takesOnRelease = false
    let failure: OutputFailure? = nil
    func abandon() {}

    /// Everything that the peer has acknowledged so far was taken.
    func reportTaken() {
        if let pending = pendingBytes { reportTaken(butLast: pending) }
    }

    /// Whether the server has taken any media.
    var hasDelivered: Bool { state.withLock { $0.hasDelivered } }

    /// Everything has arrived, including the tags retained by the sink.
    func close() -> OutputFailure? {
        reportTaken(butLast: 0)
        return nil
    }

    /// Whether the stream and the commands that end it are sent: all tags are written, no byte was written since the
    /// last check, and the socket buffer is empty.
    var isDrained: Bool {
        let (bytes, pending) = (bytesWritten, pendingBytes ?? 0)
        return state.withLock { state in
            defer { state.lastBytes = bytes }
            return state.lastBytes == bytes && pending == 0 && state.video <= 1 && state.audio <= 1
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

    fileprivate mutating func noteWritten(_ tag: RTMPSink.Tag) {
        count(tag.track, -1)
        written.append(tag)
        writtenBytes += tag.byteCount
    }

    fileprivate mutating func removeWritten(butLast pending: Int) -> ArraySlice<RTMPSink.Tag> {
        var count = 0
        while count < written.count, writtenBytes - written[count].byteCount >= pending {
            writtenBytes -= written[count].byteCount
            count += 1
        }
        defer { written.removeFirst(count) }
        hasDelivered = hasDelivered || count > 0
        return written.prefix(count)
    }
}
