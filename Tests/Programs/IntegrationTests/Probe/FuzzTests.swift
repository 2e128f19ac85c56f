import Foundation
import StudioCore
import StudioTestSupport
import Testing

/// Broken files give a report or an error, never a crash and never a hang.
@Suite(.endToEnd)
struct FuzzTests {
    private static let forms = ["mp4", "mkv", "flv", "ts", "m4a", "y4m"]
    private static let rounds = 8

    /// Kinds of damage.
    private static func damage(_ bytes: [UInt8], round: Int, _ generator: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        func place() -> Int { Int.random(in: bytes.indices, using: &generator) }
        switch round % 4 {
        case 0:
            // Scattered bytes, one in a thousand.
            for _ in 0..<max(1, bytes.count / 1000) { bytes[place()] = UInt8.random(in: 0...255, using: &generator) }
        case 1:
            // The head, which describes the structure.
            for _ in 0..<20 { bytes[place() % min(2000, bytes.count)] = UInt8.random(in: 0...255, using: &generator) }
        case 2:
            // Truncated.
            bytes.removeSubrange(place()...)
        default:
            // A part removed, a part repeated.
            let (from, to) = (place(), place())
            let piece = bytes[min(from, to)...max(from, to)].prefix(50_000)
            bytes.replaceSubrange(piece.indices, with: round % 8 == 3 ? [] : piece + piece)
        }
        return bytes
    }

    private func make(_ folder: TestFolder) throws -> String {
        let good = folder.file("good.mp4")
        let arguments = ["--width", "320", "--height", "180", "--video", "coded:", "--duration", "2s", "--out", good]
        #expect(try StudioProgram.run(["start", "--fast"] + arguments).exitCode == 0)
        for form in Self.forms.dropFirst() {
            let copy = form == "y4m" ? ["-pix_fmt", "yuv420p", "-t", "0.5"] : ["-c", "copy"]
            let map = form == "m4a" ? ["-map", "0:a"] : []
            try Tool.run("ffmpeg", ["-v", "error", "-i", good] + map + copy + [folder.file("good." + form)])
        }
        return good
    }

    @Test("Broken files: a report or a one-line error; no crash, no hang")
    func fuzz() throws {
        let folder = try TestFolder()
        _ = try make(folder)
        var generator = SeededRandom(seed: 20)
        var codes: [Int32: Int] = [:]
        for form in Self.forms {
            let good = [UInt8](try folder.read("good." + form))
            for round in 0..<Self.rounds {
                let path = try folder.write("broken." + form, Self.damage(good, round: round, &generator))
                // GStreamer's plugins log criticals about such files; this test is not about them.
                let outcome = try StudioProgram.run(["probe", path, "--json"], environment: ["G_DEBUG": ""])
                guard case .exited(let code) = outcome.status else {
                    let kept = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(round).\(form)")
                        .path
                    try? FileManager.default.copyItem(atPath: path, toPath: kept)  // For debugging.
                    Issue.record("\(form), round \(round): \(outcome.status); kept as \(kept)")
                    continue
                }
                codes[code, default: 0] += 1
                #expect([0, 5].contains(code), "\(form), round \(round): \(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count <= 1, "\(form), round \(round): \(outcome.errors)")
                if code == 0 { #expect(try outcome.probed.session != nil || outcome.probed.audio?.marks ?? 0 > 0) }
            }
        }
        #expect(codes.count == 2, "some files can be measured, others cannot: \(codes)")
        print("fuzzed files by exit code: \(codes)")
    }
}
