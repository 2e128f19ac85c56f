import Foundation
import Glibc
import StudioTestSupport
import Testing

/// `psstudio start` as a service of systemd, on a socket of the test.
@Suite(.endToEnd, .timeLimit(.minutes(3)))
struct ServiceTests {
    private let folder: TestFolder
    private let socket: NotifySocket

    init() throws {
        folder = try TestFolder()
        socket = try NotifySocket(folder.file("notify"))
    }

    private func start(
        _ arguments: [String], _ environment: [String: String] = [:], input: Int32? = nil
    ) throws -> StudioProgram {
        let service = ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "200000"]
        return try StudioProgram(
            ["start", "--json"] + arguments, environment: service.merging(environment) { $1 }, input: input,
            in: folder.path)
    }

    private static let size = ["--width", "64", "--height", "36"]

    /// What comes after an assignment.
    private func assignments(after assignment: String) -> ArraySlice<String> {
        socket.assignments.drop { $0 != assignment }.dropFirst()
    }

    @Test("READY, WATCHDOG while media flows, STOPPING and EXTEND_TIMEOUT at the end")
    func life() throws {
        let program = try start(Self.size + ["--out", "show.mp4"])
        try socket.wait(for: "WATCHDOG=1", count: 3)
        #expect(socket.count("STOPPING=1") == 0)
        #expect(!socket.assignments.prefix { $0 != "READY=1" }.contains("WATCHDOG=1"))
        try socket.wait(for: "STATUS=sending; live: show.mp4")
        program.process.signal(SIGTERM)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 143)
        try socket.wait(for: "STATUS=finished")
        #expect(socket.count("READY=1") == 1)
        #expect(socket.count("STOPPING=1") == 1)
        let end = assignments(after: "STOPPING=1")
        #expect(end.first == "EXTEND_TIMEOUT_USEC=30000000")
        #expect(!end.contains("WATCHDOG=1"))
        #expect(try outcome.summary.outputs[0].state == "finished")
    }

    @Test("an abstract socket, and a session that ends by itself")
    func abstract() throws {
        let socket = try NotifySocket("@psstudio-\(UUID().uuidString)")
        let program = try start(
            Self.size + ["--out", "null:", "--fast", "--duration", "1s"], ["NOTIFY_SOCKET": socket.name])
        #expect(try program.finish().exitCode == 0)
        try socket.wait(for: "STOPPING=1")
        #expect(socket.count("STOPPING=1") == 1)
        #expect(self.socket.messages.isEmpty)
    }

    @Test("the watchdog stops while a source pauses, and goes on with it")
    func pause() throws {
        let pipe = try PipePair()
        let program = try start(
            ["--video", "-", "--fps", "30", "--no-audio", "--out", "null:", "--progress", "progress.txt"] + Self.size,
            input: pipe.readEnd)
        pipe.closeReadEnd()
        let frame = [UInt8](repeating: 128, count: 64 * 36 * 3 / 2)
        func send(_ count: Int) { for _ in 0..<count { #expect(pipe.write(frame)) } }
        func progress() -> [String] {
            let text = (try? folder.readText("progress.txt")) ?? ""
            return text.split(separator: "\n").filter { $0.hasPrefix("frame=") }.map(String.init)
        }
        // There is a block of progress every 50 ms: half of the watchdog's interval.
        func waitForPause(_ frames: Int) throws {
            try waitUntil("\(frames) frames, then none") {
                progress().suffix(40) == ArraySlice(repeating: "frame=\(frames)", count: 40)
            }
        }
        send(40)
        try socket.wait(for: "WATCHDOG=1")
        // The last one may follow the last frame.
        try waitUntil("ten blocks") { progress().suffix(10) == ArraySlice(repeating: "frame=40", count: 10) }
        let count = socket.count("WATCHDOG=1")
        try waitForPause(40)
        #expect(socket.count("WATCHDOG=1") == count)
        send(40)
        try socket.wait(for: "WATCHDOG=1", count: count + 1)
        try waitForPause(80)
        #expect(socket.count("STOPPING=1") == 0)
        pipe.closeWriteEnd()
        #expect(try program.finish().exitCode == 0)
        #expect(socket.count("STOPPING=1") == 1)
    }

    @Test("an output that is down does not stop the watchdog, and the status says so")
    func outage() throws {
        let program = try start(
            Self.size + ["--out", "null:", "--out", "rtmp://127.0.0.1:1/live/k3y-of-mine", "--retry", "2:first=yes"])
        try socket.wait(for: "STATUS=sending; live: null:; retrying: rtmp://127.0.0.1:1/live/***")
        try socket.wait(for: "WATCHDOG=1", count: socket.count("WATCHDOG=1") + 4)
        program.process.signal(SIGTERM)
        _ = try program.finish()
        #expect(!socket.messages.contains { $0.contains("k3y-of-mine") })
    }

    @Test("a manager that cannot be reached is reported, and the session goes on")
    func unreachable() throws {
        let program = try start(
            Self.size + ["--out", "null:", "--fast", "--duration", "1s"], ["NOTIFY_SOCKET": folder.file("none")])
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errors.contains("cannot reach the service manager at NOTIFY_SOCKET: No such file or directory\n"))
    }

    @Test(
        "as a service, the place of the token is printed, not the token",
        arguments: [[:], ["INVOCATION_ID": "8f2c"]] as [[String: String]])
    func token(_ environment: [String: String]) throws {
        let program = try start(
            Self.size + ["--out", "null:", "--serve", "127.0.0.1:0"],
            environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 })
        try program.waitForError(", the token is in \(folder.path)/psstudio/server-")
        #expect(!program.errorsSoFar.contains("#token="))
        program.process.signal(SIGTERM)
        #expect(try program.finish().exitCode == 143)
        // The server is no part of the service's reports.
        #expect(socket.count("READY=1") <= 1)
    }
}
