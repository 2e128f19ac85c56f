import CGStreamer
import Glibc

/// GLib's TLS functions, loaded on first use: the library and its dependencies would cost every start 1.2 of 30 ms, and
/// few sessions need them.
struct TLSLibrary: Sendable {
    static let name = "libgio-2.0.so.0"
    /// `nil` when missing.
    static let loaded = try? TLSLibrary()

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

    private init() throws(MissingFunction) {
        let library = dlopen(Self.name, RTLD_NOW)
        backend = try function("g_tls_backend_get_default", of: library)
        supportsTLS = try function("g_tls_backend_supports_tls", of: library)
        makeDatabase = try function("g_tls_file_database_new", of: library)
        setDatabase = try function("g_tls_backend_set_default_database", of: library)
        makeClient = try function("g_socket_client_new", of: library)
        setTLS = try function("g_socket_client_set_tls", of: library)
        setTimeout = try function("g_socket_client_set_timeout", of: library)
        connect = try function("g_socket_client_connect_to_host", of: library)
        errorDomain = try function("g_tls_error_quark", of: library)
    }
}

/// A function of a library, if it was opened; its type is that of the result.
func function<Function>(_ name: String, of library: UnsafeMutableRawPointer?) throws(MissingFunction) -> Function {
    guard let library, let address = dlsym(library, name) else { throw MissingFunction() }
    return unsafeBitCast(address, to: Function.self)
}

struct MissingFunction: Error {}
