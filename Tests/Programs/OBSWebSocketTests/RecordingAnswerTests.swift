import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// The answer to StopRecord, and the paths in its events: none names a file that is not there.
struct RecordingAnswerTests {
    private static let empty = OutputFailure(.noMedia, "the output ended before it received a key frame")

    /// A recording that was stopped; the session has performed it.
    private func stopped(
        _ outputs: [(String, String)] = [("show.mp4", "live")], mask: UInt64 = 0
    ) throws -> ServerFixture {
        var fixture = try ServerFixture.running(outputs, mask: mask)
        #expect(fixture.request("StopRecord") == nil)
        fixture.perform()
        #expect(fixture.take(1).allSatisfy { $0["op"] == 5 })
        return fixture
    }

    /// The status and the path of the answer; `nil` while there is none.
    private func answer(_ fixture: inout ServerFixture) -> (code: JSON?, path: JSON?, comment: String?)? {
        guard let response = fixture.take(1).first(where: { $0["op"] == 7 })?["d"] else { return nil }
        let status = response["requestStatus"]
        return (status?["code"] ?? nil, response["responseData"]?["outputPath"] ?? nil, status?["comment"]?.text)
    }

    private func paths(_ fixture: inout ServerFixture) -> [String: JSON] {
        var paths: [String: JSON] = [:]
        for message in fixture.take(1) where message["d"]?["eventType"] == "RecordStateChanged" {
            paths[message.eventText] = message["d"]?["eventData"]?["outputPath"] ?? "none"
        }
        return paths
    }

    @Test("it waits for the end of the file")
    func end() throws {
        var fixture = try stopped()
        #expect(answer(&fixture) == nil)
        fixture.change(1, "show.mp4", .finishing)
        #expect(answer(&fixture) == nil)
        fixture.change(1, "show.mp4", .stopped)
        let found = try #require(answer(&fixture))
        #expect(found.code == 100)
        #expect(found.path == "/srv/show/show.mp4")
    }

    @Test("a file that is closed for longer is there: it has media. One that the session has not ended is not named")
    func patience() throws {
        var closing = try stopped()
        closing.change(1, "show.mp4", .finishing)
        closing.advance(milliseconds: 999)
        #expect(answer(&closing) == nil)
        closing.advance(milliseconds: 1)
        #expect(answer(&closing)?.path == "/srv/show/show.mp4")
        var silent = try stopped()
        silent.advance(milliseconds: 1000)
        let found = try #require(answer(&silent))
        #expect(found.code == 702)
        #expect(found.comment == "show.mp4: the session has not ended it yet; RecordStateChanged tells")
    }

    @Test("a recording without a frame is an error, and no event has its path")
    func empty() throws {
        var fixture = try stopped(mask: 64)
        fixture.change(1, "show.mp4", .finishing)
        fixture.change(1, "show.mp4", .failed(Self.empty))
        let messages = fixture.take(1)
        let status = messages.first { $0["op"] == 7 }?["d"]?["requestStatus"]
        #expect(status?["code"] == 702)
        #expect(status?["comment"] == "show.mp4: the output ended before it received a key frame")
        let stopped = messages.first { $0.eventText == "RecordStateChanged STOPPED" }
        #expect(stopped?["d"]?["eventData"]?["outputPath"] == .null)
    }

    @Test(
        "a file that was never opened, or was removed, is not named; one that failed later is",
        arguments: [
            (OutputFailure.Cause.notWritable, false, false), (.exists, false, false), (.removed, true, false),
            (.noMedia, true, false), (.storageFull, true, true), (.storageFull, false, false),
            (.finishTimedOut, true, true), (.pipeline, true, true),
        ])
    func failures(_ cause: OutputFailure.Cause, wasLive: Bool, isNamed: Bool) throws {
        var fixture = try ServerFixture.running([("show.mp4", "stopped")], mask: 64)
        fixture.change(1, "show-2.mp4", .connecting)
        if wasLive { fixture.change(1, "show-2.mp4", .live) }
        fixture.change(1, "show-2.mp4", .failed(OutputFailure(cause, "why")))
        let wanted: JSON = isNamed ? "/srv/show/show-2.mp4" : .null
        #expect(paths(&fixture)["RecordStateChanged STOPPED"] == wanted)
    }

