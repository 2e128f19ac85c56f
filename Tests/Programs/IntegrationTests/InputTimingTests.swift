import Foundation
import StudioTestSupport
import Testing

/// Files whose time stamps are unusual. ffmpeg judges frames, audio and offsets.
@Suite(.endToEnd)
struct InputTimingTests {
    private static let inputs = PackageFolder.url("Tests/Support/Inputs").path

    /// A flash of two frames and a beep of 50 ms at the beginning of each second but the first.
    private func marked(_ folder: TestFolder, _ name: String, _ arguments: [String], seconds: Int = 6) throws -> String
    {
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                "color=black:s=160x96:r=30:d=\(seconds),"
                    + "drawbox=0:0:iw:ih:white:fill:enable='gte(t,0.99)*lt(mod(t+0.001,1),0.06)'",
                "-f", "lavfi", "-i",
                "aevalsrc='0.6*sin(2*PI*1000*t)*gte(t,0.99)*lt(mod(t,1),0.05)':s=48000:d=\(seconds)", "-pix_fmt",
                "yuv420p",
            ] + arguments + [folder.file(name)])
        return folder.file(name)
    }

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> String {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return out
    }

    /// The seconds at which frames become bright, as ffmpeg shows them.
    private func flashes(_ path: String) throws -> [Double] {
        let graph = "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-"
        let text = try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-vf", graph, "-f", "null", "-"])
        var (time, isBright, found) = (0.0, false, [Double]())
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            if let part = line.split(separator: "pts_time:").last, line.contains("pts_time:") {
                time = Double(part.prefix { $0 != " " }) ?? .nan
            } else if let value = line.split(separator: "=").last.flatMap({ Double($0) }) {
                if value > 120, !isBright { found.append(time) }
                isBright = value > 120
            }
        }
        return found
    }

    /// The seconds at which beeps begin.
    private func beeps(_ path: String) throws -> [Double] {
        let data = try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-af", "aresample=async=1:first_pts=0", "-ac",
                "1",
                "-ar", "48000", "-f", "s16le", "-",
            ])
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        var (index, found) = (0, [Double]())
        while let next = samples[min(index, samples.count)...].firstIndex(where: { abs(Int($0)) > 2000 }) {
            found.append(Double(next) / 48_000)
            index = next + 24_000
        }
        return found
    }

    /// Expects each flash with its beep.
    private func expectSync(_ path: String, count: Int, within seconds: Double = 0.04) throws {
        let (flashes, beeps) = (try flashes(path), try beeps(path))
        #expect(flashes.count == count, "\(flashes)")
        #expect(beeps.count == count, "\(beeps)")
        for (flash, beep) in zip(flashes, beeps) { #expect(abs(flash - beep) < seconds, "\(flash) and \(beep)") }
    }

    private func frames(_ path: String) throws -> Int { try MediaProbe(path, isWhole: false).videoFrames.count }

    private struct SourceFrames: Decodable {
        let skippedSourceFrames: Int
        let repeatedSourceFrames: Int
    }

    // MARK: Edit lists

    @Test("A cut inside a group of pictures loses neither frames nor audio", arguments: ["3.3", "0.5", "4.9"])
    func cut(_ start: String) throws {
        let folder = try TestFolder()
        let whole = try marked(folder, "whole.mp4", ["-c:v", "libx264", "-g", "60", "-c:a", "aac"], seconds: 12)
        let path = folder.file("cut.mp4")
        try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-ss", start, "-t", "5", "-i", whole, "-c", "copy", path])
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--json", "--video", path, "--out", out])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let counts = try JSONDecoder().decode(SourceFrames.self, from: outcome.output)
        #expect(counts.skippedSourceFrames == 0)
        // ffmpeg leaves gaps before the last frames, which are filled.
        let (sent, wanted) = (try MediaProbe(out), try frames(path))
        let own = sent.videoFrames.count - counts.repeatedSourceFrames
        #expect(abs(own - wanted) <= 1, "\(own) of \(wanted)")
        #expect(counts.repeatedSourceFrames <= 2)
        #expect(abs(sent.audioSeconds - Double(wanted) / 30) < 0.15, "\(sent.audioSeconds)")
        #expect(abs(try flashes(out).count - flashes(path).count) <= 1)
        let probe = try StudioProgram.run(["probe", path])
        #expect(!probe.outputText.contains("ends before"), "\(probe.outputText)")
    }

    @Test("Two edits are both sent")
    func twoEdits() throws {
        let folder = try TestFolder()
        let whole = try marked(
            folder, "whole.mp4", ["-c:v", "libx264", "-bf", "0", "-g", "30", "-c:a", "aac"], seconds: 12)
        let path = try EditedMovie(whole).write([(at: 1, seconds: 3), (at: 7, seconds: 4)], to: folder.file("two.mp4"))
        let out = try send(path, folder)
        #expect(try frames(out) == 210)
        #expect(abs(try MediaProbe(out).audioSeconds - 7) < 0.1)
        try expectSync(out, count: 7)
    }

    // MARK: Tracks

    @Test("Video below a fifth of the file is found", arguments: ["va30.mp4"])
    func shortVideo(_ name: String) throws {
        let folder = try TestFolder()
        let out = try send("\(Self.inputs)/\(name)", folder)
        #expect(try frames(out) == 900)
        #expect(abs(try MediaProbe(out).audioSeconds - 30) < 0.1)
    }

    @Test(
        "A track that starts late stays late",
        arguments: [
            ("audio", "in.mkv"), ("audio", "in.mp4"), ("audio", "in.ts"), ("video", "in.mkv"), ("video", "in.mp4"),
        ])
    func lateTrack(_ late: String, _ name: String) throws {
        let folder = try TestFolder()
        let whole = try marked(folder, "whole.mkv", ["-c:v", "libx264", "-bf", "0", "-c:a", "aac"])
        let offset = ["-itsoffset", "2"]
        let (first, second) = late == "video" ? (offset, []) : ([], offset)
        let path = folder.file(name)
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error"] + first + ["-i", whole] + second + ["-i", whole]
                + ["-map", "0:v", "-map", "1:a", "-c", "copy", path])
        let out = try send(path, folder)
        let (flash, beep) = (try #require(try flashes(out).first), try #require(try beeps(out).first))
        #expect(abs(abs(flash - beep) - 2) < 0.04, "\(flash) and \(beep)")
        #expect((flash < beep) == (late == "audio"))
    }

    // MARK: Clocks

    @Test("MPEG-TS whose clock wraps is complete, in sync, and ends", arguments: ["wrap.ts"])
    func wrap(_ name: String) throws {
        let folder = try TestFolder()
        let out = try send("\(Self.inputs)/\(name)", folder, ["--duration", "20s"])
        #expect(abs(try frames(out) - 151) <= 1)
        #expect(try flashes(out).count >= 4)
        let beeps = try beeps(out)
        #expect(beeps.count == 4, "\(beeps)")
        for (index, beep) in beeps.enumerated() { #expect(abs(beep - beeps[0] - Double(index)) < 0.01, "\(beeps)") }
    }

    @Test("An AVI file with B-frames is in sync", arguments: ["packed.avi"])
    func reorderedAVI(_ name: String) throws {
        let folder = try TestFolder()
        let out = try send("\(Self.inputs)/\(name)", folder)
        let (flashes, beeps) = (try flashes(out), try beeps(out))
        #expect(flashes.count >= 4, "\(flashes)")
        #expect(beeps.count == 4, "\(beeps)")
        for (flash, beep) in zip(flashes.suffix(4), beeps) { #expect(abs(flash - beep) < 0.02, "\(flash), \(beep)") }
    }

    @Test("MPEG-4 in AVI, with and without B-frames, is as ffmpeg shows it", arguments: ["0", "2"])
    func ordinaryAVI(_ count: String) throws {
        let folder = try TestFolder()
        let path = try marked(folder, "in.avi", ["-c:v", "mpeg4", "-bf", count, "-g", "12", "-c:a", "mp3"])
        let out = try send(path, folder)
        let (found, wanted) = (try flashes(out), try flashes(path))
        let (beeps, wantedBeeps) = (try beeps(out), try beeps(path))
        #expect(found.count == wanted.count)
        for (index, flash) in found.enumerated() {
            let offset = flash - beeps[index]
            #expect(abs(offset - (wanted[index] - wantedBeeps[index])) < 0.02, "\(found), \(wanted)")
        }
    }

    @Test("Two transport streams joined with cat are sent one after the other")
    func joined() throws {
        let folder = try TestFolder()
        let one = try marked(folder, "one.ts", ["-c:v", "libx264", "-bf", "0", "-c:a", "aac"], seconds: 4)
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: one)))
        let out = try send(try folder.write("two.ts", bytes + bytes), folder)
        #expect(abs(try frames(out) - 240) <= 3)
        try expectSync(out, count: 6, within: 0.06)
    }

    @Test("Video of variable frame rate keeps its times")
    func variableRate() throws {
        let folder = try TestFolder()
        let path = try marked(
            folder, "vfr.mkv",
            [
                "-vf", "select='lt(mod(n,30),5)+not(mod(n,7))'", "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "0",
                "-c:a",
                "aac",
            ])
        let out = try send(path, folder, ["--fps", "30"])
        #expect(abs(try frames(out) - 180) <= 3)
        try expectSync(out, count: 5)
    }

    // MARK: Names

    @Test(
        "Odd names are opened like others",
        arguments: [
            "a b.mp4", "it's \"q\".mp4", "100%.mp4", "#1.mp4", "12:30.mp4", "émission 日本.mp4", "-x.mp4", "a!b&c;d.mp4",
        ])
    func names(_ name: String) throws {
        let folder = try TestFolder()
        let plain = try marked(folder, "plain.mp4", ["-c:v", "libx264", "-c:a", "aac"], seconds: 1)
        try FileManager.default.copyItem(atPath: plain, toPath: folder.file(name))
        #expect(try frames(send(folder.file(name), folder)) == 30)
    }
}
