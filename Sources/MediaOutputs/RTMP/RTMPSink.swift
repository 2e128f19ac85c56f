import GStreamer
import StudioCore
import StudioRuntime

/// The sink that publishes to an RTMP server.
///
/// It follows each FLV tag from the muxer through the sink and the system's socket buffer until the server's system has
/// acknowledged it: only then the peer has taken it. The server's own acknowledgements come too rarely (nginx: every 5,000,000
/// bytes).
final class RTMPSink: MuxerSink {
    fileprivate struct Tag: Sendable {
        let track: DeliveryLedger.Track
        let byteCount: Int
    }

    fileprivate struct State: Sendable {
        /// Tags inside the sink. It keeps the last one of each track until the next one of the same track.
        var video = 0
        var audio = 0
        /// Tags that were handed to the system and wait for their acknowledgement, oldest first.
        var written: [Tag] = []
        var writtenBytes = 0
        /// Whether the server has taken any media.
        var hasDelivered = false
        var socket: PeerSocket?
        /// What ``isDrained`` saw last.
        var lastBytes: UInt64 = .max
    }

    private let element: Element
    private let port: String
    private let delivery: DeliveryReport
    private let state: Lock<State>
    /// Kept until the server has answered.
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
        try element.set("timeout", to: 15)  // Ours comes first and knows the cause.
        try element.set("enable-last-sample", to: false)  // It would keep the last tag.
        let isObserved = element.observeRelease { bytes in
            guard let track = Self.track(ofTag: bytes) else { return nil }
            let tag = Tag(track: track, byteCount: bytes.count)
            state.withLock { $0.count(track, 1) }
            return {
                // A connection that dies before anybody looks leaves no socket to find, and what it took would be unknown.
                _ = Self.socket(state, port)
                state.withLock { $0.noteWritten(tag) }
            }
        }
        guard isObserved else { throw GStreamerError(.core, source: element.name, message: "has no input to observe") }
    }

    /// The track of a tag with a coded frame or audio; `nil` for headers, metadata and the configurations of decoders.
    private static func track(ofTag bytes: UnsafeRawBufferPointer) -> DeliveryLedger.Track? {
        // Eleven bytes of header, the codec's byte, then 0 for a configuration, 1 for media, 2 for an end.
        guard bytes.count > 12, bytes[12] == 1 else { return nil }
        switch bytes[0] & 0x1F {
        case 8: return .audio
        case 9: return .video
        default: return nil
        }
    }

    /// Bytes that the system has taken.
    ///
    /// The statistics stay at zero until the server has accepted the publication (pinned by the test of a server that says
    /// nothing), so that the handshake counts for no life.
    private var bytesWritten: UInt64 {
        let bytes = element.unsigned("stats", field: "out-bytes-total") ?? 0
        if bytes > 0 { descriptors.release() }
        return bytes
    }

    /// Bytes that the peer has taken; those that the own system has taken, where the socket is not known.
    var bytesTaken: UInt64 {
        let written = bytesWritten
        guard written > 0 else { return 0 }
        let pending = pendingBytes ?? 0
        reportTaken(butLast: pending)
        // At least one: a server that has accepted the publication is there.
        return max(1, written - min(written, pending))
    }

    private var pendingBytes: UInt64? { Self.socket(state, port)?.pendingBytes }

    /// The element's socket, looked for until it is found.
    private static func socket(_ state: Lock<State>, _ port: String) -> PeerSocket? {
        if let socket = state.withLock({ $0.socket }) { return socket }
        guard let socket = PeerSocket(port: port) else { return nil }
        return state.withLock { state in
            // Another thread may have found it meanwhile: each socket is found once.
            let known = state.socket ?? socket
            state.socket = known
            return known
        }
    }

    /// Reports every tag that was written as taken, but for those in the last `pending` bytes.
    private func reportTaken(butLast pending: UInt64) {
        let taken = state.withLock { $0.removeWritten(butLast: Int(pending)) }
        for tag in taken { delivery.taken(tag.track) }
    }

    /// FLV copies a unit into a tag, which is followed instead.
    let takesOnRelease = false
    let failure: OutputFailure? = nil
    func abandon() {}

    /// Whatever the peer has acknowledged until now was taken.
    func reportTaken() {
        if let pending = pendingBytes { reportTaken(butLast: pending) }
    }

    /// Whether the server has taken any media.
    var hasDelivered: Bool { state.withLock { $0.hasDelivered } }

    /// Everything has arrived: what the sink kept to its end, too.
    func close() -> OutputFailure? {
        reportTaken(butLast: 0)
        return nil
    }

    /// Whether nothing is left of the stream and of the commands that end it: no tag that was not written, no byte since the last
    /// look, and nothing in the system's buffer.
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
