import GStreamer
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// Supervision of connections, on a manual clock.
@Suite("Supervision")
struct SupervisionTests {
    private final class Fixture {
        let driver: ToyDriver
        let output: Output
        let clock = ManualClock()
        let states = Recorder<OutputState>()
        let keyFrames = RequestedKeyFrames()

        init(_ policy: OutputPolicy = .server, hasReader: Bool = true, finishTimeout: MediaTime = .seconds(5)) throws {
            var driver = try #require(ToyDriver("toy:one"))
            driver.policy = policy
            driver.world.withLock { $0.hasReader = hasReader }
            self.driver = driver
            let capability = VideoCapability(width: 16, height: 16, format: .i420Full)
            output = Output(
                driver, media: OutputMedia(capability, frameRate: nil, hasAudio: true),
                options: OutputOptions(finishTimeout: finishTimeout), clock: clock, backpressure: Backpressure(),
                keyFrames: keyFrames)
            output.onStateChange { [states] in states.record($0.state) }
        }

        /// Connection number `index`, after it has been opened.
        func connection(_ index: Int = 0) throws -> ToyConnection {
            let found = driver.world.wait(seconds: deadlineSeconds) { world in
                world.connections.count > index ? world.connections[index] : nil
            }
            let connection = try #require(found)
            #expect(connection.waitUntilOpen(seconds: deadlineSeconds))
            return connection
        }

        func send() throws {
            try GStreamerRuntime.start()
            let layout = I420Layout.tight(width: 16, height: 16)
            guard let buffer = MediaBuffer(byteCount: layout.byteCount) else { throw TestFailure("no memory") }
            output.receive(VideoFrame(buffer: buffer, layout: layout, format: .i420Full, time: .zero))
        }

        /// Advances the clock and wakes the output's thread.
        func turn(by time: MediaTime) throws {
            clock.advance(by: time)
            driver.world.withLock { $0.connections.last }?.wake()
        }

        func reaches(_ state: OutputState) -> Bool { states.wait { $0 == state } }

        /// Starts, sends a frame, and lets the peer take a byte.
        func goLive() throws -> ToyConnection {
            output.begin()
            let connection = try connection()
            try send()
            connection.set { $0.bytes = 1 }
            #expect(reaches(.live))
            return connection
        }
    }

    @Test("A server is live with its first byte, and times out without a response within 5 s")
    func answer() throws {
        let fixture = try Fixture()
        fixture.output.begin()
        _ = try fixture.connection()
        #expect(fixture.reaches(.connecting))
        try fixture.send()
        // The deadline counts from the first media seen by the output.
        try waitUntil("the output has seen the media", seconds: deadlineSeconds) {
            try? fixture.turn(by: .seconds(5))
            return fixture.output.status.state.isOver
        }
        #expect(fixture.output.status.failure?.cause == .connectTimedOut)
        #expect(fixture.output.status.totalFrames == 1)
        #expect(fixture.output.status.skippedFrames == 1)
        #expect(try fixture.connection().snapshot.isClosed)
    }

    @Test("A stall is reported after 2 s, and ends with the next byte")
    func stall() throws {
        let fixture = try Fixture()
        let connection = try fixture.goLive()
        connection.set { $0.hasBacklog = true }
        try fixture.turn(by: .seconds(2))
        #expect(fixture.reaches(.stalled))
        connection.set { $0.bytes = 2 }
        #expect(fixture.states.wait(count: 4))
        fixture.output.finish()
        #expect(fixture.reaches(.finishing))
        connection.set { $0.isDrained = true }
        #expect(fixture.output.waitUntilOver(seconds: deadlineSeconds))
        #expect(fixture.states.all == [.connecting, .live, .stalled, .live, .finishing, .finished])
    }

    @Test("A lost server is reconnected after a second, and the frames of the lost connection are counted as lost")
    func retry() throws {
        let fixture = try Fixture()
        let lost = OutputFailure(.disconnected, "lost")
        let first = try fixture.goLive()
        try fixture.send()
        #expect(fixture.keyFrames.all == [.start])
        first.delivery.taken(.video)
        first.set { $0.failure = lost }
        #expect(fixture.reaches(.retrying(attempt: 1, at: .seconds(1), lost)))
        #expect(first.waitUntilClosed(seconds: deadlineSeconds))
        #expect(fixture.output.status.skippedFrames == 1)
        #expect(fixture.output.status.timeToAttempt == .seconds(1))
        fixture.clock.advance(by: .milliseconds(400))
        #expect(fixture.output.status.timeToAttempt == .milliseconds(600))
        try fixture.send()
        #expect(fixture.output.status.skippedFrames == 2, "no connection")
        fixture.clock.advance(by: .milliseconds(600))
        let second = try fixture.connection(1)
        #expect(fixture.output.status.timeToAttempt == nil)
        try fixture.send()
        second.set { $0.bytes = 1 }
        #expect(fixture.states.wait(count: 5))
        #expect(fixture.keyFrames.all == [.start, .peer], "each connection starts at a key frame that was requested")
        second.delivery.taken(.video)
        first.delivery.taken(.video)
        #expect(fixture.output.status.reconnects == 1)
        fixture.output.finish()
        second.set { $0.isDrained = true }
        #expect(fixture.output.waitUntilOver(seconds: deadlineSeconds))
        #expect(fixture.output.status.totalFrames == 4)
        #expect(fixture.output.status.skippedFrames == 2, "a late report of the first connection changes nothing")
        #expect(fixture.output.status.bytes == 2)
    }

    @Test("An output that is never retried fails with the first loss")
    func local() throws {
        let fixture = try Fixture(.local)
        let full = OutputFailure(.storageFull, "full")
        fixture.output.begin()
        #expect(fixture.reaches(.live))
        try fixture.connection().set { $0.failure = full }
        #expect(fixture.reaches(.failed(full)))
        #expect(fixture.output.waitUntilOver(seconds: deadlineSeconds))
    }

