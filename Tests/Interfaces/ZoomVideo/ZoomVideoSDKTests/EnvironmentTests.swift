import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomVideoRawData
@testable import ZoomVideoSDK

@Suite("Zoom Video SDK: environment")
struct EnvironmentTests {
    @Test("without a test's session, the own video and voice come at once, on the machine's clock")
    func machineClock() throws {
        try VideoSDKEngine.shared.process.withExclusiveUse {
            let (client, listener, dates) = (PipeClient(), SessionClient(), Recorder<TimeInterval>())
            client.onFrame = { frame in dates.record(abs(frame.timeStamp?.timeIntervalSinceNow ?? .infinity)) }
            let sdk = try SDK()
            sdk.sdk.delegate = listener
            #expect(sdk.sdk.joinSession(sdk.context) != nil)
            #expect(listener.events.wait { $0 == "+ Me" })
            let pipe = try #require(sdk.sdk.getSession()?.getMySelf()?.getVideoPipe())
            #expect(pipe.subscribe(with: client, resolution: ._180) == .Errors_Success)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            #expect(client.sizes.wait(count: 5))
            #expect(listener.audio.wait(count: 20))
            #expect(Set(listener.audio.all) == ["mixed"])
            #expect(client.sizes.all.last == [320, 180])
            #expect(dates.all.min() ?? .infinity < 60)
            #expect(pipe.unSubscribe(with: client) == .Errors_Success)
            #expect(sdk.sdk.leaveSession(false) == .Errors_Success)
            #expect(ZoomVideoSDK.emulation.meeting == nil)
        }
    }

