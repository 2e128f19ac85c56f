import MediaInputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Commands and events of a session.
struct SessionCommandTests {
    private static let capability = VideoCapability(width: 128, height: 72, format: .i420Limited)

    /// A sending session whose media comes from the app.
    private func session(_ outputs: [String] = ["null:"]) throws -> (StudioSession, EventSubscription<SessionEvent>) {
        var configuration = try SessionConfiguration(.app(Self.capability, frameRate: .thirty), variable: { _ in nil })
        configuration.responses = .immediate
        configuration.outputs = outputs
        let session = try StudioSession(configuration)
        let events = session.subscribe()
        session.begin()
        _ = try events.wait { $0 == .sessionChanged(state: .sending) }
        return (session, events)
    }

    @Test("a participant publishes media, and its track is changed; unknown participants and values are rejected")
    func participantMedia() throws {
        let (session, _) = try session()
        guard
            case .participant(let user?) = try session.perform(
                .addParticipant(name: "Ada", role: .attendee, isVideoOn: false))
        else { throw TestFailure("no participant was added") }
        let camera = try #require(session.meeting.track(.camera, of: user))
        let sizes = Recorder<Int>()
        camera.fanout.add(WidthRecorder(sizes))
        #expect(try session.perform(.publishMedia(user: user, source: nil, loops: false)) == .done)
        #expect(sizes.wait(count: 1))
        let change = TrackChange.setSize(width: 64, height: 36)
        #expect(try session.perform(.changeTrack(user: user, track: .camera, change: change)) == .done)
        #expect(sizes.wait { $0 == 64 })
        #expect(sizes.all.first == 640)
        let stranger = UserID(rawValue: 1)
        #expect(
            throws: SessionCommandError.participant("no remote participant has the ID 1; add the participant first")
        ) {
            try session.perform(.publishMedia(user: stranger, source: nil, loops: false))
        }
        #expect(throws: SessionCommandError.participant("camera has no audio; change a microphone")) {
            try session.perform(.changeTrack(user: user, track: .camera, change: .speak))
        }
        try session.finish()
        #expect(throws: SessionCommandError.notSending) {
            try session.perform(.publishMedia(user: user, source: nil, loops: false))
        }
    }

    @Test("the snapshot knows the meeting, and what its host permits")
    func meeting() throws {
        let (session, events) = try session()
        var snapshot = session.snapshot
        #expect(snapshot.meetingStatus == "inMeeting")
        #expect(snapshot.isInBreakoutRoom == false)
        #expect(snapshot.isShareLocked == false)
        #expect(snapshot.isRecordingPermitted == false)
        #expect(try session.perform(.lockShare(isLocked: true)) == .done)
        #expect(try session.perform(.permitRecording(isPermitted: true)) == .done)
        snapshot = session.snapshot
        #expect(snapshot.isShareLocked == true)
        #expect(snapshot.isRecordingPermitted == true)
        #expect(try session.perform(.loseConnection(stopsStudio: false)) == .done)
        try events.wait { $0 == .meetingStatusChanged(status: .reconnecting, reason: .none) }
        #expect(session.snapshot.meetingStatus == "reconnecting")
        #expect(try session.perform(.regainConnection) == .done)
        try events.wait { $0 == .meetingStatusChanged(status: .inMeeting, reason: .none) }
        #expect(session.snapshot.meetingStatus == "inMeeting")
        try session.finish()
    }

    @Test(
        "a recording has the free space of its disk while it is written, and the time that is left; other outputs have neither"
    )
    func disk() throws {
        let folder = try TestFolder()
        let (session, _) = try session([folder.file("show.mkv"), folder.file("hls.m3u8"), "null:"])
        try session.send(until: "free space and a bitrate") {
            let outputs = session.snapshot.outputs
            return outputs[0].diskSecondsLeft != nil && outputs[1].diskFreeBytes != nil
        }
        let outputs = session.snapshot.outputs
        #expect(try #require(outputs[0].diskFreeBytes) > 0)
        #expect(outputs[1].diskSecondsLeft == nil, "it removes its old segments")
        #expect(outputs[2].diskFreeBytes == nil)
        #expect(outputs[2].diskSecondsLeft == nil)
        try session.finish()
        #expect(session.snapshot.outputs[0].diskFreeBytes == nil)
        #expect(session.snapshot.outputs[0].diskSecondsLeft == nil)
    }

    @Test("a participant shares a screen beside the camera; each of the four tracks is changed alone")
    func sharedScreen() throws {
        let (session, _) = try session()
        guard
            case .participant(let user?) = try session.perform(
                .addParticipant(name: "Ada", role: .attendee, isVideoOn: false))
        else { throw TestFailure("no participant was added") }
        let events = Recorder<TrackEvent>()
        session.meeting.onTrackEvent { events.record($0) }
        #expect(try session.perform(.publishMedia(user: user, source: nil, loops: false)) == .done)
        #expect(try session.perform(.publishShare(user: user, source: nil, loops: false)) == .done)
        for kind in TrackKind.allCases {
            let track = TrackID(participant: user, kind: kind)
            #expect(events.wait { $0 == TrackEvent(track, .state(.on)) })
        }
        for kind in TrackKind.allCases {
            let track = TrackID(participant: user, kind: kind)
            #expect(try session.perform(.changeTrack(user: user, track: kind, change: .mute)) == .done)
            #expect(events.wait { $0 == TrackEvent(track, .state(.off)) })
        }
        let size = TrackChange.setSize(width: 64, height: 36)
        #expect(try session.perform(.changeTrack(user: user, track: .shareVideo, change: size)) == .done)
        #expect(try session.perform(.changeTrack(user: user, track: .shareVideo, change: .unmute)) == .done)
        let format = TrackFormat.video(width: 64, height: 36, range: .limited, rotation: .none)
        #expect(events.wait { $0 == TrackEvent(TrackID(participant: user, kind: .shareVideo), .format(format)) })
        #expect(try session.perform(.changeTrack(user: user, track: .shareAudio, change: .silence)) == .done)
        #expect(throws: SessionCommandError.participant("shareVideo has no audio; change a microphone")) {
            try session.perform(.changeTrack(user: user, track: .shareVideo, change: .speak))
        }
        try session.finish()
        #expect(throws: SessionCommandError.notSending) {
            try session.perform(.publishShare(user: user, source: nil, loops: false))
        }
    }

    /// Records the widths of frames.
    private final class WidthRecorder: MediaReceiver {
        private let widths: Recorder<Int>
        init(_ widths: Recorder<Int>) { self.widths = widths }
        var hasCapacity: Bool { true }
        func receive(_ frame: borrowing VideoFrame) { widths.record(frame.layout.width) }
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("outputs can be added and removed while sending, including the first one that needs the encoder")
    func outputs() throws {
        let folder = try TestFolder()
        let (session, events) = try session()
        try session.send(frames: 5)
        #expect(try session.perform(.addOutput(address: folder.file("a.mkv"))) == .output(output: 2))
        try session.send(frames: 30)
        #expect(try session.perform(.removeOutput(output: 2)) == .done)
        try session.send(frames: 5)
        #expect(throws: SessionCommandError.unknownOutput(2)) { try session.perform(.removeOutput(output: 2)) }
        #expect(throws: SessionCommandError.self) { try session.perform(.addOutput(address: "x.avi")) }
        try session.finish()
        let snapshot = session.snapshot
        try #require(snapshot.outputs.map(\.state) == ["finished", "finished"])
        #expect(snapshot.outputs[0].outputTotalFrames == 40)
        // It is offered every frame of the encoder; a busy machine may drop or repeat some before.
        let added = snapshot.outputs[1]
        #expect(added.outputTotalFrames == 30 - snapshot.video.dropped + snapshot.repeatedFrames)
        // The command does not wait until the file is open; frames before that are lost, and counted.
        let written = added.outputTotalFrames - added.outputSkippedFrames
        #expect(written > 0)
        #expect(try MediaProbe(folder.file("a.mkv")).videoFrames.count == written)
        let seen = try events.wait { $0 == .stopped(reason: .endOfStream) }
        #expect(seen.contains(.outputAdded(output: 2, address: folder.file("a.mkv"))))
        #expect(seen.contains(.outputRemoved(output: 2)))
    }

    @Test("outputs of every kind are added, removed and restarted while sending; each is complete or counts its losses")
    func everyKind() throws {
        let folder = try TestFolder()
        let (session, _) = try session()
        let port = try unusedPort()
        let addresses = [
            folder.file("a.mp4"), folder.file("a.ts"), folder.file("hls/index.m3u8"), "udp://127.0.0.1:9",
            "srt://127.0.0.1:\(port)?mode=listener",
        ]
        for (index, address) in addresses.enumerated() {
            #expect(try session.perform(.addOutput(address: address)) == .output(output: index + 2))
        }
        try session.send(frames: 40)
        #expect(try session.perform(.restartOutput(output: 5)) == .output(output: 7))
        #expect(try session.perform(.restartOutput(output: 6)) == .output(output: 8))
        for number in 2...4 { #expect(try session.perform(.removeOutput(output: number)) == .done) }
        try session.send(frames: 40)
        try session.finish()
        let outputs = session.snapshot.outputs
        #expect(outputs.map(\.state) == Array(repeating: "finished", count: 8), "\(outputs.map(\.message))")
        for (number, name) in [(2, "a.mp4"), (3, "a.ts"), (4, "hls/index.m3u8")] {
            let output = outputs[number - 1]
            let written = output.outputTotalFrames - output.outputSkippedFrames
            #expect(written > 0)
            #expect(try MediaProbe(folder.file(name)).videoFrames.count == written, "\(name)")
        }
        // Nobody called the listeners.
        for output in [outputs[5], outputs[7]] { #expect(output.outputSkippedFrames == output.outputTotalFrames) }
    }

    @Test("a restarted output gets a new number")
    func restart() throws {
        let (session, events) = try session()
        try session.send(frames: 3)
        #expect(try session.perform(.restartOutput(output: 1)) == .output(output: 2))
        _ = try events.wait { if case .outputChanged(2, _, let change) = $0 { change.state == "live" } else { false } }
        try session.send(frames: 4)
        try session.finish()
        #expect(session.snapshot.outputs.map(\.outputTotalFrames) == [3, 4])
    }

    @Test("a server gets the new publication after the old one has ended")
    func restartAtServer() throws {
        let server = try RTMPServer()
        let (session, events) = try session([server.url()])
        try session.send(frames: 30)
        try session.perform(.restartOutput(output: 1))
        let isLive = Lock(false)
        let sending = try Worker("sending") {
            while !isLive.withLock({ $0 }) { try? session.send(frames: 1) }
        }
        _ = try events.wait { if case .outputChanged(2, _, let change) = $0 { change.state == "live" } else { false } }
        isLive.set(true)
        sending.join()
        try session.send(frames: 30)
        try session.finish()
        #expect(session.snapshot.outputs.map(\.state) == ["finished", "finished"])
        #expect(try server.recordings.count == 2)
    }

    @Test(
        "events that end the studio end the session, with a reason",
        arguments: [
            (SessionCommand.leave, StopReason.left), (.endMeeting(reason: .endedByHost), .meetingEnded),
            (.expel(user: nil), .roleLost), (.revokeCoHost(user: nil), .endOfStream),
            (.setRole(role: .attendee, user: nil), .roleLost), (.stop, .stopped), (.stopStudio, .roleLost),
        ])
    func reasons(_ command: SessionCommand, _ reason: StopReason) throws {
        let (session, events) = try session()
        try session.send(frames: 2)
        try session.perform(command)
        // A host is not a co-host: that command changes nothing.
        if reason == .endOfStream { session.stop(.endOfStream) }
        _ = try events.wait { $0 == .stopped(reason: reason) }
        #expect(session.waitUntilOver(seconds: deadlineSeconds))
        #expect(session.snapshot.stopReason == reason)
        #expect(session.failures.map(\.code) == (reason == .roleLost ? ["roleLost"] : []))
    }

    @Test("a reconnecting meeting drops frames and reports them")
    func reconnecting() throws {
        let (session, events) = try session()
        try session.perform(.loseConnection(stopsStudio: false))
        try session.send(frames: 3)
        try session.perform(.regainConnection)
        try session.send(frames: 2)
        try session.finish()
        #expect(session.snapshot.drops["reconnecting"] == 3)
        let seen = try events.wait { $0 == .stopped(reason: .endOfStream) }
        let dropped = seen.compactMap { event -> Int? in
            if case .dropped(.reconnecting, let frames, _) = event { frames } else { nil }
        }
        #expect(dropped.reduce(0, +) == 3)
    }

    @Test("a start result of false ends the session")
    func refused() throws {
        var configuration = try SessionConfiguration(.app(Self.capability, frameRate: .thirty), variable: { _ in nil })
        configuration.outputs = ["null:"]
        let session = try StudioSession(configuration)
        var responses = SessionResponses()
        responses.accepts = false
        responses.minimumAnswerDelay = .zero
        responses.maximumAnswerDelay = .zero
        try session.perform(.setResponses(responses: responses))
        session.begin()
        #expect(session.waitUntilOver(seconds: deadlineSeconds))
        #expect(session.snapshot.stopReason == .error(code: "refused"))
        #expect(session.failures.map(\.category) == [.refused])
    }

    @Test("setResponses changes the deliveries that it contains, and keeps the others")
    func deliveries() throws {
        let configuration = try SessionConfiguration(.app(Self.capability, frameRate: .thirty), variable: { _ in nil })
        let session = try StudioSession(configuration)
        var responses = SessionResponses()
        responses.answerDelivery = .never
        try session.perform(.setResponses(responses: responses))
        #expect(session.studio.responses.answerDelivery == .never)
        #expect(session.studio.responses.senderDelivery == .once)
        responses = SessionResponses()
        responses.senderDelivery = .late(by: .seconds(1))
        try session.perform(.setResponses(responses: responses))
        #expect(session.studio.responses.answerDelivery == .never)
        #expect(session.studio.responses.senderDelivery == .late(by: .seconds(1)))
    }

    @Test("an unstarted session can be stopped, and cannot start afterwards")
    func notBegun() async throws {
        let configuration = try SessionConfiguration(.app(Self.capability, frameRate: .thirty), variable: { _ in nil })
        let session = try StudioSession(configuration)
        let snapshot = await session.finish()
        #expect(snapshot.state == .finished)
        #expect(snapshot.stopReason == .stopped)
        session.begin()
        #expect(session.snapshot.state == .finished)
    }

    @Test("two fast sessions with equal seeds and frames have equal events")
    func repeatable() throws {
        func events(_ seed: UInt64) throws -> [SessionEvent] {
            let source = SessionConfiguration.Source.inputs(
                video: VideoSourceOptions(), audio: AudioSourceOptions(), duration: .milliseconds(200))
            var configuration = try SessionConfiguration(source, variable: { _ in nil })
            configuration.isFast = true
            configuration.seed = seed
            configuration.outputs = ["null:"]
            let session = try StudioSession(configuration)
            let subscription = session.subscribe()
            session.begin()
            var events: [SessionEvent] = []
            while let event = subscription.next(seconds: deadlineSeconds) { events.append(event) }
            return events.filter { event in
                // Outputs have a separate clock.
                if case .outputChanged = event.event { false } else { true }
            }
        }
        let (first, second) = (try events(1), try events(1))
        #expect(first.map(\.event) == second.map(\.event))
        #expect(first.map(\.time) == second.map(\.time))
    }

    @Test("the environment sets defaults, and an invalid value is an error")
    func environment() throws {
        func configuration(_ values: [String: String]) throws -> SessionConfiguration {
            try SessionConfiguration(.app(Self.capability, frameRate: .thirty)) { values[$0] }
        }
        let given = try configuration([
            "PSSTUDIO_ROLE": "cohost", "PSSTUDIO_SEED": "42", "PSSTUDIO_OUT": "a.mp4\n\n null: \n",
        ])
        #expect(given.role == .coHost)
        #expect(given.seed == 42)
        #expect(given.outputs == ["a.mp4", "null:"])
        #expect(try configuration([:]).role == .host)
        #expect(throws: SessionConfigurationError.self) { try configuration(["PSSTUDIO_ROLE": "boss"]) }
        #expect(throws: SessionConfigurationError.self) { try configuration(["PSSTUDIO_SEED": "-1"]) }
        let error = #expect(throws: SessionConfigurationError.self) {
            try configuration(["PSSTUDIO_OUT": "null:\nshow.avi"])
        }
        #expect(error?.description.hasPrefix("PSSTUDIO_OUT: cannot write to 'show.avi': use ") == true)
    }
}
