import GStreamer
import StudioCore

extension OutputFailure {
    /// The cause behind a pipeline's error: by its domain, its code and what kind of place it is.
    init(_ error: GStreamerError, at destination: Destination, wasLive: Bool) {
        switch (destination.kind, error.domain, error.source) {
        case (.rtmp, _, "sink") where TLSProblem(error) != nil:
            switch TLSProblem(error) {
            case .unavailable?: self = OutputFailure(.encryptionMissing, "TLS is not available")
            case .certificate?: self = OutputFailure(.certificateRefused, "the server's certificate is not trusted")
            case .handshake?, nil: self = OutputFailure(.rejected, "the server does not agree to TLS")
            }
        case (.rtmp, _, "sink"):
            self =
                wasLive
                ? OutputFailure(.disconnected, "the connection was lost")
                : OutputFailure(.rejected, "the server does not take the stream")
        case (_, .descriptorLimit, _): self = OutputFailure(.descriptorLimit, error.message)
        default:
            self = OutputFailure(.pipeline, destination.scrub(error.description))
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
