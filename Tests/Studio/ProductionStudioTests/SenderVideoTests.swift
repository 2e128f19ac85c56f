@testable import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Sending frames")
struct SenderVideoTests {
    private func fixture(_ options: StudioController.Options = .init()) -> (TestMeeting, AcceptedMedia) {
        let fixture = TestMeeting.recorded(options: options)
        return (fixture, fixture.media)
    }

    @Test("PS-SEND-001 a sender returns WrongUsage after its session, and its data is not used")
    func keptSender() throws {
        let (fixture, collector) = fixture()
        let old = try fixture.openSender()
        #expect(fixture.stop() == nil)
        fixture.drain()
        let new = try fixture.openSender()
        let video = failure { () throws(StudioError) in try old.sendFrame(1) }
        #expect(video?.rule == .sendNotStarted)
        #expect(video?.code == .wrongUsage)
        let audio = failure { () throws(StudioError) in try old.sendAudioBlock() }
        #expect(audio?.rule == .sendNotStarted)
        let borrowed = failure { () throws(StudioError) in try old.send(old.borrowFrame()) }
        #expect(borrowed?.rule == .sendNotStarted)
        #expect(collector.frames.count + collector.audioBlocks.count == 0)
        #expect(fixture.studio.statistics.video.refused == 2)
        #expect(fixture.studio.statistics.audio.refused == 1)
        try new.sendFrame(2)
        #expect(collector.frames.count == 1)
    }

    @Test("PS-SEND-001 the gate is checked before the frame")
    func gateFirst() throws {
        let (fixture, _) = fixture()
        let sender = try fixture.openSender()
        #expect(fixture.stop() == nil)
        fixture.drain()
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(
            ruleBroken { () throws(StudioError) in
                try sender.sendVideo(empty, width: 1, height: 1, format: .i420Limited)
            } == .sendNotStarted)
    }

    @Test("sending is allowed inside onStartSend")
    func insideStart() throws {
        let (fixture, collector) = fixture()
        let rules = Recorder<Rule?>()
        let recorder = fixture.recorder
        recorder.onCallback { [weak recorder] callback in
            guard case .started = callback, let sender = recorder?.senders.last else { return }
            rules.record(ruleBroken { () throws(StudioError) in try sender.sendFrame() })
        }
        _ = try fixture.openSender()
        #expect(rules.all == [nil])
        #expect(collector.frames.count == 1)
    }

    @Test("a frame that violates the contract is rejected with its rule, counted, and not used")
    func refusals() throws {
        let (fixture, collector) = fixture()
        let sender = try fixture.openSender()
        let bytes = [UInt8](repeating: 0, count: 400)
        func rule(_ count: Int, _ width: Int, _ height: Int, _ format: FrameDataFormat = .i420Full) -> Rule? {
            bytes.withUnsafeBytes { bytes in
                ruleBroken { () throws(StudioError) in
                    let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                    try sender.sendVideo(part, width: width, height: height, format: format)
                }
            }
        }
        #expect(rule(191, 16, 8) == .videoLengthWrong)
        #expect(rule(193, 16, 8) == .videoLengthWrong)
        #expect(rule(0, 16, 8) == .videoBufferEmpty)
        #expect(rule(192, 8, 16) == .videoSizeDiffers)
        #expect(rule(192, 16, 8, .i420Limited) == .videoFormatDiffers)
        let null = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(
            ruleBroken { () throws(StudioError) in
                try sender.sendVideo(null, width: 16, height: 8, format: .i420Full)
            } == .videoBufferMissing)
        #expect(collector.frames.count == 0)
        #expect(rule(192, 16, 8) == nil)
        #expect(collector.frames.count == 1)
        let counts = fixture.studio.statistics.video
        #expect(counts.accepted == 1)
        #expect(counts.refused == 6)
        #expect(counts.dropped == 0)
        let lengths = try #require(fixture.studio.violations.all.first { $0.error.rule == .videoLengthWrong })
        #expect(lengths.count == 2)
        #expect(lengths.isRefusal)
    }

