import CSRT
import Glibc
package import StudioRuntime
import Synchronization

/// The settings of a connection.
package struct SRTSettings: Hashable, Sendable {
    /// How long a receiver delays media to wait for retransmitted packets, in milliseconds.
    package var latency: Int32?
    /// 10 to 79 bytes; encrypts the connection.
    package var passphrase: String?
    /// The length of the encryption key in bytes: 16, 24 or 32.
    package var keyLength: Int32?
    /// Tells the listener which stream this is.
    package var streamID: String?

    package init() {}
}

/// libsrt, which is loaded at the first use.
package enum SRTLibrary {
    /// The Debian package that contains it.
    package static let debianPackage = "libsrt1.5-gnutls"

    /// Whether the library is installed and has all functions that psstudio uses.
    package static var isInstalled: Bool { csrt_load() == 0 }
}

/// Why a socket cannot be used.
package enum SRTError: Error, Hashable, Sendable {
    /// libsrt is not installed.
    case missingLibrary
    /// The library rejected a call; its message.
    case failed(String)
}

/// A socket of libsrt. It never blocks, except in ``wait(for:milliseconds:)``.
package final class SRTSocket: Sendable {
    package enum Event: Sendable {
        case canSend, canAccept
    }

    package enum State: Hashable, Sendable {
        case connecting, connected
        /// Refused, closed or lost.
        case ended
    }

    package enum SendResult: Hashable, Sendable {
        case sent
        /// The send buffer is full.
        case full
        /// The connection has ended.
        case ended
    }

    /// Why a connection attempt failed.
    package enum Rejection: Hashable, Sendable {
        /// The peer did not reject it: the connection was made, and has ended already.
        case none
        /// The peer does not answer.
        case timeout
        /// The passphrases differ.
        case passphrase
        /// Only one side has a passphrase.
        case encryption
        /// Another reason, in words.
        case other(String)
    }

    /// The counts of a connection.
    package struct Statistics: Hashable, Sendable {
        package var packetsSent: UInt64 = 0
        package var packetsRetransmitted: UInt64 = 0
        /// Packets that the sender gave up because they were too late.
        package var packetsDropped: UInt64 = 0
        /// Acknowledgements received.
        package var acknowledgements: UInt64 = 0
        /// Milliseconds.
        package var roundTripTime = 0.0

        package init() {}
    }

    private let handle: Int32
    private let isClosed = Atomic(false)

    private init(handle: Int32) {
        self.handle = handle
    }

    /// Creates a socket that is not connected.
    package init(_ settings: SRTSettings) throws(SRTError) {
        guard csrt_load() == 0 else { throw .missingLibrary }
        handle = csrt_socket()
        guard handle != Int32(CSRT_ERROR) else { throw Self.latestError }
        try set(CSRT_SEND_SYNCHRONOUS, 0)
        try set(CSRT_RECEIVE_SYNCHRONOUS, 0)
        if let latency = settings.latency { try set(CSRT_LATENCY, latency) }
        if let keyLength = settings.keyLength { try set(CSRT_KEY_LENGTH, keyLength) }
        if let passphrase = settings.passphrase { try set(CSRT_PASSPHRASE, passphrase) }
        if let streamID = settings.streamID { try set(CSRT_STREAM_ID, streamID) }
    }

    deinit {
        close()
    }

    private static var latestError: SRTError { .failed(String(cString: csrt_error_text())) }

    private func check(_ result: Int32) throws(SRTError) {
        if result == Int32(CSRT_ERROR) { throw Self.latestError }
    }

    private func set(_ option: Int, _ value: Int32) throws(SRTError) {
        var value = value
        try check(csrt_set(handle, Int32(option), &value, Int32(MemoryLayout<Int32>.size)))
    }

    private func set(_ option: Int, _ text: String) throws(SRTError) {
        let bytes = Array(text.utf8)
        try check(bytes.withUnsafeBytes { csrt_set(handle, Int32(option), $0.baseAddress, Int32($0.count)) })
    }

    // MARK: Connecting

    /// Starts to connect; ``state`` shows the result.
    ///
    /// - Parameter milliseconds: how long the peer may take to answer.
    package func connect(to address: HostAddress, milliseconds: Int32) throws(SRTError) {
        try set(CSRT_CONNECT_TIMEOUT, milliseconds)
        try check(address.withPointer { csrt_connect(handle, $0, Int32($1)) })
    }

    /// Accepts callers at an address of this machine.
    package func listen(at address: HostAddress) throws(SRTError) {
        try check(address.withPointer { csrt_bind(handle, $0, Int32($1)) })
        try check(csrt_listen(handle, 16))
    }

    /// The port to which it is bound.
    package var port: UInt16? {
        var port: UInt16 = 0
        return csrt_port(handle, &port) == 0 ? port : nil
    }

    /// The connection of a new caller, if one waits.
    package func accept() -> SRTSocket? {
        let caller = csrt_accept(handle)
        return caller == Int32(CSRT_ERROR) ? nil : SRTSocket(handle: caller)
    }

    package var state: State {
        switch Int(csrt_state(handle)) {
        case CSRT_CONNECTED: .connected
        case CSRT_CONNECTING: .connecting
        default: .ended
        }
    }

    /// Why the connection attempt failed.
    package var rejection: Rejection {
        let reason = csrt_reject_reason(handle)
        return switch Int(reason) {
        case CSRT_NOT_REJECTED: SRTSocket.Rejection.none
        case CSRT_REJECTED_TIMEOUT: .timeout
        case CSRT_REJECTED_SECRET: .passphrase
        case CSRT_REJECTED_UNSECURE: .encryption
        default: .other(String(cString: csrt_reject_text(reason)))
        }
    }

    // MARK: Sending

    /// Sends a datagram, at most 1316 bytes.
    package func send(_ datagram: UnsafeRawBufferPointer) -> SendResult {
        if csrt_send(handle, datagram.baseAddress, Int32(datagram.count)) >= 0 { return .sent }
        return Int(csrt_error()) == CSRT_WOULD_BLOCK ? .full : .ended
    }

    /// Waits until the event or the end of the connection.
    package func wait(for event: Event, milliseconds: Int64) {
        let events = event == .canSend ? CSRT_CAN_SEND : CSRT_CAN_ACCEPT
        _ = csrt_wait(handle, Int32(events | CSRT_FAILED), milliseconds)
    }

    /// The sent bytes that the peer has not acknowledged; 0 after the end.
    package var unacknowledgedBytes: UInt64 {
        var bytes: UInt64 = 0
        return csrt_unacknowledged(handle, &bytes) == 0 ? bytes : 0
    }

    /// How long the peer delays media, in milliseconds.
    package var peerLatency: Int {
        var latency: Int32 = 0
        return csrt_get_int(handle, Int32(CSRT_PEER_LATENCY), &latency) == 0 ? Int(latency) : 0
    }

    /// The counts; `nil` after the end.
    package var statistics: Statistics? {
        var native = csrt_counts()
        guard csrt_statistics(handle, &native) == 0 else { return nil }
        var statistics = Statistics()
        statistics.packetsSent = UInt64(max(0, native.packets_sent))
        statistics.packetsRetransmitted = UInt64(max(0, native.packets_retransmitted))
        statistics.packetsDropped = UInt64(max(0, native.packets_dropped))
        statistics.acknowledgements = UInt64(max(0, native.acknowledgements))
        statistics.roundTripTime = native.round_trip
        return statistics
    }

    package func close() {
        if !isClosed.exchange(true, ordering: .relaxed) { _ = csrt_close(handle) }
    }
}
