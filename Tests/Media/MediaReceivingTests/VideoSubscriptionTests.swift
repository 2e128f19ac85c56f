import Dispatch
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaReceiving

@Suite("Video subscriptions")
struct VideoSubscriptionTests {
    private func options(_ policy: DeliveryPolicy, budget: Int = 8, occupancy: MediaTime = .zero)
        -> VideoSubscriptionOptions
    {
        var options = VideoSubscriptionOptions(policy: policy, budget: budget)
        options.occupancy = occupancy
        return options
    }

    @Test("a native subscription gets the published bytes, with number, time, range and rotation")
    func native() throws {
        let fixture = try ReceivingFixture()
        let frames = Recorder<FrameCopy>()
        let subscription = try fixture.subscriptions.video(.camera, of: fixture.ada.id) { frames.record(FrameCopy($0)) }
        fixture.publish(40)
        try fixture.test.turn(by: .milliseconds(40))
        let bytes = TestFrame.plain(width: 32, height: 16, luma: 41)
        let isPublished = bytes.withUnsafeBytes {
            fixture.camera.publish(
                frame: $0, layout: .tight(width: 32, height: 16), range: .full, rotation: .quarter,
                time: fixture.test.clock.now)
        }
        #expect(isPublished)
        try fixture.test.settle()
        let layout = try #require(FrameLayout(.i420, width: 32, height: 16))
        let track = TrackID(participant: fixture.ada.id, kind: .camera)
        #expect(frames.all.map(\.bytes) == [TestFrame.plain(width: 32, height: 16, luma: 40), bytes])
        #expect(
            frames.all.map(\.description) == [
                FrameDescription(
                    track: track, layout: layout, range: .limited, rotation: .none, sequence: 0, time: .zero,
                    isReduced: false),
                FrameDescription(
                    track: track, layout: layout, range: .full, rotation: .quarter, sequence: 1,
                    time: .milliseconds(40), isReduced: false),
            ])
        #expect(subscription.statistics.offered == 2)
        #expect(subscription.statistics.delivered == 2)
        #expect(subscription.statistics.dropped == [:])
        #expect(subscription.budget.used == 0)
        #expect(subscription.budget.highWaterMark == 1)
    }

    @Test("equal requests are converted once, however many subscribers there are")
    func sharedConversion() throws {
        let fixture = try ReceivingFixture()
        let small = VideoRequest(size: .fit(height: 8))
        let wide = VideoRequest(size: .fit(height: 8), format: .bgra)
        let counts = Recorder<String>()
        var all: [VideoSubscription] = []
        for (name, request) in [("a", small), ("b", small), ("c", small), ("d", wide)] {
            all.append(
                try fixture.subscriptions.video(.camera, of: fixture.ada.id, VideoSubscriptionOptions(request)) { _ in
                    counts.record(name)
                })
        }
        #expect(fixture.subscriptions.conversionCount == 2)
        try fixture.feed(5)
        #expect(fixture.subscriptions.convertedFrames(.camera, of: fixture.ada.id, small) == 5)
        #expect(fixture.subscriptions.convertedFrames(.camera, of: fixture.ada.id, wide) == 5)
        #expect(counts.all.sorted() == ["a", "b", "c", "d"].flatMap { Array(repeating: $0, count: 5) })
        for subscription in all.dropLast() { subscription.cancel() }
        #expect(fixture.subscriptions.conversionCount == 1)
        all.last?.cancel()
        #expect(fixture.subscriptions.conversionCount == 0)
        #expect(fixture.camera.track.fanout.receivers.isEmpty)
    }

    @Test("a change of the form moves a subscription to another conversion; its counts stay")
    func changedForm() throws {
        let fixture = try ReceivingFixture()
        let (first, second) = (Recorder<PixelFormat>(), Recorder<PixelFormat>())
        let changing = try fixture.subscriptions.video(.camera, of: fixture.ada.id) {
            first.record($0.description.layout.format)
        }
        let other = try fixture.subscriptions.video(.camera, of: fixture.ada.id) {
            second.record($0.description.layout.format)
        }
        try fixture.feed(1)
        changing.change { ($0.format, $0.range) = (.bgra, nil) }
        #expect(changing.request == VideoRequest(format: .bgra))
        #expect(fixture.subscriptions.conversionCount == 2)
        try fixture.feed(1)
        changing.change { ($0.format, $0.range) = (.i420, nil) }
        #expect(fixture.subscriptions.conversionCount == 1)
        try fixture.feed(1)
        #expect(first.all == [.i420, .bgra, .i420])
        #expect(second.all == [.i420, .i420, .i420])
        #expect(changing.statistics.offered == 3)
        #expect(changing.statistics.dropped == [:])
        changing.change { ($0.format, $0.range) = (.bgra, nil) }
        changing.cancel()
        other.cancel()
        changing.change { ($0.format, $0.range) = (.nv12, nil) }
        #expect(fixture.subscriptions.conversionCount == 0)
        #expect(fixture.camera.track.fanout.receivers.isEmpty)
    }

    @Test("a callback of 50 ms at 30 fps gets every second frame with late discard, the newest with newest only")
    func slowSubscribers() throws {
        let fixture = try ReceivingFixture()
        let occupancy = MediaTime.milliseconds(50)
        let (late, newest, queued) = (Recorder<Int64>(), Recorder<Int64>(), Recorder<Int64>())
        let drops = Recorder<VideoSubscription.Drop>()
        let ada = fixture.ada.id
        let discarding = try fixture.subscriptions.video(
            .camera, of: ada, options(.lateDiscard, occupancy: occupancy), onDrop: { drops.record($0) },
            onFrame: { late.record($0.description.sequence) })
        let keeping = try fixture.subscriptions.video(.camera, of: ada, options(.newestOnly, occupancy: occupancy)) {
            newest.record($0.description.sequence)
        }
        let queueing = try fixture.subscriptions.video(
            .camera, of: ada, options(.queue(limit: 2), budget: 3, occupancy: occupancy)
        ) { queued.record($0.description.sequence) }
        try fixture.feed(6)
        #expect(late.all == [0, 2, 4])
        #expect(drops.all.map(\.sequence) == [1, 3, 5])
        #expect(drops.all.map(\.reason) == [.late, .late, .late])
        #expect(discarding.statistics.dropped == [.late: 3])
        // Frame 3 replaces frame 2: it arrives at 99.999999 ms, and the call with frame 1 returns at 100 ms.
        #expect(newest.all == [0, 1, 3, 4])
        #expect(keeping.statistics.dropped == [.late: 1])
        #expect(queued.all == [0, 1, 2, 3])
        try fixture.test.turn(by: .seconds(1))
        #expect(newest.all == [0, 1, 3, 4, 5])
        #expect(queued.all == [0, 1, 2, 3, 4, 5])
        #expect(queueing.statistics.dropped == [:])
        #expect(discarding.statistics.longestCall == occupancy)
    }

    @Test("a notice waits behind the frames that were captured before it")
    func noticeOrder() throws {
        let fixture = try ReceivingFixture()
        let calls = Recorder<String>()
        try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, options(.queue(limit: 1), budget: 3, occupancy: .milliseconds(50)),
            onDrop: { calls.record("\($0.reason) \($0.sequence)") },
            onFrame: { calls.record("frame \($0.description.sequence)") })
        try fixture.feed(4)
        try fixture.test.turn(by: .milliseconds(100))
        #expect(calls.all == ["frame 0", "frame 1", "frame 2", "overflow 3"])
    }

    @Test("kept frames exhaust the budget; the report names the line that keeps them")
    func leak() throws {
        let fixture = try ReceivingFixture()
        let kept = Lock<[KeptFrame]>([])
        let drops = Recorder<VideoSubscription.Drop>()
        let line: UInt = #line + 4
        let subscription = try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, options(.queue(limit: 3), budget: 3), onDrop: { drops.record($0) },
            onFrame: { frame in
                let frame = frame.keep()
                kept.withLock { $0.append(frame) }
            })
        try fixture.feed(5)
        #expect(kept.withLock { $0.map(\.description.sequence) } == [0, 1, 2])
        #expect(drops.all.map(\.sequence) == [3, 4])
        #expect(drops.all.map(\.reason) == [.outOfBuffers, .outOfBuffers])
        #expect(subscription.budget.exhaustions == 2)
        #expect(subscription.budget.used == 3)
        let holder = try #require(subscription.budget.holders.first)
        #expect(holder.file == "MediaReceivingTests/VideoSubscriptionTests.swift")
        #expect(holder.line == line)
        #expect(holder.count == 3)
        #expect(holder.oldest == .zero)
        #expect(
            subscription.budget.leakReport
                == "3 of 3 frames are kept: MediaReceivingTests/VideoSubscriptionTests.swift:\(line): "
                + "3 frames, the oldest since 00:00:00.000")
        #expect(kept.withLock { $0 }.map { $0.withBytes { $0[0] } } == [16, 17, 18])
        kept.set([])
        #expect(subscription.budget.used == 0)
        #expect(subscription.budget.leakReport == nil)
        // With a manual clock, credits are available when it is advanced.
        try fixture.test.turn(by: .zero)
        try fixture.feed(1)
        #expect(kept.withLock { $0.map(\.description.sequence) } == [5])
    }

    @Test("a subscription may be cancelled inside its callback; nothing follows")
    func cancelInside() throws {
        let fixture = try ReceivingFixture()
        let subscription = Lock<VideoSubscription?>(nil)
        let frames = Recorder<Int64>()
        let created = try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, options(.queue(limit: 4), occupancy: .milliseconds(100))
        ) { frame in
            frames.record(frame.description.sequence)
            if frame.description.sequence == 1 { subscription.withLock { $0 }?.cancel() }
        }
        subscription.set(created)
        try fixture.feed(10)
        try fixture.test.turn(by: .seconds(1))
        #expect(frames.all == [0, 1])
        #expect(created.isCancelled)
        #expect(created.budget.used == 0)
        #expect(fixture.subscriptions.conversionCount == 0)
        created.cancel()
        // Frames that waited at the cancellation are counted once.
        let statistics = created.statistics
        #expect(statistics.delivered == 2)
        #expect(statistics.offered == statistics.delivered + statistics.dropped.values.reduce(0, +))
        #expect(statistics.dropped == [.late: 2])
    }

    @Test("frames that are lost while the meeting reconnects are reported as one discontinuity: RX-TRACK-005")
    func discontinuity() throws {
        let fixture = try ReceivingFixture()
        let drops = Recorder<VideoSubscription.Drop>()
        let subscription = try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, onDrop: { drops.record($0) }, onFrame: { _ in })
        try fixture.feed(2)
        fixture.test.meeting.loseConnection()
        try fixture.feed(3)
        fixture.test.meeting.regainConnection()
        let time = fixture.test.clock.now
        try fixture.feed(1)
        #expect(
            drops.all == [VideoSubscription.Drop(sequence: 2, count: 3, time: time, reason: .discontinuity)])
        #expect(subscription.statistics.offered == 6)
        #expect(subscription.statistics.delivered == 3)
        #expect(subscription.statistics.dropped == [.discontinuity: 3])
    }

    @Test("a subscriber that joins while frames are lost misses only those since it joined: RX-TRACK-005")
    func joiningInAGap() throws {
        let fixture = try ReceivingFixture()
        let (first, second) = (Recorder<VideoSubscription.Drop>(), Recorder<VideoSubscription.Drop>())
        let ada = fixture.ada.id
        try fixture.subscriptions.video(.camera, of: ada, onDrop: { first.record($0) }, onFrame: { _ in })
        try fixture.feed(2)
        fixture.test.meeting.loseConnection()
        try fixture.feed(3)
        let joining = try fixture.subscriptions.video(
            .camera, of: ada, onDrop: { second.record($0) }, onFrame: { _ in })
        try fixture.feed(1)
        fixture.test.meeting.regainConnection()
        let time = fixture.test.clock.now
        try fixture.feed(2)
        #expect(first.all == [VideoSubscription.Drop(sequence: 2, count: 4, time: time, reason: .discontinuity)])
        #expect(second.all == [VideoSubscription.Drop(sequence: 5, count: 1, time: time, reason: .discontinuity)])
        #expect(joining.statistics.offered == 3)
        #expect(joining.statistics.delivered == 2)
    }

    @Test("the local camera can be subscribed to; the program stays unchanged when a subscriber writes")
    func localCamera() throws {
        let test = TestMeeting(keepsBytes: true)
        test.studio.delegate = test.recorder
        try test.studio.start(VideoCapability(width: 32, height: 16))
        try test.settle()
        let sender = try test.recorder.waitForSender()
        let subscriptions = TrackSubscriptions(in: test.meeting)
        let (writer, reader, other) = (Recorder<UInt8>(), Recorder<UInt8>(), Recorder<UInt8>())
        let writable = VideoSubscriptionOptions(VideoRequest(isWritable: true))
        let myself = test.meeting.localUser.id
        try subscriptions.video(.camera, of: myself, writable) { frame in
            let first = frame.withMutableBytes { bytes -> UInt8 in
                defer { bytes[0] = 99 }
                return bytes[0]
            }
            writer.record(first ?? 0)
        }
        try subscriptions.video(.camera, of: myself) { frame in
            #expect(frame.withMutableBytes { _ in true } == nil)
            reader.record(frame.withBytes { $0[0] } ?? 0)
        }
        try subscriptions.video(.camera, of: myself, VideoSubscriptionOptions(VideoRequest(format: .nv12))) { frame in
            other.record(frame.withBytes { $0[0] } ?? 0)
        }
        let bytes = TestFrame.plain(width: 32, height: 16, luma: 50)
        try bytes.withUnsafeBytes { try sender.sendVideo($0, width: 32, height: 16, format: .i420Full) }
        try test.settle()
        #expect(writer.all == [50])
        #expect(reader.all == [50])
        #expect(other.all == [50])
        #expect(test.media.frames.map(\.bytes) == [bytes])
    }

    @Test("invalid subscriptions are rejected: RX-TRACK-001 RX-TRACK-002 RX-VIDEO-001 RX-VIDEO-002 RX-VIDEO-003")
    func refusals() throws {
        let fixture = try ReceivingFixture()
        func rule(
            _ kind: TrackKind = .camera, of user: UserID? = nil, _ request: VideoRequest = VideoRequest(),
            budget: Int = 1
        ) -> Rule? {
            do throws(StudioError) {
                let options = VideoSubscriptionOptions(request, budget: budget)
                try fixture.subscriptions.video(kind, of: user ?? fixture.ada.id, options) { _ in }
                return nil
            } catch {
                return error.rule
            }
        }
        #expect(rule(of: UserID(rawValue: 1)) == .receivingUnknownParticipant)
        #expect(rule(.microphone) == .receivingWrongKind)
        #expect(rule(.camera, of: nil, VideoRequest(size: .fit(height: 1))) == .receivingHeight)
        #expect(rule(.camera, of: nil, VideoRequest(strideAlignment: 24)) == .receivingAlignment)
        #expect(rule(.camera, of: nil, VideoRequest(strideAlignment: 0)) == .receivingAlignment)
        #expect(rule(budget: 0) == .receivingBudget)
        #expect(fixture.subscriptions.conversionCount == 0)
        #expect(rule() == nil)
    }

    @Test("on the system clock, each offered frame is delivered or dropped with a reason")
    func realClock() throws {
        let fixture = try LiveFixture()
        let release = Monitor(false)
        let delivered = Monitor<[Int64]>([])
        let subscription = try fixture.subscriptions.video(
            .camera, of: fixture.user, VideoSubscriptionOptions(VideoRequest(format: .bgra), policy: .newestOnly)
        ) { frame in
            let sequence = frame.description.sequence
            delivered.update { $0.append(sequence) }
            _ = release.wait(seconds: deadlineSeconds) { $0 ? true : nil }
        }
        for _ in 0..<200 { fixture.publish(luma: 50) }
        release.update { $0 = true }
        // The newest frame is never lost.
        #expect(delivered.wait(seconds: deadlineSeconds) { $0.last == 199 ? true : nil } == true)
        #expect(fixture.meeting.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
        let statistics = subscription.statistics
        #expect(statistics.offered == 200)
        #expect(statistics.delivered + statistics.dropped.values.reduce(0, +) == 200)
        #expect(Set(statistics.dropped.keys).isSubset(of: [.late, .overflow]))
        let sequences = delivered.withLock { $0 }
        #expect(sequences == sequences.sorted())
        subscription.cancel()
    }

    @Test("a meeting at rest has no frame in a conversion")
    func restAfterConversion() throws {
        let fixture = try LiveFixture()
        let options = VideoSubscriptionOptions(VideoRequest(format: .bgra))
        let subscription = try fixture.subscriptions.video(.camera, of: fixture.user, options) { _ in }
        for count in 1...50 {
            fixture.publish(luma: 50, width: 640, height: 360)
            #expect(fixture.meeting.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
            #expect(subscription.statistics.delivered == count)
        }
        #expect(fixture.meeting.unfinishedCallbacks == [])
        subscription.cancel()
    }
}
