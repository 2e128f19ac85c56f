@testable import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Sending pictures")
struct SenderVideoTests {
    private func stage(_ options: StudioController.Options = .init()) -> (Stage, Collector) {
        let stage = Stage(options: options)
        let collector = Collector()
        stage.meeting.fanout.add(collector)
        return (stage, collector)
    }

    @Test("PS-SEND-001 a kept sender is WrongUsage after the run, and its data is not used")
    func keptSender() throws {
        let (stage, collector) = stage()
        let old = try stage.openSender()
        #expect(stage.stop() == nil)
        stage.settle()
        let new = try stage.openSender()
        let video = failure { () throws(StudioError) in try old.sendPicture(1) }
        #expect(video?.rule == .sendOutsideRun)
        #expect(video?.code == .wrongUsage)
        let sound = failure { () throws(StudioError) in try old.sendSound() }
        #expect(sound?.rule == .sendOutsideRun)
        let borrowed = failure { () throws(StudioError) in try old.send(old.borrowFrame()) }
        #expect(borrowed?.rule == .sendOutsideRun)
        #expect(collector.pictures.count + collector.sounds.count == 0)
        #expect(stage.studio.statistics.video.refused == 2)
        #expect(stage.studio.statistics.audio.refused == 1)
        try new.sendPicture(2)
        #expect(collector.pictures.count == 1)
    }

    @Test("PS-SEND-001 the gate is checked before the frame")
    func gateFirst() throws {
        let (stage, _) = stage()
        let sender = try stage.openSender()
        #expect(stage.stop() == nil)
        stage.settle()
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(
            ruleBroken { () throws(StudioError) in
                try sender.sendVideo(empty, width: 1, height: 1, format: .i420Limited)
            } == .sendOutsideRun)
    }

    @Test("inside onStartSend sending is allowed already")
    func insideStart() throws {
        let (stage, collector) = stage()
        let rules = Recorder<Rule?>()
        stage.audience.react { callback, sender in
            guard case .started = callback, let sender else { return }
            rules.record(ruleBroken { () throws(StudioError) in try sender.sendPicture() })
        }
        _ = try stage.openSender()
        #expect(rules.all == [nil])
        #expect(collector.pictures.count == 1)
    }

    @Test("a frame that breaks the contract is refused with its rule, counted, and not used")
    func refusals() throws {
        let (stage, collector) = stage()
        let sender = try stage.openSender()
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
        #expect(collector.pictures.count == 0)
        #expect(rule(192, 16, 8) == nil)
        #expect(collector.pictures.count == 1)
        let counts = stage.studio.statistics.video
        #expect(counts.accepted == 1)
        #expect(counts.refused == 6)
        #expect(counts.dropped == 0)
        let lengths = try #require(stage.studio.violations.all.first { $0.error.rule == .videoLengthWrong })
        #expect(lengths.count == 2)
        #expect(lengths.isRefusal)
    }

    @Test(
        "planes arrive byte for byte in GStreamer's layout",
        arguments: [(2, 2), (4, 2), (6, 4), (10, 6), (12, 2), (14, 10), (16, 8), (404, 710), (426, 240), (1366, 768)])
    func planes(_ width: Int, _ height: Int) throws {
        let (stage, collector) = stage()
        let sender = try stage.openSender(VideoCapability(width: Int32(width), height: Int32(height)))
        var generator = SeededGenerator(seed: UInt64(width * 10_000 + height))
        let tight = generator.bytes(width * height * 3 / 2)
        try sender.sendVideo(tight, width: width, height: height)
        let picture = try #require(collector.pictures.all.first)
        #expect(picture.layout == .gstreamer(width: width, height: height))
        #expect(picture.bytes.count == picture.layout.byteCount)
        #expect(picture.format == .i420Full)
        var expected = 0
        for plane in [picture.layout.y, picture.layout.u, picture.layout.v] {
            for row in 0..<plane.height {
                let start = plane.offset + row * plane.stride
                let isEqual = picture.bytes[start..<start + plane.width] == tight[expected..<expected + plane.width]
                if !isEqual { Issue.record("row \(row) of the plane at \(plane.offset) differs") }
                expected += plane.width
            }
        }
        #expect(expected == tight.count)
    }

    @Test("PS-SEND-009 the caller may use its memory again when the call returns")
    func copies() throws {
        let (stage, _) = stage()
        let keeper = Keeper()
        stage.meeting.fanout.add(keeper)
        let sender = try stage.openSender()
        var bytes = [UInt8](repeating: 0, count: 192)
        for value in 1...5 as ClosedRange<UInt8> {
            for index in bytes.indices { bytes[index] = value }
            try sender.sendVideo(bytes, width: 16, height: 8)
            for index in bytes.indices { bytes[index] = 0xEE }
        }
        var sound = [UInt8](repeating: 7, count: 960)
        try sender.sendSound(sound, 48_000, .mono)
        for index in sound.indices { sound[index] = 0xEE }
        // Read after the caller's memory was overwritten, and after later frames took buffers.
        #expect(keeper.pictures() == (1...5).map { [UInt8](repeating: $0, count: 192) })
        #expect(keeper.sounds() == [[UInt8](repeating: 7, count: 960)])
    }

