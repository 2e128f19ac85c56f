import Dispatch
import Foundation
import MediaReceiving
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import Synchronization

/// The cost of received media: conversions, further subscribers, and the audio of many participants.
struct ReceiveRows {
    private static let size = Size(width: 1920, height: 1080)
    private static let request = VideoRequest(size: .fit(height: 720), format: .bgra)
    /// Short turns, because the speed of a machine drifts by more than a further subscriber costs.
    private static let frames = 10
    private static let turnsPerIteration = 6

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    // MARK: Subscribers

    /// One request with one, ten and a hundred subscribers. The difference of one and ten is smaller than the deviation
    /// of a conversion, so a further subscriber is measured with a hundred.
    func subscribers() throws -> [Measurement] {
        let counts = [1, 10, 100]
        let sessions = try counts.map { count in
            let session = try ReceiveSession(Self.size, range: .full)
            try session.subscribe(Self.request, count)
            guard session.conversionCount == 1 else {
                throw Invalid("\(session.conversionCount) conversions for \(count) subscribers, expected 1")
            }
            return session
        }
        var times = [[Double]](repeating: [], count: counts.count)
        for turn in 0..<(settings.iterations * Self.turnsPerIteration) {
            let order = turn.isMultiple(of: 2) ? Array(counts.indices) : counts.indices.reversed()
            for index in order { times[index].append(try sessions[index].microseconds(frames: Self.frames)) }
        }
        try sessions[1].subscribe(VideoRequest(size: .fit(height: 360), format: .bgra), 1)
        let conversions = sessions[1].conversionCount
        guard conversions == 2 else { throw Invalid("another size: \(conversions) conversions, expected 2") }
        let further = zip(times[2], times[0]).map { ($0 - $1) / Double(counts[2] - counts[0]) }
        let work = "1080p to 720p BGRA"
        return [
            Measurement("ten subscribers / one", work, .microseconds, ours: times[1], twin: times[0]),
            Measurement("each further subscriber", work, .microseconds, ours: further),
        ]
    }

    // MARK: Conversion

    /// The same work: a frame is copied once, scaled and converted by one thread. Start and end cancel out.
    ///
    /// From limited range, GStreamer makes white 253 instead of 255; the exact expansion is one more pass, so that row has
    /// no limit.
    func conversion() throws -> [Measurement] {
        let raw = settings.work("receive.yuv")
        let frame = Frame(Self.size)
        let short = 30
        var data = Data()
        for _ in 0..<(3 * short) { data.append(contentsOf: frame.bytes) }
        try data.write(to: URL(fileURLWithPath: raw))
        return try [("conversion CPU / gst-launch", VideoRange.full), ("limited range CPU / gst-launch", .limited)].map
        {
            row, range in
            let session = try ReceiveSession(Self.size, range: range)
            try session.subscribe(Self.request, 1)
            _ = try session.microseconds(frames: short)
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for iteration in 0..<settings.iterations {
                if iteration.isMultiple(of: 2) { ours.append(try session.microseconds(frames: 2 * short)) }
                let (once, thrice) = (try gstreamer(raw, short, range), try gstreamer(raw, 3 * short, range))
                theirs.append((thrice - once) * 1e6 / Double(2 * short))
                if !iteration.isMultiple(of: 2) { ours.append(try session.microseconds(frames: 2 * short)) }
            }
            return Measurement(row, "1080p to 720p BGRA", .microseconds, ours: ours, twin: theirs)
        }
    }

    /// Seconds, summed over all processors.
    private func gstreamer(_ raw: String, _ frames: Int, _ range: VideoRange) throws -> Double {
        let log = settings.work("receive.log")
        // Range, matrix BT.709, transfer and primaries BT.709.
        let colorimetry = range == .full ? "1:3:5:1" : "2:3:5:1"
        let command = [
            "gst-launch-1.0", "-q", "filesrc", "location=\(raw)", "blocksize=\(Self.size.frameBytes)",
            "num-buffers=\(frames)", "!", "rawvideoparse", "format=i420", "width=\(Self.size.width)",
            "height=\(Self.size.height)", "framerate=30/1", "colorimetry=\(colorimetry)", "!", "videoconvertscale", "!",
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
    private let range: VideoRange
    private let reception = Reception()
    private var subscribers = 0

    /// The callbacks of a frame; the last one wakes the publisher.
    private final class Reception: Sendable {
        private let missing = Atomic(0)
        private let complete = DispatchSemaphore(value: 0)

        func expect(_ count: Int) { missing.store(count, ordering: .relaxed) }

        func note() {
            if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { complete.signal() }
        }

        func wait() throws {
            guard complete.wait(timeout: .now() + 10) == .success else {
                throw Invalid("a subscriber did not receive a frame")
            }
        }
    }

    init(_ size: Size, range: VideoRange) throws {
        subscriptions = TrackSubscriptions(in: meeting)
        user = meeting.add("Ada").id
        guard let camera = meeting.publisher(.camera, of: user) else { throw Invalid("no camera") }
        self.camera = camera
        self.range = range
        frame = Frame(size)
        layout = .tight(width: size.width, height: size.height)
    }

    var conversionCount: Int { subscriptions.conversionCount }

    func subscribe(_ request: VideoRequest, _ count: Int) throws {
        for _ in 0..<count {
            try subscriptions.video(.camera, of: user, VideoSubscriptionOptions(request)) { [reception] _ in
                reception.note()
            }
        }
        subscribers += count
        try publish(5)
    }

    /// Publishes each frame after all subscribers have received the one before.
    func publish(_ frames: Int) throws {
        for _ in 0..<frames {
            reception.expect(subscribers)
            guard camera.publish(frame: frame.bytes, layout: layout, range: range, time: meeting.clock.now) else {
                throw Invalid("a frame was not published")
            }
            try reception.wait()
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
