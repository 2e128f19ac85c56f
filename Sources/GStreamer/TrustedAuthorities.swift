import CGStreamer

/// Whom TLS connections of this process trust.
package enum TrustedAuthorities {
    /// Trusts the certificate authorities in a PEM file instead of the system's, in all connections from now on.
    ///
    /// - Throws: where the file cannot be read, holds no certificate, or TLS is not available.
    package static func use(file path: String) throws(GStreamerError) {
        guard let library = TLSLibrary.loaded else {
            throw GStreamerError(.library, source: "TLS", message: "\(TLSLibrary.name) cannot be loaded")
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
    /// Whether connections over TLS can be made: a module of GLib does it, which may be missing.
    package static var hasTLS: Bool {
        TLSLibrary.loaded.map { $0.supportsTLS($0.backend()) != 0 } ?? false
    }
}
