import Foundation
import StudioTestSupport
import Testing

/// What a process costs that runs beside hundreds of others: threads, memory and libraries.
@Suite(.endToEnd)
struct LightProcessTests {
    /// A process while it sends.
    private struct Cost {
        let threads: Int
        /// Its own memory, without the pages of files.
        let anonymousKilobytes: Int
        /// The names of the mapped libraries, without versions.
        let libraries: Set<String>

        init(_ pid: pid_t) throws {
            threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").count
            let rollup = try Self.read("/proc/\(pid)/smaps_rollup")
            let line = try #require(rollup.split(separator: "\n").first { $0.hasPrefix("Anonymous:") })
            anonymousKilobytes = try #require(Int(line.filter(\.isNumber)))
            libraries = Set(
                try Self.read("/proc/\(pid)/maps").split(separator: "\n").compactMap { line in
                    guard let name = line.split(separator: "/").last, let suffix = name.range(of: ".so") else {
                        return nil
                    }
                    return String(name[..<suffix.lowerBound])
                })
        }

        private static func read(_ path: String) throws -> String {
            // `Data(contentsOf:)` reads only the first part of such a file, whose size is 0.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }
    }

    private func cost(of output: String) throws -> Cost {
        let folder = try TestFolder()
        let program = try StudioProgram([
            "start", "--width", "320", "--height", "180", "--fps", "5", "--out", output, "--progress",
            folder.file("progress"), "--force",
        ])
        // Blocks are written while media is sent. Which numbers they have depends on the machine.
        try waitUntil("frames are sent; \(program.errorsSoFar)") {
            let text = (try? folder.readText("progress")) ?? ""  // The file may not exist yet.
            let frames = text.split(separator: "\n").filter { $0.hasPrefix("frame=") }.compactMap {
                Int($0.dropFirst(6))
            }
            return frames.contains { $0 >= 5 }
        }
        let cost = try Cost(program.process.pid)
        program.process.signal(SIGINT)
        #expect(try program.finish().exitCode == 130)
        return cost
    }

    @Test("A session without an encoder: threads, private memory, and no library of an encoder")
    func withoutEncoder() throws {
        let cost = try cost(of: "null:")
        #expect(cost.threads <= 12)
        #expect(cost.anonymousKilobytes <= 6_000)
        #expect(cost.libraries.isDisjoint(with: ["libx264", "libavcodec", "libgstlibav", "libgstx264"]))
        #expect(cost.libraries.count <= 27)
    }

    @Test("A session with both encoders and a file: threads, private memory, and none of ffmpeg's libraries")
    func withEncoders() throws {
        let folder = try TestFolder()
        let cost = try cost(of: folder.file("out.mp4"))
        #expect(cost.threads <= 24)
        #expect(cost.anonymousKilobytes <= 11_500)
        #expect(cost.libraries.isDisjoint(with: ["libavcodec", "libavformat", "libgstlibav"]))
        #expect(cost.libraries.count <= 40)
    }
}
