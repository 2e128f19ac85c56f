import StudioCore
import StudioRuntime
import Testing

@testable import MediaOutputs

@Suite("UDP addresses")
struct UDPAddressTests {
    @Test("host, port and parameters")
    func parameters() throws {
        let plain = try #require(try UDPAddress("udp://host:5000"))
        #expect(plain.host == "host")
        #expect(plain.port == "5000")
        #expect(plain.options == DatagramSocket.Options())
        #expect(plain.packetsPerDatagram == 7)
        let all = try #require(try UDPAddress("udp://[ff02::1]:1?ttl=16&localaddr=eth%30&pkt_size=188"))
        #expect(all.host == "ff02::1")
        #expect(all.options.timeToLive == 16)
        #expect(all.options.interface == "eth0")
        #expect(all.packetsPerDatagram == 1)
    }

    @Test(
        "an invalid parameter says what was expected",
        arguments: [
            ("ttl=0", "ttl must be 1 to 255"), ("ttl=256", "ttl must be 1 to 255"), ("ttl", "ttl must be 1 to 255"),
            ("localaddr=", "localaddr must be the address or the name of a local interface"),
            ("pkt_size=1472", "pkt_size must be a multiple of 188 bytes, at most 65424"),
            ("pkt_size=65612", "pkt_size must be a multiple of 188 bytes, at most 65424"),
            ("pkt_size=0", "pkt_size must be a multiple of 188 bytes, at most 65424"),
            ("fifo_size=9", "the parameter fifo_size is not supported; use ttl, localaddr and pkt_size"),
            ("S3CRET", "unknown parameter; use ttl, localaddr and pkt_size"),
        ])
    func invalid(_ query: String, _ expected: String) {
        #expect(throws: AddressError.parameter("udp://host:5000?***", expected: expected)) {
            try UDPAddress("udp://host:5000?\(query)")
        }
    }

    @Test("the largest datagram has 348 packets")
    func largest() throws {
        #expect(try #require(try UDPAddress("udp://host:5000?pkt_size=65424")).packetsPerDatagram == 348)
    }

    @Test("an address without secrets is shown as it is")
    func shown() throws {
        let text = "udp://239.0.0.1:5000?ttl=4"
        #expect(try OutputRegistry.standard.driver(for: text).address.description == text)
    }
}
