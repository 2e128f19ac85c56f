import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs
@testable import MediaOutputs
@testable import ProgramEncoding
@testable import StudioEngine

/// Gaps in the media are filled: both tracks last from the start to the end, and stay in sync.
struct FillTests {
    static let scenarios = [
        MediaPlan(name: "video only", seconds: 6, video: [0..<6], audio: [], marks: [1, 3, 5]),
        MediaPlan(name: "audio only", seconds: 6, video: [], audio: [0..<6], marks: [1, 3, 5]),
        MediaPlan(name: "audio starts 2 s late", seconds: 6, video: [0..<6], audio: [2..<6], marks: [1, 3, 5]),
        MediaPlan(name: "video starts 2 s late", seconds: 6, video: [2..<6], audio: [0..<6], marks: [1, 3, 5]),
        MediaPlan(name: "video pauses for 2 s", seconds: 6, video: [0..<2, 4..<6], audio: [0..<6], marks: [1, 3, 5]),
        MediaPlan(name: "audio pauses for 2 s", seconds: 6, video: [0..<6], audio: [0..<2, 4..<6], marks: [1, 3, 5]),
        MediaPlan(name: "video ends early", seconds: 6, video: [0..<3], audio: [0..<6], marks: [1, 5]),
        MediaPlan(name: "audio ends early", seconds: 6, video: [0..<6], audio: [0..<3], marks: [1, 5]),
    ]

    @Test("On a manual clock, into MP4", arguments: scenarios)
    func fast(_ scenario: MediaPlan) throws {
        let folder = try TestFolder()
        let path = folder.file("a.mp4")
        let fixture = try SessionFixture(to: [path])
        try scenario.perform(on: fixture)
        fixture.finish()
        let statistics = try #require(fixture.session.outputGroup?.encoder).statistics
        #expect(statistics.overloadedFrames == 0)
        #expect(statistics.overloadedBlocks == 0)
        #expect(statistics.trimmedMilliseconds == 0)

        let probe = try MediaProbe(path)
        #expect(probe.videoFrames.count == Int(scenario.seconds * 30), "\(statistics)")
        #expect(abs(probe.videoEnd() - scenario.seconds) < 0.002)
        #expect(abs(probe.audioSeconds - scenario.seconds) < 0.0214)
        try checkMarks(scenario, path)
        #expect((statistics.repeatedFrames > 0) == (scenario.video != [0..<scenario.seconds]), "\(statistics)")
        #expect((statistics.silenceMilliseconds > 0) == (scenario.audio != [0..<scenario.seconds]), "\(statistics)")
    }

    @Test("Video that starts a fraction of an interval after the audio keeps its offset in every file format")
    func fraction() throws {
        let folder = try TestFolder()
        let fixture = try SessionFixture(to: [folder.file("a.mp4"), folder.file("a.mkv")])
        // 12 ms later: blocks of 20 ms and frames alternate.
        let frames = (0..<60).map { (MediaTime(count: Int64($0), rate: .thirty) + .milliseconds(12), true) }
        let blocks = (0..<100).map { (MediaTime.milliseconds(Int64($0) * 20), false) }
        for (time, isFrame) in (frames + blocks).sorted(by: { $0.0 < $1.0 }) {
            try fixture.reach(time)
            if isFrame { try fixture.sendFrame(luma: MediaPlan.dark) } else { try fixture.sendAudio(isLoud: false) }
        }
        fixture.finish()
        for name in ["a.mp4", "a.mkv"] {
            let probe = try MediaProbe(folder.file(name))
            let times = probe.videoFrames.map(\.time)
            #expect(times.first == 0, "\(name): both tracks start together")
            #expect(probe.audioFrames.first?.time == 0, "\(name): both tracks start together")
            #expect(times.count == 60)
            for (number, time) in times.enumerated().dropFirst() {
                #expect(abs(time - 0.012 - Double(number) / 30) < 0.0011, "\(name): frame \(number) at \(time) s")
            }
        }
    }

    private func checkMarks(_ scenario: MediaPlan, _ path: String, from start: Double = 0) throws {
        let sync = try SyncMeasurement(path, crop: "iw:ih:0:0")
        let (flashes, beeps) = (scenario.marks(in: scenario.video), scenario.marks(in: scenario.audio))
        #expect(sync.flashes.count == flashes.count, "\(sync.flashes)")
        #expect(sync.beeps.count == beeps.count, "\(sync.beeps)")
        for (found, mark) in zip(sync.flashes, flashes) {
            #expect(abs(found - start - mark) <= 0.003, "flash of \(mark) s at \(found) s")
        }
        for (found, mark) in zip(sync.beeps, beeps) {
            #expect(abs(found - start - mark) <= 0.003, "beep of \(mark) s at \(found) s")
        }
    }

    static let liveScenarios = [
        MediaPlan(name: "video only", seconds: 4, video: [0..<4], audio: [], marks: [1, 3]),
        MediaPlan(name: "audio only", seconds: 4, video: [], audio: [0..<4], marks: [1, 3]),
        MediaPlan(name: "audio starts 2 s late", seconds: 4, video: [0..<4], audio: [2..<4], marks: [1, 3]),
    ]

    /// Serialized, because they run in real time.
    @Test("In real time, into a server", .serialized, arguments: liveScenarios)
    func live(_ scenario: MediaPlan) throws {
        let (server, folder) = (try RTMPServer(), try TestFolder())
        let fixture = try SessionFixture(isFast: false, to: [server.url(), folder.file("a.mp4")])
        try scenario.perform(on: fixture)
        fixture.finish()
        try #require(fixture.session.outputs.map(\.status.state) == [.finished, .finished])

        let file = try MediaProbe(folder.file("a.mp4"))
        #expect(abs(file.videoEnd() - file.audioSeconds) < 0.0334)
        // Live units are stamped at their arrival, which includes the jitter of the test's thread.
        #expect(abs(file.videoEnd() - scenario.seconds) < 0.0334 + fixture.lateness)

        let recordings = try server.recordings
        #expect(recordings.count == 1)
        let recording = try #require(recordings.first)
        let probe = try MediaProbe(recording)
        let (first, last) = (probe.audioFrames.first?.time ?? .nan, probe.audioFrames.last?.time ?? .nan)
        #expect(abs((probe.videoFrames.first?.time ?? .nan) - first) < 0.1)
        #expect(abs((probe.videoFrames.last?.time ?? .nan) - last) < 0.1)
        // How many frames the server misses depends on when it answers.
        let statuses = fixture.session.outputs.map(\.status)
        #expect(probe.videoFrames.count == statuses[0].totalFrames - statuses[0].skippedFrames)
        #expect(file.videoFrames.count == statuses[1].totalFrames)
        #expect(statuses[1].skippedFrames == 0)

        // Marks of both tracks must coincide; the server may have started late.
        let sync = try SyncMeasurement(recording, crop: "iw:ih:0:0")
        if !scenario.video.isEmpty { #expect(sync.flashes.count >= 1) }
        if !scenario.audio.isEmpty { #expect(sync.beeps.count >= 1) }
        if let flash = sync.flashes.last, let beep = sync.beeps.last {
            #expect(abs(flash - beep) <= 0.02 + fixture.lateness, "flash at \(flash) s, beep at \(beep) s")
        }
    }
}
