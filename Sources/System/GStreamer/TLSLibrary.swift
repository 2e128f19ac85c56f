import CGStreamer
import Glibc

/// GLib's TLS functions, loaded on first use: the library and its dependencies would cost every start 1.2 of 30 ms, and
/// few sessions need them.
struct TLSLibrary: Sendable {
    static let name = "libgio-2.0.so.0"
    /// `nil` when missing.
    static let loaded = TLSLibrary()

    typealias Backend = @Sendable @convention(c) () -> OpaquePointer?
    typealias SupportsTLS = @Sendable @convention(c) (OpaquePointer?) -> gboolean
    typealias MakeDatabase =
        @Sendable @convention(c) (
            UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
        ) -> UnsafeMutableRawPointer?
    typealias SetDatabase = @Sendable @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    typealias MakeClient = @Sendable @convention(c) () -> UnsafeMutableRawPointer?
    typealias SetTLS = @Sendable @convention(c) (UnsafeMutableRawPointer, gboolean) -> Void
    typealias SetTimeout = @Sendable @convention(c) (UnsafeMutableRawPointer, guint) -> Void
    typealias Connect =
        @Sendable @convention(c) (
            UnsafeMutableRawPointer, UnsafePointer<CChar>, guint16, OpaquePointer?,
            UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
        ) -> UnsafeMutableRawPointer?
    typealias ErrorDomain = @Sendable @convention(c) () -> GQuark

    /// Owned by the library.
    let backend: Backend
    let supportsTLS: SupportsTLS
    /// The caller owns the result.
    let makeDatabase: MakeDatabase
    let setDatabase: SetDatabase
    /// The caller owns the result.
    let makeClient: MakeClient
    let setTLS: SetTLS
    /// In seconds.
    let setTimeout: SetTimeout
    /// The caller owns the connection; releasing it closes it.
    let connect: Connect
    let errorDomain: ErrorDomain

    private init?() {
        guard let library = dlopen(Self.name, RTLD_NOW),
            let backend = dlsym(library, "g_tls_backend_get_default"),
            let supportsTLS = dlsym(library, "g_tls_backend_supports_tls"),
            let makeDatabase = dlsym(library, "g_tls_file_database_new"),
            let setDatabase = dlsym(library, "g_tls_backend_set_default_database"),
            let makeClient = dlsym(library, "g_socket_client_new"),
            let setTLS = dlsym(library, "g_socket_client_set_tls"),
            let setTimeout = dlsym(library, "g_socket_client_set_timeout"),
            let connect = dlsym(library, "g_socket_client_connect_to_host"),
            let errorDomain = dlsym(library, "g_tls_error_quark")
        else { return nil }
        self.backend = unsafeBitCast(backend, to: Backend.self)
        self.supportsTLS = unsafeBitCast(supportsTLS, to: SupportsTLS.self)
        self.makeDatabase = unsafeBitCast(makeDatabase, to: MakeDatabase.self)
        self.setDatabase = unsafeBitCast(setDatabase, to: SetDatabase.self)
        self.makeClient = unsafeBitCast(makeClient, to: MakeClient.self)
        self.setTLS = unsafeBitCast(setTLS, to: SetTLS.self)
        self.setTimeout = unsafeBitCast(setTimeout, to: SetTimeout.self)
        self.connect = unsafeBitCast(connect, to: Connect.self)
        self.errorDomain = unsafeBitCast(errorDomain, to: ErrorDomain.self)
    }
}
