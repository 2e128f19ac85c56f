import Glibc
import StudioTestSupport

/// The SRT peers of one output: a listener, or the callers of a listener. They store what they receive.
final class SRTPeers {
    /// What a peer received.
    struct Arrival: Sendable {
        let plan: SRTPeerPlan
        let path: String
    }

    /// The port at which the listening side listens.
    let port: UInt16
    private let plans: [SRTPeerPlan]
    private let paths: [String]
    private var processes: [ChildProcess?] = []
    private var relays: [DatagramRelay?] = []
    /// Receives and never answers.
    private let silent: DatagramReceiver?

    /// A peer that has received everything ends with its connection within this time in seconds.
    private static let settleTimeout = 8.0

    /// The name of the file of an output's peer.
    static func name(_ output: Int, _ peer: Int) -> String { "srt\(output)-\(peer).ts" }

    /// Starts a listener and waits until it listens.
    init(listening peer: SRTPeerPlan, _ plan: TorturePlan, _ index: Int, in folder: String) throws {
        (plans, paths) = ([peer], [folder + "/" + Self.name(index, 0)])
        silent = peer == .silent ? try DatagramReceiver() : nil
        let own = try unusedPort()
        guard peer != .absent, peer != .silent else {
            port = silent?.port ?? own
            return
        }
        let address = "srt://127.0.0.1:\(own)?mode=listener&\(plan.srtParameters(index))"
        processes = [try Self.receiver(address, into: paths[0])]
        try waitForUDP(port: own)
        relays = [try Self.relay(peer, to: own)]
        port = relays[0]?.port ?? own
    }

    /// Starts the callers; they try to connect until the program listens.
    init(calling callers: [SRTPeerPlan], _ plan: TorturePlan, _ index: Int, in folder: String) throws {
        plans = callers
        paths = callers.indices.map { folder + "/" + Self.name(index, $0) }
        silent = nil
        port = try unusedPort()
        for (caller, path) in zip(callers, paths) {
            let relay = try Self.relay(caller, to: port)
            relays.append(relay)
            let address = "srt://127.0.0.1:\(relay?.port ?? port)?mode=caller&\(plan.srtParameters(index))"
            processes.append(try Self.receiver(address, into: path))
        }
    }

    /// Stores packets as they come; it reconnects by itself.
    private static func receiver(_ address: String, into path: String) throws -> ChildProcess {
        let output = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw TestFailure("cannot create \(path)") }
        defer { Glibc.close(output) }
        return try ChildProcess("srt-live-transmit", ["-q", "-loglevel:fatal", address, "file://con"], output: output)
    }

    private static func relay(_ peer: SRTPeerPlan, to port: UInt16) throws -> DatagramRelay? {
        switch peer {
        case .withholding(let bytes): try DatagramRelay(to: port, .withholding(afterBytes: bytes))
        case .slow(let rate): try DatagramRelay(to: port, .slow(bytesPerSecond: rate))
        case .receiving, .absent, .silent, .suspended, .killed: nil
        }
    }

    /// Suspends and kills peers that have received enough. Called often while the program runs.
    func advance() {
        for (index, process) in processes.enumerated() {
            switch plans[index] {
            case .suspended(let bytes) where TestFolder.size(of: paths[index]) > bytes: process?.signal(SIGSTOP)
            case .killed(let bytes) where TestFolder.size(of: paths[index]) > bytes: process?.kill()
            default: break
            }
        }
    }

    /// Waits until the files no longer grow, after the program has ended.
    func settle() -> [Arrival] {
        var (before, since) = (-1, 0)
        // A peer that still plays what it delays has a file that grows; the limit is that of a hostile one.
        try? waitUntil("the files are complete", seconds: Self.settleTimeout) {
            let bytes = paths.map(TestFolder.size(of:)).reduce(0, +)
            since = bytes == before ? since + 1 : 0
            before = bytes
            // waitUntil polls every 10 ms.
            return since > 50
        }
        for (plan, process) in zip(plans, processes) where plan == .receiving { Self.end(process) }
        close()
        return zip(plans, paths).filter { TestFolder.size(of: $0.1) > 0 }.map { Arrival(plan: $0.0, path: $0.1) }
    }

    /// Lets it write what it has buffered.
    private static func end(_ process: ChildProcess?) {
        process?.signal(SIGTERM)
        _ = try? process?.wait(seconds: settleTimeout)  // It is killed after that.
    }

    func close() {
        for process in processes { process?.kill() }
        processes = []
    }
}
