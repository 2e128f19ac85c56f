import GStreamer
import StudioCore

extension OutputFailure {
    /// The cause behind an error of the pipeline that publishes, at a server that can be reached.
    ///
    /// - Parameter tls: why no TLS connection can be made there, where one is needed.
    init(ofRTMP error: GStreamerError, at address: OutputAddress, wasLive: Bool, tls: TLSHandshake.Failure?) {
        guard error.source == "sink", error.domain != .descriptorLimit else {
            self.init(error, at: address)
            return
        }
        switch tls {
        case .unavailable?: self.init(.encryptionMissing, "TLS is not available")
        case .certificate?: self.init(.certificateRefused, "the server's certificate is not trusted")
        case .protocolMismatch?: self.init(.rejected, "the server does not agree to TLS")
        case nil where wasLive: self.init(.disconnected, "the connection was lost")
        case nil: self.init(.rejected, "the server does not take the stream")
        }
    }
}
