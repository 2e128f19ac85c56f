import CodedMedia
import Dispatch
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaInputs

@Suite("Media of remote participants")
struct ParticipantFeedTests {
    private struct Fixture {
        let test = TestMeeting()
        let ada: Participant
        let media = AcceptedMedia()
        let feed: ParticipantFeed
        let camera: Track
        let microphone: Track

        init(_ configure: (inout ParticipantSource) -> Void = { _ in }) throws {
            ada = test.meeting.add("Ada")
            var source = ParticipantSource(seed: 7, isExact: true)
            source.size = TrackControls.Size(width: 64, height: 36)
            configure(&source)
            camera = try #require(test.meeting.track(.camera, of: ada.id))
            microphone = try #require(test.meeting.track(.microphone, of: ada.id))
            camera.fanout.add(media)
            microphone.fanout.add(media)
            feed = try ParticipantFeed(source, of: ada.id, in: test.meeting)
        }

        func change(_ change: TrackChange, _ kind: TrackKind = .camera) throws {
            try test.meeting.change(kind, of: ada.id, change)
        }
    }

    @Test("a pattern has its frame rate and its size, audio blocks of 20 ms, and switches the video on")
    func pattern() throws {
        let fixture = try Fixture()
        try fixture.test.turn(by: .milliseconds(199))
        #expect(fixture.media.frames.map(\.time) == (0..<6).map { MediaTime(count: $0, rate: .thirty) })
        #expect(fixture.media.frames.allSatisfy { $0.width == 64 && $0.height == 36 && $0.format == .i420Limited })
        #expect(fixture.media.audioBlocks.map(\.time) == (0..<10).map { .milliseconds(20 * $0) })
        #expect(fixture.media.audioBlocks.allSatisfy { $0.sampleCount == 960 && $0.format == .program })
        #expect(fixture.test.meeting.participant(fixture.ada.id)?.isVideoOn == true)
        #expect(fixture.camera.state == .on)
        #expect(fixture.microphone.state == .on)
    }

    @Test("equal seeds give equal frames at equal times, with a drifting rate")
    func drifting() throws {
        func frames(_ seed: UInt64) throws -> [AcceptedMedia.Frame] {
            let fixture = try Fixture {
                $0.seed = seed
                $0.deliveredRates = TrackPacing.receivedRates
                $0.jitter = .milliseconds(2)
            }
            try fixture.test.turn(by: .seconds(3))
            return fixture.media.frames
        }
        let first = try frames(1)
        #expect(first == (try frames(1)))
        #expect(first.map(\.time) != (try frames(2)).map(\.time))
        #expect((45...76).contains(first.count))
    }

    @Test("a drifting rate shows the frame of the source that belongs to each time")
    func content() throws {
        let fixture = try Fixture {
            $0.path = "coded:1f"
            $0.size = TrackControls.Size(width: 168, height: 96)
            $0.deliveredRates = TrackPacing.receivedRates
        }
        try fixture.test.turn(by: .seconds(1))
        let exact = try Fixture {
            $0.path = "coded:1f"
            $0.size = TrackControls.Size(width: 168, height: 96)
        }
        try exact.test.turn(by: .seconds(1))
        let byNumber = exact.media.frames.map(\.hash)
        #expect(byNumber.count == 31)
        for frame in fixture.media.frames where frame.time < .seconds(1) {
            let number = Int(frame.time.nanoseconds + 1000) * 30 / 1_000_000_000
            #expect(frame.hash == byNumber[number])
            #expect(frame.time == MediaTime(count: Int64(number), rate: .thirty))
        }
    }

    @Test("a muted camera publishes nothing, and continues with the present")
    func muting() throws {
        let fixture = try Fixture()
        try fixture.test.turn(by: .milliseconds(90))
        try fixture.change(.mute)
        try fixture.test.turn(by: .milliseconds(100))
        #expect(fixture.media.frames.count == 3)
        #expect(fixture.camera.state == .off)
        #expect(fixture.test.meeting.participant(fixture.ada.id)?.isVideoOn == false)
        try fixture.change(.unmute)
        try fixture.test.turn(by: .milliseconds(30))
        #expect(fixture.media.frames.map(\.time).last == .milliseconds(200))
        #expect(fixture.media.frames.count == 4)
        #expect(fixture.test.meeting.participant(fixture.ada.id)?.isVideoOn == true)
    }

