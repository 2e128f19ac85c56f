import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Sessions that are started by HTTP.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeSessionsTests {
    private let folder: TestFolder
    private let server: ServeProgram
    private let media: String

    init() throws {
        folder = try TestFolder()
        media = folder.file("media")
        for name in ["media", "outside"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        _ = try ServeProgram.sockets(in: folder)
        server = try ServeProgram(folder, ["--serve-folder", media])
    }

    private static let small = #""width":64,"height":36,"fps":5"#

    private func start(_ body: String, of server: ServeProgram? = nil) throws -> HTTPAnswer {
        try (server ?? self.server).call("POST", "/api/v1/sessions", body: body)
    }

    private struct Started: Decodable {
        struct Session: Decodable {
            let pid: Int32
            let sessionId: String
        }

        let persistent: Bool
        let session: Session?
    }

    private func started(_ answer: HTTPAnswer) throws -> Started.Session {
        #expect(answer.status == 202, "\(answer.body)")
        let started = try JSONDecoder().decode(Started.self, from: Data(answer.body.utf8))
        #expect(!started.persistent)
        let session = try #require(started.session)
        #expect(answer.field("location") == "/api/v1/sessions/\(session.sessionId)")
        return session
    }

    private func end(_ session: Started.Session, of server: ServeProgram) throws {
        #expect([200, 202].contains(try server.call("DELETE", "/api/v1/sessions/\(session.sessionId)").status))
        try waitUntil("the process has ended") { access("/proc/\(session.pid)", F_OK) != 0 }
    }

    @Test("a session is a process of its own, goes on when its server is killed, and is found by the next one")
    func starting() throws {
        let session = try started(try start("{\(Self.small),\"out\":[\"show.mkv\",\"null:\"],\"seed\":7}"))
        #expect(getpgid(session.pid) == session.pid)
        #expect(try server.call("GET", "/api/v1/sessions").body.contains("\"program\":\"psstudio\""))
        let path = "/api/v1/sessions/\(session.sessionId)"
        #expect(try server.call("GET", path).body.contains("\"seed\":7"))
        try waitUntil("it sends") { try server.call("GET", path).body.contains("\"state\":\"sending\"") }
        #expect(try server.call("GET", path).body.contains("\"destination\":\"\(try real(media))/show.mkv\""))
        server.program.process.signal(SIGKILL)
        _ = try server.program.finish()
        let next = try ServeProgram(folder, ["--serve-folder", media])
        #expect(try next.call("GET", path).body.contains("\"state\":\"sending\""))
        #expect(try next.call("GET", "/api/v1/sessions").body.contains("\"itemCount\":1,"))
        #expect([200, 202].contains(try next.call("DELETE", path).status))
        try waitUntil("it has ended") { try next.call("GET", path).body.contains("\"state\":\"ended\"") }
        #expect(try next.call("GET", path).body.contains("\"stopReason\":\"stopped\""))
        #expect(try FileManager.default.contentsOfDirectory(atPath: media) == ["show.mkv"])
    }

    private func real(_ path: String) throws -> String {
        let resolved = try #require(realpath(path, nil))
        defer { free(resolved) }
        return String(cString: resolved)
    }

    @Test("a session without outputs writes a file in the folder")
    func standard() throws {
        let session = try started(try start("{\(Self.small)}"))
        let path = "/api/v1/sessions/\(session.sessionId)"
        try waitUntil("it sends") { try server.call("GET", path).body.contains("\"state\":\"sending\"") }
        try end(session, of: server)
        let names = try FileManager.default.contentsOfDirectory(atPath: media)
        #expect(names.count == 1)
        #expect(names.allSatisfy { $0.hasPrefix("psstudio-") && $0.hasSuffix(".mp4") })
    }

    @Test("a key of an output is in no process list, and in no answer")
    func secrets() throws {
        let answer = try start("{\(Self.small),\"out\":[\"null:\",\"rtmp://127.0.0.1:1/live/S3CRETKEY\"]}")
        let session = try started(answer)
        let words = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(session.pid)/cmdline"))
        let text = String(decoding: words, as: UTF8.self)
        #expect(text.contains("--files-below"))
        #expect(!text.contains("S3CRETKEY"))
        #expect(!answer.body.contains("S3CRETKEY"))
        let path = "/api/v1/sessions/\(session.sessionId)/outputs"
        try waitUntil("the output is there") {
            try server.call("GET", path).body.contains("rtmp://127.0.0.1:1/live/***")
        }
        let list = try server.call("GET", path).body
        #expect(!list.contains("S3CRETKEY"))
        try end(session, of: server)
    }

    @Test(
        "what is not accepted says why, with the line",
        arguments: [
            ("", 400, "malformed", "not JSON"), ("{", 400, "malformed", "not JSON"),
            ("[]", 400, "malformed", "not a JSON object"),
            ("{\"width\":64,\n\"hight\":36}", 422, "invalid", "body:2: "),
            ("{\"width\":\"x\"}", 422, "invalid", "body:1: "),
            ("{\"width\":64,\"width\":64}", 422, "invalid", "body:1: "),
            ("{\"audioRate\":44100}", 422, "invalid", "body:1: "),
            ("{\"out\":[\"show.avi\"]}", 422, "invalid", "show.avi"),
            ("{\"out\":[\"a.mp4\\nb.mp4\"]}", 422, "invalid", "out: "),
            ("{\"fast\":true,\"out\":[\"null:\"]}", 422, "invalid", "fast with a source that never ends"),
            ("{\"trace\":\"a\"}", 403, "notPermitted", "trace is not permitted"),
            ("{\"control\":\"auto\"}", 403, "notPermitted", "control"),
            ("{\"pipeline\":[\"a\"]}", 403, "notPermitted", "pipeline"),
            ("{\"pipelines\":\"a\"}", 403, "notPermitted", "pipelines"),
            ("{\"streamKeyFile\":\"a\"}", 403, "notPermitted", "streamKeyFile"),
            ("{\"srtPassphraseFile\":\"a\"}", 403, "notPermitted", "srtPassphraseFile"),
            ("{\"tlsCa\":\"a\"}", 403, "notPermitted", "tlsCa"), ("{\"serve\":true}", 403, "notPermitted", "serve"),
            ("{\"obsWebsocket\":\"0.0.0.0:0\"}", 403, "notPermitted", "obsWebsocket"),
            ("{\"obsPasswordFile\":\"/etc/passwd\"}", 403, "notPermitted", "obsPasswordFile"),
            ("{\"obsNoPassword\":true}", 403, "notPermitted", "obsNoPassword"),
            ("{\"out\":[\(String(repeating: "\"null:\",", count: 64))\"null:\"]}", 422, "invalid", "out has 65 values"),
            ("{\"video\":\"\(String(repeating: "a", count: 4097))\"}", 422, "invalid", "video: a value has more than"),
            ("{\"out\":[\"../a.mp4\"]}", 403, "outsideFolder", "out: "),
            ("{\"out\":[\"-\"]}", 403, "outsideFolder", "out: "),
            ("{\"out\":[\"/tmp/a.mp4\"]}", 403, "outsideFolder", "out: "),
            ("{\"video\":\"/etc/passwd\"}", 403, "outsideFolder", "video: "),
            ("{\"audio\":\"..\"}", 403, "outsideFolder", "audio: "),
            ("{\"slate\":\"../a.png\"}", 403, "outsideFolder", "slate: "),
            ("{\"scenario\":\"../a.yaml\"}", 403, "outsideFolder", "scenario: "),
        ])
    func rejected(body: String, status: Int, code: String, text: String) throws {
        let answer = try start(body)
        #expect((answer.status, answer.code) == (status, code), "\(body): \(answer.body)")
        #expect(text.isEmpty || answer.body.contains(text), "\(body): \(answer.body)")
        #expect(!answer.body.contains("--help"), "\(body): \(answer.body)")
        #expect(try server.call("GET", "/api/v1/sessions").body.contains("\"itemCount\":0,"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: media).isEmpty)
    }

    @Test("what a scenario names is below the folder as well, and links are not followed")
    func scenario() throws {
        let scenario = """
            version: 1
            steps:
              - {on: onStartSend, after: 100ms, addOutput: {address: ../outside/a.mkv}}
              - {on: onStartSend, after: 100ms, changeSource: {video: ../secret.mp4, loops: false}}
              - {on: onStartSend, after: 100ms, addOutput: {address: b.mkv}}

            """
        try scenario.write(toFile: folder.file("media/a.yaml"), atomically: false, encoding: .utf8)
        let session = try started(try start("{\(Self.small),\"out\":[\"null:\"],\"scenario\":\"a.yaml\"}"))
        let path = "/api/v1/sessions/\(session.sessionId)"
        try waitUntil("the last step is performed") {
            try server.call("GET", path + "/outputs").body.contains("\"itemCount\":2,")
        }
        #expect(try server.call("GET", path + "/outputs/2").body.contains("/media/b.mkv\""))
        #expect(try server.call("GET", path).body.contains("\"sourceChanges\":0,"))
        try end(session, of: server)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("outside")).isEmpty)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("media/link"), withDestinationPath: folder.file("outside"))
        #expect(try start("{\(Self.small),\"out\":[\"link/a.mkv\"]}").code == "outsideFolder")
    }

    @Test("a session that fails at once is found, or its failure is the answer; nothing is left")
    func failing() throws {
        let answer = try start("{\"video\":\"none.mp4\",\"out\":[\"null:\"]}")
        #expect(
            answer.status == 202 || answer.code == "startFailed" && answer.body.contains("none.mp4"), "\(answer.body)")
        try waitUntil("it has ended") { try server.call("GET", "/api/v1/sessions").body.contains("\"itemCount\":0,") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: media).isEmpty)
    }

    @Test("a session that fails after its start has a result: exit code, reason, error and what it has said last")
    func failingLater() throws {
        // The duration ends after the output has failed.
        let body = "{\(Self.small),\"out\":[\"null:\",\"rtmp://127.0.0.1:1/live/a\"],\"duration\":\"2s\"}"
        let session = try started(try start(body))
        let path = "/api/v1/sessions/\(session.sessionId)"
        try waitUntil("its process has ended") {
            let body = try server.call("GET", path).body
            return body.contains("\"state\":\"ended\"") && !body.contains("\"exitCode\":null")
        }
        let result = try server.call("GET", path)
        #expect(result.status == 200)
        #expect(result.body.contains("\"state\":\"ended\""))
        #expect(result.body.contains("\"exitCode\":6,\"message\":\""), "\(result.body)")
        #expect(result.body.contains("rtmp://127.0.0.1:1/live/***"), "\(result.body)")
        #expect(!result.body.contains("\"error\":null"), "\(result.body)")
        #expect(result.body.contains("\"state\":\"failed\""), "\(result.body)")
    }

    @Test("a session that is killed has a result as well")
    func killed() throws {
        let session = try started(try start("{\(Self.small),\"out\":[\"null:\"]}"))
        let path = "/api/v1/sessions/\(session.sessionId)"
        try waitUntil("it sends") { try server.call("GET", path).body.contains("\"state\":\"sending\"") }
        kill(session.pid, SIGKILL)
        try waitUntil("its process has ended") {
            try server.call("GET", path).body.contains("was killed by signal 9")
        }
        let result = try server.call("GET", path)
        #expect(result.body.contains("\"ending\":\"lost\""))
        #expect(result.body.contains("\"exitCode\":null"))
        #expect(result.body.contains("\"state\":\"sending\""))
        #expect(try server.call("GET", path + "/outputs").code == "sessionLost")
    }

    @Test("the seventeenth session is rejected until another one has ended")
    func limit() throws {
        let body = "{\(Self.small),\"out\":[\"null:\"],\"noAudio\":true}"
        let sessions = try (0..<16).map { _ in try started(try start(body)) }
        let rejected = try start(body)
        #expect((rejected.status, rejected.code) == (429, "tooManySessions"))
        #expect(rejected.field("retry-after") == "1")
        try end(sessions[0], of: server)
        try waitUntil("a place is free") { try start(body).status == 202 }
        let list = try server.call("GET", "/api/v1/sessions").body
        for text in list.components(separatedBy: "\"sessionId\":\"").dropFirst() {
            let id = String(text.prefix { $0 != "\"" })
            #expect([200, 202].contains(try server.call("DELETE", "/api/v1/sessions/\(id)").status))
        }
        try waitUntil("all have ended") { try server.call("GET", "/api/v1/sessions").body.contains("\"itemCount\":0,") }
    }

    @Test("the server of one session starts no others")
    func single() throws {
        let session = try ServedSession("a1", in: folder.file("psstudio"))
        let socket = folder.file("psstudio/a1.sock")
        let other = try ServeProgram(folder, ["--session", socket])
        let answer = try start("{}", of: other)
        #expect((answer.status, answer.code) == (409, "unsupportedHere"))
        session.end()
    }
}
