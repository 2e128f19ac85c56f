import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Tracks")
struct TrackTests {
    /// Records the sequence numbers of frames and blocks.
    private final class Sequences: MediaReceiver {
        let frames = Recorder<Int64>()
        let blocks = Recorder<Int64>()
        var hasCapacity: Bool { true }
        func receive(_ frame: borrowing VideoFrame) { frames.record(frame.sequence) }
        func receive(_ block: borrowing AudioBlock) { blocks.record(block.sequence) }
    }

    private static let layout = I420Layout.tight(width: 16, height: 16)

    private func publish(_ luma: UInt8, to publisher: TrackPublisher) -> Bool {
        TestFrame.plain(width: 16, height: 16, luma: luma).withUnsafeBytes {
            publisher.publish(frame: $0, layout: Self.layout, time: .zero)
        }
    }

    @Test("each participant has one track of each kind, with a fan-out of its own")
    func identity() throws {
        let test = TestMeeting.recorded()
        let (ada, bob) = (test.meeting.add("Ada"), test.meeting.add("Bob"))
        let camera = try #require(test.meeting.track(.camera, of: ada.id))
        #expect(camera.id == TrackID(participant: ada.id, kind: .camera))
        #expect(camera === test.meeting.track(.camera, of: ada.id))
        #expect(camera !== test.meeting.track(.shareVideo, of: ada.id))
        #expect(camera !== test.meeting.track(.camera, of: bob.id))
        #expect(camera.state == .off)
        #expect(test.meeting.track(.camera, of: UserID(rawValue: 7)) == nil)
    }

    @Test("the local user's tracks carry the accepted media, each only its kind, numbered from 0")
    func localTracks() throws {
        let test = TestMeeting.recorded()
        let (camera, microphone) = (Sequences(), Sequences())
        test.meeting.localTracks.camera.fanout.add(camera)
        test.meeting.localTracks.microphone.fanout.add(microphone)
        let sender = try test.openSender()
        #expect(test.meeting.localTracks.camera.state == .on)
        try sender.sendFrame(1)
        try sender.sendFrame(2)
        try sender.sendAudioBlock()
        #expect(camera.frames.all == [0, 1])
        #expect(camera.blocks.all == [])
        #expect(microphone.frames.all == [])
        #expect(microphone.blocks.all == [0])
        let local = test.meeting.localUser.id
        #expect(test.meeting.track(.camera, of: local) === test.meeting.localTracks.camera)
        #expect(test.meeting.publisher(.camera, of: local) == nil)
        _ = test.stop()
        try test.settle()
        #expect(test.meeting.localTracks.camera.state == .off)
    }

    @Test("the local user's studio has the local user's tracks; another user's studio has its own")
    func studioTracks() throws {
        let test = TestMeeting.recorded()
        _ = try test.openSender()
        let own = try #require(test.meeting.studioUser)
        #expect(test.meeting.track(.camera, of: own.id) === test.meeting.localTracks.camera)
        let others = TestMeeting.recorded()
        let foreign = try #require(others.meeting.addOtherStudioUser())
        let camera = try #require(others.meeting.track(.camera, of: foreign.id))
        #expect(camera.id.participant == foreign.id)
        #expect(camera !== others.meeting.localTracks.camera)
    }

    @Test("a publisher's frames reach only the receivers of its track")
    func publishing() throws {
        let test = TestMeeting.recorded()
        let (ada, bob) = (test.meeting.add("Ada"), test.meeting.add("Bob"))
        let (first, second) = (AcceptedMedia(keepsBytes: true), AcceptedMedia(keepsBytes: true))
        let publisher = try #require(test.meeting.publisher(.camera, of: ada.id))
        try #require(test.meeting.track(.camera, of: ada.id)).fanout.add(first)
        try #require(test.meeting.track(.camera, of: bob.id)).fanout.add(second)
        #expect(publish(7, to: publisher))
        #expect(first.frames.map(\.bytes) == [TestFrame.plain(width: 16, height: 16, luma: 7)])
        #expect(second.frames == [])
        #expect(test.media.frames == [])
        #expect(publisher.droppedUnits == 0)
    }

