import CGStreamer
import Glibc

/// GIO's functions about connected sockets, loaded on first use, like those of ``TLSLibrary``. An element that connects
/// has loaded the library already.
struct SocketLibrary: Sendable {
    /// `nil` when missing.
    static let loaded = try? SocketLibrary()

    typealias TypeOf = @Sendable @convention(c) () -> GType
    typealias Timeout = @Sendable @convention(c) (UnsafeMutableRawPointer) -> guint
    typealias SocketOf = @Sendable @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    typealias InputOf = @Sendable @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    typealias DescriptorOf = @Sendable @convention(c) (UnsafeMutableRawPointer) -> gint

    let clientType: TypeOf
    let connectionType: TypeOf
    let pollableType: TypeOf
    /// The input stream of a `GIOStream`, which owns the result.
    let input: InputOf
    /// The timeout of a `GSocketClient` in seconds.
    let timeout: Timeout
    /// The socket of a `GSocketConnection`; it owns the result.
    let socket: SocketOf
    /// The descriptor of a `GSocket`; it owns the result.
    let descriptor: DescriptorOf

    private init() throws(MissingFunction) {
        let library = dlopen(TLSLibrary.name, RTLD_NOW)
        clientType = try function("g_socket_client_get_type", of: library)
        connectionType = try function("g_socket_connection_get_type", of: library)
        pollableType = try function("g_pollable_input_stream_get_type", of: library)
        input = try function("g_io_stream_get_input_stream", of: library)
        timeout = try function("g_socket_client_get_timeout", of: library)
        socket = try function("g_socket_connection_get_socket", of: library)
        descriptor = try function("g_socket_get_fd", of: library)
    }
}
