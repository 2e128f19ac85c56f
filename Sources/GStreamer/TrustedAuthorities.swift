import CGStreamer
import Glibc

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

/// GLib's functions for TLS, loaded when they are first asked for: their library and those that it needs in turn would
/// cost every start 1.2 of 30 ms, and few runs have a use for them.
private struct TLSLibrary: Sendable {
    static let name = "libgio-2.0.so.0"
    /// `nil` where it is missing.
    static let loaded = TLSLibrary()

    typealias Backend = @Sendable @convention(c) () -> OpaquePointer?
    typealias SupportsTLS = @Sendable @convention(c) (OpaquePointer?) -> gboolean
    typealias MakeDatabase =
        @Sendable @convention(c) (
            UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
        ) -> UnsafeMutableRawPointer?
    typealias SetDatabase = @Sendable @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    /// Owned by the library.
    let backend: Backend
    let supportsTLS: SupportsTLS
    /// The caller owns the result.
    let makeDatabase: MakeDatabase
    let setDatabase: SetDatabase

    private init?() {
        guard let library = dlopen(Self.name, RTLD_NOW),
            let backend = dlsym(library, "g_tls_backend_get_default"),
            let supportsTLS = dlsym(library, "g_tls_backend_supports_tls"),
            let makeDatabase = dlsym(library, "g_tls_file_database_new"),
            let setDatabase = dlsym(library, "g_tls_backend_set_default_database")
        else { return nil }
        self.backend = unsafeBitCast(backend, to: Backend.self)
        self.supportsTLS = unsafeBitCast(supportsTLS, to: SupportsTLS.self)
        self.makeDatabase = unsafeBitCast(makeDatabase, to: MakeDatabase.self)
        self.setDatabase = unsafeBitCast(setDatabase, to: SetDatabase.self)
    }
}
