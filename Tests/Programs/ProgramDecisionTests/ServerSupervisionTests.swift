import ServerAccess
import ServerArguments
import StudioCore
import StudioEngine
import Testing

@testable import psstudio

/// When a server that has ended is started again, without a server and without waiting.
struct ServerSupervisionTests {
    typealias End = ServerSupervision.End

    private static let ends: [End] = [
        .killed(signal: 9), .killed(signal: 11), .exited(1), .exited(6), .exited(0), .exited(143),
        .notStarted("Resource temporarily unavailable"),
    ]

    @Test(
        "every other end is followed by a start, after intervals that grow; the fifth within a minute by none",
        arguments: ends)
    func deaths(end: End) {
        var supervision = ServerSupervision(of: "the session")
        for delay in [500, 1000, 2000, 4000] as [Int64] {
            let decision = supervision.ended(end, at: .zero)
            #expect(decision.action == .start(after: .milliseconds(delay)))
            #expect(decision.state == .restarting)
            #expect(decision.line?.contains("; the session goes on, and the server is started again in ") == true)
        }
        let last = supervision.ended(end, at: .seconds(59.9))
        #expect(last.action == .stayDown)
        #expect(last.state == .failed)
        #expect(
            last.line?.contains(", for the fifth time within a minute, and stays down; the session goes on; ") == true)
    }

    @Test("a line names how it ended")
    func lines() {
        func line(_ end: End, of subject: String = "the session") -> String? {
            var supervision = ServerSupervision(of: subject)
            return supervision.ended(end, at: .zero).line
        }
        let rest = "; the session goes on, and the server is started again in 0.5 s"
        #expect(line(.killed(signal: 9)) == "psstudio-server was killed by signal 9" + rest)
        #expect(line(.exited(1)) == "psstudio-server has ended with 1" + rest)
        #expect(line(.notStarted("No such file")) == "psstudio-server cannot be started: No such file" + rest)
        #expect(
            line(.exited(2), of: "the command")
                == "psstudio-server has ended with 2 and stays down; the command goes on; psstudio serve starts another server"
        )
        let reason = "cannot listen on 127.0.0.1:7788: Address already in use"
        #expect(
            line(.taken(reason))
                == "psstudio-server \(reason); the session goes on, and it is tried again for 30 s")
    }

    @Test("the status of a process says how it ended")
    func status() {
        #expect(End(status: 0) == .exited(0))
        #expect(End(status: 2 << 8) == .exited(2))
        #expect(End(status: 143 << 8) == .exited(143))
        #expect(End(status: 9) == .killed(signal: 9))
        // With a core dump.
        #expect(End(status: 11 | 0x80) == .killed(signal: 11))
    }

    /// All sequences of six ends whose distances are some seconds.
    @Test("five ends within a minute are too many, in any rhythm")
    func rhythms() {
        let distances = [0, 5, 14, 15, 20, 59, 60]
        var sequences: [[Int]] = [[0]]
        for _ in 0..<5 {
            sequences = sequences.flatMap { times in distances.map { times + [times[times.count - 1] + $0] } }
        }
        for times in sequences {
            var supervision = ServerSupervision(of: "the session")
            for (index, time) in times.enumerated() {
                let recent = times[...index].count { time - $0 < 60 }
                let action = supervision.ended(.killed(signal: 9), at: .seconds(Double(time))).action
                let delay = MediaTime.milliseconds(500 << Int64(recent - 1))
                guard action == (recent < 5 ? .start(after: delay) : .stayDown) else {
                    Issue.record("\(action) after \(times[...index])")
                    return
                }
                if recent == 5 { break }
            }
        }
    }

    @Test("a usage error is followed by no start, also the first one")
    func usage() {
        var supervision = ServerSupervision(of: "the session")
        #expect(supervision.ended(.exited(2), at: .zero).action == .stayDown)
        #expect(supervision.ended(.exited(2), at: .zero, isStopping: true).action == .stayDown)
    }

    @Test("a server that ends in order with what it served is not missed")
    func stopping() {
        var supervision = ServerSupervision(of: "the session")
        for code in [0, 129, 130, 131, 143] as [Int32] {
            let decision = supervision.ended(.exited(code), at: .zero, isStopping: true)
            #expect(decision == .init(action: .rest))
            #expect(decision.state == nil)
        }
        // One that crashes is: files may still be completed for minutes.
        #expect(
            supervision.ended(.killed(signal: 11), at: .zero, isStopping: true).action
                == .start(after: .milliseconds(500)))
    }

    @Test("a taken address is tried for 30 s, is told once, and is not a death")
    func taken() {
        var supervision = ServerSupervision(of: "the session")
        _ = supervision.ended(.killed(signal: 9), at: .zero)
        var (now, delays, lines) = (MediaTime.milliseconds(500), [MediaTime](), [String]())
        while true {
            let decision = supervision.ended(.taken("cannot listen on 127.0.0.1:1: in use"), at: now)
            if let line = decision.line { lines.append(line) }
            guard case .start(let delay) = decision.action else {
                #expect(decision.action == .stayDown)
                break
            }
            delays.append(delay)
            now += delay
        }
        #expect(now == .seconds(30.5))
        #expect(delays.prefix(4) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
        #expect(delays.dropFirst(4).dropLast().allSatisfy { $0 == .seconds(4) })
        #expect(lines.count == 2)
        #expect(
            lines.last
                == "psstudio-server cannot listen on 127.0.0.1:1: in use for 30 s, and stays down; the session goes on; "
                + "psstudio serve starts another server")
    }

    @Test("the 30 s begin again when the server has listened meanwhile")
    func takenAgain() {
        var supervision = ServerSupervision(of: "the session")
        #expect(supervision.ended(.taken("in use"), at: .zero).line != nil)
        #expect(supervision.ended(.taken("in use"), at: .seconds(20)).line == nil)
        supervision.listens()
        #expect(supervision.ended(.taken("in use"), at: .seconds(40)).action == .start(after: .milliseconds(500)))
        #expect(supervision.ended(.killed(signal: 9), at: .seconds(50)).action == .start(after: .milliseconds(500)))
        #expect(supervision.ended(.taken("in use"), at: .seconds(71)).action == .start(after: .milliseconds(500)))
    }

    // MARK: The command line

    private func report(_ text: String) -> ServerReport? { ServerReport(Array(text.utf8)) }

    @Test("a server is started again at the addresses that it had")
    func addresses() throws {
        var line = ServerCommandLine(
            place: "/run/a.sock", listen: nil, obs: ListenAddress(port: 0), options: ["--serve-host", "a"],
            isQuiet: false)
        #expect(
            line.words == ["--session", "/run/a.sock", "--obs-websocket", "127.0.0.1:0", "--serve-host", "a"])
        line.apply(try #require(report(#"{"http":"127.0.0.1:7790"}"#)))
        line.apply(try #require(report(#"{"obs":"[::1]:4456"}"#)))
        line.apply(.taken("cannot listen"))
        // It has printed its addresses.
        #expect(
            line.words == [
                "--session", "/run/a.sock", "--listen", "127.0.0.1:7790", "--obs-websocket", "[::1]:4456",
                "--serve-host", "a",
                "--quiet",
            ])
    }

    @Test("reports have one form; those of another version are skipped")
    func reports() throws {
        for own in [ServerReport.http(ListenAddress(port: 1)), .obs(ListenAddress(host: "::1", port: 2)), .taken("x")] {
            let text = String(decoding: try JSONLineEncoder().bytes(own), as: UTF8.self)
            #expect(report(text) == own)
        }
        #expect(report(#"{"more":{},"http":"127.0.0.1:1"}"#) == .http(ListenAddress(port: 1)))
        #expect(report("psstudio: control page") == nil)
        #expect(report(#"{"http":1}"#) == nil)
    }

    @Test("a taken address is found before the server is started")
    func obstacle() throws {
        var line = ServerCommandLine(place: "/run/a.sock", options: [], isQuiet: true)
        #expect(line.obstacle == nil)
        // Nobody can listen at an address of a documentation network.
        line.obs = ListenAddress(host: "192.0.2.1", port: 4455)
        #expect(line.obstacle == "cannot listen on 192.0.2.1:4455: Cannot assign requested address")
        line.obs = ListenAddress(port: 0)
        #expect(line.obstacle == nil)
    }
}
