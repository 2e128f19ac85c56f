import CGStreamer
import Glibc

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
        // GIO opens absolute paths only.
        guard let database = library.makeDatabase(try absolute(path), &error) else {
            throw GStreamerError(taking: error, source: "TLS")
        }
        defer { g_object_unref(database) }
        library.setDatabase(library.backend(), database)
    }

    private static func absolute(_ path: String) throws(GStreamerError) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else {
            throw GStreamerError(
                .library, source: "TLS", message: "the current folder is unknown: \(String(cString: strerror(errno)))")
        }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }
}

extension GStreamerRuntime {
    /// Whether TLS is available: it requires a module of GLib, which may be missing.
    package static var hasTLS: Bool {
        TLSLibrary.loaded.map { $0.supportsTLS($0.backend()) != 0 } ?? false
    }
}
