import Foundation
import Glibc
import SessionClient
import StudioTestSupport
import Testing

/// Which session `psstudio control` finds, and how it tells an end from a loss.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ControlSessionsTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }

    private func start(control: String = "auto", out: String = "null:") throws -> StudioProgram {
        try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--control", control, "--json", "--out", out],
            environment: environment, in: folder.path)
    }

    /// Starts a session of `auto`, and waits until it sends.
    private func startAutomatic() throws -> (program: StudioProgram, socket: String) {
        let before = Set(sockets)
        let program = try start()
        var socket = ""
        try waitUntil("it sends: \(program.errorsSoFar)") {
            guard let name = Set(sockets).subtracting(before).first else { return false }
            socket = folder.file("psstudio/\(name)")
            return try controlled(["status", "--session", socket]).outputText.contains("\nsending")
        }
        return (program, socket)
    }

    /// The names in the folder of automatic sockets.
    private var sockets: [String] {
        // It does not exist before the first session.
        (try? FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio"))) ?? []
    }

    private func controlled(
        _ arguments: [String], input: String? = nil, in place: String? = nil
    ) throws -> StudioProgram.Outcome {
        let file = try input.map { open(try folder.write("input", $0), O_RDONLY | O_CLOEXEC) }
        defer { if let file { close(file) } }
        return try StudioProgram.run(
            ["control"] + arguments, environment: environment, input: file, in: place ?? folder.path)
    }

    private func killed(_ program: StudioProgram) throws {
        program.process.signal(SIGKILL)
        _ = try program.finish()
    }

    // MARK: The only session

    @Test("a session that does not answer is not left out: without --session, no other one is commanded instead")
    func silent() throws {
        let (first, second) = (try startAutomatic(), try startAutomatic())
        first.program.process.signal(SIGSTOP)
        let stop = try controlled(["stop"])
        #expect(stop.exitCode == 2)
        #expect(stop.errors.contains("2 sessions are running; choose one with --session: "))
        #expect(stop.errors.contains("\(first.socket) (the session does not answer)"))
        let list = try controlled(["list"])
        #expect(list.exitCode == 0)
        #expect(list.outputText.hasSuffix("  \(second.socket)\n"))
        #expect(list.errors.contains("warning: \(first.socket): the session does not answer"))
        first.program.process.signal(SIGCONT)
        for socket in [first.socket, second.socket] {
            #expect(try controlled(["stop", "--session", socket]).exitCode == 0)
        }
        #expect(try first.program.finish().exitCode == 0)
        #expect(try second.program.finish().exitCode == 0)
    }

    @Test("a session with too many clients is not left out")
    func busy() throws {
        let (first, second) = (try startAutomatic(), try startAutomatic())
        let clients = try (0..<64).map { _ in try SessionClientSocket(first.socket) }
        for client in clients { #expect(client.next(seconds: 20) != nil) }
        let stop = try controlled(["stop"])
        #expect(stop.exitCode == 2)
        #expect(
            stop.errors.contains("\(first.socket) (the session has 64 clients; close a connection, then try again)"))
        withExtendedLifetime(clients) {}
        for session in [first, second] {
            session.program.process.signal(SIGTERM)
            #expect(try session.program.finish().exitCode == 143)
        }
    }

    @Test("a part of an identifier is no session, and a folder that is not the user's is an error")
    func identifiers() throws {
        let (program, socket) = try startAutomatic()
        let id = URL(fileURLWithPath: socket).deletingPathExtension().lastPathComponent
        let part = try controlled(["status", "--session", String(id.dropLast())])
        #expect(part.exitCode == 2)
        #expect(part.errors.contains("no session has this identifier"))
        #expect(try controlled(["stop", "--session", id]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
        rmdir(folder.file("psstudio"))
        _ = try folder.write("psstudio", "a file")
        let list = try controlled(["list"])
        #expect(list.exitCode == 2)
        #expect(list.errors.contains("psstudio: not a folder; remove it, or set XDG_RUNTIME_DIR"))
    }

    // MARK: Sockets of killed sessions

    @Test("sockets of killed sessions are removed by list and by the next session of auto; those of others are kept")
    func abandoned() throws {
        let running = try startAutomatic()
        for _ in 0..<2 { try killed(try startAutomatic().program) }
        #expect(sockets.count == 2)
        #expect(try controlled(["list"]).outputText.count(where: \.isNewline) == 1)
        #expect(sockets == [URL(fileURLWithPath: running.socket).lastPathComponent])
        try killed(try startAutomatic().program)
        #expect(sockets.count == 2)
        let next = try startAutomatic()
        #expect(Set(sockets.map { folder.file("psstudio/\($0)") }) == [running.socket, next.socket])
        for session in [running, next] {
            #expect(try controlled(["stop", "--session", session.socket]).exitCode == 0)
            #expect(try session.program.finish().exitCode == 0)
        }
        #expect(sockets.isEmpty)
    }

    // MARK: The end

    @Test("watch exits with 5 when the session was killed, and with 0 after its end", arguments: [["--json"], []])
    func watch(_ options: [String]) throws {
        for isKilled in [true, false] {
            let (program, _) = try startAutomatic()
            let watch = try StudioProgram(["control", "watch", "--json"], environment: environment)
            let other = try StudioProgram(["control", "watch"] + options, environment: environment)
            try waitUntil("both watch") {
                guard try controlled(["add-participant", "Ann"]).exitCode == 0 else { return false }
                return !watch.outputSoFar.isEmpty
                    && (options.isEmpty ? other.errorsSoFar.contains("frames") : !other.outputSoFar.isEmpty)
            }
            if isKilled {
                try killed(program)
            } else {
                #expect(try controlled(["stop"]).exitCode == 0)
                #expect(try program.finish().exitCode == 0)
            }
            let outcome = try other.finish()
            #expect(outcome.exitCode == (isKilled ? 5 : 0), "\(outcome.errors)")
            #expect(outcome.errors.contains("the session went away without an end") == isKilled)
            #expect(try watch.finish().exitCode == (isKilled ? 5 : 0))
        }
    }

    @Test("a command that waits for its output exits with 5 when the session is killed")
    func waiting() throws {
        let server = try HostileServer(.silent)
        let (program, _) = try startAutomatic()
        let added = try StudioProgram(
            ["control", "add-output", "rtmp://127.0.0.1:\(server.port)/live/key"], environment: environment)
        try waitUntil("the output connects") { try controlled(["status"]).outputText.contains("output 2") }
        try killed(program)
        let outcome = try added.finish()
        #expect(outcome.exitCode == 5)
        #expect(outcome.errors.contains("the session went away without an end"))
    }

    // MARK: Paths

    @Test("a path without a folder is one in the current folder, for the session and for controllers")
    func bare() throws {
        let place = folder.file("place")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let program = try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--control", "own.sock", "--out", "null:"],
            environment: environment, in: place)
        try waitUntil("it sends: \(program.errorsSoFar)") {
            try controlled(["status", "--session", "own.sock"], in: place).outputText.contains("\nsending")
        }
        #expect(try controlled(["status", "--session", "place/own.sock"]).exitCode == 0)
        #expect(try controlled(["status", "--session", "own.sock"]).exitCode == 2)
        #expect(try controlled(["stop", "--session", "own.sock"], in: place).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test("a socket with a name of its own in the folder of auto is listed, and found by its name")
    func named() throws {
        mkdir(folder.file("psstudio"), 0o700)
        let program = try start(control: folder.file("psstudio/own.sock"))
        for name in ["own.sock", "own"] {
            try waitUntil("it sends: \(program.errorsSoFar)") {
                try controlled(["status", "--session", name], in: "/").outputText.contains("\nsending")
            }
        }
        #expect(try controlled(["list"]).outputText.hasSuffix("psstudio/own.sock\n"))
        #expect(try controlled(["stop"]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
    }

    // MARK: Standard input

    @Test("send - performs each line until one fails, and waits for each output")
    func lines() throws {
        let (program, _) = try startAutomatic()
        let performed = try controlled(
            ["send", "-"],
            input: """
                {"addParticipant":{"name":"Ann","role":"attendee","isVideoOn":false}}

                {"addOutput":{"address":"show.mkv"}}
                {"removeOutput":{"output":2}}

                """)
        #expect(performed.exitCode == 0, "\(performed.errors)")
        #expect(performed.outputText.split(separator: "\n").last == "2")
        let cases = [
            (#"{"removeOutput":{"output":9}}"#, "line 2: unknown output 9"), ("nonsense", "line 2: "),
            (#"{"addOutput":{"address":"show.xyz"}}"#, "line 2: "),
        ]
        for (line, message) in cases {
            let failed = try controlled(
                ["send", "-"],
                input:
                    "{\"addParticipant\":{\"name\":\"Bob\",\"role\":\"attendee\",\"isVideoOn\":false}}\n\(line)\n{\"stop\":{}}\n"
            )
            #expect(failed.exitCode == 2, "\(line)")
            #expect(failed.errors.contains(message), "\(failed.errors)")
            #expect(program.process.isRunning)
        }
        let empty = try controlled(["send", "-"], input: "\n")
        #expect(empty.exitCode == 2)
        #expect(empty.errors.contains("standard input has no command"))
        #expect(try controlled(["send", "-"], input: #"{"stop":{}}"#).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
    }

    @Test("start exits with 2 when another process holds a lock on the folder of the socket")
    func locked() throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let outcome = try start(control: folder.file("s.sock")).finish()
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("another process holds a lock on the folder of the socket"))
    }

    // MARK: Apps

    @Test(
        "an app of each interface listens from its init, before it is in a meeting, until it un-initialises",
        arguments: ["zoom", "zoom-video", "agora", "zego", "camera", "library"])
    func initialised(_ name: String) throws {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let client = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("meeting-clients")
        let input = try PipePair()
        let program = try StudioProgram(
            ["exec", "--", client.path, name, "init"],
            environment: environment.merging(["PSSTUDIO_CONTROL": "auto"]) { $1 }, input: input.readEnd)
        try waitUntil("\(name) listens: \(program.errorsSoFar)") {
            try controlled(["status"]).outputText.contains("\nidle")
        }
        // It listens a moment before its init returns.
        try waitUntil("\(name) is initialised") { program.outputSoFar == "initialised\n" }
        let admitted = try controlled(["admit"])
        #expect(admitted.exitCode == 2)
        // A studio of the library has a meeting from its creation.
        #expect(admitted.errors.contains("there is no meeting yet") == (name != "library"))
        if !["zoom-video", "camera"].contains(name) {
            #expect(input.write(Array("end\n".utf8)))
            try waitUntil("\(name) listens no more") { sockets.isEmpty }
            #expect(program.process.isRunning)
        }
        input.closeWriteEnd()
        _ = try program.finish()
        #expect(sockets.isEmpty)
    }
}
