import CGStreamer

/// Connects with TLS to find why a pipeline's connection failed: elements report GIO's error as text only.
package enum TLSHandshake {
    /// The cause of a failed TLS connection.
    package enum Failure: Hashable, Sendable {
        /// GLib has no module for TLS.
        case unavailable
        /// The certificate is not trusted, or belongs to another host.
        case certificate
        /// The server does not support TLS, or shares no version or cipher with this side.
        case protocolMismatch
    }

    /// `G_TLS_ERROR_UNAVAILABLE` and `G_TLS_ERROR_BAD_CERTIFICATE`.
    private static let (unavailable, badCertificate): (gint, gint) = (0, 2)

    /// Connects, performs the handshake and disconnects. Blocks for at most `seconds`.
    ///
    /// - Returns: `nil` when the handshake succeeds, or when it fails for a reason other than TLS.
    package static func failure(host: String, port: UInt16, seconds: Int) -> Failure? {
        guard let library = TLSLibrary.loaded, library.supportsTLS(library.backend()) != 0 else { return .unavailable }
        guard let client = library.makeClient() else { return nil }
        defer { g_object_unref(client) }
        library.setTLS(client, 1)
        library.setTimeout(client, guint(seconds))
        var error: UnsafeMutablePointer<GError>?
        // GIO would parse a bare IPv6 address as a name with a port.
        let name = host.contains(":") ? "[\(host)]" : host
        if let connection = library.connect(client, name, port, nil, &error) {
            g_object_unref(connection)
            return nil
        }
        guard let error else { return nil }
        defer { g_error_free(error) }
        guard error.pointee.domain == library.errorDomain() else { return nil }
        switch error.pointee.code {
        case unavailable: return .unavailable
        case badCertificate: return .certificate
        default: return .protocolMismatch
        }
    }
}
