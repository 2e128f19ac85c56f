import Glibc
import StudioTestSupport
import Testing

@testable import GStreamer

@Suite("ClientSocket")
struct ClientSocketTests {
    /// A listener that accepts connections and reads nothing.
    private final class Listener {
        let port: UInt16
        private let descriptor: Int32
        private var accepted: [Int32] = []

        init() throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            // Without an address, listening chooses a port of all interfaces.
            guard descriptor >= 0, listen(descriptor, 8) == 0 else { throw TestFailure("cannot listen") }
            port = ClientSocketTests.port(of: descriptor, getsockname)
        }

        deinit {
            for descriptor in accepted + [descriptor] { close(descriptor) }
        }

        /// The port of the client that connects next.
        func nextClient() throws -> UInt16 {
            let client = accept(descriptor, nil, nil)
            guard client >= 0 else { throw TestFailure("cannot accept") }
            accepted.append(client)
            return ClientSocketTests.port(of: client, getpeername)
        }
    }

    private static func port(
        of descriptor: Int32,
        _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// An element that connects to this port.
    private func connect(_ socket: ClientSocket, to port: UInt16) throws -> Pipeline {
        let pipeline = try Pipeline("appsrc name=source ! rtmp2sink name=sink")
        let sink = try pipeline.element("sink")
        try sink.set("location", to: .text("rtmp://127.0.0.1:\(port)/live/key"))
        try sink.set("timeout", to: .integer(Int64(socket.mark)))
        try pipeline.play()
        return pipeline
    }

    private func localPort(of socket: ClientSocket) throws -> UInt16 {
        try waitUntil("the socket is known") { socket.descriptor != nil }
        return Self.port(of: try #require(socket.descriptor), getsockname)
    }

    @Test("elements that connect to the same address and port know their own sockets")
    func samePort() throws {
        let listener = try Listener()
        let sockets = try (0..<4).map { _ in try ClientSocket() }
        #expect(Set(sockets.map(\.mark)).count == 4)
        for socket in sockets { #expect(socket.unacknowledgedBytes == nil) }
        // One after another, so that the listener knows whose connection it accepts.
        var pipelines: [Pipeline] = []
        for socket in sockets {
            pipelines.append(try connect(socket, to: listener.port))
            let port = try listener.nextClient()
            #expect(try localPort(of: socket) == port)
            #expect(socket.unacknowledgedBytes != nil)
        }
        for pipeline in pipelines { pipeline.stop() }
    }

    @Test("each of many connections is recognised, whatever its mark")
    func manyConnections() throws {
        let listener = try Listener()
        for _ in 0..<70 {
            let socket = try ClientSocket()
            let pipeline = try connect(socket, to: listener.port)
            let port = try listener.nextClient()
            #expect(try localPort(of: socket) == port, "mark \(socket.mark)")
            pipeline.stop()
        }
    }

    @Test(
        "marks are different, longer than any timeout of a client, and GLib's 32-bit microseconds of them are over an hour"
    )
    func marks() {
        let marks = (0..<20_000).map { ClientSocket.mark($0) }
        #expect(Set(marks).count == marks.count)
        #expect((marks.min() ?? 0) > 2 * 365 * 86_400)
        #expect((marks.max() ?? 0) <= Int32.max)
        #expect((marks.map { $0 &* 1_000_000 }.min() ?? 0) >= 3_600_000_000)
    }

    @Test("sockets of others are never taken, whatever they are connected to")
    func foreign() throws {
        let listener = try Listener()
        let (socket, unused) = (try ClientSocket(), try ClientSocket())
        let app = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(app) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = listener.port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(app, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        _ = try listener.nextClient()
        let pipeline = try connect(socket, to: listener.port)
        let port = try listener.nextClient()
        #expect(try localPort(of: socket) == port)
        #expect(unused.unacknowledgedBytes == nil)
        pipeline.stop()
    }

    @Test("the answer is about the same connection after the element has closed it, until close")
    func afterTheElement() throws {
        let listener = try Listener()
        let socket = try ClientSocket()
        let pipeline = try connect(socket, to: listener.port)
        let port = try listener.nextClient()
        #expect(try localPort(of: socket) == port)
        pipeline.stop()
        #expect(try localPort(of: socket) == port)
        #expect(socket.unacknowledgedBytes != nil)
        socket.close()
        #expect(socket.unacknowledgedBytes == nil)
    }
}
