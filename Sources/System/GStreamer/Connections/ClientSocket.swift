import CGStreamer
import Glibc
import StudioRuntime

/// The socket through which an element is connected to a server.
///
/// GStreamer does not publish it, so it is recognised by a mark: the element connects with a `GSocketClient` that has the
/// element's `timeout`, and each object of this class has a timeout of its own, ``mark``, that no other client in the
/// process has. GLib announces each connection together with its client before the first byte is written. Thus
/// neither ports and addresses, which outputs may share, nor numbers of descriptors, which are used again, nor the order of
/// connections matter, and a socket of the embedding app is never taken for one of an output.
///
/// The socket is kept under a descriptor of its own. After the element has closed its descriptor, the kernel still
/// answers for this connection and no other.
package final class ClientSocket: Sendable {
    /// The clients that are looked for, by their marks.
    private static let awaited = Lock(Marks())
    /// `G_SOCKET_CLIENT_COMPLETE`: the last event of a client. Of several attempts, only the chosen one gets there.
    private static let complete: gint = 8

    private struct Marks: Sendable {
        struct Member: Sendable {
            weak var client: ClientSocket?
        }

        private(set) var members: [UInt32: Member] = [:]
        private var count: UInt32 = 0

        /// A mark that no client has.
        mutating func take() -> UInt32 {
            var mark: UInt32
            repeat {
                mark = ClientSocket.mark(count)
                count &+= 1
            } while members[mark] != nil
            members[mark] = Member()
            return mark
        }

        mutating func register(_ client: ClientSocket) { members[client.mark]?.client = client }

        mutating func remove(_ mark: UInt32) { members[mark] = nil }
    }

    /// GLib converts some timeouts to microseconds in 32 bits: what counts is the rest of the seconds after a multiple of
    /// 2²⁶, because 2²⁶ s are a multiple of 2³² µs. The rest is an hour or more, longer than every timeout of ours, and the
    /// whole is more than two years: no client that connects in earnest waits so long.
    private static let period: UInt32 = 1 << 26
    /// 30 multiples fit into 31 bits: with more seconds, elements do not connect. Seconds from here on fit into 32 bits of
    /// microseconds.
    private static let (multiples, shortest, lengths): (UInt32, UInt32, UInt32) = (30, 3600, 694)

    static func mark(_ number: UInt32) -> UInt32 {
        (1 + number % multiples) * period + shortest + number / multiples % lengths
    }

    /// Set it as the `timeout` of the element before it connects.
    package let mark: UInt32
    private let socket = Lock<SocketDescriptor?>(nil)
    private let makeInputObserver: MakeInputObserver?

    /// Makes an observer of the bytes that the server sends on a connection. It is called on the thread of the element.
    package typealias MakeInputObserver = @Sendable () -> @Sendable (UnsafeRawBufferPointer) -> Void

    /// - Parameter makeInputObserver: called for each connection, before the first byte is read.
    /// - Throws: a ``GStreamerError`` when GIO is missing.
    package init(observingInput makeInputObserver: MakeInputObserver? = nil) throws(GStreamerError) {
        self.makeInputObserver = makeInputObserver
        guard Self.isObserving else {
            throw GStreamerError(.library, source: "sockets", message: "cannot load \(TLSLibrary.name)")
        }
        mark = Self.awaited.withLock { $0.take() }
        Self.awaited.withLock { $0.register(self) }
    }

    deinit {
        Self.awaited.withLock { $0.remove(mark) }
    }

    /// The written bytes that the server's system has not acknowledged; `nil` before the connection exists and after
    /// ``close()``.
    package var unacknowledgedBytes: UInt64? { socket.withLock { $0 }?.unacknowledgedBytes }

    /// Its descriptor of the socket, for tests.
    var descriptor: Int32? { socket.withLock { $0 }?.descriptor }

    /// Releases the socket; the server learns of the end once the element has also closed it.
    package func close() { socket.set(nil) }

    // MARK: On the thread of the element

    /// Observes all clients of the process from now on; false when GIO is missing.
    private static let isObserving: Bool = {
        guard let library = SocketLibrary.loaded, let type = g_type_class_ref(library.clientType()) else {
            return false
        }
        defer { g_type_class_unref(type) }
        let signal = g_signal_lookup("event", library.clientType())
        return signal != 0 && g_signal_add_emission_hook(signal, 0, observeClient, nil, nil) != 0
    }()

    fileprivate static func observe(_ parameters: UnsafeBufferPointer<GValue>) {
        guard parameters.count == 4, let library = SocketLibrary.loaded,
            g_value_get_enum(parameters.baseAddress.map { $0 + 1 }) == complete,
            let client = g_value_get_object(parameters.baseAddress),
            let connection = g_value_get_object(parameters.baseAddress.map { $0 + 3 })
        else { return }
        let mark = library.timeout(client)
        guard mark >= period, let owner = awaited.withLock({ $0.members[mark]?.client }),
            g_type_check_instance_is_a(connection.assumingMemoryBound(to: GTypeInstance.self), library.connectionType())
                != 0, let socket = library.socket(connection)
        else { return }
        // A server that demands authentication gets a second connection, which replaces the first one.
        owner.socket.set(SocketDescriptor(duplicating: library.descriptor(socket)))
        // Without the observer, the server's answers are unknown; everything else works.
        if let observer = owner.makeInputObserver?() { _ = ConnectionInput.observe(connection, observer) }
    }
}

private func observeClient(
    _ hint: UnsafeMutablePointer<GSignalInvocationHint>?, _ count: guint, _ values: UnsafePointer<GValue>?,
    _ context: gpointer?
) -> gboolean {
    ClientSocket.observe(UnsafeBufferPointer(start: values, count: Int(count)))
    return 1
}

/// A descriptor of a connected socket, closed with this object.
private final class SocketDescriptor: Sendable {
    /// `SIOCOUTQ`, which Glibc hides from Swift.
    private static let outputQueue: UInt = 0x5411

    let descriptor: Int32

    /// - Returns: `nil` when the process has no descriptor left.
    init?(duplicating descriptor: Int32) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if self.descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    var unacknowledgedBytes: UInt64? {
        var count: Int32 = 0
        return ioctl(descriptor, Self.outputQueue, &count) == 0 ? UInt64(max(0, count)) : nil
    }
}