    @Test("a borrowed frame is sent as it was filled")
    func borrowed() throws {
        let (stage, collector) = stage()
        let sender = try stage.openSender(VideoCapability(width: 10, height: 6))
        let frame = try sender.borrowFrame()
        #expect(frame.layout == sender.borrowedLayout)
        frame.withBytes { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index) }
        }
        try sender.send(frame)
        let picture = try #require(collector.pictures.all.first)
        #expect(picture.bytes == (0..<frameBytes(10, 6)).map { UInt8(truncatingIfNeeded: $0) })
        #expect(stage.studio.statistics.video.accepted == 1)
    }

    private func frameBytes(_ width: Int, _ height: Int) -> Int {
        I420Layout.gstreamer(width: width, height: height).byteCount
    }

    @Test("PS-SEND-005 a frame borrowed from a sender of another size is refused")
    func foreignFrame() throws {
        let (stage, collector) = stage()
        let old = try stage.openSender(VideoCapability(width: 10, height: 6))
        let frame = try old.borrowFrame()
        #expect(stage.stop() == nil)
        stage.settle()
        let sender = try stage.openSender()
        do throws(StudioError) {
            try sender.send(frame)
            Issue.record("the frame was accepted")
        } catch {
            #expect(error.rule == .videoSizeDiffers)
            #expect(error.hint == "borrow from the sender that you send with")
        }
        #expect(collector.pictures.count == 0)
    }

    @Test("PS-SEND-010 while the meeting reconnects media is accepted, dropped and counted")
    func reconnecting() throws {
        let (stage, collector) = stage()
        let sender = try stage.openSender()
        try sender.sendPicture(1)
        stage.meeting.setReconnecting(true)
        stage.meeting.setReconnecting(true)
        #expect(stage.studio.isStarted)
        #expect(stage.studio.canStart)
        try sender.sendPicture(2)
        try sender.sendPicture(3)
        try sender.sendSound()
        stage.meeting.setReconnecting(false)
        try sender.sendPicture(4)
        try sender.sendSound()
        stage.settle()
        #expect(collector.pictures.all.compactMap(\.bytes.first) == [1, 4])
        #expect(collector.sounds.count == 1)
        #expect(stage.studio.statistics.video.accepted == 4)
        #expect(stage.studio.statistics.video.dropped == 2)
        #expect(stage.studio.statistics.audio.accepted == 2)
        #expect(stage.studio.statistics.audio.dropped == 1)
        #expect(stage.audience.heard.all.suffix(2) == [.status(.reconnecting), .status(.inMeeting)])
        #expect(!stage.audience.names.contains(.stopped))
    }

    @Test("PS-SEND-008 strict mode refuses frames above the declared frame rate, and only those")
    func frameRate() throws {
        let frameRate = try #require(Rate(30))
        let (stage, collector) = stage(.init(frameRate: frameRate, isStrict: true))
        let sender = try stage.openSender()
        for frame in 0..<90 {
            stage.clock.advance(to: MediaTime(count: Int64(frame), rate: frameRate))
            try sender.sendPicture()
        }
        #expect(stage.studio.statistics.video.refused == 0)
        // Twice as fast for a second: the excess is refused after the small burst that is allowed.
        let twice = try #require(Rate(60))
        var refused = 0
        for frame in 0..<60 {
            stage.clock.advance(to: .seconds(3) + MediaTime(count: Int64(frame), rate: twice))
            let error = failure { () throws(StudioError) in try sender.sendPicture() }
            if let error {
                #expect(error.rule == .videoTooFrequent)
                #expect(error.code == .tooFrequentCall)
                refused += 1
            }
        }
        #expect((27...30).contains(refused))
        #expect(collector.pictures.count == 90 + 60 - refused)
    }

    @Test(
        "PS-SEND-008 frames are never too frequent without strict mode or without a frame rate",
        arguments: [true, false])
    func noFrameRate(isStrict: Bool) throws {
        let (stage, collector) = stage(.init(frameRate: isStrict ? nil : .thirty, isStrict: isStrict))
        let sender = try stage.openSender()
        for _ in 0..<300 { try sender.sendPicture() }
        #expect(collector.pictures.count == 300)
    }

    @Test("PS-SEND-011 a frame or block for which there is no memory is Malloc_Failed")
    func outOfMemory() throws {
        let (stage, collector) = stage()
        let sender = try stage.openSender()
        try sender.sendPicture()
        sender.exhaustMemory()
        let video = failure { () throws(StudioError) in try sender.sendPicture() }
        #expect(video?.rule == .sendOutOfMemory)
        #expect(video?.code == .outOfMemory)
        #expect(
            ruleBroken { () throws(StudioError) in
                let frame = try sender.borrowFrame()
                _ = frame.layout
            } == .sendOutOfMemory)
        #expect(collector.pictures.count == 1)
        #expect(stage.studio.statistics.video.refused == 2)
        #expect(stage.studio.isStarted, "the run goes on")
    }
}
