import MediaOutputs
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Recordings that are started and stopped within moments, on a manual clock.
struct ShortRecordingTests {
    private func time(_ frame: Int) -> MediaTime { MediaTime(count: Int64(frame), rate: .thirty) }

    private func send(_ frames: Range<Int>, _ fixture: SessionFixture) throws {
        for frame in frames {
            try fixture.reach(time(frame))
            try fixture.sendFrame(luma: 90)
        }
    }

    private func state(_ fixture: SessionFixture) -> OutputState? {
        fixture.session.outputGroup?.members.first?.status.state
    }

    @Test("a recording that gets no frame before the end has failed, and leaves no file")
    func empty() throws {
        let folder = try TestFolder()
        let fixture = try SessionFixture(to: [folder.file("a.mkv"), "null:"])
        try send(0..<10, fixture)
        try fixture.session.perform(.stopOutput(output: 1))
        try fixture.session.perform(.startOutput(output: 1))
        try fixture.session.perform(.stopOutput(output: 1))
        fixture.finish()
        #expect(
            state(fixture) == .failed(OutputFailure(.noMedia, "the output ended before it received a key frame")))
        #expect(!FileID.isRegularFile(folder.file("a-2.mkv")))
        #expect(try MediaProbe(folder.file("a.mkv")).videoFrames.count == 10)
    }

    @Test("the only recording of a session that sends nothing yet fails when it is stopped; the session goes on")
    func beforeTheProgram() throws {
        let folder = try TestFolder()
        let fixture = try SessionFixture(to: [folder.file("a.mkv")])
        try fixture.session.perform(.stopOutput(output: 1))
        try waitUntil("it has ended") { state(fixture)?.isOver == true }
        #expect(
            state(fixture) == .failed(OutputFailure(.noMedia, "the output ended before it received a key frame")))
        try send(0..<60, fixture)
        #expect(fixture.session.snapshot.state == .sending)
        try fixture.session.perform(.startOutput(output: 1))
        try send(60..<90, fixture)
        fixture.finish()
        #expect(state(fixture) == .finished)
        #expect(!FileID.isRegularFile(folder.file("a.mkv")))
        #expect(try MediaProbe(folder.file("a-2.mkv")).videoFrames.count == 30)
    }

    @Test("a recording that is stopped before its first frame has that frame, and no other")
    func single() throws {
        let folder = try TestFolder()
        let fixture = try SessionFixture(to: [folder.file("a.mkv"), "null:"])
        try send(0..<10, fixture)
        try fixture.session.perform(.stopOutput(output: 1))
        try fixture.session.perform(.startOutput(output: 1))
        try fixture.session.perform(.stopOutput(output: 1))
        try send(10..<40, fixture)
        fixture.finish()
        #expect(state(fixture) == .stopped)
        #expect(try MediaProbe(folder.file("a-2.mkv")).videoFrames.count == 1)
    }

    @Test(
        "recordings of five frames back to back have exactly these frames, although key frames are limited to ten a second"
    )
    func backToBack() throws {
        let folder = try TestFolder()
        let fixture = try SessionFixture(to: [folder.file("a.mkv"), "null:"])
        for part in 0..<8 {
            if part > 0 { try fixture.session.perform(.startOutput(output: 1)) }
            try send(part * 5..<part * 5 + 5, fixture)
            try fixture.session.perform(.stopOutput(output: 1))
        }
        try send(40..<60, fixture)
        fixture.finish()
        for part in 0..<8 {
            let name = part == 0 ? "a.mkv" : "a-\(part + 1).mkv"
            #expect(try MediaProbe(folder.file(name)).videoFrames.count == 5, "\(name)")
        }
    }
}
