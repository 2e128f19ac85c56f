import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Requests about the stream, the recording and single outputs.
struct OutputRequestTests {
    @Test("Start, Stop and Toggle of stream and single outputs", arguments: ["Stream", "Output"])
    func commands(_ name: String) throws {
        let number = name == "Stream" ? 2 : 1
        let address = name == "Stream" ? "rtmp://host/live/***" : "show.mp4"
        let data: JSON? = name == "Output" ? ["outputName": "File 1"] : nil
        var fixture = try ServerFixture.running()
        #expect(fixture.code("Start\(name)", data) == 500)
        #expect(fixture.request("Stop\(name)", data) == nil)
        #expect(fixture.perform() == [.stopOutput(output: number)])
        let stopped = fixture.take(1).first?["d"]
        #expect(stopped?["requestStatus"]?["code"] == 100)
        #expect(stopped?["responseData"] == nil)
        // It cannot be stopped twice, and can be started before it has ended.
        #expect(fixture.code("Stop\(name)", data) == 501)
        #expect(fixture.request("Toggle\(name)", data) == nil)
        #expect(fixture.perform() == [.startOutput(output: number)])
        #expect(fixture.take(1).first?["d"]?["responseData"] == ["outputActive": true])
        // It waits for the end of the former part: it can be stopped, and cannot be started.
        #expect(fixture.code("Start\(name)", data) == 500)
        #expect(fixture.request("Stop\(name)", data) == nil)
        #expect(fixture.perform() == [.stopOutput(output: number)])
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
        #expect(fixture.code("Stop\(name)", data) == 501)
        #expect(fixture.request("Start\(name)", data) == nil)
        #expect(fixture.perform() == [.startOutput(output: number)])
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
        fixture.change(number, address, .connecting)
        // What connects can be stopped.
        #expect(fixture.code("Start\(name)", data) == 500)
        #expect(fixture.request("Toggle\(name)", data) == nil)
        #expect(fixture.perform() == [.stopOutput(output: number)])
        #expect(fixture.take(1).first?["d"]?["responseData"] == ["outputActive": false])
        fixture.change(number, address, .stopped)
        #expect(fixture.request("Start\(name)", data) == nil)
        #expect(fixture.perform() == [.startOutput(output: number)])
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
    }

    @Test("without outputs, starting is 703 and stopping is 501; an unknown output is 600")
    func nothing() throws {
        var fixture = try ServerFixture.running([("null:", "live")])
        for name in ["Stream", "Record"] {
            #expect(fixture.code("Start\(name)") == 703)
            #expect(fixture.code("Toggle\(name)") == 703)
            #expect(fixture.code("Stop\(name)") == 501)
        }
        #expect(fixture.code("SplitRecordFile") == 501)
        for name in ["StartOutput", "StopOutput", "ToggleOutput", "GetOutputStatus"] {
            #expect(fixture.code(name, ["outputName": "virtualcam_output"]) == 600)
            #expect(fixture.code(name, ["outputName": ""]) == 403)
            #expect(fixture.code(name, ["outputName": 1]) == 401)
            #expect(fixture.code(name, .object([])) == 300)
            #expect(fixture.code(name) == 301)
        }
        #expect(fixture.takeTasks().isEmpty)
    }

    @Test("one of several outputs that starts is enough; if none does, the first error is the answer")
    func several() throws {
        var fixture = try ServerFixture.running([("a.mp4", "failed"), ("b.mkv", "stopped"), ("c.ts", "finished")])
        #expect(fixture.request("StartRecord") == nil)
        let commands = fixture.perform { command in
            command == .startOutput(output: 2)
                ? .success(.address(address: "b-2.mkv")) : .failure(ControlError(.rejected, "\(command)"))
        }
        #expect(commands == [.startOutput(output: 1), .startOutput(output: 2), .startOutput(output: 3)])
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
        fixture.change(2, "b-2.mkv", .failed(OutputFailure(.disconnected, "gone")))
        #expect(fixture.request("StartRecord") == nil)
        fixture.perform { _ in .failure(ControlError(.rejected, "no space")) }
        #expect(
            fixture.take(1).first?["d"]?["requestStatus"] == ["result": false, "code": 604, "comment": "no space"])
    }

    @Test("a start that fails at once, or is that of another controller, leaves no doubt")
    func pendingStart() throws {
        var fixture = try ServerFixture.running([("a.mp4", "stopped")])
        // It has failed before the reply came.
        #expect(fixture.request("StartRecord") == nil)
        fixture.change(1, "a-2.mp4", .connecting)
        fixture.change(1, "a-2.mp4", .failed(OutputFailure(.disconnected, "gone")))
        fixture.perform { _ in .success(.address(address: "a-2.mp4")) }
        _ = fixture.take(1)
        #expect(fixture.code("StartRecord") == 500)
        fixture.advance(milliseconds: 250)
        try fixture.answerSnapshot(ServerFixture.snapshot([("a-2.mp4", "failed")]))
        #expect(fixture.code("StopRecord") == 501)
        fixture.publish(.commandPerformed(command: .startOutput(output: 1)))
        #expect(fixture.request("SplitRecordFile") == nil)
        #expect(fixture.perform() == [.splitOutput(output: 1)])
    }

    @Test("a stop that the session rejects, because its events are late, is that of an output that does not run")
    func lateEvents() throws {
        var fixture = try ServerFixture.running([("a.mp4", "live")])
        #expect(fixture.request("StopRecord") == nil)
        fixture.perform { _ in .failure(ControlError(.rejected, "output 1 is stopped already")) }
        #expect(
            fixture.take(1).first?["d"]?["requestStatus"] == [
                "result": false, "code": 501, "comment": "output 1 is stopped already",
            ])
    }

    @Test("CreateRecordChapter adds one to each running file; one that takes it is enough")
    func chapters() throws {
        var fixture = try ServerFixture.running([("a.mkv", "live"), ("b.mp4", "live"), ("c.mp4", "stopped")])
        for (name, wanted) in [(nil, nil), ("", nil), ("Two", "Two")] as [(JSON, String?)] {
            #expect(fixture.request("CreateRecordChapter", ["chapterName": name]) == nil)
            let commands = fixture.perform { command in
                command == .addChapter(output: 2, name: wanted)
                    ? .success(.done) : .failure(ControlError(.rejected, "only MP4 files have them"))
            }
            #expect(commands == [.addChapter(output: 1, name: wanted), .addChapter(output: 2, name: wanted)])
            #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
        }
        #expect(fixture.request("CreateRecordChapter") == nil)
        fixture.perform { _ in .failure(ControlError(.rejected, "only MP4 files have them")) }
        #expect(
            fixture.take(1).first?["d"]?["requestStatus"] == [
                "result": false, "code": 604, "comment": "only MP4 files have them",
            ])
        #expect(fixture.code("CreateRecordChapter", ["chapterName": 1]) == 401)
        var idle = try ServerFixture.running([("a.mp4", "stopped"), ("srt://host:1", "live")])
        #expect(idle.code("CreateRecordChapter") == 501)
    }

    @Test("SplitRecordFile splits each running file")
    func split() throws {
        var fixture = try ServerFixture.running([("a.mp4", "live"), ("b.mkv", "stopped"), ("srt://host:1", "live")])
        #expect(fixture.request("SplitRecordFile") == nil)
        #expect(fixture.perform { _ in .success(.address(address: "a-2.mp4")) } == [.splitOutput(output: 1)])
        let response = fixture.take(1).first?["d"]
        #expect(response?["requestStatus"]?["code"] == 100)
        #expect(response?["responseData"] == nil)
    }
}