    @Test("after a stall, media catches up with its own times, or is lost: RX-TRACK-004", arguments: [true, false])
    func stalling(_ catchesUp: Bool) throws {
        let fixture = try Fixture()
        try fixture.test.turn(by: .milliseconds(90))
        try fixture.change(.stall)
        try fixture.change(.stall, .microphone)
        try fixture.test.turn(by: .milliseconds(100))
        #expect(fixture.camera.state == .stalled)
        #expect(fixture.media.frames.count == 3)
        #expect(fixture.media.audioBlocks.count == 5)
        try fixture.change(.resume(catchesUp: catchesUp))
        try fixture.change(.resume(catchesUp: catchesUp), .microphone)
        try fixture.test.turn(by: .milliseconds(20))
        let frames = Array(catchesUp ? 0..<7 : 0..<3) + (catchesUp ? [] : [6])
        #expect(fixture.media.frames.map(\.time) == frames.map { MediaTime(count: Int64($0), rate: .thirty) })
        let blocks = Array(catchesUp ? 0..<11 : 0..<5) + (catchesUp ? [] : [10])
        #expect(fixture.media.audioBlocks.map(\.time) == blocks.map { .milliseconds(20 * Int64($0)) })
    }

    @Test("size and rate change in mid-stream")
    func sizeAndRate() throws {
        let fixture = try Fixture()
        try fixture.test.turn(by: .milliseconds(90))
        try fixture.change(.setSize(width: 32, height: 18))
        try fixture.test.turn(by: .milliseconds(30))
        try fixture.change(.useSourceSize)
        try fixture.change(.setFrameRate(perSecond: 10))
        try fixture.test.turn(by: .milliseconds(350))
        #expect(fixture.media.frames.map(\.width) == [64, 64, 64, 32, 64, 64, 64, 64])
        let start = MediaTime(count: 4, rate: .thirty)
        let times =
            (0..<4).map { MediaTime(count: $0, rate: .thirty) } + (0..<4).map { start + .milliseconds(100 * $0) }
        #expect(fixture.media.frames.map(\.time) == times)
    }

    @Test("a silent participant's audio is zeros")
    func silence() throws {
        let fixture = try Fixture()
        // The tone begins with the first second.
        try fixture.test.turn(by: .milliseconds(30))
        try fixture.change(.silence, .microphone)
        try fixture.test.turn(by: .milliseconds(20))
        try fixture.change(.speak, .microphone)
        try fixture.test.turn(by: .milliseconds(20))
        let silence = MediaHash.of([UInt8](repeating: 0, count: 960 * 4))
        #expect(fixture.media.audioBlocks.map { $0.hash == silence } == [false, false, true, false])
    }

    @Test("rotation is passed on without rotating the pixels")
    func rotation() throws {
        let fixture = try Fixture()
        let rotations = Rotations()
        fixture.camera.fanout.add(rotations)
        try fixture.change(.rotate(rotation: .quarter))
        try fixture.test.turn(by: .milliseconds(10))
        #expect(rotations.values.all == [.quarter])
        #expect(fixture.media.frames.map(\.width) == [64])
    }

