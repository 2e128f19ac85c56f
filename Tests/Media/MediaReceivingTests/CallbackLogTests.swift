import Foundation
import MediaInputs
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaReceiving

@Suite("Logs of callbacks")
struct CallbackLogTests {
    private func log(_ path: String, of test: TestMeeting) throws -> CallbackLog {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        return CallbackLog(ByteWriter(owning: descriptor), of: test.meeting)
    }

    private func lines(_ path: String) throws -> [String] {
        let data = try #require(FileManager.default.contents(atPath: path))
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func hash(_ line: String) throws -> Substring {
        try #require(try Regex(#""hash":"([0-9a-f]{16})""#).firstMatch(in: line)?.output[1].substring)
    }

    @Test("a line has the stream, the number, the time and the form, and the hash of the samples or the reason")
    func form() throws {
        let folder = try TestFolder()
        let fixture = try ReceivingFixture()
        let log = try log(folder.file("log"), of: fixture.test)
        var options = VideoSubscriptionOptions(VideoRequest(strideAlignment: 64), policy: .lateDiscard)
        options.occupancy = .milliseconds(50)
        try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, options, onDrop: { log.record($0, as: "Ada") }
        ) { log.record($0, as: "Ada") }
        try fixture.feed(2)
        [Int16](repeating: 0, count: 8).withUnsafeBufferPointer {
            log.record(
                $0,
                AudioBlockDescription(point: .mixed, user: nil, format: .program, number: 3, time: .milliseconds(60)),
                as: "audio \"1\"")
        }
        #expect(log.finish() == 0)
        let lines = try lines(folder.file("log"))
        let hash = try Self.hash(try #require(lines.first))
        #expect(
            lines == [
                #"{"event":"frame","format":"i420","hash":"\#(hash)","height":16,"isReduced":false,"range":"limited","#
                    + #""rotation":0,"sequence":0,"stream":"Ada","time":0,"width":32}"#,
                #"{"count":1,"event":"drop","reason":"late","sequence":1,"stream":"Ada","time":0.033333333}"#,
                #"{"channels":2,"event":"audio","hash":"\#(Self.hashOfSilence)","sampleRate":48000,"samples":4,"#
                    + #""sequence":3,"stream":"audio \"1\"","time":0.06}"#,
            ])
    }

    private static let hashOfSilence = "d0a66a65c7528968"

    @Test("equal samples have equal hashes, whatever the strides")
    func equalHashes() throws {
        let folder = try TestFolder()
        let fixture = try ReceivingFixture()
        let log = try log(folder.file("log"), of: fixture.test)
        for alignment in [1, 64, 256] {
            let options = VideoSubscriptionOptions(VideoRequest(strideAlignment: alignment))
            try fixture.subscriptions.video(.camera, of: fixture.ada.id, options) { log.record($0, as: "\(alignment)") }
        }
        try fixture.feed(2)
        #expect(log.finish() == 0)
        let hashes = try lines(folder.file("log")).map(Self.hash)
        #expect(hashes.count == 6)
        #expect(Set(hashes).count == 2)
    }

    /// A session with every kind of change, three subscribers per participant, bursts, kept frames and drops.
    private func run(seed: UInt64, _ path: String) throws -> Data {
        let test = TestMeeting()
        let log = try log(path, of: test)
        let subscriptions = TrackSubscriptions(in: test.meeting)
        let engine = AudioEngine(in: test.meeting)
        let users = ["Ada", "Bob"].map { test.meeting.add($0) }
        for (number, user) in users.enumerated() {
            let kept = Lock<KeptFrame?>(nil)
            for (index, policy) in [DeliveryPolicy.newestOnly, .queue(limit: 1), .lateDiscard].enumerated() {
                var options = VideoSubscriptionOptions(
                    VideoRequest(size: .fit(height: 90), format: index == 0 ? .i420 : .nv12), policy: policy, budget: 2)
                options.occupancy = .milliseconds(Int64(index) * 30)
                let stream = "\(user.name) \(index)"
                try subscriptions.video(
                    .camera, of: user.id, options, onDrop: { log.record($0, as: stream) }
                ) { frame in
                    log.record(frame, as: stream)
                    guard index == 1 else { return }
                    // The second participant's frame is kept to the end, the first one's every other time.
                    let mustKeep = number == 1 || frame.description.sequence % 8 < 4
                    kept.set(mustKeep ? frame.keep() : nil)
                }
            }
            try engine.observe(.beforeMixing(user.id), AudioRequest(.program, blockSamples: 960)) {
                log.record($0, $1, as: user.name)
            }
        }
        let feeds = try users.enumerated().map { index, user in
            try ParticipantFeed(ParticipantSource(seed: seed + UInt64(index)), of: user.id, in: test.meeting)
        }
        let changes: [TrackChange] = [
            .stall, .resume(catchesUp: true), .mute, .unmute, .setSize(width: 320, height: 240),
            .setFrameRate(perSecond: 60), .rotate(rotation: .quarter),
        ]
        for change in changes {
            try test.turn(by: .milliseconds(300))
            for user in users { try test.meeting.change(.camera, of: user.id, change) }
        }
        try test.turn(by: .milliseconds(700))
        for feed in feeds { feed.stop() }
        subscriptions.cancelAll()
        engine.stop()
        #expect(log.finish() == 0)
        return try #require(FileManager.default.contents(atPath: path))
    }

    @Test("the same seed and commands give the same log, byte for byte; another seed another one")
    func repeatable() throws {
        let folder = try TestFolder()
        let first = try run(seed: 7, folder.file("0"))
        // Compared first, because a failure would print all of both.
        for attempt in 1...3 {
            let isEqual = try run(seed: 7, folder.file("\(attempt)")) == first
            #expect(isEqual)
        }
        let isOther = try run(seed: 8, folder.file("other")) != first
        #expect(isOther)
        let text = String(decoding: first, as: UTF8.self)
        for part in ["\"late\"", "\"outOfBuffers\"", "\"overflow\"", "\"rotation\":90", "\"isReduced\":true", "audio"] {
            let isContained = text.contains(part)
            #expect(isContained, "\(part)")
        }
    }
}