    @Test(
        "planes arrive byte for byte in GStreamer's layout",
        arguments: [(2, 2), (4, 2), (6, 4), (10, 6), (12, 2), (14, 10), (16, 8), (404, 710), (426, 240), (1366, 768)])
    func planes(_ width: Int, _ height: Int) throws {
        let (fixture, recorder) = (TestMeeting.recorded(), FrameRecorder())
        fixture.meeting.localTracks.add(recorder)
        let sender = try fixture.openSender(VideoCapability(width: Int32(width), height: Int32(height)))
        var generator = SeededRandom(seed: UInt64(width * 10_000 + height))
        let tight = generator.bytes(width * height * 3 / 2)
        try sender.sendVideo(tight, width: width, height: height)
        #expect(fixture.media.frames.map(\.format) == [.i420Full])
        #expect(fixture.media.frames.map(\.hash) == [.of(tight)])
        let layout = I420Layout.gstreamer(width: width, height: height)
        #expect(recorder.layouts() == [layout])
        let bytes = try #require(recorder.frames().first)
        #expect(bytes.count == layout.byteCount)
        var expected = 0
        for plane in [layout.y, layout.u, layout.v] {
            for row in 0..<plane.height {
                let start = plane.offset + row * plane.stride
                let isEqual = bytes[start..<start + plane.width] == tight[expected..<expected + plane.width]
                if !isEqual { Issue.record("row \(row) of the plane at \(plane.offset) differs") }
                expected += plane.width
            }
        }
        #expect(expected == tight.count)
    }

    @Test("PS-SEND-009 the caller may reuse its memory after the call")
    func copies() throws {
        let (fixture, _) = fixture()
        let recorder = FrameRecorder()
        fixture.meeting.localTracks.add(recorder)
        let sender = try fixture.openSender()
        var bytes = [UInt8](repeating: 0, count: 192)
        for value in 1...5 as ClosedRange<UInt8> {
            for index in bytes.indices { bytes[index] = value }
            try sender.sendVideo(bytes, width: 16, height: 8)
            for index in bytes.indices { bytes[index] = 0xEE }
        }
        var audio = [UInt8](repeating: 7, count: 960)
        try sender.sendAudioBlock(audio, 48_000, .mono)
        for index in audio.indices { audio[index] = 0xEE }
        // Read after the caller's memory was overwritten, and after later frames used buffers.
        #expect(recorder.frames() == (1...5).map { [UInt8](repeating: $0, count: 192) })
        #expect(recorder.audio() == [[UInt8](repeating: 7, count: 960)])
    }

