import GStreamer
import StudioCore

extension OutputFailure {
    /// The cause behind an error of the pipeline that publishes.
    init(ofRTMP error: GStreamerError, at address: OutputAddress, wasLive: Bool) {
        guard error.source == "sink", error.domain != .descriptorLimit else {
            self.init(error, at: address)
            return
        }
        switch TLSProblem(error) {
        case .unavailable?: self.init(.encryptionMissing, "TLS is not available")
        case .certificate?: self.init(.certificateRefused, "the server's certificate is not trusted")
        case .handshake?: self.init(.rejected, "the server does not agree to TLS")
        case nil where wasLive: self.init(.disconnected, "the connection was lost")
        case nil: self.init(.rejected, "the server does not take the stream")
        }
    }
}

/// What went wrong with TLS, as GIO counts it.
private enum TLSProblem {
    case unavailable, certificate, handshake

    /// `nil` for an error that is about something else. GStreamer hands GIO's domain and code on in its text for developers.
    init?(_ error: GStreamerError) {
        guard let mark = error.debug.firstRange(of: "g-tls-error-quark, code ") else { return nil }
        switch Int(error.debug[mark.upperBound...].prefix { $0.isNumber }) {
        case 0: self = .unavailable  // G_TLS_ERROR_UNAVAILABLE
        case 2: self = .certificate  // G_TLS_ERROR_BAD_CERTIFICATE
        default: self = .handshake
        }
    }
}