    @Test("At the end, an output fails if its peer takes nothing during the time-out")
    func finishTimeout() throws {
        let fixture = try Fixture(finishTimeout: .seconds(3))
        let connection = try fixture.goLive()
        fixture.output.finish()
        #expect(fixture.reaches(.finishing))
        try fixture.turn(by: .seconds(2))
        connection.set { $0.bytes = 2 }
        try waitUntil("the byte is seen", seconds: deadlineSeconds) { fixture.output.status.bytes == 2 }
        try waitUntil("it is given up", seconds: deadlineSeconds) {
            try? fixture.turn(by: .seconds(3))
            return fixture.output.status.state.isOver
        }
        #expect(fixture.output.status.failure == .finishTimedOut(after: .seconds(3)))
        #expect(connection.snapshot.hasEnded)
    }

    @Test("An error on closing the file is a failure")
    func closing() throws {
        let fixture = try Fixture(.local)
        let full = OutputFailure(.storageFull, "full")
        fixture.output.begin()
        let connection = try fixture.connection()
        try fixture.send()
        connection.set { $0.closeFailure = full }
        fixture.output.finish()
        connection.set { $0.isDrained = true }
        #expect(fixture.reaches(.failed(full)))
        #expect(fixture.output.waitUntilOver(seconds: deadlineSeconds))
        #expect(fixture.output.status.skippedFrames == 1)
    }

    @Test("A pipe without a reader is retried every 100 ms, and fails at the end of the session")
    func reader() throws {
        let fixture = try Fixture(.local, hasReader: false)
        fixture.output.begin()
        #expect(fixture.reaches(.awaitingReader))
        fixture.output.finish()
        #expect(fixture.reaches(.failed(.withoutReader)))
        let other = try Fixture(.local, hasReader: false)
        other.output.begin()
        #expect(other.reaches(.awaitingReader))
        other.driver.world.withLock { $0.hasReader = true }
        other.clock.advance(by: .milliseconds(100))
        #expect(other.reaches(.live))
        other.output.finish()
        #expect(other.output.waitUntilOver(seconds: deadlineSeconds))
        #expect(other.driver.world.withLock { $0.removedEmpty }, "no media was offered")
    }

    @Test("A file that took nothing of what was offered is no failure, and leaves no empty file")
    func nothingTaken() throws {
        let fixture = try Fixture(.local)
        // Before there is a connection.
        try fixture.send()
        fixture.output.begin()
        #expect(fixture.reaches(.live))
        fixture.output.finish()
        #expect(fixture.output.waitUntilOver(seconds: deadlineSeconds))
        #expect(fixture.output.status.state == .finished)
        #expect(fixture.output.status.skippedFrames == 1)
        #expect(fixture.driver.world.withLock { $0.removedEmpty })
    }

    @Test("Finishing an unstarted output ends it immediately")
    func neverBegun() throws {
        let fixture = try Fixture()
        fixture.output.finish()
        #expect(fixture.output.waitUntilOver(seconds: 0))
        #expect(fixture.output.status.state == .finished)
        fixture.output.begin()
        #expect(fixture.driver.world.withLock { $0.connections.isEmpty })
    }

    @Test("Every observer sees every change")
    func observers() throws {
        let fixture = try Fixture(.local)
        let second = Recorder<OutputState>()
        fixture.output.onStateChange { second.record($0.state) }
        fixture.output.begin()
        #expect(fixture.reaches(.live))
        fixture.output.finish()
        #expect(fixture.output.waitUntilOver(seconds: deadlineSeconds))
        #expect(second.wait(count: fixture.states.all.count))
        #expect(second.all == fixture.states.all)
    }

    @Test("Changes are reported in the order in which they were decided, although the first thread reports last")
    func inversion() throws {
        let fixture = try Fixture(.local)
        let gone = OutputFailure(.storageFull, "full")
        let begun = fixture.output.decide { $0.begin(now: $1) }
        let failed = fixture.output.decide { machine, _ in machine.abort(gone) }
        fixture.output.perform(failed)
        fixture.output.perform(begun)
        #expect(fixture.states.all == [.connecting, .failed(gone)])
        #expect(try fixture.connection().snapshot.isClosed, "it was opened before it was closed")
    }

    @Test("A registry resolves registered kinds only")
    func registry() throws {
        let registry = OutputRegistry([ToyDriver.self, NullOutputDriver.self])
        #expect(try registry.driver(for: "toy:x") is ToyDriver)
        #expect(registry.addressForms == ["toy:NAME", "null:"])
        #expect(throws: AddressError.unknown("a.mp4", accepted: ["toy:NAME", "null:"])) {
            try registry.driver(for: "a.mp4")
        }
    }

    @Test("the bitrate is that of the last seconds, and 0 at the end")
    func bitrate() throws {
        let fixture = try Fixture()
        let connection = try fixture.goLive()
        // The first measurement is the reference of the next one, so bytes arrive until there are two.
        try waitUntil("the supervisor has seen bytes twice", seconds: deadlineSeconds) {
            connection.set { $0.bytes += 100_000 }
            try? fixture.turn(by: .milliseconds(1))
            return fixture.output.status.bitsPerSecond > 0
        }
        connection.set { $0.failure = OutputFailure(.disconnected, "gone") }
        #expect(fixture.states.wait { if case .retrying = $0 { true } else { false } })
        fixture.output.finish()
        #expect(fixture.output.waitUntilOver(seconds: deadlineSeconds))
        #expect(fixture.output.status.bitsPerSecond == 0)
    }
}