    @Test("a frame that is shorter than its layout, and audio that is not whole samples, are rejected")
    func malformed() throws {
        let test = TestMeeting.recorded()
        let publisher = try #require(test.meeting.publisher(.camera, of: test.meeting.add("Ada").id))
        let bytes = [UInt8](repeating: 0, count: Self.layout.byteCount - 1)
        #expect(!bytes.withUnsafeBytes { publisher.publish(frame: $0, layout: Self.layout, time: .zero) })
        #expect(!bytes.withUnsafeBytes { publisher.publish(audio: $0, format: .program, time: .zero) })
        #expect(publisher.track.fanout.unitCount == 0)
    }

    @Test("media is dropped and counted while the meeting reconnects, and its numbers show the gap")
    func reconnecting() throws {
        let test = TestMeeting.recorded()
        let publisher = try #require(test.meeting.publisher(.camera, of: test.meeting.add("Ada").id))
        let receiver = Sequences()
        publisher.track.fanout.add(receiver)
        #expect(publish(1, to: publisher))
        test.meeting.loseConnection()
        #expect(publish(2, to: publisher))
        let later = try #require(test.meeting.publisher(.camera, of: test.meeting.add("Bob").id))
        #expect(publish(2, to: later))
        test.meeting.regainConnection()
        #expect(publish(3, to: publisher))
        #expect(receiver.frames.all == [0, 2])
        #expect(publisher.droppedUnits == 1)
        #expect(later.droppedUnits == 1)
    }

    @Test("in a breakout room, the media of the main session does not arrive; the tracks stay")
    func breakoutRoom() throws {
        let test = TestMeeting.recorded()
        let ada = test.meeting.add("Ada")
        let publisher = try #require(test.meeting.publisher(.camera, of: ada.id))
        let receiver = Sequences()
        publisher.track.fanout.add(receiver)
        test.meeting.enterBreakoutRoom()
        #expect(publish(1, to: publisher))
        test.meeting.leaveBreakoutRoom()
        #expect(publish(2, to: publisher))
        #expect(receiver.frames.all == [1])
        #expect(test.meeting.track(.camera, of: ada.id) === publisher.track)
    }

    @Test("a participant's audio is on while it is published and not muted; a look does not make a track")
    func audio() throws {
        let test = TestMeeting.recorded()
        let ada = test.meeting.add("Ada")
        #expect(!test.meeting.isAudioOn(of: ada.id))
        #expect(test.meeting.remoteTracks.isEmpty)
        let publisher = try #require(test.meeting.publisher(.microphone, of: ada.id))
        #expect(!test.meeting.isAudioOn(of: ada.id))
        publisher.track.setState(.on)
        #expect(test.meeting.isAudioOn(of: ada.id))
        try test.meeting.change(.microphone, of: ada.id, .mute)
        #expect(!test.meeting.isAudioOn(of: ada.id))
        try test.meeting.change(.microphone, of: ada.id, .unmute)
        #expect(test.meeting.isAudioOn(of: ada.id))
        test.meeting.remove(ada.id)
        #expect(!test.meeting.isAudioOn(of: ada.id))
        let me = try #require(test.meeting.participants.first { $0.isMyself })
        #expect(!test.meeting.isAudioOn(of: me.id))
        test.meeting.localTracks.microphone.setState(.on)
        #expect(test.meeting.isAudioOn(of: me.id))
    }

    @Test("a track ends when its participant leaves, and with the meeting")
    func ending() throws {
        let test = TestMeeting.recorded()
        let (ada, bob) = (test.meeting.add("Ada"), test.meeting.add("Bob"))
        let first = try #require(test.meeting.publisher(.camera, of: ada.id))
        let second = try #require(test.meeting.publisher(.microphone, of: bob.id))
        first.track.setState(.on)
        test.meeting.remove(ada.id)
        #expect(first.track.state == .ended)
        #expect(second.track.state == .off)
        #expect(publish(1, to: first))
        #expect(first.droppedUnits == 1)
        first.track.setState(.on)
        #expect(first.track.state == .ended)
        #expect(test.meeting.track(.camera, of: ada.id) == nil)
        test.meeting.end()
        #expect(second.track.state == .ended)
    }
}
