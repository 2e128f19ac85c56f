import GStreamer
import StudioCore

extension OutputFailure {
    /// Converts an error of an RTMP pipeline, at a server that can be reached.
    ///
    /// - Parameters:
    ///   - tls: why the TLS handshake with it fails, if one is needed.
    ///   - greeting: what it answers to the beginning of an RTMP handshake; `nil` where that is not known.
    init(
        ofRTMP error: GStreamerError, at address: OutputAddress, wasLive: Bool, tls: TLSHandshake.Failure?,
        greeting: RTMPGreeting? = nil
    ) {
        guard error.source == "sink", error.domain != .descriptorLimit else {
            self.init(error, at: address)
            return
        }
        switch tls {
        case .unavailable?: self.init(.encryptionMissing, "TLS is not available")
        case .certificate(let faults)?: self.init(faults)
        case .protocolMismatch?:
            self.init(.rejected, "the TLS handshake failed", remedy: "check the port, or use rtmp:// without TLS")
        case nil where wasLive: self.init(.disconnected, "the connection was lost")
        case nil: self = greeting?.failure ?? OutputFailure(.rejected, "the server rejected the stream")
        }
    }

    private init(_ faults: [CertificateFault]) {
        let reasons = faults.map(\.text).joined(separator: " and ")
        let remedies = faults.map(\.remedy).joined(separator: "; ")
        self.init(
            .certificateRefused,
            "the server's certificate is not trusted" + (reasons.isEmpty ? "" : ": \(reasons)"),
            remedy: remedies.isEmpty ? nil : remedies)
    }
}

extension CertificateFault {
    fileprivate var text: String {
        switch self {
        case .unknownAuthority: "its authority is unknown"
        case .otherHost: "it belongs to another host"
        case .notYetValid: "it is not valid yet"
        case .expired: "it has expired"
        case .revoked: "it was revoked"
        case .insecure: "its algorithm is insecure"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .unknownAuthority: "--tls-ca FILE adds a private certificate authority"
        case .otherHost: "check the host name"
        case .notYetValid: "check the clock of this machine"
        case .expired: "renew it on the server, or check the clock of this machine"
        case .revoked, .insecure: "replace it on the server"
        }
    }
}
