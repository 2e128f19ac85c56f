import StudioTestSupport
import Testing

@testable import StudioRuntime

@Suite("Sockets for datagrams")
struct DatagramSocketTests {
    private func send(_ options: DatagramSocket.Options) throws -> ReceivedDatagram {
        let receiver = try SingleDatagramReceiver()
        let socket = try DatagramSocket(host: "127.0.0.1", port: "\(receiver.port)", options)
        #expect([1, 2, 3].withUnsafeBytes { socket.send($0) } == 0)
        return try receiver.receive()
    }

    @Test("a datagram passes as many routers as it says", arguments: [1, 7, 255] as [Int32])
    func timeToLive(_ hops: Int32) throws {
        var options = DatagramSocket.Options()
        options.timeToLive = hops
        #expect(try send(options).timeToLive == hops)
    }

    @Test("without options, the system decides")
    func plain() throws {
        let datagram = try send(DatagramSocket.Options())
        #expect(datagram.timeToLive == 64)
        #expect(datagram.host == "127.0.0.1")
    }

    @Test("a datagram comes from the local address")
    func localAddress() throws {
        var options = DatagramSocket.Options()
        options.interface = "127.0.0.7"
        #expect(try send(options).host == "127.0.0.7")
    }

    @Test("an interface can be named")
    func interfaceName() throws {
        var options = DatagramSocket.Options()
        options.interface = "lo"
        #expect(try send(options).host == "127.0.0.1")
    }

    @Test(
        "an interface that this machine does not have is an error that names it",
        arguments: ["nowhere0", "192.0.2.1", "::1", "host.example"])
    func unknown(_ name: String) throws {
        var options = DatagramSocket.Options()
        options.interface = name
        #expect(throws: DatagramSocket.OpenError.noInterface(name)) {
            try DatagramSocket(host: "127.0.0.1", port: "9", options)
        }
    }
}