    @Test("a borrowed frame is sent as filled")
    func borrowed() throws {
        let (fixture, recorder) = (TestMeeting.recorded(), FrameRecorder())
        fixture.meeting.localTracks.add(recorder)
        let sender = try fixture.openSender(VideoCapability(width: 10, height: 6))
        let frame = try sender.borrowFrame()
        #expect(frame.layout == sender.borrowedLayout)
        frame.withBytes { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index) }
        }
        try sender.send(frame)
        let byteCount = I420Layout.gstreamer(width: 10, height: 6).byteCount
        #expect(recorder.frames() == [(0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }])
        #expect(fixture.studio.statistics.video.accepted == 1)
    }

    @Test("PS-SEND-005 a frame borrowed from a sender of another size is rejected")
    func foreignFrame() throws {
        let (fixture, collector) = fixture()
        let old = try fixture.openSender(VideoCapability(width: 10, height: 6))
        let frame = try old.borrowFrame()
        #expect(fixture.stop() == nil)
        fixture.drain()
        let sender = try fixture.openSender()
        do throws(StudioError) {
            try sender.send(frame)
            Issue.record("the frame was accepted")
        } catch {
            #expect(error.rule == .videoSizeDiffers)
            #expect(error.message == "the borrowed frame is 10x6, expected 16x8")
            #expect(error.hint == "borrow the frame from the same sender")
        }
        #expect(collector.frames.count == 0)
    }

    @Test("PS-SEND-005 a lent frame of another size is rejected, and its loan ends")
    func lentFrame() throws {
        final class Loan: Sendable {}
        let (fixture, collector) = fixture()
        let sender = try fixture.openSender()
        let layout = I420Layout.gstreamer(width: 10, height: 6)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.byteCount, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        weak var loan: Loan?
        do throws(StudioError) {
            let owner = Loan()
            loan = owner
            guard let frame = BorrowedFrame(lending: UnsafeRawBufferPointer(memory), layout: layout, owner: owner)
            else {
                Issue.record("the memory cannot be lent")
                return
            }
            try sender.send(frame)
            Issue.record("the frame was accepted")
        } catch {
            #expect(error.rule == .videoSizeDiffers)
            #expect(error.message == "the lent frame is 10x6, expected 16x8")
            #expect(error.hint == "scale it, or start with its size")
        }
        #expect(loan == nil)
        #expect(collector.frames.count == 0)
    }

    @Test("PS-SEND-010 media is accepted, dropped and counted while the meeting reconnects")
    func reconnecting() throws {
        let (fixture, collector) = fixture()
        let sender = try fixture.openSender()
        try sender.sendFrame(1)
        fixture.meeting.loseConnection()
        fixture.meeting.loseConnection()
        #expect(fixture.studio.isStarted)
        #expect(fixture.studio.canStart)
        try sender.sendFrame(2)
        try sender.sendFrame(3)
        try sender.sendAudioBlock()
        fixture.meeting.regainConnection()
        try sender.sendFrame(4)
        try sender.sendAudioBlock()
        fixture.drain()
        #expect(collector.frames.compactMap(\.bytes.first) == [1, 4])
        #expect(collector.audioBlocks.count == 1)
        #expect(fixture.studio.statistics.video.accepted == 4)
        #expect(fixture.studio.statistics.video.dropped == 2)
        #expect(fixture.studio.statistics.audio.accepted == 2)
        #expect(fixture.studio.statistics.audio.dropped == 1)
        #expect(fixture.recorder.callbacks.suffix(2) == [.status(.reconnecting), .status(.inMeeting)])
        #expect(!fixture.recorder.names.contains(.stopped))
    }

    @Test("PS-SEND-008 strict mode rejects frames above the declared frame rate, and only those")
    func frameRate() throws {
        let frameRate = try #require(Rate(30))
        let (fixture, collector) = fixture(.init(frameRate: frameRate, isStrict: true))
        let sender = try fixture.openSender()
        for frame in 0..<90 {
            fixture.clock.advance(to: MediaTime(count: Int64(frame), rate: frameRate))
            try sender.sendFrame()
        }
        #expect(fixture.studio.statistics.video.refused == 0)
        // Twice the rate for a second: the excess of 30 frames is rejected, but for the allowed burst of one.
        let twice = try #require(Rate(60))
        var refused = 0
        for frame in 0..<60 {
            fixture.clock.advance(to: .seconds(3) + MediaTime(count: Int64(frame), rate: twice))
            let error = failure { () throws(StudioError) in try sender.sendFrame() }
            if let error {
                #expect(error.rule == .videoTooFrequent)
                #expect(error.code == .tooFrequentCall)
                refused += 1
            }
        }
        #expect(refused == 29)
        #expect(collector.frames.count == 90 + 60 - refused)
    }

    @Test(
        "PS-SEND-008 frames are not limited without strict mode or without a frame rate",
        arguments: [true, false])
    func noFrameRate(isStrict: Bool) throws {
        let (fixture, collector) = fixture(.init(frameRate: isStrict ? nil : .thirty, isStrict: isStrict))
        let sender = try fixture.openSender()
        for _ in 0..<300 { try sender.sendFrame() }
        #expect(collector.frames.count == 300)
    }

    @Test("PS-SEND-011 a failed allocation for a frame or block returns Malloc_Failed")
    func outOfMemory() throws {
        let (fixture, collector) = fixture()
        let sender = try fixture.openSender()
        try sender.sendFrame()
        sender.exhaustMemory()
        let video = failure { () throws(StudioError) in try sender.sendFrame() }
        #expect(video?.rule == .sendOutOfMemory)
        #expect(video?.code == .outOfMemory)
        #expect(
            ruleBroken { () throws(StudioError) in
                let frame = try sender.borrowFrame()
                _ = frame.layout
            } == .sendOutOfMemory)
        #expect(collector.frames.count == 1)
        #expect(fixture.studio.statistics.video.refused == 2)
        #expect(fixture.studio.isStarted, "the session continues")
    }
}
