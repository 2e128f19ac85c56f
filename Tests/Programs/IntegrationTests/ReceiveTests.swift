import Foundation
import StudioTestSupport
import Testing

/// `psstudio receive`: meetings whose participants are received and recorded.
@Suite(.endToEnd)
struct ReceiveTests {
    private func report(_ outcome: StudioProgram.Outcome) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: outcome.output)
        return try #require(object as? [String: Any])
    }

    private func users(_ report: [String: Any]) throws -> [[String: Any]] {
        try #require(report["users"] as? [[String: Any]])
    }

    @Test(
        "A recording has the duration and the frame rate, whatever rate was received; the same seed gives equal files")
    func recording() throws {
        let folder = try TestFolder()
        var recordings: [[Data]] = []
        for name in ["a", "b"] {
            let outcome = try StudioProgram.run([
                "receive", "--participant", "Ada", "--participant", "Bob=coded:1f", "--size", "180", "--mixed",
                "--duration", "3s", "--fast", "--seed", "5", "--folder", folder.file(name), "--json",
            ])
            #expect(outcome.exitCode == 0)
            #expect(outcome.errors == "")
            let files = ["Ada.y4m", "Ada.wav", "Bob.y4m", "Bob.wav", "mixed.wav"]
            recordings.append(
                try files.map { try #require(FileManager.default.contents(atPath: folder.file("\(name)/\($0)"))) })
            let users = try users(report(outcome))
            #expect(users.compactMap { $0["name"] as? String } == ["Ada", "Bob"])
            for user in users {
                let video = try #require(user["video"] as? [String: Any])
                let delivered = try #require(video["delivered"] as? Int)
                #expect((45...76).contains(delivered))
                #expect(video["offered"] as? Int == delivered)
                let reduced = try #require(video["reduced"] as? Int)
                #expect((7...13).contains(reduced))
                #expect(video["mismatched"] as? Int == 0)
            }
        }
        #expect(recordings[0] == recordings[1])
        let header = "YUV4MPEG2 W320 H180 F30:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".utf8.count
        let frames = (recordings[0][0].count - header) / (6 + 320 * 180 * 3 / 2)
        #expect((90...91).contains(frames))
        #expect(recordings[0][1].count == 44 + 3 * 48_000 * 4)
        #expect(recordings[0][4].count == 44 + 3 * 48_000 * 4)
    }

    @Test("Frames that are kept exhaust the budget, and the report names the holder")
    func exhaustedBudget() throws {
        let outcome = try StudioProgram.run([
            "receive", "--participant", "Ada", "--hold", "4", "--budget", "3", "--duration", "2s", "--fast", "--exact",
            "--no-files", "--json",
        ])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("Ada: 3 of 3 frames are kept: psstudio/Reception.swift:"))
        let user = try #require(users(report(outcome)).first)
        let video = try #require(user["video"] as? [String: Any])
        #expect(video["delivered"] as? Int == 3)
        #expect(video["dropped"] as? [String: Int] == ["outOfBuffers": 58])
        #expect(video["exhaustions"] as? Int == 58)
        #expect(video["kept"] as? Int == 3)
    }

    @Test("Only chosen users are received; other formats are counted and not written")
    func users() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            [
                "receive", "--participant", "Ada", "--participant", "Bob", "--user", "Bob", "--format", "bgra",
                "--duration", "1s", "--fast",
            ], in: folder.file(""))
        #expect(outcome.exitCode == 0)
        #expect(outcome.outputText.hasPrefix("Bob: "))
        #expect(!outcome.outputText.contains("Ada"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file(""))
        #expect(files == ["Bob.wav"])
    }

    @Test(
        "Bad options are usage errors in one line",
        arguments: [
            ([], "receive needs --participant NAME or NAME=SOURCE, or --scenario"),
            (
                ["--scenario", "co-host-revoked", "--participant", "Ada"],
                "--participant does not apply with --scenario, which has its own participants"
            ),
            (["--scenario", "co-host-revoked"], "--scenario needs --duration"),
            (["--scenario", "start-rejected", "--duration", "1s"], "the meeting has no participants"),
            (["--scenario", "none.yaml", "--duration", "1s"], "none.yaml: "),
            (["--participant", "Ada"], "a source that never ends needs --duration"),
            (
                ["--participant", "Ada", "--participant", "Ada", "--duration", "1s"],
                "two participants have the name 'Ada'"
            ),
            (["--participant", "../a", "--duration", "1s"], "'../a'"),
            (
                ["--participant", "Ada", "--user", "Bob", "--duration", "1s"],
                "--user 'Bob' is not a --participant; expected one of: Ada"
            ),
            (["--participant", "Ada", "--budget", "0", "--duration", "1s"], "--budget must be 1 to 1000, not 0"),
            (
                ["--participant", "Ada", "--folder", "/dev/null", "--duration", "1s"],
                "'/dev/null' is not a folder"
            ),
            (
                ["--participant", "Ada", "--share", "Bob", "--duration", "1s"],
                "--share 'Bob' is not a --participant; expected one of: Ada"
            ),
            (
                ["--participant", "Ada", "--share", "Ada=a.mp4", "--share", "Ada=b.mp4"],
                "'Ada' shares two screens"
            ),
            (
                ["--participant", "Ada", "--participant", "Ada.share", "--share", "Ada", "--duration", "1s"],
                "'Ada.share' is the name of the files of --share Ada"
            ),
        ] as [([String], String)])
    func usage(_ arguments: [String], _ message: String) throws {
        let outcome = try StudioProgram.run(["receive"] + arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("An existing file is not overwritten without --force; a missing source leaves no file")
    func files() throws {
        let folder = try TestFolder()
        let common = ["receive", "--participant", "Ada", "--duration", "100ms", "--fast", "--folder", folder.file("")]
        #expect(try StudioProgram.run(common).exitCode == 0)
        let second = try StudioProgram.run(common)
        #expect(second.exitCode == 2)
        #expect(second.errors.contains("exists; --force overwrites it"))
        #expect(try StudioProgram.run(common + ["--force"]).exitCode == 0)
        let missing = try StudioProgram.run(
            ["receive", "--participant", "Eve=/nonexistent.mp4", "--folder", folder.file("")])
        #expect(missing.exitCode == 5)
        #expect(missing.errors.contains("'/nonexistent.mp4' is missing or is not a file"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("")).sorted() == ["Ada.wav", "Ada.y4m"])
    }

    @Test("A missing folder is created; a session that cannot start leaves none")
    func newFolder() throws {
        let folder = try TestFolder()
        let path = folder.file("a/b")
        let missing = try StudioProgram.run(["receive", "--participant", "Eve=/nonexistent.mp4", "--folder", path])
        #expect(missing.exitCode == 5)
        #expect(!FileManager.default.fileExists(atPath: folder.file("a")))
        let outcome = try StudioProgram.run(
            ["receive", "--participant", "Ada", "--duration", "100ms", "--fast", "--folder", path])
        #expect(outcome.exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["Ada.wav", "Ada.y4m"])
        let blocked = try StudioProgram.run(
            ["receive", "--participant", "Ada", "--duration", "1s", "--folder", "/dev/null/a"])
        #expect(blocked.exitCode == 6)
        #expect(blocked.errors.contains("cannot create '/dev/null/a': Not a directory"))
    }

    @Test("--log writes the same bytes in another process with the same seed, and others with another seed")
    func callbackLog() throws {
        let folder = try TestFolder()
        let common = [
            "receive", "--participant", "Ada", "--participant", "Bob=coded:1f", "--share", "Bob", "--size", "90",
            "--mixed", "--sparse", "--hold", "3", "--budget", "2", "--policy", "queue", "--duration", "2s", "--fast",
            "--no-files",
        ]
        func log(_ name: String, seed: String) throws -> Data {
            let path = folder.file(name)
            #expect(try StudioProgram.run(common + ["--seed", seed, "--log", path]).exitCode == 0)
            return try #require(FileManager.default.contents(atPath: path))
        }
        let first = try log("a", seed: "5")
        let (isEqual, isOther) = (try log("b", seed: "5") == first, try log("c", seed: "6") != first)
        #expect(isEqual)
        #expect(isOther)
        let lines = try String(decoding: first, as: UTF8.self).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let streams = Set(lines.compactMap { $0["stream"] as? String })
        #expect(
            streams == [
                "Ada camera", "Ada microphone", "Bob camera", "Bob microphone", "Bob shareVideo", "Bob shareAudio",
                "mixed",
            ])
        #expect(Set(lines.compactMap { $0["reason"] as? String }) == ["outOfBuffers"])
        #expect(lines.count { $0["stream"] as? String == "mixed" } == 100)
        let again = try StudioProgram.run(common + ["--log", folder.file("a")])
        #expect(again.exitCode == 2)
        #expect(again.errors.contains("exists; --force overwrites it"))
    }

    @Test("The meeting of a scenario is received: its participants publish, share, rejoin and join later")
    func scenario() throws {
        let folder = try TestFolder()
        let file = folder.file("meeting.yaml")
        let text = """
            version: 1
            meeting: {participants: [{name: Ada}, {name: Bob}]}
            steps:
              - {at: 0s, publish: {user: Ada, source: "coded:1"}}
              - {at: 0s, share: {user: Ada}}
              - {at: 1s, setSize: {user: Ada, track: shareVideo, width: 320, height: 180}}
              - {at: 1s, silence: {user: Ada, track: shareAudio}}
              - {at: 1s, addParticipant: {name: Cleo}}
              - {at: 1s, publish: {user: Cleo}}
              - {at: 2s, rejoin: {user: Cleo}}
              - {at: 2s, publish: {user: Cleo}}
              - {at: 2s, removeParticipant: {user: Bob}}
              - {at: 3s, mute: {user: Bob}}
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        var logs: [Data] = []
        var outcomes: [StudioProgram.Outcome] = []
        for name in ["a", "b"] {
            outcomes.append(
                try StudioProgram.run([
                    "receive", "--scenario", file, "--duration", "4s", "--fast", "--seed", "5", "--folder",
                    folder.file(name), "--log", folder.file("\(name).log"), "--mixed", "--json",
                ]))
            logs.append(try #require(FileManager.default.contents(atPath: folder.file("\(name).log"))))
        }
        #expect(outcomes.map(\.exitCode) == [0, 0])
        let isEqual = logs[0] == logs[1]
        #expect(isEqual)
        let note = "psstudio: \(file):13: no participant is named 'Bob' now; the step has no effect\n"
        #expect(outcomes[0].errors == note)
        let users = try users(report(outcomes[0]))
        #expect(users.compactMap { $0["name"] as? String } == ["Ada", "Bob", "Cleo"])
        func count(_ user: [String: Any], _ kind: String, _ key: String) throws -> Int {
            try #require((user[kind] as? [String: Any])?[key] as? Int)
        }
        #expect((60...101).contains(try count(users[0], "video", "delivered")))
        #expect(try count(users[1], "video", "delivered") == 0)
        #expect((45...76).contains(try count(users[2], "video", "delivered")))
        let share = try #require(users[0]["share"] as? [String: Any])
        #expect((60...101).contains(try count(share, "video", "delivered")))
        let events = try #require(report(outcomes[0])["events"] as? [[String: Any]])
        let formats = events.compactMap { ($0["event"] as? [String: Any])?["trackFormatChanged"] as? [String: Any] }
        let shared = formats.filter { $0["track"] as? String == "shareVideo" }.compactMap { format in
            ((format["format"] as? [String: Any])?["video"] as? [String: Any])?["width"] as? Int
        }
        #expect(shared == [640, 320])
        let wave = { (name: String) in FileManager.default.contents(atPath: folder.file("a/\(name).wav"))?.count }
        for name in ["Ada", "Ada.share", "Bob", "Cleo", "mixed"] { #expect(wave(name) == 44 + 4 * 48_000 * 4) }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("a")).sorted()
        #expect(
            files == [
                "Ada.share.wav", "Ada.share.y4m", "Ada.wav", "Ada.y4m", "Bob.wav", "Bob.y4m", "Cleo.wav", "Cleo.y4m",
                "mixed.wav",
            ])
    }

    @Test("A shared screen has files of its own, and its size is never changed")
    func share() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run([
            "receive", "--participant", "Ada", "--share", "Ada=coded:2", "--size", "90", "--duration", "1s", "--fast",
            "--folder", folder.file("rec"), "--json",
        ])
        #expect(outcome.exitCode == 0)
        let user = try #require(users(report(outcome)).first)
        let share = try #require(user["share"] as? [String: Any])
        let video = try #require(share["video"] as? [String: Any])
        #expect(video["reduced"] as? Int == 0)
        #expect(try #require(video["delivered"] as? Int) >= 15)
        let events = try #require(report(outcome)["events"] as? [[String: Any]])
        #expect(events.compactMap { $0["sequence"] as? Int } == Array(1...events.count))
        let kinds = events.compactMap { ($0["event"] as? [String: Any])?.keys.first }
        #expect(kinds.filter { $0 == "subscriptionChanged" }.count == 4)
        #expect(kinds.filter { $0 == "trackStateChanged" }.count == 4)
        #expect(kinds.filter { $0 == "trackFormatChanged" }.count == 4)
        let data = try #require(FileManager.default.contents(atPath: folder.file("rec/Ada.share.y4m")))
        #expect(data.starts(with: Data("YUV4MPEG2 W640 H360 ".utf8)))
        #expect(FileManager.default.contents(atPath: folder.file("rec/Ada.share.wav"))?.count == 44 + 48_000 * 4)
        #expect(FileManager.default.fileExists(atPath: folder.file("rec/Ada.y4m")))
    }
}
