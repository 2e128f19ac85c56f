import Foundation

/// Measures psstudio against the same work in C, gst-launch and ffmpeg, and checks the committed thresholds.
///
///     psbench run FOLDER      measures; FOLDER is Benchmarks
///     psbench control …       a controller in a process of its own
///     psbench drive …         one loop in a process of its own, for callgrind and the allocation interposer
@main
enum PSBench {
    static func main() {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            switch arguments.first {
            case "run": exit(try Run(Settings(Array(arguments.dropFirst()))).perform() ? 0 : 1)
            case "control": try ControlClient(Array(arguments.dropFirst())).run()
            case "drive": try Driver(Array(arguments.dropFirst())).drive()
            default:
                throw Invalid("usage: psbench run FOLDER | psbench control … | psbench drive MODE WIDTH HEIGHT COUNT")
            }
        } catch {
            FileHandle.standardError.write(Data("psbench: \(error)\n".utf8))
            exit(2)
        }
    }
}

/// An invalid measurement: it took another path than intended, or a program is missing.
struct Invalid: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The settings, read from the environment; `scripts/bench.sh` sets it.
struct Settings {
    /// The folder with the thresholds.
    let folder: URL
    /// Interleaved iterations of each comparison.
    let iterations: Int
    /// Names of groups; all if empty.
    let groups: Set<String>
    /// The program under test.
    let program: String
    /// The allocation interposer.
    let interposer: String
    /// The folder for clips and outputs.
    let workFolder: URL
    /// A folder in memory for large inputs; the work folder if there is none.
    let memoryFolder: URL
    /// The prefix of an installation: library and plugin.
    let prefix: URL

    init(_ arguments: [String]) throws {
        guard let path = arguments.first else { throw Invalid("the folder Benchmarks is missing") }
        folder = URL(fileURLWithPath: path)
        let environment = ProcessInfo.processInfo.environment
        iterations = max(1, environment["ROUNDS"].flatMap { Int($0) } ?? 5)
        groups = Set((environment["ROWS"] ?? "").split(separator: ",").map(String.init))
        guard let program = environment["PSSTUDIO"], let interposer = environment["PSBENCH_INTERPOSER"],
            let workFolder = environment["PSBENCH_WORK"], let prefix = environment["PSBENCH_PREFIX"]
        else { throw Invalid("PSSTUDIO or a PSBENCH variable is not set: start scripts/bench.sh") }
        self.program = program
        self.interposer = interposer
        self.workFolder = URL(fileURLWithPath: workFolder)
        memoryFolder = URL(fileURLWithPath: environment["PSBENCH_MEMORY"] ?? workFolder)
        self.prefix = URL(fileURLWithPath: prefix)
    }

    /// A file in the work folder.
    func work(_ name: String) -> String { workFolder.appendingPathComponent(name).path }

    /// A file of the installation.
    func installed(_ name: String) -> String { prefix.appendingPathComponent(name).path }

    /// A program built together with this one.
    func sibling(_ name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }
}

/// Width and height in pixels.
struct Size: CustomStringConvertible {
    let width: Int
    let height: Int

    /// 1080p is left out: it is about as large as the last-level cache of many processors, where other load decides
    /// the result.
    static let measured = [Size(width: 1280, height: 720), Size(width: 3840, height: 2160)]

    var frameBytes: Int { width * height * 3 / 2 }
    var description: String { "\(width)x\(height)" }
}
