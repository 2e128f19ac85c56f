import MediaInputs
import SessionProtocol
import StudioCore
import StudioEngine
import Testing
@testable import OBSWebSocket

/// The counts of outputs, which are those since the last start, and how old they may be.
struct CountTests {
    private static let file = [(address: "show.mp4", state: "live")]

    private func snapshot(_ state: String, milliseconds: Int64, bytes: UInt64, frames: Int) throws -> SessionSnapshot {
        try ServerFixture.snapshot(
            [("show.mp4", state)], bytes: bytes, duration: milliseconds, frames: frames)
    }

    private func status(_ fixture: inout ServerFixture) -> [JSON?] {
        let record = fixture.answer("GetRecordStatus")
        let output = fixture.answer("GetOutputStatus", ["outputName": "File 1"])
        #expect(record?["outputDuration"] == output?["outputDuration"])
        #expect(record?["outputTimecode"] == output?["outputTimecode"])
        #expect(record?["outputBytes"] == output?["outputBytes"])
        return [
            output?["outputTimecode"], output?["outputDuration"], output?["outputBytes"], output?["outputTotalFrames"],
        ]
    }

    @Test("a second recording begins at zero; nothing is counted while none runs")
    func restart() throws {
        var fixture = ServerFixture()
        fixture.apply(fixture.server.begin())
        try fixture.answerSnapshot(try snapshot("live", milliseconds: 4000, bytes: 5000, frames: 122))
        fixture.connect(1)
        #expect(status(&fixture) == ["00:00:04.000", 4000, 5000, 122])
        fixture.change(1, "show.mp4", .finishing)
        fixture.change(1, "show.mp4", .stopped)
        #expect(status(&fixture) == ["00:00:00.000", 0, 0, 0])
        // It starts five seconds later. The counts at the start are asked for at once.
        fixture.tasks = []
        fixture.change(1, "show-2.mp4", .connecting)
        try fixture.answerSnapshot(try snapshot("connecting", milliseconds: 4100, bytes: 6000, frames: 125))
        fixture.change(1, "show-2.mp4", .live)
        #expect(status(&fixture) == ["00:00:00.000", 0, 0, 0])
        // Six frames are written when the next snapshot comes.
        try fixture.answerSnapshot(try snapshot("live", milliseconds: 9200, bytes: 6500, frames: 131))
        #expect(status(&fixture) == ["00:00:00.166", 166, 500, 6])
        fixture.advance(milliseconds: 250)
        try fixture.answerSnapshot(try snapshot("live", milliseconds: 9700, bytes: 8000, frames: 146))
        #expect(status(&fixture) == ["00:00:00.666", 666, 2000, 21])
        // A split is no start.
        fixture.publish(.outputSplit(output: 1, address: "show-3.mp4"))
        #expect(status(&fixture) == ["00:00:00.666", 666, 2000, 21])
    }

    @Test("an output that is added later counts from its first frame, also without a client")
    func added() throws {
        var fixture = ServerFixture()
        try fixture.start()
        fixture.publish(.outputAdded(output: 1, address: "show.mp4"))
        fixture.change(1, "show.mp4", .connecting)
        #expect(fixture.takeTasks().isEmpty)
        fixture.change(1, "show.mp4", .live)
        try fixture.answerSnapshot(try snapshot("live", milliseconds: 0, bytes: 0, frames: 1))
        // Snapshots go on until it has media.
        fixture.advance(milliseconds: 250)
        try fixture.answerSnapshot(try snapshot("live", milliseconds: 60_000, bytes: 100, frames: 5))
        fixture.advance(milliseconds: 250)
        #expect(fixture.takeTasks().isEmpty)
        #expect(fixture.server.nextWake == nil)
        fixture.connect(1)
        #expect(status(&fixture)[1] == 100)
    }

    @Test("a server that joins a session counts an output that was started again from then on")
    func joined() throws {
        var fixture = ServerFixture()
        fixture.apply(fixture.server.begin())
        try fixture.answerSnapshot(
            ServerFixture.snapshot(Self.file, bytes: 5000, part: 3, duration: 60_000, frames: 900))
        fixture.connect(1)
        #expect(status(&fixture) == ["00:00:00.000", 0, 0, 0])
        fixture.advance(milliseconds: 250)
        try fixture.answerSnapshot(
            ServerFixture.snapshot(Self.file, bytes: 5100, part: 3, duration: 60_200, frames: 906))
        #expect(status(&fixture)[2...] == [100, 6])
    }

    @Test("answers with counts wait for a snapshot when the latest is older than half a second")
    func old() throws {
        var fixture = ServerFixture()
        try fixture.start(Self.file)
        fixture.advance(milliseconds: 60_000)
        #expect(fixture.takeTasks().isEmpty)
        fixture.connect(1)
        #expect(fixture.tasks.count == 1)
        #expect(fixture.request("GetStats", id: 1) == nil)
        #expect(fixture.request("GetVersion", id: 2) == nil)
        #expect(fixture.tasks.count == 1)
        try fixture.answerSnapshot(ServerFixture.snapshot(Self.file, accepted: 1800))
        let answers = fixture.take(1).map { $0["d"] }
        #expect(answers.map { $0?["requestId"] } == [1, 2])
        #expect(answers[0]?["responseData"]?["outputTotalFrames"] == 1800)
        #expect(fixture.code("GetRecordStatus") == 100)
        // Without a snapshot the answer comes after a second.
        fixture.advance(milliseconds: 600)
        #expect(fixture.request("GetRecordStatus") == nil)
        fixture.advance(milliseconds: 999)
        #expect(fixture.take(1).isEmpty)
        fixture.advance(milliseconds: 1)
        #expect(fixture.take(1).map { $0["d"]?["requestStatus"]?["code"] } == [100])
    }
}
