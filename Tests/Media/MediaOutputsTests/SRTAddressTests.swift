import SRT
import StudioRuntime
import StudioTestSupport
import StudioCore
import Testing

@testable import MediaOutputs

@Suite("SRT addresses")
struct SRTAddressTests {
    @Test("host, port and parameters")
    func parameters() throws {
        let plain = try #require(try SRTAddress("srt://host:9000"))
        #expect(plain.host == "host")
        #expect(plain.port == "9000")
        #expect(plain.mode == .caller)
        #expect(plain.settings(passphrase: nil) == SRTSettings())
        let all = try #require(
            try SRTAddress(
                "srt://[::1]:1?mode=caller&latency=500&passphrase=ten%20%40bytes&pbkeylen=32&streamid=%23!::r=live"))
        #expect(all.host == "::1")
        var settings = SRTSettings()
        settings.latency = 500
        settings.passphrase = "ten @bytes"
        settings.keyLength = 32
        settings.streamID = "#!::r=live"
        #expect(all.settings(passphrase: nil) == settings)
        #expect(all.settings(passphrase: "another passphrase") == settings, "the address takes precedence")
        settings = SRTSettings()
        settings.passphrase = "another passphrase"
        #expect(plain.settings(passphrase: "another passphrase") == settings)
    }

    @Test("datagrams have seven packets, unless the address says fewer")
    func datagrams() throws {
        #expect(try #require(try SRTAddress("srt://host:9000?transtype=live")).packetsPerDatagram == 7)
        #expect(try #require(try SRTAddress("srt://host:9000?pkt_size=376")).packetsPerDatagram == 2)
    }

    @Test(
        "only a listener needs no host", arguments: ["srt://:9000?mode=listener", "srt://0.0.0.0:9000?mode=listener"])
    func listener(_ text: String) throws {
        let address = try #require(try SRTAddress(text))
        #expect(address.mode == .listener)
        #expect(try OutputRegistry.standard.driver(for: text).policy == .listener)
    }

    @Test("another scheme is not SRT", arguments: ["udp://host:9000", "srt", "srt:host", "show.mp4"])
    func other(_ text: String) throws {
        #expect(try SRTAddress(text) == nil)
    }

    @Test(
        "an incomplete address shows the form and no secret",
        arguments: [
            "srt://host", "srt://:9000", "srt://host:9000/S3CRET", "srt://S3CRET:x@host:9000",
            "srt://:9000?mode=caller&passphrase=S3CRETS3CRET",
        ])
    func incomplete(_ text: String) {
        let error = #expect(throws: AddressError.self) { try SRTAddress(text) }
        #expect(error?.description.contains("is incomplete: use srt://HOST:PORT") == true)
        #expect(error?.description.contains("S3CRET") == false)
    }

    @Test(
        "an invalid parameter says what was expected and repeats no part of the query",
        arguments: [
            ("mode=S3CRET", "mode must be caller or listener"),
            (
                "mode=rendezvous",
                "rendezvous is not supported, because both ends must connect at the same moment; use caller or listener"
            ),
            (
                "transtype=file",
                "transtype must be live: in file mode, media waits for lost packets without a time limit"
            ),
            ("pkt_size=1456", "pkt_size must be a multiple of 188 bytes, at most 1316"),
            ("latency=S3CRET", "latency must be a number of milliseconds from 0 to 60000"),
            ("latency=60001", "latency must be a number of milliseconds from 0 to 60000"),
            ("latency=-1", "latency must be a number of milliseconds from 0 to 60000"),
            ("passphrase=S3CRET", "passphrase must have 10 to 79 bytes"),
            ("passphrase=", "passphrase must have 10 to 79 bytes"),
            ("pbkeylen=8", "pbkeylen must be 16, 24 or 32"), ("streamid=", "streamid must have 1 to 512 bytes"),
            ("S3CRET", "unknown parameter; use mode, latency, passphrase, streamid, pbkeylen and pkt_size"),
            (
                "maxbw=0&passphrase=S3CRETS3CRET",
                "the parameter maxbw is not supported; use mode, latency, passphrase, streamid, pbkeylen and pkt_size"
            ),
            (
                "latency=5&passfrase=S3CRETS3CRET",
                "unknown parameter; use mode, latency, passphrase, streamid, pbkeylen and pkt_size"
            ),
        ])
    func invalid(_ query: String, _ expected: String) {
        let error = AddressError.parameter("srt://host:9000?***", expected: expected)
        #expect(throws: error) { try SRTAddress("srt://host:9000?\(query)") }
        #expect(error.description == "'srt://host:9000?***': \(expected)")
    }

    @Test("the query is never shown")
    func redaction() throws {
        let driver = try OutputRegistry.standard.driver(for: "srt://host:9000?passphrase=S3CRETS3CRET&streamid=K3Y")
        #expect(driver is SRTOutputDriver)
        #expect(driver.address.description == "srt://host:9000?***")
        #expect(!driver.awaits(.srtPassphrase))
        #expect(try OutputRegistry.standard.driver(for: "srt://host:9000?latency=5").awaits(.srtPassphrase))
        var text = String(reflecting: driver)
        dump(driver, to: &text)
        #expect(!text.contains("S3CRET") && !text.contains("K3Y"), "\(text)")
        #expect(driver.policy == .server)
    }
}

