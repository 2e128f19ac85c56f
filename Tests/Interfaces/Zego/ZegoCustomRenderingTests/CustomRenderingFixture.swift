import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZegoCustomRendering

/// A handler whose behaviour is a closure.
final class TestRenderer: CustomRenderingObserver {
    let frames = Recorder<RenderedFrame>()
    let units = Recorder<EncodedFrame>()
    private let body: @Sendable (borrowing ReceivedFrame, RenderedFrame) -> RenderReception

    init(_ body: @escaping @Sendable (borrowing ReceivedFrame, RenderedFrame) -> RenderReception = { _, _ in .reached })
    {
        self.body = body
    }

    func receive(_ frame: borrowing ReceivedFrame, _ rendered: RenderedFrame) -> RenderReception {
        frames.record(rendered)
        return body(frame, rendered)
    }

    func receive(_ frame: EncodedFrame, _ rendered: RenderedFrame) -> RenderReception {
        frames.record(rendered)
        units.record(frame)
        return .reached
    }

    var sources: [RenderSource] { frames.all.map(\.source) }
}

/// A service whose cameras the test feeds.
final class TestService: CustomRenderingService {
    let directory = StreamDirectory()
    /// The running cameras by the number of their start.
    let cameras = Lock<[Int: TrackPublisher]>([:])
    private let starts = Lock(0)
    /// `+` and the number of a start for each camera that begins to start, `-` for each one that is stopped.
    let cameraChanges = Recorder<String>()
    let settings = Recorder<CaptureSettings>()
    let failure = Lock<StudioError?>(nil)
    /// The rooms whose meeting was provided.
    let entered = Recorder<String>()
    /// The meetings that were left.
    let left = Recorder<Meeting>()
    /// `+` and the channel for each publication that begins, `-` and the channel for each one that ends.
    let publications = Recorder<String>()
    /// Called once, while the next meeting is provided.
    let onMeeting = Lock<(@Sendable () -> Void)?>(nil)
    /// Called once, while the next camera is started.
    let onCameraStart = Lock<(@Sendable () -> Void)?>(nil)
    /// Called once, while the next camera is stopped.
    let onCameraEnd = Lock<(@Sendable () -> Void)?>(nil)
    private let meeting: Meeting

    init(_ meeting: Meeting) {
        self.meeting = meeting
    }

    func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void {
        if let failure = failure.withLock({ $0 }) { throw failure }
        self.settings.record(settings)
        let number = starts.withLock { starts in
            starts += 1
            return starts
        }
        cameraChanges.record("+\(number)")
        onCameraStart.exchange(nil)?()
        cameras.withLock { $0[number] = TrackPublisher(track) }
        return { [self] in
            cameraChanges.record("-\(number)")
            _ = cameras.withLock { $0.removeValue(forKey: number) }
            onCameraEnd.exchange(nil)?()
        }
    }

    func publish(_ camera: Track, _ settings: CaptureSettings, channel: Int) -> (@Sendable () -> Void)? {
        publications.record("+\(channel)")
        return { [publications] in publications.record("-\(channel)") }
    }

    func meeting(of room: String) -> Meeting {
        entered.record(room)
        onMeeting.exchange(nil)?()
        return meeting
    }

    func leave(_ meeting: Meeting) { left.record(meeting) }
}

/// An engine in a meeting.
final class RenderingFixture {
    let test = TestMeeting()
    let service: TestService
    let engine: CustomRenderingEngine
    let events = Recorder<CustomRenderingEvent>()
    let reports = Recorder<RuleID>()
    let messages = Recorder<String>()
    private var streams: [String: TrackPublisher] = [:]

    init(_ options: CustomRenderingEngine.Options = .init()) {
        service = TestService(test.meeting)
        engine = CustomRenderingEngine(
            on: test.meeting, service: service, options,
            report: { [reports, messages] error, _ in
                reports.record(error.rule.id)
                messages.record(error.message)
            },
            onEvent: { [events] in events.record($0) })
    }

    /// A remote user with a stream.
    func addStream(_ id: String) throws -> UserID {
        let user = test.meeting.add(id, isVideoOn: true)
        service.directory.register(id, of: user.id)
        let publisher = try #require(test.meeting.publisher(.camera, of: user.id))
        streams[id] = publisher
        return user.id
    }

    /// Enters a room with rendering.
    func begin(_ renderer: TestRenderer?, _ configuration: RenderConfiguration = .init(.raw, isYUV: true)) throws {
        try engine.enable(configuration)
        try engine.setObserver(renderer)
        try engine.login("room", user: "me")
        try test.settle()
    }

    /// Publishes a frame of one colour from each running camera, and delivers it.
    func capture(_ y: UInt8 = 100, u: UInt8 = 90, v: UInt8 = 200, width: Int = 36, height: Int = 16) throws {
        for camera in service.cameras.withLock({ Array($0.values) }) {
            publish(camera, TestMedia.frame(width, height, y: y, u: u, v: v), width, height)
        }
        try test.turn(by: .milliseconds(10))
    }

    /// Publishes a frame of one colour from a stream, and delivers it.
    func send(_ id: String, y: UInt8 = 50, u: UInt8 = 30, v: UInt8 = 220) throws {
        try offer(id, y: y, u: u, v: v)
        try test.turn(by: .milliseconds(10))
    }

    /// Publishes a frame of one colour from a stream, without waiting for callbacks.
    func offer(_ id: String, y: UInt8 = 50, u: UInt8 = 30, v: UInt8 = 220) throws {
        publish(try #require(streams[id]), TestMedia.frame(36, 16, y: y, u: u, v: v), 36, 16)
    }

    private func publish(_ publisher: TrackPublisher, _ bytes: [UInt8], _ width: Int, _ height: Int) {
        let isPublished = bytes.withUnsafeBytes {
            publisher.publish(frame: $0, layout: .tight(width: width, height: height), time: test.clock.now)
        }
        #expect(isPublished)
    }

    /// The rule of a rejected call.
    func rule(_ call: () throws(StudioError) -> Void) -> Rule? {
        do throws(StudioError) {
            try call()
            return nil
        } catch {
            return error.rule
        }
    }

    var reported: [String] { reports.all.map(\.rawValue) }
}
