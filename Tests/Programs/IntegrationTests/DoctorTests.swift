import Foundation
import StudioTestSupport
import Testing

/// `psstudio doctor` on this machine, and with plugins hidden from it.
@Suite(.endToEnd)
struct DoctorTests {
    /// A folder with links to the system's plugins, and its own registry.
    private struct Plugins {
        let folder: TestFolder

        init(without hidden: (String) -> Bool) throws {
            folder = try TestFolder()
            let answer = try Tool.run("pkg-config", ["--variable=pluginsdir", "gstreamer-1.0"])
            let system = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            try FileManager.default.createDirectory(atPath: folder.file("plugins"), withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: system)
            where name.hasSuffix(".so") && !hidden(name) {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.file("plugins/\(name)"), withDestinationPath: "\(system)/\(name)")
            }
        }

        var environment: [String: String] {
            [
                "GST_PLUGIN_SYSTEM_PATH_1_0": folder.file("plugins"), "GST_PLUGIN_PATH_1_0": "",
                "GST_REGISTRY_1_0": folder.file("registry.bin"),
            ]
        }
    }

    private struct Document: Decodable {
        struct Part: Decodable {
            struct Missing: Decodable {
                let name: String
                let package: String?
            }
            let group: String
            let name: String
            let works: Bool
            let missing: [Missing]
        }
        struct Registry: Decodable {
            let path: String
            let state: String
            let isReady: Bool
            let plugins: Int
            let brokenPlugins: [String]
        }
        struct Benchmark: Decodable {
            struct Speed: Decodable {
                let preset: String
                let framesPerSecond: Double
                let verdict: String
            }
            let width: Int
            let rate: String
            let wanted: Speed
            let others: [Speed]
        }
        let exitCode: Int32
        let parts: [Part]
        let registry: Registry
        let missingPackages: [String]
        let benchmark: Benchmark?
        let verdict: String

        func part(_ group: String, _ name: String) throws -> Part {
            try #require(parts.first { $0.group == group && $0.name == name })
        }
    }

    private func check(
        _ arguments: [String] = ["--no-benchmark"], environment: [String: String] = [:]
    ) throws -> (document: Document, outcome: StudioProgram.Outcome) {
        let outcome = try StudioProgram.run(["doctor", "--json"] + arguments, environment: environment)
        let document = try JSONDecoder().decode(Document.self, from: outcome.output)
        #expect(document.exitCode == outcome.exitCode)
        return (document, outcome)
    }

    @Test("With all plugins everything works")
    func complete() throws {
        let (document, outcome) = try check()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(document.parts.allSatisfy { $0.works })
        #expect(document.missingPackages.isEmpty)
        let text = try StudioProgram.run(["doctor", "--no-benchmark"])
        #expect(text.outputText.contains(try Regex("(?m)^  works +mp4 +mp4mux")), "\(text.outputText)")
        #expect(text.outputText.hasSuffix("verdict: psstudio start works on this machine\n"))
        let verdict = try StudioProgram.run(["doctor", "--no-benchmark", "--quiet"])
        #expect(verdict.outputText == "verdict: psstudio start works on this machine\n")
        #expect(verdict.exitCode == 0)
    }

    @Test("Without the encoders: 6, with the packages to install, as in start")
    func withoutEncoders() throws {
        let plugins = try Plugins { $0 == "libgstx264.so" || $0 == "libgstvoaacenc.so" }
        let (document, outcome) = try check(["--width", "64", "--height", "36"], environment: plugins.environment)
        #expect(outcome.exitCode == 6, "\(outcome.outputText)")
        #expect(document.missingPackages == ["gstreamer1.0-plugins-bad", "gstreamer1.0-plugins-ugly"])
        #expect(try document.part("encoders", "h264").missing.map(\.name) == ["x264enc"])
        #expect(try document.part("encoders", "aac").missing.map(\.package) == ["gstreamer1.0-plugins-bad"])
        #expect(try document.part("outputs", "mp4").works)
        #expect(document.benchmark == nil)
        #expect(document.verdict.contains("apt-get install gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly"))
        let start = try StudioProgram.run(
            ["start", "--fast", "--duration", "500ms", "--out", plugins.folder.file("a.mp4")],
            environment: plugins.environment)
        #expect(start.exitCode == 6)
        #expect(start.errors.contains("apt-get install gstreamer1.0-plugins-ugly"))
    }

    @Test("Without the RTMP plugin files still work: 0, and the verdict names what does not")
    func withoutServers() throws {
        let plugins = try Plugins { $0 == "libgstrtmp2.so" }
        let (document, outcome) = try check(environment: plugins.environment)
        #expect(outcome.exitCode == 0, "\(outcome.outputText)")
        for part in [("outputs", "rtmp"), ("outputs", "rtmps"), ("probe", "rtmp")] {
            #expect(try document.part(part.0, part.1).works == false)
        }
        #expect(document.missingPackages == ["gstreamer1.0-plugins-bad"])
        #expect(document.verdict.contains("psstudio start works on this machine; rtmp, rtmps, probe rtmp are missing"))
    }

    @Test("Without any plugin it reports everything as missing and does not crash")
    func empty() throws {
        let plugins = try Plugins { _ in true }
        let (document, outcome) = try check([], environment: plugins.environment)
        #expect(outcome.exitCode == 6)
        #expect(document.registry.state == "empty")
        #expect(!document.registry.isReady)
        #expect(
            document.parts.filter { $0.works }.allSatisfy { $0.group == "inputs" || ["y4m", "null"].contains($0.name) })
        let text = try StudioProgram.run(["doctor"], environment: plugins.environment)
        #expect(text.exitCode == 6, "\(text.outputText)")
        #expect(text.outputText.contains("missing  mp4"), "\(text.outputText)")
    }

    @Test("The registry is written first, then warm, rewritten if plugins change, and may be unwritable")
    func registry() throws {
        let plugins = try Plugins { !["libgstcoreelements.so", "libgstapp.so"].contains($0) }
        func state(_ path: String? = nil) throws -> Document.Registry {
            var environment = plugins.environment
            if let path { environment["GST_REGISTRY_1_0"] = path }
            return try check(environment: environment).document.registry
        }
        let created = try state()
        #expect(created.state == "created")
        #expect(created.path == plugins.folder.file("registry.bin"))
        #expect(created.isReady)
        #expect(try state().state == "warm")
        _ = try plugins.folder.write("plugins/libgstbroken.so", "no library")
        let renewed = try state()
        #expect(renewed.state == "renewed")
        #expect(renewed.brokenPlugins == ["libgstbroken.so"])
        #expect(try state("/proc/none/registry.bin").state == "unwritable")
    }

    @Test("The benchmark reports the speed of the requested preset and of others")
    func benchmark() throws {
        let (document, outcome) = try check([
            "--width", "320", "--height", "180", "--fps", "30000/1001", "--preset", "superfast",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let benchmark = try #require(document.benchmark)
        #expect(benchmark.width == 320)
        #expect(benchmark.rate == "30000/1001")
        #expect(benchmark.wanted.preset == "superfast")
        #expect(benchmark.wanted.framesPerSecond > 0)
        #expect(!benchmark.others.isEmpty)
        #expect(["good", "tight", "tooSlow"].contains(benchmark.wanted.verdict))
    }

    @Test("--strict exits with 7 on a slow machine")
    func strict() throws {
        let arguments = ["--width", "3840", "--height", "2160", "--fps", "1000", "--preset", "ultrafast"]
        #expect(try check(arguments).outcome.exitCode == 0)
        #expect(try check(arguments + ["--strict"]).outcome.exitCode == 7)
    }

    @Test(
        "Errors of the command line or the size are those of start",
        arguments: [
            (["--width", "641"], Int32(3), "PS-START"), (["--width", "0"], 2, "--width"),
            (["--preset", "warp"], 2, "--preset"), (["--strict", "--no-benchmark"], 2, "mutually exclusive"),
            (["surplus"], 2, "Unexpected argument 'surplus'"),
        ])
    func wrong(_ arguments: [String], _ code: Int32, _ text: String) throws {
        let outcome = try StudioProgram.run(["doctor", "--json"] + arguments)
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.outputText.contains("\"exitCode\" : \(code)"))
    }

    @Test("An interrupt ends the benchmark: 130")
    func interrupted() throws {
        let pipe = try PipePair()
        let program = try StudioProgram(["doctor"], output: pipe.writeEnd)
        pipe.closeWriteEnd()
        // The parts are printed before the benchmark starts.
        var text: [UInt8] = []
        while !String(decoding: text, as: UTF8.self).contains("outputs"), let byte = pipe.read(1).first {
            text.append(byte)
        }
        program.process.signal(SIGINT)
        #expect(try program.finish().exitCode == 130)
    }
}
