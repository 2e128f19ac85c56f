import Glibc
import SRT
import StudioCore
import StudioRuntime

extension OutputFailure {
    init(_ error: SRTError) {
        switch error {
        case .missingLibrary: self.init(.libraryMissing, "libsrt is not installed")
        case .failed(let message): self.init(.pipeline, "SRT: \(message)")
        }
    }

    /// Why a listener has not accepted the connection.
    init(_ rejection: SRTSocket.Rejection, host: String, port: String) {
        switch rejection {
        case .none: self = Self.lost(host: host, port: port, silentSeconds: 0)
        case .timeout: self = Self.withoutAnswer(host: host, port: port)
        case .passphrase: self.init(.rejected, "the listener rejected the passphrase")
        case .encryption: self.init(.rejected, "only one side uses a passphrase")
        case .other(let reason): self.init(.rejected, "the listener rejected the connection: \(reason)")
        }
    }

    private static func withoutAnswer(host: String, port: String) -> OutputFailure {
        isRefused(host: host, port: port)
            ? OutputFailure(.refused, "\(host):\(port) refused the connection")
            : OutputFailure(.connectTimedOut, "\(host):\(port) does not answer")
    }

    /// Why an established connection has ended.
    ///
    /// - Parameter silentSeconds: the time since the last acknowledgement. libsrt gives up after five seconds of silence;
    ///   a peer that closes the connection says so.
    static func lost(host: String, port: String, silentSeconds: Double) -> OutputFailure {
        if isRefused(host: host, port: port) { return OutputFailure(.disconnected, "the peer has ended") }
        return silentSeconds > 4
            ? OutputFailure(.stalled, "the peer did not answer for \(Int(silentSeconds)) s")
            : OutputFailure(.disconnected, "the peer closed the connection")
    }

    /// Whether the host reports that no program uses the UDP port. SRT itself does not see that.
    private static func isRefused(host: String, port: String) -> Bool {
        // Without a socket the cause stays unknown.
        guard let socket = try? DatagramSocket(host: host, port: port) else { return false }
        let byte: [UInt8] = [0]
        _ = byte.withUnsafeBytes { socket.send($0) }
        return socket.pendingError(milliseconds: 300) == ECONNREFUSED
    }
}
