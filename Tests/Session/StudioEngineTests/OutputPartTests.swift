import Glibc
import MediaOutputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Outputs that stop and start while a session sends: each part is complete, and the output keeps its number and counts.
struct OutputPartTests {
    @Test("outputs of every kind stop and start again with their number; nothing is offered to them between the parts")
    func everyKind() throws {
        let (folder, server, datagrams) = (try TestFolder(), try RTMPServer(), try DatagramReceiver())
        let listening = try unusedPort()
        let receiver = try ChildProcess(
            "srt-live-transmit", ["-q", "srt://127.0.0.1:\(listening)?mode=listener", "file://con"])
        try waitForUDP(port: listening)
        let addresses = [
            folder.file("a.mp4"), folder.file("a.mkv"), folder.file("a.flv"), folder.file("a.ts"),
            folder.file("hls/index.m3u8"), server.url(), "udp://127.0.0.1:\(datagrams.port)", "null:",
            "srt://127.0.0.1:\(try unusedPort())?mode=listener", "srt://127.0.0.1:\(listening)",
        ]
        let sending = try SendingSession([folder.file("stays.mp4")] + addresses)
        let session = sending.session
        let numbers = 2...(addresses.count + 1)
        func all(_ isMet: (OutputGroup.Member) -> Bool) throws -> Bool {
            try numbers.allSatisfy { isMet(try sending.member($0)) }
        }
        func takesMedia(_ member: OutputGroup.Member) -> Bool {
            member.output.status.state == .listening || member.output.deliveries.video.taken > 10
        }
        try sending.send(until: "all take media") { try all(takesMedia) }
        for number in numbers { #expect(try session.perform(.stopOutput(output: number)) == .done) }
        try sending.send(until: "all are stopped") { try all { $0.status.state == .stopped } }
        let offered = try numbers.map { try sending.member($0).status.totalFrames }
        try sending.send(frames: 10)
        #expect(try numbers.map { try sending.member($0).status.totalFrames } == offered)
        #expect(session.snapshot.outputs.dropFirst().map(\.outputTotalFrames) == offered)
        #expect(session.snapshot.outputs.dropFirst().map(\.state) == addresses.map { _ in "stopped" })
        #expect(session.snapshot.outputs.dropFirst().map(\.outputActive) == addresses.map { _ in false })
        let restarted = try numbers.map { try session.perform(.startOutput(output: $0)) }
        let files = ["a-2.mp4", "a-2.mkv", "a-2.flv", "a-2.ts", "hls/index-2.m3u8"].map(folder.file)
        #expect(restarted.prefix(files.count) == files.map { .address(address: $0) }[...])
        #expect(restarted[7] == .address(address: "null:"))
        try sending.send(until: "all take media again") { try all(takesMedia) }
        try session.finish()
        for (number, address) in zip(numbers, addresses) {
            let member = try sending.member(number)
            #expect(member.life.part == 2)
            #expect(member.status.state == .finished, "\(address): \(member.status)")
            let (video, audio) = (member.output.deliveries.video, member.output.deliveries.audio)
            #expect(video.offered == video.taken + video.lost, "\(address)")
            #expect(audio.offered == audio.taken + audio.lost, "\(address)")
            #expect(member.status.totalFrames == offered[number - 2] + video.offered, "\(address)")
            #expect(session.snapshot.outputs[number - 1].outputTotalFrames == member.status.totalFrames)
            guard let path = member.output.driver.traits.path else { continue }
            let written = member.status.totalFrames - member.status.skippedFrames
            let frames = try [address, path].map { try MediaProbe($0).videoFrames.count }
            #expect(frames.reduce(0, +) == written, "\(address): \(frames)")
            #expect(frames[1] == video.taken, "\(address)")
        }
        #expect(session.snapshot.outputs.count == 1 + addresses.count)
        #expect(session.failures.isEmpty)
        let base = try sending.member(1)
        #expect(base.output.deliveries.video.lost == 0)
        #expect(try MediaProbe(folder.file("stays.mp4")).videoFrames.count == base.output.deliveries.video.offered)
        #expect(try server.recordings.count == 2)
        withExtendedLifetime(receiver) {}
    }

    @Test("a start writes the next file whose name is free, also with permission to overwrite")
    func names() throws {
        let folder = try TestFolder()
        let (taken, link) = (try folder.write("show-2.mkv", "mine"), folder.file("show-3.mkv"))
        #expect(symlink("nowhere", link) == 0)
        let sending = try SendingSession([folder.file("show.mkv"), folder.file("show-4.mkv")])
        try sending.send(frames: 5)
        for expected in ["show-5.mkv", "show-6.mkv"] {
            try sending.session.perform(.stopOutput(output: 1))
            let reply = try sending.session.perform(.startOutput(output: 1))
            #expect(reply == .address(address: folder.file(expected)))
            try sending.send(until: "it takes media") { try sending.member(1).output.deliveries.video.taken > 0 }
        }
        try sending.session.finish()
        #expect(try folder.readText("show-2.mkv") == "mine")
        #expect(taken == folder.file("show-2.mkv"))
        #expect(!FileID.isRegularFile(link))
        for name in ["show.mkv", "show-4.mkv", "show-5.mkv", "show-6.mkv"] {
            #expect(try MediaProbe(folder.file(name)).videoFrames.count > 0, "\(name)")
        }
    }

    @Test("a command that does not fit the state of an output is rejected with its state, and changes nothing")
    func misfits() throws {
        let folder = try TestFolder()
        let sending = try SendingSession(["null:", folder.file("a.mkv")])
        let session = sending.session
        #expect(throws: SessionCommandError.rejected("output 1 (null:) is live; stop it first")) {
            try session.perform(.startOutput(output: 1))
        }
        #expect(throws: SessionCommandError.unknownOutput(3)) { try session.perform(.stopOutput(output: 3)) }
        #expect(throws: SessionCommandError.unknownOutput(0)) { try session.perform(.startOutput(output: 0)) }
        try session.perform(.stopOutput(output: 1))
        #expect(
            throws: SessionCommandError.rejected("output 1 (null:) is stopped already; startOutput starts it again")
        ) {
            try session.perform(.stopOutput(output: 1))
        }
        try session.perform(.removeOutput(output: 1))
        #expect(throws: SessionCommandError.unknownOutput(1)) { try session.perform(.startOutput(output: 1)) }
        #expect(throws: SessionCommandError.unknownOutput(1)) { try session.perform(.stopOutput(output: 1)) }
        try session.finish()
        #expect(session.snapshot.outputs.map(\.state) == ["stopped", "finished"])
        #expect(throws: SessionCommandError.notSending) { try session.perform(.startOutput(output: 1)) }
    }

    @Test("a session whose outputs are all stopped goes on, and ends with its outputs stopped")
    func everythingStopped() throws {
        let folder = try TestFolder()
        let sending = try SendingSession([folder.file("a.mp4"), "null:"])
        try sending.send(until: "the file gets its first frame") {
            try sending.member(1).output.deliveries.video.offered > 0
        }
        for number in 1...2 { try sending.session.perform(.stopOutput(output: number)) }
        try sending.send(until: "both are stopped") {
            sending.session.snapshot.outputs.allSatisfy { $0.state == "stopped" }
        }
        try sending.send(frames: 20)
        #expect(sending.session.snapshot.state == .sending)
        try sending.session.finish()
        #expect(sending.session.failures.isEmpty)
        #expect(sending.session.snapshot.outputs.map(\.state) == ["stopped", "stopped"])
        let written = try sending.member(1).output.deliveries.video.taken
        #expect(try MediaProbe(folder.file("a.mp4")).videoFrames.count == written)
    }

    @Test(
        "a file that is stopped right after its first frame has that frame and audio, in every form",
        arguments: ["a.mp4", "a.mkv", "a.flv", "a.ts"])
    func shortest(_ name: String) throws {
        let folder = try TestFolder()
        let sending = try SendingSession([folder.file(name), "null:"])
        // No audio is sent, so that silence follows a quarter of a second later.
        try sending.send(until: "it gets its first frame") { try sending.member(1).output.deliveries.video.offered > 0 }
        try sending.session.perform(.stopOutput(output: 1))
        try sending.send(until: "it is stopped") { try sending.member(1).status.state == .stopped }
        try sending.session.finish()
        let media = try MediaProbe(folder.file(name))
        #expect(media.videoFrames.count == (try sending.member(1).output.deliveries.video.offered))
        #expect(media.audioFrames.count > 0)
    }

    @Test("a file that is removed right after its first frame has that frame and audio")
    func removal() throws {
        let folder = try TestFolder()
        let sending = try SendingSession([folder.file("a.mp4"), "null:"])
        try sending.send(until: "it gets its first frame") { try sending.member(1).output.deliveries.video.offered > 0 }
        try sending.session.perform(.removeOutput(output: 1))
        try sending.send(until: "it is finished") { try sending.member(1).status.state == .finished }
        try sending.session.finish()
        let media = try MediaProbe(folder.file("a.mp4"))
        #expect(media.videoFrames.count == (try sending.member(1).output.deliveries.video.offered))
        #expect(media.audioFrames.count > 0)
    }

    @Test("the end of the session does not wait for the media of a stopped output that does not come")
    func stoppedAtTheEnd() throws {
        let folder = try TestFolder()
        let sending = try SendingSession([folder.file("a.mp4"), "null:"])
        try sending.send(until: "it gets its first frame") { try sending.member(1).output.deliveries.video.offered > 0 }
        try sending.session.perform(.stopOutput(output: 1))
        try sending.session.finish()
        #expect(sending.session.snapshot.outputs.map(\.state) == ["stopped", "finished"])
        let offered = try sending.member(1).output.deliveries.video.offered
        #expect(try MediaProbe(folder.file("a.mp4")).videoFrames.count == offered)
    }

    @Test("a start whose name is too long fails with the system's message, and the session goes on")
    func longNames() throws {
        let folder = try TestFolder()
        let name = String(repeating: "a", count: 251) + ".mkv"
        let sending = try SendingSession([folder.file(name), "null:"])
        try sending.send(until: "it takes media") { try sending.member(1).output.deliveries.video.taken > 0 }
        let error = #expect(throws: SessionCommandError.self) { try sending.session.perform(.splitOutput(output: 1)) }
        #expect(error?.description.contains("File name too long") == true, "\(error.map { "\($0)" } ?? "")")
        try sending.session.perform(.stopOutput(output: 1))
        try sending.session.perform(.startOutput(output: 1))
        try sending.send(until: "it has failed") { sending.session.snapshot.outputs[0].state == "failed" }
        try sending.send(frames: 5)
        let failure = #expect(throws: SessionFailure.self) { try sending.session.finish() }
        #expect(failure?.message.contains("File name too long") == true, "\(failure.map { "\($0)" } ?? "")")
        #expect(try MediaProbe(folder.file(name)).videoFrames.count > 0)
    }

    @Test("an output that is stopped while its server does not answer ends at once, has not failed, and starts again")
    func whileConnecting() throws {
        let (folder, silent) = (try TestFolder(), try HostileServer(.silent))
        let address = "rtmp://127.0.0.1:\(silent.port)/live/key"
        let sending = try SendingSession([folder.file("a.mp4"), address])
        try sending.send(until: "it connects") { silent.speakers > 0 }
        for part in 1...3 {
            #expect(try sending.member(2).life.part == part)
            try sending.session.perform(.stopOutput(output: 2))
            try sending.send(until: "it is stopped") { try sending.member(2).status.state == .stopped }
            try sending.session.perform(.startOutput(output: 2))
        }
        try sending.session.perform(.stopOutput(output: 2))
        try sending.session.finish()
        #expect(sending.session.failures.isEmpty)
        let output = try sending.member(2).status
        #expect(output.state == .stopped)
        #expect(output.totalFrames == output.skippedFrames)
    }

    @Test("an output that starts while its former part ends publishes again when that has ended; each part is reported")
    func whileFinishing() throws {
        let server = try RTMPServer()
        let sending = try SendingSession([server.url()])
        let events = sending.session.subscribe()
        for part in 1...4 {
            try sending.send(until: "it takes media") {
                let member = try sending.member(1)
                return member.life.part == part && member.output.deliveries.video.taken > 20
            }
            guard part < 4 else { break }
            try sending.session.perform(.stopOutput(output: 1))
            try sending.session.perform(.startOutput(output: 1))
        }
        try sending.session.finish()
        #expect(try server.recordings.count == 4)
        var states: [String] = []
        var ended: [String] = []
        while let event = events.next(seconds: deadlineSeconds) {
            switch event.event {
            case .outputChanged(1, _, let change): states.append(change.state)
            case .outputPartEnded(1, _, let change): ended.append(change.state)
            default: break
            }
            if case .stopped = event.event { break }
        }
        #expect(ended == ["stopped", "stopped", "stopped"])
        #expect(states.filter { $0 == "live" }.count == 4)
        #expect(states.suffix(2) == ["finishing", "finished"])
        #expect(!states.contains("stopped"), "a former part does not change the state of its output")
    }

    @Test("an output that has failed by itself starts again")
    func afterFailure() throws {
        let folder = try TestFolder()
        let sending = try SendingSession(["null:", folder.file("missing/a.mkv")])
        try sending.send(until: "it has failed") { sending.session.snapshot.outputs[1].state == "failed" }
        #expect(throws: SessionCommandError.self) { try sending.session.perform(.stopOutput(output: 2)) }
        #expect(mkdir(folder.file("missing"), 0o777) == 0)
        let failed = try sending.member(2).output
        let reply = try sending.session.perform(.startOutput(output: 2))
        #expect(reply == .address(address: folder.file("missing/a-2.mkv")))
        let lost = failed.deliveries.video.offered
        try sending.send(until: "it takes media") { try sending.member(2).output.deliveries.video.taken > 5 }
        // A unit that was being delivered may still have reached it.
        #expect(failed.deliveries.video.offered <= lost + 1, "the former part gets nothing any more")
        // The failure stays the result of the session.
        #expect(throws: SessionFailure.self) { try sending.session.finish() }
        #expect(sending.session.snapshot.outputs.map(\.state) == ["finished", "finished"])
        #expect(sending.session.failures.map(\.code) == ["notWritable"])
    }
}

/// A session that sends frames of a client at 30 fps.
struct SendingSession {
    private static let capability = VideoCapability(width: 128, height: 72, format: .i420Limited)

    let session: StudioSession

    init(_ outputs: [String], overwrites: Bool = true) throws {
        var configuration = try SessionConfiguration(.app(Self.capability, frameRate: .thirty), variable: { _ in nil })
        configuration.responses = .immediate
        configuration.outputs = outputs
        configuration.outputOptions.overwrites = overwrites
        let session = try StudioSession(configuration)
        session.begin()
        try waitUntil("the session sends") { session.snapshot.state == .sending }
        self.session = session
    }

    func member(_ number: Int) throws -> OutputGroup.Member {
        try #require(session.outputGroup?.members.first { $0.number == number })
    }

    func send(until what: String, _ isMet: () throws -> Bool) throws { try session.send(until: what, isMet) }

    func send(frames: Int) throws { try session.send(frames: frames) }
}
