import CGStreamer
import Glibc

/// GIO's functions about connected sockets, loaded on first use, like those of ``TLSLibrary``. An element that connects
/// has loaded the library already.
struct SocketLibrary: Sendable {
    /// `nil` when missing.
    static let loaded = SocketLibrary()

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

    private init?() {
        guard let library = dlopen(TLSLibrary.name, RTLD_NOW),
            let clientType = dlsym(library, "g_socket_client_get_type"),
            let connectionType = dlsym(library, "g_socket_connection_get_type"),
            let pollableType = dlsym(library, "g_pollable_input_stream_get_type"),
            let input = dlsym(library, "g_io_stream_get_input_stream"),
            let timeout = dlsym(library, "g_socket_client_get_timeout"),
            let socket = dlsym(library, "g_socket_connection_get_socket"),
            let descriptor = dlsym(library, "g_socket_get_fd")
        else { return nil }
        self.clientType = unsafeBitCast(clientType, to: TypeOf.self)
        self.connectionType = unsafeBitCast(connectionType, to: TypeOf.self)
        self.pollableType = unsafeBitCast(pollableType, to: TypeOf.self)
        self.input = unsafeBitCast(input, to: InputOf.self)
        self.timeout = unsafeBitCast(timeout, to: Timeout.self)
        self.socket = unsafeBitCast(socket, to: SocketOf.self)
        self.descriptor = unsafeBitCast(descriptor, to: DescriptorOf.self)
    }
}
