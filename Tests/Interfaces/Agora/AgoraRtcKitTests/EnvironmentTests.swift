import AgoraRawAudio
@testable import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Agora environment")
struct EnvironmentTests {
    @Test("a scenario and a seed apply to a client that only receives; the session time begins once")
    func scenario() throws {
        let clock = ManualClock()
        let environment = try ClientEnvironment(
            variable: { ["PSSTUDIO_SCENARIO": "host-ends-meeting", "PSSTUDIO_SEED": "9"][$0] }, clock: clock)
        #expect(environment.seed == 9)
        for _ in 0..<2 {
            let studio = environment.enterAsReceiver(
                .rawAudio, ViolationLog(clock: clock), clock: clock, queue: .init(label: "test.agora"))
            studio.meeting.settle()
            #expect(studio.meeting.participants.map(\.name).contains("Ann"))
        }
    }

    @Test("PSSTUDIO_OUT records what the channel hears: edits count, and a muted microphone is silent")
    func outputs() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("voice.mp4") as String] in
            setenv("PSSTUDIO_OUT", path, 1)
            let client = FrameClient()
            client.positions = .record
            client.edit = { _, frame in
                // A square wave instead of the voice.
                let samples = frame.buffer?.assumingMemoryBound(to: Int16.self)
                for index in 0..<frame.samplesPerChannel * frame.channels {
                    samples?[index] = index % 32 < 16 ? 12_000 : -12_000
                }
            }
            let engine = AgoraRtcEngineKit.broadcaster()
            engine.setAudioFrameDelegate(client)
            for isMuted in [false, true] {
                engine.muteLocalAudioStream(isMuted)
                let before = client.calls.count
                #expect(engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 0) == 0)
                #expect(client.calls.wait(count: before + 60))
                #expect(engine.leaveChannel() == 0)
            }
        }
        let probe = try MediaProbe(folder.file("voice.mp4"))
        #expect(try probe.video.width == 640)
        #expect(probe.audioSeconds > 1)
        let edited = try decodedSamples(folder.file("voice.mp4"))
        // The voice has an amplitude of a fifth of full scale, 6553.
        #expect((edited.map { abs(Int($0)) }.max() ?? 0) > 9000)
        let muted = try decodedSamples(folder.file("voice-2.mp4"))
        #expect(muted.count > 96_000)
        #expect((muted.map { abs(Int($0)) }.max() ?? 0) <= 2)
    }

    @Test("psstudio exec gets a trace of the channel of each test, with what the delegate received")
    func testTraces() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("traces/") as String] in
            setenv("PSSTUDIO_TRACE", path, 1)
            for _ in 0..<2 {
                AgoraRtcEngineKit.emulation.withChannel { channel in
                    channel.addUser()
                    let client = FrameClient()
                    channel.join { $0.setAudioFrameDelegate(client) }
                    channel.advance(seconds: 1)
                    #expect(client.calls.count == 100)
                }
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("traces"))
        #expect(names.count == 2)
        for name in names {
            let lines = try folder.readText("traces/\(name)").split(separator: "\n")
            #expect(lines.first?.contains(#""interface":"agora-raw-audio""#) == true)
            #expect(lines.last?.contains(#""event":"end""#) == true)
            #expect(lines.last?.contains(#""receivedAudioBlocks":100,"#) == true)
        }
    }

    @Test("outside a test, the block of a leave comes before anything of the next channel")
    func order() async {
        await #expect(processExitsWith: .success) {
            let log = Recorder<String>()
            let engine = AgoraRtcEngineKit.broadcaster()
            // The main queue delivers nothing meanwhile.
            await MainActor.run {
                for number in 1...3 {
                    engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7) { _, _, _ in
                        log.record("joined \(number)")
                    }
                    if number < 3 { engine.leaveChannel { _ in log.record("left \(number)") } }
                }
            }
            #expect(log.wait(count: 3))
            #expect(log.all == ["left 1", "left 2", "joined 3"])
            engine.leaveChannel()
        }
    }

    @Test(
        "leaving while a join waits for its outputs ends them; the next channel keeps its own",
        arguments: [false, true])
    func leftEarly(_ rejoinsEarly: Bool) async {
        await #expect(processExitsWith: .success) { [rejoinsEarly = rejoinsEarly as Bool] in
            // A server that never answers: opening takes a second.
            let server = try HostileServer(.silent)
            setenv("PSSTUDIO_OUT", server.url(), 1)
            let engine = AgoraRtcEngineKit.broadcaster()
            let (result, isOver, joins) = (Recorder<Int32>(), Signal(), Recorder<String>())
            let worker = try Worker("join") {
                let engine = AgoraRtcEngineKit.broadcaster()
                result.record(
                    engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7) { _, _, _ in
                        joins.record("first")
                    })
                isOver.send()
            }
            try waitUntil("the join was accepted") { engine.native.machineState != .created }
            #expect(engine.leaveChannel() == 0)
            if !rejoinsEarly {
                #expect(isOver.wait())
                #expect(AgoraRtcEngineKit.emulation.meeting == nil)
                #expect(engine.sessions.latest == nil)
            }
            // The engine cannot tell both joins apart.
            let code = engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7) { _, _, _ in
                joins.record("second")
            }
            #expect(code == 0)
            if rejoinsEarly { #expect(isOver.wait()) }
            #expect(result.all == [0])
            let session = engine.sessions.current
            #expect(session != nil)
            #expect(session?.details.publication != nil)
            #expect(joins.wait { $0 == "second" })
            #expect(joins.all == ["second"])
            #expect(session === engine.sessions.latest)
            #expect(session?.meeting === AgoraRtcEngineKit.emulation.meeting)
            #expect(engine.leaveChannel() == 0)
            #expect(engine.sessions.latest == nil)
            withExtendedLifetime(worker) {}
        }
    }

    @Test("without a test's channel, blocks of the local voice come at once, on the machine's clock")
    func machineClock() {
        AgoraEngine.shared.process.withExclusiveUse {
            let client = FrameClient()
            let peaks = Recorder<Int>()
            client.positions = .record
            client.edit = { _, frame in
                guard let buffer = frame.buffer else { return }
                let samples = UnsafeBufferPointer(
                    start: buffer.assumingMemoryBound(to: Int16.self), count: frame.samplesPerChannel)
                peaks.record(samples.map { abs(Int($0)) }.max() ?? 0)
            }
            let engine = AgoraRtcEngineKit.broadcaster()
            engine.setAudioFrameDelegate(client)
            #expect(engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 0) == 0)
            #expect(AgoraRtcEngineKit.emulation.meeting?.status == .inMeeting)
            #expect(peaks.wait(count: 20))
            #expect(engine.leaveChannel() == 0)
            #expect(AgoraRtcEngineKit.emulation.meeting == nil)
            #expect((peaks.all.max() ?? 0) > 1000)
        }
    }
}