    @Test("of several files, the first that is there is named")
    func several() throws {
        var fixture = try stopped([("a.mp4", "live"), ("srt://host:1", "live"), ("b.mkv", "live")], mask: 64)
        fixture.change(1, "a.mp4", .failed(Self.empty))
        #expect(answer(&fixture) == nil)
        fixture.change(3, "b.mkv", .stopped)
        let messages = fixture.take(1)
        #expect(messages.first { $0["op"] == 7 }?["d"]?["responseData"] == ["outputPath": "/srv/show/b.mkv"])
        let stopped = messages.first { $0.eventText == "RecordStateChanged STOPPED" }
        #expect(stopped?["d"]?["eventData"]?["outputPath"] == "/srv/show/b.mkv")
    }

    @Test("a file whose output was started again meanwhile is the one that was stopped")
    func startedAgain() throws {
        var fixture = try stopped(mask: 64)
        fixture.change(1, "show.mp4", .finishing)
        fixture.change(1, "show-2.mp4", .connecting)
        fixture.change(1, "show-2.mp4", .live)
        #expect(paths(&fixture)["RecordStateChanged STOPPED"] == "/srv/show/show.mp4")
        fixture.publish(.outputPartEnded(output: 1, address: "show.mp4", change: .init(.stopped)))
        #expect(answer(&fixture)?.path == "/srv/show/show.mp4")
        // The next one has the name that its start has replied.
        #expect(fixture.request("StopRecord") == nil)
        fixture.perform()
        fixture.change(1, "show-2.mp4", .stopped)
        #expect(paths(&fixture)["RecordStateChanged STOPPED"] == "/srv/show/show-2.mp4")
    }

    @Test("a recording that is stopped before its start was reported is waited for by its name")
    func early() throws {
        var fixture = try ServerFixture.running([("show.mp4", "live")])
        fixture.change(1, "show.mp4", .stopped)
        #expect(fixture.request("StartRecord") == nil)
        fixture.perform { _ in .success(.address(address: "show-2.mp4")) }
        #expect(answer(&fixture)?.code == 100)
        #expect(fixture.request("StopRecord") == nil)
        fixture.perform()
        #expect(answer(&fixture) == nil)
        for state in [OutputState.connecting, .live, .finishing, .stopped] { fixture.change(1, "show-2.mp4", state) }
        #expect(answer(&fixture)?.path == "/srv/show/show-2.mp4")
    }

    @Test("a split recording has the path of its last file")
    func split() throws {
        var fixture = try ServerFixture.running([("show.mp4", "live")], mask: 64)
        fixture.publish(.outputSplit(output: 1, address: "show-2.mp4"))
        fixture.publish(.outputPartEnded(output: 1, address: "show.mp4", change: .init(.finished)))
        _ = fixture.take(1)
        #expect(fixture.request("StopRecord") == nil)
        fixture.perform()
        fixture.change(1, "show-2.mp4", .stopped)
        let messages = fixture.take(1)
        #expect(messages.first { $0["op"] == 7 }?["d"]?["responseData"] == ["outputPath": "/srv/show/show-2.mp4"])
        let stopped = messages.first { $0.eventText == "RecordStateChanged STOPPED" }
        #expect(stopped?["d"]?["eventData"]?["outputPath"] == "/srv/show/show-2.mp4")
    }

    @Test("a session that ends with the recording is no error; one that never sent has left no file")
    func sessionEnd() throws {
        var fixture = try stopped()
        fixture.change(1, "show.mp4", .finishing)
        fixture.publish(.stopped(reason: .endOfStream))
        #expect(answer(&fixture)?.path == "/srv/show/show.mp4")
        for (bytes, wanted) in [(UInt64(1000), "/srv/show/show.mp4" as JSON), (0, .null)] {
            var ended = ServerFixture()
            ended.apply(ended.server.begin())
            try ended.answerSnapshot(
                ServerFixture.snapshot([("show.mp4", "live")], bytes: bytes, frames: bytes == 0 ? 1 : 45))
            ended.connect(1, mask: 64)
            ended.change(1, "show.mp4", .finished)
            #expect(paths(&ended)["RecordStateChanged STOPPED"] == wanted)
        }
    }

    @Test("requests behind it wait, those of others do not; a client that leaves is not waited for")
    func order() throws {
        var fixture = try stopped()
        fixture.connect(2)
        #expect(fixture.request("GetVersion") == nil)
        #expect(fixture.code("GetVersion", client: 2) == 100)
        fixture.change(1, "show.mp4", .stopped)
        #expect(fixture.take(1).count == 2)
        fixture.change(1, "show-2.mp4", .live)
        #expect(fixture.request("StopRecord") == nil)
        fixture.apply(fixture.server.closed(ConnectionID(1)))
        fixture.perform()
        #expect(fixture.server.jobs.isEmpty)
    }
}
