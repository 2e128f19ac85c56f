import CGStreamer

/// The certificate authorities of this process's TLS connections.
package enum TrustedAuthorities {
    /// Trusts the certificate authorities in a PEM file instead of the system's, in all later connections.
    ///
    /// - Throws: a ``GStreamerError`` when the file cannot be read or contains no certificate, or when TLS is not
    ///   available.
    package static func use(file path: String) throws(GStreamerError) {
        guard let library = TLSLibrary.loaded else {
            throw GStreamerError(.library, source: "TLS", message: "cannot load \(TLSLibrary.name)")
        }
        var error: UnsafeMutablePointer<GError>?
        guard let database = library.makeDatabase(path, &error) else {
            throw GStreamerError(taking: error, source: "TLS")
        }
        defer { g_object_unref(database) }
        library.setDatabase(library.backend(), database)
    }
}

extension GStreamerRuntime {
    /// Whether TLS is available: it requires a module of GLib, which may be missing.
    package static var hasTLS: Bool {
        TLSLibrary.loaded.map { $0.supportsTLS($0.backend()) != 0 } ?? false
    }
}
