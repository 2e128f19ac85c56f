import GStreamer
import StudioCore

extension OutputFailure {
    /// Converts an error of an RTMP pipeline, at a server that can be reached.
    ///
    /// - Parameter tls: why the TLS handshake with it fails, if one is needed.
    init(ofRTMP error: GStreamerError, at address: OutputAddress, wasLive: Bool, tls: TLSHandshake.Failure?) {
        guard error.source == "sink", error.domain != .descriptorLimit else {
            self.init(error, at: address)
            return
        }
        switch tls {
        case .unavailable?: self.init(.encryptionMissing, "TLS is not available")
        case .certificate?: self.init(.certificateRefused, "the server's certificate is not trusted")
        case .protocolMismatch?: self.init(.rejected, "the TLS handshake failed")
        case nil where wasLive: self.init(.disconnected, "the connection was lost")
        case nil: self.init(.rejected, "the server rejected the stream")
        }
    }
}
