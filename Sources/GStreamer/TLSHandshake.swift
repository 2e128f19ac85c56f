import CGStreamer

/// A TLS connection that is made only to learn why another one failed: elements report GIO's error as text.
package enum TLSHandshake {
    /// Why there is no TLS connection.
    package enum Failure: Hashable, Sendable {
        /// GLib has no module for TLS.
        case unavailable
        /// The certificate is not trusted, or belongs to another host.
        case certificate
        /// The server does not speak TLS, or no version and cipher in common with this side.
        case protocolMismatch
    }

    /// `G_TLS_ERROR_UNAVAILABLE` and `G_TLS_ERROR_BAD_CERTIFICATE`.
    private static let (unavailable, badCertificate): (gint, gint) = (0, 2)

    /// Connects, shakes hands and hangs up. Blocks for at most `seconds`.
    ///
    /// - Returns: `nil` when the handshake succeeds, and for a failure that is none of TLS.
    package static func failure(host: String, port: UInt16, seconds: Int) -> Failure? {
        guard let library = TLSLibrary.loaded, library.supportsTLS(library.backend()) != 0 else { return .unavailable }
        guard let client = library.makeClient() else { return nil }
        defer { g_object_unref(client) }
        library.setTLS(client, 1)
        library.setTimeout(client, guint(seconds))
        var error: UnsafeMutablePointer<GError>?
        // An IPv6 address would otherwise be read as a name with a port.
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
