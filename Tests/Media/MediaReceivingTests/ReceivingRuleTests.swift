import Dispatch
import Foundation
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaReceiving

@Suite("Receiving: rules")
struct ReceivingRuleTests {
    /// The display names of all tests of the receiving side.
    private func names() throws -> String {
        var names = ""
        let folders = [
            "Media/MediaReceivingTests", "Media/MediaDecisionTests/Receiving", "Media/MediaInputsTests",
            "Core/StudioCoreTests/Receiving",
        ]
        for folder in folders {
            let url = PackageFolder.url("Tests/\(folder)")
            for file in try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil) {
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                names += lines.filter { !$0.contains("expect") }.joined()
            }
        }
        return names
    }

    @Test("identifiers are unique and numbered without gaps; every rule has a statement, a source and a test")
    func catalogue() throws {
        let rules = RuleCatalogue.receiving.rules
        var chapters: [String: [Int]] = [:]
        for rule in rules {
            let parts = rule.id.rawValue.split(separator: "-")
            try #require(parts.count == 3 && parts[0] == "RX")
            chapters[String(parts[1]), default: []].append(try #require(Int(parts[2])))
            #expect(rule.statement.hasSuffix("."))
            #expect(rule.sourceFault == nil)
        }
        #expect(chapters.keys.sorted() == ["AUDIO", "CALL", "TRACK", "VIDEO"])
        for numbers in chapters.values { #expect(numbers == Array(1...numbers.count)) }
        // The interface is psstudio's own: no vendor documents it.
        #expect(Set(rules.map(\.mark)) == [.chosen, .inferred, .own])
        let names = try names()
        #expect(rules.map(\.id.rawValue).filter { !names.contains($0) } == [])
    }

    @Test("a busy conversion keeps the newest frame, and the others are its subscribers' overflow: RX-VIDEO-009")
    func busyConversion() throws {
        let fixture = try LiveFixture()
        let (meeting, subscriptions) = (fixture.meeting, fixture.subscriptions)
        let frames = Recorder<Int64>()
        let drops = Recorder<VideoSubscription.Drop>()
        let (isBusy, mayContinue) = (Signal(), Signal())
        // Asked for on the thread of the conversion.
        var blocking = VideoSubscriptionOptions()
        blocking.delivery = FrameDelivery(
            on: CallbackQueue(clock: meeting.clock, queue: DispatchQueue(label: "test.blocking")),
            FrameBudget(limit: 100), noticeLimit: 0,
            frameDuration: {
                isBusy.send()
                #expect(mayContinue.wait())
                return .zero
            })
        let blocker = try subscriptions.video(.camera, of: fixture.user, blocking) { _ in }
        let subscription = try subscriptions.video(
            .camera, of: fixture.user, VideoSubscriptionOptions(policy: .queue(limit: 100), budget: 100),
            onDrop: { drops.record($0) }, onFrame: { frames.record($0.description.sequence) })
        #expect(subscriptions.conversionCount == 1)
        for number in 0..<4 {
            fixture.publish(luma: 50, width: 64, height: 36)
            if number == 0 { #expect(isBusy.wait()) }
        }
        let obstacle = "a callback of a subscription to \(fixture.camera.track.id) waits for the conversion of a frame"
        #expect(meeting.unfinishedCallbacks.contains(obstacle))
        mayContinue.send()
        #expect(frames.wait { $0 == 3 })
        #expect(meeting.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
        #expect(frames.all == [0, 3])
        #expect(drops.all.map(\.sequence) == [1, 2])
        #expect(drops.all.allSatisfy { $0.reason == .overflow && $0.count == 1 })
        #expect(subscription.statistics.offered == 4)
        #expect(subscription.statistics.delivered == 2)
        #expect(subscription.statistics.dropped == [.overflow: 2])
        #expect(blocker.statistics.dropped[.overflow] == 2)
    }

    @Test("256 notices wait behind a callback that does not return; further drops are counted: RX-VIDEO-010")
    func notices() throws {
        let fixture = try ReceivingFixture()
        let release = Signal()
        let drops = Recorder<Int64>()
        let subscription = try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, VideoSubscriptionOptions(policy: .lateDiscard),
            onDrop: { drops.record($0.sequence) }, onFrame: { _ in _ = release.wait() })
        for _ in 0..<301 { fixture.publish(40) }
        release.send()
        try fixture.test.settle()
        #expect(subscription.statistics.dropped == [.late: 300])
        #expect(subscription.statistics.unreportedDrops == 44)
        #expect(drops.all == Array(1...256))
    }

    /// A clock that is neither manual nor the system's: it shows what the test sets.
    private final class SetClock: StudioClock {
        private let time = Lock(MediaTime.zero)

        var now: MediaTime { time.withLock { $0 } }

        func set(_ now: MediaTime) { time.set(now) }

        func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {}
    }

    @Test("deadlines that are served more than 10 ms late are counted, and served all the same: RX-AUDIO-011")
    func lateDeadlines() throws {
        let clock = SetClock()
        let meeting = Meeting(clock: clock, callbackQueue: .init(label: "test.meeting"))
        let engine = AudioEngine(in: meeting)
        let blocks = Recorder<Int64>()
        try engine.observe(.mixed, AudioRequest(.program, blockSamples: 480)) { _, block in
            blocks.record(block.number)
        }
        #expect(engine.lateDeadlines == 0)
        clock.set(.milliseconds(100))
        #expect(blocks.wait(count: 10))
        engine.stop()
        #expect(blocks.all == Array(0..<10))
        // Those of 10 to 80 ms; that of 90 ms is 10 ms late.
        #expect(engine.lateDeadlines == 8)
    }
}
