import Dispatch
import Foundation
import MediaReceiving
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The cost of received media: conversions, further subscribers, and the audio of many participants.
struct ReceiveRows {
    private static let size = Size(width: 1920, height: 1080)
    private static let request = VideoRequest(size: .fit(height: 720), format: .bgra)
    private static let frames = 60

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    // MARK: Subscribers

    func subscribers() throws -> [Measurement] {
        let (one, ten) = (try ReceiveSession(Self.size), try ReceiveSession(Self.size))
        try one.subscribe(Self.request, 1)
        try ten.subscribe(Self.request, 10)
        guard one.conversionCount == 1, ten.conversionCount == 1 else {
            throw Invalid("\(one.conversionCount) and \(ten.conversionCount) conversions, expected 1 each")
        }
        var (single, many): ([Double], [Double]) = ([], [])
        for iteration in 0..<settings.iterations {
            for session in iteration.isMultiple(of: 2) ? [one, ten] : [ten, one] {
                let time = try session.microseconds(frames: Self.frames)
                if session === one { single.append(time) } else { many.append(time) }
            }
        }
        try ten.subscribe(VideoRequest(size: .fit(height: 360), format: .bgra), 1)
        guard ten.conversionCount == 2 else { throw Invalid("another size: \(ten.conversionCount) conversions") }
        let further = zip(many, single).map { ($0 - $1) / 9 }
        return [
            Measurement("ten subscribers / one", "1080p to 720p BGRA", .microseconds, ours: many, twin: single),
            Measurement("each further subscriber", "1080p to 720p BGRA", .microseconds, ours: further),
        ]
    }

    // MARK: Conversion

    /// The same work: a frame is copied once, scaled and converted. Start and end cancel out.
    func conversion() throws -> [Measurement] {
        let raw = settings.work("receive.yuv")
        let frame = Frame(Self.size)
        let short = 30
        var data = Data()
        for _ in 0..<(3 * short) { data.append(contentsOf: frame.bytes) }
        try data.write(to: URL(fileURLWithPath: raw))
        let session = try ReceiveSession(Self.size)
        try session.subscribe(Self.request, 1)
        _ = try session.microseconds(frames: short)
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<settings.iterations {
            ours.append(try session.microseconds(frames: 2 * short))
            let (once, thrice) = (try gstreamer(raw, short), try gstreamer(raw, 3 * short))
            theirs.append((thrice - once) * 1e6 / Double(2 * short))
        }
        return [
            Measurement("conversion CPU / gst-launch", "1080p to 720p BGRA", .microseconds, ours: ours, twin: theirs)
        ]
    }

    /// Seconds, summed over all processors.
    private func gstreamer(_ raw: String, _ frames: Int) throws -> Double {
        let log = settings.work("receive.log")
        let command = [
            "gst-launch-1.0", "-q", "filesrc", "location=\(raw)", "blocksize=\(Self.size.frameBytes)",
            "num-buffers=\(frames)", "!", "rawvideoparse", "format=i420", "width=\(Self.size.width)",
            "height=\(Self.size.height)", "framerate=30/1", "colorimetry=1:3:5:1", "!", "videoconvertscale", "!",
            "video/x-raw,format=BGRA,width=1280,height=720", "!", "fakesink", "sync=false",
        ]
        return try ChildProcess(command, errors: Descriptor(writing: log)).succeed(log: log).processorSeconds
    }

    // MARK: Deadlines

    private static let participants = 16
    private static let seconds = 10.0

    /// 16 participants in real time: each camera and microphone received, and the mix.
    func deadlines() throws -> [Measurement] {
        let meeting = Meeting(callbackQueue: DispatchQueue(label: "psbench.callbacks"))
        let (subscriptions, engine) = (TrackSubscriptions(in: meeting), AudioEngine(in: meeting))
        let request = AudioRequest(.program, blockSamples: 480)
        var observations = [try engine.observe(.mixed, request) { _, _ in }]
        var feeds: [ParticipantFeed] = []
        for number in 0..<Self.participants {
            let user = meeting.add("User \(number)").id
            try subscriptions.video(.camera, of: user) { _ in }
            observations.append(try engine.observe(.beforeMixing(user), request) { _, _ in })
            var source = ParticipantSource(seed: UInt64(number), isExact: true)
            source.rate = Rate(15)
            feeds.append(try ParticipantFeed(source, of: user, in: meeting))
        }
        usleep(UInt32(Self.seconds * 1e6))
        let late = engine.lateDeadlines
        for feed in feeds { feed.stop() }
        subscriptions.cancelAll()
        let blocks = observations.map(\.statistics.blocks)
        engine.stop()
        let expected = Int(Self.seconds * 100) - 20
        guard blocks.allSatisfy({ $0 >= expected }) else { throw Invalid("\(blocks) blocks, expected \(expected)") }
        return [Measurement("late audio deadlines", "16 participants, 360p15", .count, ours: [Double(late)])]
    }
}

/// A participant whose camera is received.
final class ReceiveSession {
    private let meeting = Meeting(callbackQueue: DispatchQueue(label: "psbench.callbacks"))
    private let subscriptions: TrackSubscriptions
    private let camera: TrackPublisher
    private let user: UserID
    private let frame: Frame
    private let layout: I420Layout
    private let received = DispatchSemaphore(value: 0)
    private var subscribers = 0

    init(_ size: Size) throws {
        subscriptions = TrackSubscriptions(in: meeting)
        user = meeting.add("Ada").id
        guard let camera = meeting.publisher(.camera, of: user) else { throw Invalid("no camera") }
        self.camera = camera
        frame = Frame(size)
        layout = .tight(width: size.width, height: size.height)
    }

    var conversionCount: Int { subscriptions.conversionCount }

    func subscribe(_ request: VideoRequest, _ count: Int) throws {
        for _ in 0..<count {
            try subscriptions.video(.camera, of: user, VideoSubscriptionOptions(request)) { [received] _ in
                received.signal()
            }
        }
        subscribers += count
        try publish(5)
    }

    /// Publishes each frame after all subscribers have received the one before.
    func publish(_ frames: Int) throws {
        for _ in 0..<frames {
            guard camera.publish(frame: frame.bytes, layout: layout, range: .full, time: meeting.clock.now) else {
                throw Invalid("a frame was not published")
            }
            for _ in 0..<subscribers where received.wait(timeout: .now() + 10) == .timedOut {
                throw Invalid("a subscriber did not receive a frame")
            }
        }
    }

    /// Microseconds of all threads per frame.
    func microseconds(frames: Int) throws -> Double {
        let start = processorSeconds()
        try publish(frames)
        return (processorSeconds() - start) * 1e6 / Double(frames)
    }
}

/// The processor time of this process, in seconds.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
