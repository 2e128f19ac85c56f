import Dispatch
import FacadeEnvironment
import FacadeSupport
import MediaInputs
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The world of a test")
struct EmulatedWorldTests {
    private func units(_ world: EmulatedWorld, _ kind: TrackKind, _ user: UserID) -> Int64? {
        world.meeting.track(kind, of: user)?.fanout.unitCount
    }

    @Test("callbacks are delivered at their own times, those that they cause as well")
    func moments() {
        let world = EmulatedWorld("test")
        let times = Recorder<MediaTime>()
        let queue = world.meeting.callbackQueue
        queue.enqueue(after: .milliseconds(10)) {
            times.record(world.clock.now)
            queue.enqueue(after: .milliseconds(5)) { times.record(world.clock.now) }
        }
        world.advance(seconds: 0.015)
        #expect(times.all == [.milliseconds(10), .milliseconds(15)])
        #expect(world.clock.now == .milliseconds(15))
    }

    @Test("a callback that does not return is reported, and the clock stays where it is")
    func blocked() {
        let (reports, gate) = (Recorder<String>(), Signal())
        let world = EmulatedWorld("test", timeout: 0.05) { message, _ in reports.record(message) }
        world.meeting.callbackQueue.enqueue(after: .milliseconds(10)) { _ = gate.wait() }
        world.advance(seconds: 1)
        #expect(reports.all == ["a callback has not returned for 0.05 seconds"])
        #expect(world.clock.now == .milliseconds(10))
        gate.send()
        world.advance(seconds: 1)
        #expect(reports.count == 1)
        #expect(world.clock.now == .milliseconds(1010))
    }

    @Test("callbacks come on the main queue, whether or not the test occupies it", arguments: [true, false])
    @MainActor func mainQueue(_ isOccupied: Bool) async {
        let world = EmulatedWorld("test")
        let places = Recorder<Bool>()
        for time in Int64(1)...3 {
            world.meeting.callbackQueue.enqueue(after: .milliseconds(time)) {
                MainActor.assumeIsolated { places.record(MainQueue.isCurrent) }
            }
        }
        if isOccupied { advance(world) } else { await world.advance(seconds: 0.01) }
        #expect(places.all == [true, true, true])
        #expect(world.clock.now == .milliseconds(10))
    }

    @MainActor private func advance(_ world: EmulatedWorld) { world.advance(seconds: 0.01) }

    @Test("a test chooses another queue")
    func chosenQueue() {
        let queue = DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let world = EmulatedWorld("test", callbackQueue: queue)
        let places = Recorder<Bool?>()
        world.meeting.callbackQueue.enqueue { places.record(DispatchQueue.getSpecific(key: key)) }
        world.advance(seconds: 0)
        #expect(places.all == [true])
    }

    @Test("callbacks and the work of the world's queue come in the order of their submission, never side by side")
    func turns() {
        let world = EmulatedWorld("test")
        let (order, expected) = (Recorder<Int>(), Array(0..<200))
        for number in expected {
            if number.isMultiple(of: 2) {
                world.executor.execute { order.record(number) }
            } else {
                world.queue.async { order.record(number) }
            }
        }
        world.queue.sync {}
        #expect(order.all == expected)
    }

    @Test("tests on the main actor that wait for access do not keep callbacks from the test that has it")
    func access() async {
        let access = ExclusiveAccess()
        access.take()
        let waiting = Signal()
        async let second: Void = MainActor.run {
            waiting.send()
            access.take()
            access.release()
        }
        #expect(waiting.wait())
        let world = EmulatedWorld("test")
        let count = Counter()
        world.meeting.callbackQueue.enqueue { count.increment() }
        await world.advance(seconds: 0)
        #expect(count.value == 1)
        access.release()
        await second
    }

    @Test("a test that occupies the main actor and waits for one that awaits there ends the process with a message")
    func standstill() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let access = ExclusiveAccess()
            await access.takeOnMainActor()
            await MainActor.run { access.take() }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("neither can go on. Use the asynchronous form in both"))
    }

    @Test("a user is seen and heard until both are stopped or replaced, or the user leaves")
    func media() throws {
        let world = EmulatedWorld("test")
        let user = world.addUser("Ada")
        let video = EmulatedVideo(width: 32, height: 16, framesPerSecond: 20)
        try world.show(try video.source(seed: 1), of: user)
        world.play(EmulatedAudio.tone(440), of: user)
        #expect(world.shows(.camera, of: user))
        world.advance(seconds: 0.099)
        #expect(units(world, .camera, user) == 2)
        #expect(units(world, .microphone, user) == 10)
        world.play(.silence, of: user)
        world.change(.camera, of: user, .stall)
        world.advance(seconds: 0.1)
        #expect(units(world, .camera, user) == 2)
        #expect(units(world, .microphone, user) == 10)
        world.removeUser(user)
        #expect(!world.shows(.camera, of: user))
        #expect(world.meeting.serverParticipants.map(\.name) == ["Local user"])
    }

    @Test("a rate that no video has is rejected", arguments: [0, -1, 1001, Double.nan])
    func rate(_ framesPerSecond: Double) {
        let video = EmulatedVideo(width: 32, height: 16, framesPerSecond: framesPerSecond)
        let error = #expect(throws: (any Error).self) { try video.source(seed: 1) }
        let message = error.map { "\($0)" }
        #expect(message == "the video has \(framesPerSecond) frames per second; use 0.01 to 1000")
    }

    @Test("a description of video determines its source")
    func sources() throws {
        let exact = try EmulatedVideo(width: 64, height: 36).fullRange.source(seed: 3)
        #expect(exact.size == TrackControls.Size(width: 64, height: 36))
        #expect(exact.range == .full)
        #expect(exact.deliveredRates == nil)
        #expect(!exact.hasAudio)
        let file = try EmulatedVideo(path: "a.mp4").varying.source(seed: 3)
        #expect(file.loops)
        #expect(file.beginsWithSmallerFrames)
        #expect(file.range == .limited)
        #expect(try !EmulatedVideo(path: "coded:").source(seed: 3).loops)
    }
}

extension ExclusiveAccess {
    /// Takes it for a test on the main actor.
    @MainActor
    fileprivate func takeOnMainActor() async {
        await ExclusiveExecutor(self).takeAccess(isolation: MainActor.shared)
    }
}
