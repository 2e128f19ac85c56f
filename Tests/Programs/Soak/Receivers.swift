import Glibc
import StudioTestSupport

/// Real peers for network outputs. They store what they receive.
final class Receivers {
    /// Milliseconds. A machine that stalls for a moment loses no packet.
    static let latency = 4000

    let folder: TestFolder
    let rtmp: RTMPServer
    let datagrams: DatagramReceiver
    let listenerPort: UInt16
    /// The port at which the program listens.
    let callerPort: UInt16
    private let listener: ChildProcess
    private let caller: ChildProcess

    init(in folder: TestFolder) throws {
        self.folder = folder
        rtmp = try RTMPServer()
        datagrams = try DatagramReceiver(into: folder.file("udp.ts"))
        (listenerPort, callerPort) = (try unusedPort(), try unusedPort())
        listener = try Self.receive("srt://127.0.0.1:\(listenerPort)?mode=listener", into: folder.file("caller.ts"))
        caller = try Self.receive("srt://127.0.0.1:\(callerPort)?mode=caller", into: folder.file("listener.ts"))
        try waitForUDP(port: listenerPort)
    }

    /// Stores packets as they come. It connects again when the connection ends.
    private static func receive(_ address: String, into path: String) throws -> ChildProcess {
        let output = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw TestFailure("cannot create \(path)") }
        defer { close(output) }
        let address = "\(address)&latency=\(latency)"
        return try ChildProcess("srt-live-transmit", ["-q", "-loglevel:fatal", address, "file://con"], output: output)
    }

    var srtCaller: String { "srt://127.0.0.1:\(listenerPort)?latency=\(Self.latency)" }
    var srtListener: String { "srt://127.0.0.1:\(callerPort)?mode=listener&latency=\(Self.latency)" }
    var udp: String { "udp://127.0.0.1:\(datagrams.port)" }

    /// Waits until no stored stream grows any more.
    func settle() throws {
        var (before, since) = (-1, 0)
        try waitUntil("the received streams are complete") {
            let names = ["udp.ts", "caller.ts", "listener.ts"].map(folder.file)
            let bytes = (names + (try rtmp.recordings)).map(TestFolder.size(of:)).reduce(0, +)
            since = bytes == before ? since + 1 : 0
            before = bytes
            // It polls every 10 ms.
            return since > 100
        }
        // They write what they have buffered.
        for process in [listener, caller] {
            process.signal(SIGTERM)
            _ = try process.wait(seconds: 30)
        }
    }
}