    @Test("a scenario of the environment determines who is in the session, and what happens")
    func scenario() async {
        await #expect(processExitsWith: .success) {
            setenv("PSSTUDIO_SCENARIO", "host-ends-meeting", 1)
            let listener = SessionClient()
            let sdk = try SDK()
            sdk.sdk.delegate = listener
            #expect(sdk.sdk.joinSession(sdk.context) != nil)
            #expect(listener.events.wait { $0 == "+ Me Ann" })
            #expect(sdk.sdk.leaveSession(false) == .Errors_Success)
        }
    }

    @Test("audio blocks that the client received are counted, for the summary of a trace")
    func received() throws {
        try ZoomVideoSDK.emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.audio.count > 0)
            #expect(session.meeting.received.audioBlocks.value == client.audio.count)
        }
    }

    @Test("psstudio exec gets a trace of the session of each test, with what the client received")
    func testTraces() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("traces/") as String] in
            setenv("PSSTUDIO_TRACE", path, 1)
            for _ in 0..<2 {
                try ZoomVideoSDK.emulation.withSession(EmulatedSession(camera: nil)) { session in
                    session.addUser("Ada", camera: nil)
                    let client = SessionClient()
                    let sdk = try SDK().join(session, delegate: client)
                    #expect(sdk.audio.subscribe() == .Errors_Success)
                    session.advance(seconds: 1)
                    #expect(client.audio.count > 0)
                    #expect(sdk.sdk.leaveSession(false) == .Errors_Success)
                }
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("traces"))
        #expect(names.count == 2)
        for name in names {
            let lines = try folder.readText("traces/\(name)").split(separator: "\n")
            #expect(lines.first?.contains(#""interface":"zoom-video-sdk-raw-data""#) == true)
            #expect(lines.last?.contains(#""event":"end""#) == true)
            #expect(lines.last?.contains(#""receivedAudioBlocks":"#) == true)
        }
    }

    @Test(
        "leaving while a join waits for its outputs ends the session and its media; the next session keeps its own",
        arguments: [false, true])
    func leftEarly(_ rejoins: Bool) async {
        await #expect(processExitsWith: .success) { [rejoins = rejoins as Bool] in
            // A server that never answers: opening takes a second.
            let server = try HostileServer(.silent)
            setenv("PSSTUDIO_OUT", server.url(), 1)
            let sdk = try SDK()
            let isOver = Signal()
            let worker = try Worker("join") {
                let context = ZoomVideoSDKSessionContext()
                (context.token, context.sessionName, context.userName) = ("token", "room", "Me")
                _ = VideoSDKEngine.shared.join(context)
                isOver.send()
            }
            try waitUntil("the output connects") { server.speakers > 0 }
            #expect(sdk.sdk.leaveSession(false) == .Errors_Success)
            let next = rejoins ? sdk.sdk.joinSession(sdk.context) : nil
            #expect((next != nil) == rejoins)
            #expect(isOver.wait())
            #expect(VideoSDKEngine.shared.session === next)
            #expect(VideoSDKEngine.shared.sessions.latest?.meeting === ZoomVideoSDK.emulation.meeting)
            #expect((ZoomVideoSDK.emulation.meeting != nil) == rejoins)
            withExtendedLifetime(worker) {}
        }
    }

    @Test("PSSTUDIO_OUT records the own camera and voice from joining to leaving", arguments: [true, false])
    func outputs(_ leaves: Bool) async throws {
        let folder = try TestFolder()
        let path = folder.file("own.mp4")
        await #expect(processExitsWith: .success) { [path = path as String, leaves = leaves as Bool] in
            setenv("PSSTUDIO_OUT", path, 1)
            let (client, listener) = (PipeClient(), SessionClient())
            let sdk = try SDK()
            sdk.sdk.delegate = listener
            #expect(sdk.sdk.joinSession(sdk.context) != nil)
            #expect(listener.events.wait { $0 == "+ Me" })
            let pipe = try #require(sdk.sdk.getSession()?.getMySelf()?.getVideoPipe())
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            #expect(client.sizes.wait(count: 40))
            // Otherwise the end of the process finishes the file.
            if leaves { #expect(sdk.sdk.leaveSession(false) == .Errors_Success) }
        }
        let probe = try MediaProbe(path)
        #expect(try probe.video.width == 1280)
        #expect(try probe.video.height == 720)
        // On a loaded machine, the encoder drops frames.
        #expect(probe.videoFrames.count >= 5)
        #expect(probe.videoEnd() > 1)
        #expect(probe.audioSeconds > 1)
        let samples = try decodedSamples(path)
        // The voice, from the first second on.
        #expect((samples.dropFirst(24_000).prefix(48_000).map { abs(Int($0)) }.max() ?? 0) > 4000)
    }

    @Test("a callback that does not return is reported: ZV-CALL-002")
    func blocked() throws {
        try ZoomVideoSDK.emulation.withSession(EmulatedSession(timeout: 0.05)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let (sdk, client, gate) = (try SDK(), PipeClient(), Signal())
            #expect(sdk.sdk.joinSession(sdk.context) != nil)
            for _ in 0..<100 where !sdk.sdk.isInSession() { session.advance(seconds: 0.001) }
            #expect(sdk.sdk.isInSession())
            client.onFrame = { _ in _ = gate.wait() }
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            gate.send()
            #expect(reported == ["ZV-CALL-002"])
        }
    }

    @Test("an audio callback that does not return is reported, and ends the audio: ZV-CALL-002")
    func blockedAudio() throws {
        try ZoomVideoSDK.emulation.withSession(EmulatedSession(timeout: 0.05)) { session in
            session.addUser("Ada", camera: nil)
            let (sdk, client, gate) = (try SDK(), SessionClient(), Signal())
            sdk.sdk.delegate = client
            #expect(sdk.sdk.joinSession(sdk.context) != nil)
            for _ in 0..<100 where !sdk.sdk.isInSession() { session.advance(seconds: 0.001) }
            client.onAudio = { _, _ in _ = gate.wait() }
            #expect(sdk.audio.subscribe() == .Errors_Success)
            for _ in 0..<100 where client.audio.count == 0 { session.advance(seconds: 0.01) }
            #expect(reported == ["ZV-CALL-002"])
            gate.send()
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            for _ in 0..<10 { session.advance(seconds: 0.01) }
            #expect(client.audio.count == 1)
        }
    }

    @Test("a test waits for onError")
    func blockedError() throws {
        try ZoomVideoSDK.emulation.withSession(EmulatedSession(timeout: 0.05)) { session in
            let (sdk, client, gate) = (try SDK(), SessionClient(), Signal())
            client.onEvent = { _ in _ = gate.wait() }
            sdk.sdk.delegate = client
            sdk.context.sessionName = nil
            #expect(sdk.sdk.joinSession(sdk.context) == nil)
            session.advance(seconds: 0)
            gate.send()
            #expect(reported == ["ZV-JOIN-002", "ZV-CALL-002"])
        }
    }

    @Test("audio that cannot begin, and a camera that cannot be opened, have their codes: ZV-AUDIO-003 ZV-VIDEO-001")
    func failures() {
        #expect(Rule.rawDataAudioThread.code.vendor == .Errors_Audio_Module_Error)
        #expect(Rule.rawDataCamera.code.vendor == .Errors_Video_Module_Error)
        let codes = RuleCatalogue.rawData.rules.map(\.code.vendor)
        #expect(!codes.contains(.Errors_Internal_Error))
    }

    /// The callbacks of a session, with the contents of the data.
    private func log(seed: UInt64) throws -> (calls: [String], data: [Data]) {
        let (log, data) = (Recorder<String>(), Recorder<Data>())
        try ZoomVideoSDK.emulation.withSession(EmulatedSession(seed: seed, camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let bob = session.addUser("Bob", camera: .pattern(width: 320, height: 180))
            let client = SessionClient()
            client.onEvent = { log.record($0) }
            client.onAudio = { name, block in
                log.record("\(name) \(block.timeStamp?.timeIntervalSince1970 ?? 0)")
                data.record(block.buffer.map { Data(bytes: $0, count: block.bufferLen) } ?? Data())
            }
            let sdk = try SDK().join(session, delegate: client)
            let pipes = (PipeClient(), PipeClient())
            for (name, pipe, id) in [("Ada", pipes.0, ada), ("Bob", pipes.1, bob)] {
                pipe.onFrame = { frame in
                    log.record("\(name) \(frame.timeStamp?.timeIntervalSince1970 ?? 0) \(frame.size)")
                    data.record(frame.yBuffer.map { Data(bytes: $0, count: 160 * 90) } ?? Data())
                }
                #expect(try sdk.pipe(id).subscribe(with: pipe, resolution: ._180) == .Errors_Success)
            }
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            session.setSpeaking(false, of: ada)
            session.setCamera(isOn: false, of: bob)
            session.advance(seconds: 0.5)
            sdk.sdk.leaveSession(false)
            session.advance(seconds: 0.1)
        }
        return (log.all, data.all)
    }

    @Test("equal seeds give equal callbacks and equal data, byte for byte and in the same order")
    func determinism() throws {
        let (first, again, other) = (try log(seed: 3), try log(seed: 3), try log(seed: 4))
        #expect(first.calls.count > 300)
        #expect(first.calls == again.calls)
        #expect(first.data == again.data)
        #expect(first.calls != other.calls)
    }
}
