import CGStreamer

/// Whom TLS connections of this process trust.
package enum TrustedAuthorities {
    /// Trusts the certificate authorities in a PEM file instead of the system's, in all connections from now on.
    ///
    /// - Throws: where the file cannot be read, holds no certificate, or TLS is not available.
    package static func use(file path: String) throws(GStreamerError) {
        var error: UnsafeMutablePointer<GError>?
        guard let database = g_tls_file_database_new(path, &error) else {
            throw GStreamerError(taking: error, source: "TLS")
        }
        defer { g_object_unref(database) }
        g_tls_backend_set_default_database(g_tls_backend_get_default(), psgst_tls_database(database))
    }
}
