import Glibc
import StudioCore

/// What a server answers to the beginning of an RTMP handshake.
enum RTMPGreeting: Hashable, Sendable {
    /// RTMP: what follows has another reason.
    case rtmp
    /// A record of TLS.
    case tls
    /// HTTP, or the page of an error.
    case http
    /// Something else, with its first characters if they are a text.
    case other(String)
    /// It closed the connection.
    case closed
    /// It reset the connection.
    case reset

    /// C0 and C1. A server of lines, such as one of HTTP, finds the end of a request in it.
    static let question: [UInt8] = [3] + [UInt8](repeating: 0, count: 1532) + Array("\r\n\r\n".utf8)

    /// The number of bytes that tell protocols apart, and that a message shows at most.
    static let length = 24

    /// - Parameters:
    ///   - bytes: the first bytes.
    ///   - error: 0 for the end of the connection, or the error of reading.
    /// - Returns: `nil` for a server that was silent.
    init?(_ bytes: some Collection<UInt8>, error: Int32) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch (bytes.first, bytes.dropFirst().first) {
        case (nil, _):
            guard error == 0 || error == ECONNRESET else { return nil }
            self = error == 0 ? .closed : .reset
        case (3, _): self = .rtmp
        case (0x15, 3), (0x16, 3): self = .tls
        case _ where ["http/", "<!doctype", "<html"].contains { text.lowercased().hasPrefix($0) }: self = .http
        default:
            let line = text.prefix { !$0.isNewline }
            self = .other(line.allSatisfy { (" "..."~").contains($0) } ? String(line) : "")
        }
    }

    /// `nil` for a server of RTMP.
    var failure: OutputFailure? {
        let port = "check the host and the port"
        return switch self {
        case .rtmp: nil
        case .tls: OutputFailure(.rejected, "the server expects TLS", remedy: "use rtmps://")
        case .http: OutputFailure(.rejected, "the server speaks HTTP, not RTMP", remedy: port)
        case .other(let text):
            OutputFailure(
                .rejected, "the server does not speak RTMP" + (text.isEmpty ? "" : ": it answers '\(text)'"),
                remedy: port)
        case .closed:
            OutputFailure(
                .rejected, "the server closed the connection without an RTMP handshake",
                remedy: port + ", and that the server admits this machine")
        case .reset:
            OutputFailure(
                .rejected, "the server reset the connection without an RTMP handshake",
                remedy: port + ", and that the server admits this machine")
        }
    }
}