/// Two sockets of this process.
@Suite("SRT sockets")
struct SRTSocketTests {
    /// A listener on a free port, and its port.
    private func listener(_ settings: SRTSettings = SRTSettings()) throws -> (SRTSocket, String) {
        let address = try #require(HostAddress.resolve("127.0.0.1", port: "0").first)
        let socket = try SRTSocket(settings)
        try socket.listen(at: address)
        return (socket, "\(try #require(socket.port))")
    }

    private func caller(_ port: String, _ settings: SRTSettings = SRTSettings()) throws -> SRTSocket {
        let address = try #require(HostAddress.resolve("127.0.0.1", port: port).first)
        let socket = try SRTSocket(settings)
        try socket.connect(to: address, milliseconds: 3000)
        while socket.state == .connecting { socket.wait(for: .canSend, milliseconds: 100) }
        return socket
    }

    @Test("a caller connects, sends, and is acknowledged")
    func connect() throws {
        let (listener, port) = try listener()
        let caller = try caller(port)
        #expect(caller.state == .connected)
        listener.wait(for: .canAccept, milliseconds: 3000)
        let accepted = try #require(listener.accept())
        #expect(accepted.state == .connected)
        #expect(listener.accept() == nil)
        let datagram = [UInt8](repeating: 0x47, count: 1316)
        for _ in 0..<10 { #expect(datagram.withUnsafeBytes { caller.send($0) } == .sent) }
        try waitUntil("everything is acknowledged") { caller.unacknowledgedBytes == 0 }
        let statistics = try #require(caller.statistics)
        #expect(statistics.packetsSent == 10)
        #expect(statistics.packetsDropped == 0)
        #expect(statistics.acknowledgements > 0)
        #expect(statistics.roundTripTime > 0)
        #expect(caller.peerLatency >= 120)
        accepted.close()
        try waitUntil("the caller notices") { caller.state == .ended }
        #expect(datagram.withUnsafeBytes { caller.send($0) } == .ended)
    }

    @Test("rejections are told apart")
    func rejections() throws {
        var right = SRTSettings()
        right.passphrase = "correct horse"
        var wrong = right
        wrong.passphrase = "battery staple"
        let (listener, port) = try listener(right)
        let first = try caller(port, wrong)
        #expect(first.state == .ended)
        #expect(first.rejection == .passphrase)
        let second = try caller(port)
        #expect(second.state == .ended)
        #expect(second.rejection == .encryption)
        #expect(try caller(port, right).state == .connected)
        listener.close()
    }

    @Test("a passphrase that libsrt rejects is an error")
    func invalid() {
        var settings = SRTSettings()
        settings.passphrase = "short"
        #expect(throws: SRTError.self) { try SRTSocket(settings) }
    }
}