    private final class Rotations: MediaReceiver {
        let values = Recorder<FrameRotation>()
        var hasCapacity: Bool { true }
        func receive(_ frame: borrowing VideoFrame) { values.record(frame.rotation) }
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("a change that a track does not have, or a value out of range, is rejected with its reason")
    func invalidChanges() throws {
        let fixture = try Fixture()
        func failure(_ change: TrackChange, _ kind: TrackKind) -> String? {
            do throws(TrackChangeError) {
                try fixture.test.meeting.change(kind, of: fixture.ada.id, change)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(failure(.speak, .camera) == "camera has no audio; change a microphone")
        #expect(failure(.rotate(rotation: .half), .microphone) == "microphone has no frames; change a camera")
        #expect(failure(.setSize(width: 3, height: 2), .camera) == "the size is 3x2; use even values from 2 to 8192")
        #expect(failure(.setFrameRate(perSecond: 0), .camera) == "the frame rate is 0.0; use 0.1 to 1000")
        #expect(failure(.setFrameRate(perSecond: .nan), .camera) == "the frame rate is nan; use 0.1 to 1000")
        let error = #expect(throws: TrackChangeError.self) {
            try fixture.test.meeting.change(.camera, of: UserID(rawValue: 5), .mute)
        }
        #expect(error?.description == "no remote participant has the ID 5; add the participant first")
    }

    @Test("stopping ends the tracks; a missing file is an error")
    func ending() throws {
        let fixture = try Fixture()
        try fixture.test.turn(by: .milliseconds(50))
        fixture.feed.stop()
        try fixture.test.turn(by: .milliseconds(100))
        #expect(fixture.media.frames.count == 2)
        #expect(fixture.feed.hasEnded)
        #expect(fixture.camera.state == .off)
        var source = ParticipantSource(seed: 1)
        source.path = "/nonexistent/clip.mp4"
        let error = #expect(throws: SourceError.self) {
            try ParticipantFeed(source, of: fixture.ada.id, in: fixture.test.meeting)
        }
        #expect(
            error?.description
                == "'/nonexistent/clip.mp4' is missing or is not a file; use a media file, coded:, or nothing for a "
                + "test pattern")
    }

    @Test("on the system clock, a thread publishes until the feed is stopped")
    func realClock() throws {
        let meeting = Meeting(clock: SystemClock(), callbackQueue: .init(label: "test.meeting"))
        let ada = meeting.add("Ada")
        let times = Recorder<MediaTime>()
        let receiver = Times(times)
        try #require(meeting.track(.camera, of: ada.id)).fanout.add(receiver)
        var source = ParticipantSource(seed: 1, isExact: true)
        source.size = TrackControls.Size(width: 64, height: 36)
        let feed = try ParticipantFeed(source, of: ada.id, in: meeting)
        #expect(times.wait(count: 4))
        feed.stop()
        let start = try #require(times.all.first)
        #expect(Array(times.all.prefix(4)) == (0..<4).map { start + MediaTime(count: $0, rate: .thirty) })
    }

    private final class Times: MediaReceiver {
        private let times: Recorder<MediaTime>
        init(_ times: Recorder<MediaTime>) { self.times = times }
        var hasCapacity: Bool { true }
        func receive(_ frame: borrowing VideoFrame) { times.record(frame.time) }
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("at a lower rate, the frames are those that the source shows at their times")
    func leftOut() throws {
        let (all, few) = (try Fixture(), try Fixture())
        try few.change(.setFrameRate(perSecond: 10))
        for fixture in [all, few] { try fixture.test.turn(by: .milliseconds(999)) }
        #expect(all.media.frames.count == 30)
        #expect(few.media.frames.count == 10)
        #expect(few.media.frames.map(\.hash) == stride(from: 0, to: 30, by: 3).map { all.media.frames[$0].hash })
    }

    @Test("frames without a receiver are numbered and counted; the next receiver gets those of its time")
    func unreceived() throws {
        let (all, late) = (try Fixture(), try Fixture())
        late.camera.fanout.remove(late.media)
        for fixture in [all, late] { try fixture.test.turn(by: .milliseconds(490)) }
        #expect(late.camera.fanout.unitCount == 15)
        #expect(late.camera.state == .on)
        late.camera.fanout.add(late.media)
        for fixture in [all, late] { try fixture.test.turn(by: .milliseconds(500)) }
        #expect(late.media.frames.count == 15)
        #expect(late.media.frames.map(\.hash) == all.media.frames.suffix(15).map(\.hash))
        #expect(late.media.frames.map(\.time) == all.media.frames.suffix(15).map(\.time))
    }
}
