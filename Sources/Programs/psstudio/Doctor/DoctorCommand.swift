import ArgumentParser
import Glibc
import MediaInputs
import ProductionStudio
import ProgramConsole
import ProgramEncoding
import StudioCore
import StudioRuntime
import SystemChecks

/// `psstudio doctor`: checks which features work on this machine, and what must be installed for the others.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check which features work on this machine, what is missing, and how fast it encodes.",
        discussion: """
            Checks the requirements of inputs, encoders, outputs and probe, and lists
            the Debian packages that contain missing parts. Then encodes frames like
            camera video for two seconds, to check whether this machine encodes in
            real time.

            Faults of GStreamer are corrected. PSSTUDIO_CORRECTIONS=none switches all
            corrections off, for a report to GStreamer, PSSTUDIO_CORRECTIONS=-NAME one
            of them, and PSSTUDIO_CORRECTIONS=all switches them on, whatever the
            version of GStreamer.

              psstudio doctor
              psstudio doctor --width 1280 --height 720 --fps 60 --preset fast
              psstudio doctor --no-benchmark --json

            The exit code is 0 when psstudio start works with its default output, an
            MP4 file, and 6 when it does not. With --strict it is 7 when the machine
            does not encode in real time.

            \(ExitReason.help)
            """)

    @Option(help: ArgumentHelp("Width of the benchmark's frames in pixels, even.", valueName: "pixels"))
    var width = PixelsArgument(VideoSourceOptions.defaults.width)

    @Option(help: ArgumentHelp("Height of the benchmark's frames in pixels, even.", valueName: "pixels"))
    var height = PixelsArgument(VideoSourceOptions.defaults.height)

    @Option(help: ArgumentHelp("Required frames per second: 30, 29.97, 30000/1001.", valueName: "rate"))
    var fps = VideoSourceOptions.defaults.rate

    @Option(help: "Speed preset of x264 to benchmark first.")
    var preset: EncoderSettings.Preset = .veryfast

    @Flag(name: .customLong("no-benchmark"), help: "Skip the encoder benchmark.")
    var skipsBenchmark = false

    @Flag(help: "Exit with 7 when the machine does not encode in real time.")
    var strict = false

    @Flag(help: "Print the report as one JSON object on standard output instead of text.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print the verdict only.")
    var quiet = false

    func run() throws {
        if strict, skipsBenchmark { throw ValidationError("--strict and --no-benchmark are mutually exclusive") }
        throw ExitCode(try check().rawValue)
    }

    private func check() throws -> ExitReason {
        let capability = VideoCapability(width: width.count, height: height.count, format: .i420Full)
        if !skipsBenchmark, let refusal = capability.refusal() {
            throw CommandFailure(message: "\(refusal)", reason: .contract, code: "contract")
        }
        if let shortage = SystemLimits.shortage(outputs: 1) {
            throw CommandFailure(message: shortage, reason: .output, code: "limits")
        }
        let systemCheck: SystemCheck
        do {
            systemCheck = try SystemCheck()
        } catch {
            throw CommandFailure(message: "\(error)", reason: .output, code: "gstreamer")
        }
        var report = DoctorReport(
            systemCheck: systemCheck, server: ServerCheck(), width: width.count, height: height.count, rate: fps,
            isStrict: strict)
        if !json, !quiet, !StandardOutput.write(report.partsText) { return report.reason }
        if !skipsBenchmark, systemCheck.canEncode {
            do {
                let benchmark = try EncoderBenchmark(width: width.count, height: height.count, rate: fps)
                let signal = Lock<Int32?>(nil)
                Signals.onFirst { number in
                    signal.withLock { $0 = number }
                    benchmark.cancel()
                }
                guard let result = try benchmark.run(preset) else {
                    return ExitReason(signal: signal.withLock { $0 } ?? SIGINT)
                }
                report.benchmark = result
            } catch {
                report.benchmarkFailure = "\(error)"
            }
        }
        printReport(report)
        return report.reason
    }

    private func printReport(_ report: DoctorReport) {
        if json { return report.print() }
        let text = quiet ? "" : report.benchmarkText
        StandardOutput.write("\(text)\(report.verdict)\n")
    }
}

extension SystemCheck {
    /// Whether video can be encoded at all.
    var canEncode: Bool { parts(of: .encoders).contains { $0.name == "h264" && $0.works } }
}
