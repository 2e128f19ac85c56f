import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Files by HTTP: a session writes and reads them only below the folder of the server.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeFilesTests {
    private let folder: TestFolder
    private let session: StudioProgram
    private let server: ServeProgram
    private let id: String

    /// A session that is served by a server in another folder, `media`.
    init() throws {
        folder = try TestFolder()
        for name in ["media/sub", "outside"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        session = try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--json", "--out", "null:", "--control", "auto", "--force"],
            environment: ["XDG_RUNTIME_DIR": folder.path], in: folder.path)
        let server = try ServeProgram(folder, ["--serve-folder", folder.file("media")])
        self.server = server
        var found: String?
        try waitUntil("it sends") {
            let list = try server.call("GET", "/api/v1/sessions").body
            found = list.components(separatedBy: "\"sessionId\":\"").dropFirst().first.map {
                String($0.prefix { $0 != "\"" })
            }
            return try found != nil && server.call("GET", "/readyz").status == 200
        }
        id = try #require(found)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("media/" + name), withDestinationPath: folder.file(target))
    }

    @Test("the folder is listed with kinds and sizes, and nothing outside of it")
    func list() throws {
        try Data("1234".utf8).write(to: URL(fileURLWithPath: folder.file("media/sub/a clip.mp4")))
        try link("door", to: "outside")
        let top = try server.call("GET", "/api/v1/files")
        #expect(top.status == 200)
        #expect(
            top.body
                == #"{"isComplete":true,"itemCount":1,"items":[{"kind":"folder","name":"sub","size":null}],"path":""}"#
                + "\n")
        let below = try server.call("GET", "/api/v1/files?path=sub")
        #expect(
            below.body
                == #"{"isComplete":true,"itemCount":1,"items":[{"kind":"video","name":"a clip.mp4","size":4}],"path":"sub"}"#
                + "\n")
        for path in ["..", "sub/..", "%2e%2e", "/etc", "door"] {
            let answer = try server.call("GET", "/api/v1/files?path=\(path)")
            #expect((answer.status, answer.code) == (403, "outsideFolder"), "\(path)")
        }
        for path in ["none", "sub/a%20clip.mp4"] {
            let answer = try server.call("GET", "/api/v1/files?path=\(path)")
            #expect((answer.status, answer.code) == (404, "notFound"), "\(path)")
        }
    }

    /// Performs a command whose text has one file in it, as JSON.
    private func command(_ text: String, _ file: String) throws -> HTTPAnswer {
        let quoted = String(decoding: try JSONEncoder().encode(file), as: UTF8.self)
        return try server.call(
            "POST", "/api/v1/sessions/\(id)/commands", body: text.replacingOccurrences(of: "FILE", with: quoted))
    }

    private static let addOutput = #"{"addOutput":{"address":FILE}}"#
    private static let changeSource = #"{"changeSource":{"video":FILE,"loops":false}}"#
    private static let changeAudio = #"{"changeSource":{"audio":FILE,"loops":false}}"#

    private func finish() throws -> StudioProgram.Outcome {
        #expect([200, 202].contains(try server.call("DELETE", "/api/v1/sessions/\(id)").status))
        return try session.finish()
    }

    @Test("outputs are written below the folder, also their next files, and are sources then")
    func inside() throws {
        for (index, file) in ["a.mp4", "sub/b.mkv", "new/live.m3u8", folder.file("media/c.ts")].enumerated() {
            let answer = try command(Self.addOutput, file)
            #expect(answer.status == 202, "\(answer.body)")
            let path = "/api/v1/sessions/\(id)/outputs/\(index + 2)"
            try waitUntil("\(file) is written") {
                try server.call("GET", path).body.contains("\"outputActive\":true")
            }
            try waitUntil("it has bytes") { try !server.call("GET", path).body.contains("\"outputBytes\":0,") }
        }
        #expect(try command(#"{"splitOutput":{"output":3}}"#, "").status == 202)
        try waitUntil("the next file is there") { access(folder.file("media/sub/b-2.mkv"), F_OK) == 0 }
        #expect(try command(#"{"stopOutput":{"output":2}}"#, "").status == 202)
        let path = "/api/v1/sessions/\(id)/outputs/2"
        try waitUntil("it is complete") { try server.call("GET", path).body.contains("\"state\":\"stopped\"") }
        #expect(try command(#"{"startOutput":{"output":2}}"#, "").body.contains("a-2.mp4"))
        let next = folder.file("media/a-2.mp4")
        try waitUntil("the next file has media") { TestFolder.size(of: next) > 0 }
        let change = try command(Self.changeSource, "a.mp4")
        #expect(change.status == 200, "\(change.body)")
        #expect(try finish().exitCode == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("media")).sorted()
        #expect(names == ["a-2.mp4", "a.mp4", "c.ts", "new", "sub"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("media/new")).contains("live.m3u8"))
    }

    @Test("what leads out of the folder is refused, and changes nothing")
    func outside() throws {
        _ = try folder.write("outside/secret.mp4", "secret")
        _ = try folder.write("secret.wav", "secret")
        try link("file.mp4", to: "outside/secret.mp4")
        try link("folder", to: "outside")
        #expect(mkfifo(folder.file("media/pipe.mp4"), 0o600) == 0)
        let files = [
            "../secret.mp4", "sub/../../outside/new.mp4", folder.file("outside/new.mp4"), "/etc/new.mp4",
            "/proc/self/fd/1.ts", "/dev/shm/x.mp4", "file.mp4", "folder/secret.mp4", "folder/new.mp4", "pipe.mp4",
            "folder/new/live.m3u8", "../live.m3u8",
        ]
        for file in files {
            let answer = try command(Self.addOutput, file)
            #expect((answer.status, answer.code) == (403, "outsideFolder"), "\(file): \(answer.body)")
        }
        for file in files + ["/proc/self/environ", "/dev/zero", "/dev/stdin", "", "../secret.wav"] {
            for text in [Self.changeSource, Self.changeAudio] {
                let answer = try command(text, file)
                #expect((answer.status, answer.code) == (403, "outsideFolder"), "\(file): \(answer.body)")
            }
        }
        for address in ["-", "ts:-", "mkv:-"] {
            #expect(try command(Self.addOutput, address).code == "outsideFolder")
        }
        #expect(try command(Self.addOutput, "pipeline:x.pipeline").code == "notPermitted")
        #expect(try command(Self.changeSource, "-").code == "source")
        try publish(folder.file("outside/secret.mp4"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("outside")) == ["secret.mp4"])
        #expect(try folder.readText("outside/secret.mp4") == "secret")
        #expect(try server.call("GET", "/api/v1/sessions/\(id)/outputs").body.contains("\"itemCount\":1,"))
        let outcome = try finish()
        #expect(outcome.exitCode == 0)
        #expect(try outcome.summary.video.refused == 0)
    }

    private func publish(_ file: String) throws {
        let added = try command(#"{"addParticipant":{"name":"Ann","role":"attendee","isVideoOn":false}}"#, "")
        let user = try #require(Int(added.body.filter(\.isNumber)))
        for name in ["publishMedia", "publishShare"] {
            let answer = try command("{\"\(name)\":{\"user\":\(user),\"source\":FILE,\"loops\":false}}", file)
            #expect((answer.status, answer.code) == (403, "outsideFolder"), "\(answer.body)")
        }
    }

    @Test("a folder that is exchanged for a link leads nowhere when an output is started again")
    func exchanged() throws {
        #expect(try command(Self.addOutput, "sub/a.mkv").status == 202)
        let path = "/api/v1/sessions/\(id)/outputs/2"
        try waitUntil("it is written") { try server.call("GET", path).body.contains("\"outputActive\":true") }
        // A file that is stopped before its first frame has failed.
        try waitUntil("it has bytes") { try !server.call("GET", path).body.contains("\"outputBytes\":0,") }
        #expect(try command(#"{"stopOutput":{"output":2}}"#, "").status == 202)
        try waitUntil("it is complete") { try server.call("GET", path).body.contains("\"state\":\"stopped\"") }
        #expect(rename(folder.file("media/sub"), folder.file("media/moved")) == 0)
        try link("sub", to: "outside")
        #expect(try command(#"{"startOutput":{"output":2}}"#, "").status == 202)
        try waitUntil("it has failed") { try server.call("GET", path).body.contains("\"state\":\"failed\"") }
        #expect(try server.call("GET", path).body.contains("is a link, which is not followed"))
        let restarted = try server.call("POST", path + "/restart", body: "{}")
        #expect(restarted.status == 202)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("outside")).isEmpty)
        _ = try finish()
    }

    @Test("the folder must be one")
    func options() throws {
        for words in [["serve", "--listen", "0"], ["start", "--serve", "0", "--out", "null:"]] {
            let outcome = try StudioProgram.run(
                words + ["--serve-folder", folder.file("none")], environment: ["XDG_RUNTIME_DIR": folder.path],
                in: folder.path)
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains("--serve-folder is '\(folder.file("none"))': No such file or directory"))
        }
    }
}
