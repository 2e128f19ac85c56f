import Foundation
import StudioTestSupport
import Testing

/// `psstudio receive --as`: the callbacks, counts and drops of each interface.
struct ReceiveInterfaceTests {
    private func receive(_ interface: String, _ options: [String] = []) throws -> [String: Any] {
        let outcome = try StudioProgram.run(
            [
                "receive", "--participant", "Ada", "--as", interface, "--duration", "1s", "--fast", "--exact", "--seed",
                "1", "--json",
            ] + options)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
        return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    }

    /// `callback of source` with its count.
    private func counts(_ report: [String: Any]) throws -> [String: Int] {
        let rows = try #require(report["callbacks"] as? [[String: Any]])
        var counts: [String: Int] = [:]
        for row in rows {
            let (callback, source) = (row["callback"] as? String ?? "", row["source"] as? String ?? "")
            counts["\(callback) of \(source)"] = row["count"] as? Int
        }
        return counts
    }

    /// `reason of source` with its count.
    private func drops(_ report: [String: Any]) throws -> [String: Int] {
        let rows = try #require(report["drops"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: rows.map {
                ("\($0["reason"] as? String ?? "") of \($0["source"] as? String ?? "")", $0["count"] as? Int ?? 0)
            })
    }

    @Test("Zoom: status and frames of a pipe, audio of the user and of the mix while they sound")
    func zoom() throws {
        let report = try receive("zoom")
        let counts = try counts(report)
        #expect(counts["onRawDataStatusChanged(_:) of Ada"] == 1)
        #expect(counts["onRawDataFrameReceived(_:) of Ada"] == 31)
        let oneWay = try #require(counts["onOneWayAudioRawDataReceived(_:user:) of Ada"])
        #expect((20...60).contains(oneWay))
        #expect(counts["onMixedAudioRawDataReceived(_:) of all"] == oneWay)
        #expect(counts.count == 4)
        #expect(try drops(report) == [:])
        #expect(report["reports"] as? [String] == [])
    }

    @Test("Zoom: slow callbacks lose frames; 32 referenced frames exhaust the budget of a pipe, and are reported")
    func zoomDrops() throws {
        let slow = try receive("zoom", ["--busy", "250ms"])
        #expect(try counts(slow)["onRawDataFrameReceived(_:) of Ada"] == 5)
        // The last frame waits for the end of the last callback.
        #expect(try drops(slow) == ["late of Ada": 25])
        let held = try receive("zoom", ["--hold", "40", "--duration", "2s"])
        #expect(try counts(held)["onRawDataFrameReceived(_:) of Ada"] == 32)
        #expect(try drops(held) == ["outOfBuffers of Ada": 29])
        let reports = try #require(held["reports"] as? [String])
        #expect(reports.count == 1)
        #expect(reports.first?.hasPrefix("ZV-REF-006: no buffer is left for frame 32 of the video of user") == true)
        #expect(reports.first?.contains("32 units are referenced") == true)
    }

    @Test("Zoom: a pipe has 90, 180, 360 or 720 lines")
    func zoomSizes() throws {
        let small = try receive("zoom", ["--size", "90"])
        let rows = try #require(small["callbacks"] as? [[String: Any]])
        let frames = rows.first { $0["callback"] as? String == "onRawDataFrameReceived(_:)" }
        #expect(frames?["firstArguments"] as? String == "i420 160x90, strides 160 80 80")
        let outcome = try StudioProgram.run(
            ["receive", "--participant", "Ada", "--as", "zoom", "--size", "1080", "--duration", "1s"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("--as zoom has pipes of 90, 180, 360 and 720 lines, not 1080"))
    }

    @Test("Agora: blocks of 10 ms at four points")
    func agora() throws {
        let report = try receive("agora")
        #expect(
            try counts(report) == [
                "onRecordAudioFrame(_:channelId:) of microphone": 100,
                "onPlaybackAudioFrame(beforeMixing:channelId:uid:) of Ada": 100,
                "onPlaybackAudioFrame(_:channelId:) of remote users": 100,
                "onMixedAudioFrame(_:channelId:) of all": 100,
            ])
    }

    @Test("ZEGO: the preview, the stream and the events; slow callbacks lose frames")
    func zego() throws {
        let report = try receive("zego")
        let found = try counts(report)
        #expect(found["onCapturedVideoFrameRawData(_:dataLength:param:flipMode:channel:) of preview"] == 16)
        #expect(found["onRemoteVideoFrameRawData(_:dataLength:param:streamID:) of Ada"] == 31)
        #expect(found["onRoomStateUpdate(_:errorCode:extendedData:roomID:) of room"] == 2)
        #expect(found["onPlayerVideoSizeChanged(_:streamID:) of Ada"] == 1)
        #expect(try drops(report) == [:])
        let slow = try receive("zego", ["--busy", "250ms"])
        let late = try drops(slow)["late of Ada"] ?? 0
        let seen = try counts(slow)["onRemoteVideoFrameRawData(_:dataLength:param:streamID:) of Ada"] ?? 0
        #expect(seen == 5)
        // The last frame waits for the end of the last callback.
        #expect(late == 25)
    }

    @Test("Capture: a camera has 29.97 frames a second; --exact makes it 30")
    func camera() throws {
        let outcome = try StudioProgram.run([
            "receive", "--participant", "Ada", "--as", "avcapture", "--duration", "1s", "--fast", "--seed", "1",
        ])
        #expect(outcome.exitCode == 0)
        #expect(outcome.outputText.contains("    30  captureOutput(_:didOutput:from:)  Ada  first at 00:00:00.00"))
        #expect(outcome.outputText.contains("nv12 1280x720, strides 1280 1280"))
    }

    @Test("Capture: a callback of 50 ms gets every second frame; 15 kept buffers exhaust the pool")
    func capture() throws {
        let slow = try receive("avcapture", ["--busy", "50ms"])
        #expect(
            try counts(slow) == [
                "captureOutput(_:didOutput:from:) of Ada": 16, "captureOutput(_:didDrop:from:) of Ada": 15,
            ])
        #expect(try drops(slow) == ["FrameWasLate of Ada": 15])
        let kept = try receive("avcapture", ["--hold", "20"])
        #expect(
            try counts(kept) == [
                "captureOutput(_:didOutput:from:) of Ada": 15, "captureOutput(_:didDrop:from:) of Ada": 16,
            ])
        #expect(try drops(kept) == ["OutOfBuffers of Ada": 16])
    }

    @Test("The text has one line for each callback, and equal seeds give equal text")
    func text() throws {
        let arguments = [
            "receive", "--participant", "Ada", "--participant", "Bob", "--user", "Bob", "--as", "avcapture",
            "--duration", "2s", "--fast", "--seed", "3",
        ]
        let (first, second) = (try StudioProgram.run(arguments), try StudioProgram.run(arguments))
        #expect(first.exitCode == 0)
        #expect(first.output == second.output)
        let lines = first.outputText.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last == "none dropped")
        #expect(
            lines.dropFirst().first?.contains("captureOutput(_:didOutput:from:)  Bob  first at 00:00:00.0") == true)
    }

    @Test("Options of recordings do not apply, and a missing source is reported")
    func refusals() throws {
        for options in [["--mixed"], ["--force"], ["--format", "bgra"], ["--size", "360"], ["--budget", "3"]] {
            let outcome = try StudioProgram.run(
                ["receive", "--participant", "Ada", "--as", "zego", "--duration", "1s"] + options)
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains("\(options[0]) does not apply with --as zego"))
        }
        let busy = try StudioProgram.run(["receive", "--participant", "Ada", "--duration", "1s", "--busy", "1s"])
        #expect(busy.exitCode == 2)
        #expect(busy.errors.contains("--busy needs --as"))
        let missing = try StudioProgram.run([
            "receive", "--participant", "Ada=missing.mp4", "--as", "zoom", "--duration", "1s",
        ])
        #expect(missing.exitCode == 5)
        #expect(missing.errors.contains("missing.mp4"))
    }
}
