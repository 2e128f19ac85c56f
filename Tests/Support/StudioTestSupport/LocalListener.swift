import Glibc
import StudioRuntime

/// A local socket whose connections a function serves on a thread, one after the other.
package struct LocalListener {
    private let worker: Worker

    /// - Parameter serve: gets a connection, which is closed when it returns.
    /// - Throws: a ``TestFailure`` when nothing can listen at the path.
    package init(_ path: String, connections: Int = 1, _ serve: @escaping @Sendable (LocalConnection) -> Void) throws {
        unlink(path)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard let address = LocalAddress(path.utf8), address.with({ bind(listener, $0, $1) }) == 0,
            listen(listener, 8) == 0
        else { throw TestFailure("cannot listen at \(path)") }
        worker = try Worker("listener") {
            for index in 1...connections {
                let connection = accept(listener, nil, nil)
                // Nobody else can connect while the last one is served.
                if index == connections { close(listener) }
                serve(LocalConnection(descriptor: connection))
                close(connection)
            }
        }
    }

    /// Waits until all connections are served.
    package func join() { worker.join() }
}

/// A connection of a ``LocalListener``.
package struct LocalConnection {
    fileprivate let descriptor: Int32

    /// What arrives next; nothing at the end.
    @discardableResult
    package func receive() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        return Array(bytes.prefix(max(0, read(descriptor, &bytes, bytes.count))))
    }

    package func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        _ = write(descriptor, bytes, bytes.count)
    }
}
