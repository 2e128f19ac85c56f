import ArgumentParser
import Glibc
import MediaInputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioRuntime
import SystemChecks

/// `psstudio doctor`: says what works on this machine, and what is to be installed for the rest.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what works on this machine, what is missing, and how fast it encodes.",
        discussion: """
            Looks for everything that inputs, encoders, outputs and probe need, names
            the Debian packages of what is missing, and encodes pictures like a camera's
            for two seconds to see whether this machine does it in real time.

              psstudio doctor
              psstudio doctor --width 1280 --height 720 --fps 60 --preset fast
              psstudio doctor --no-trial --json

            The exit code is 0 when psstudio start works with its default output, an
            MP4 file, and 6 when it does not. With --strict it is 7 when the machine
            does not encode in real time.

            \(ExitReason.help)
            """)

    @Option(help: ArgumentHelp("Width of the trial's pictures in pixels, even.", valueName: "pixels"))
    var width = PixelsArgument(VideoSourceOptions.defaults.width)

    @Option(help: ArgumentHelp("Height of the trial's pictures in pixels, even.", valueName: "pixels"))
    var height = PixelsArgument(VideoSourceOptions.defaults.height)

    @Option(help: ArgumentHelp("Frames a second that are wanted: 30, 29.97, 30000/1001.", valueName: "rate"))
    var fps = RateArgument(VideoSourceOptions.defaults.rate)

    @Option(help: "x264's speed preset that is wanted.")
    var preset: EncoderSettings.Preset = .veryfast

    @Flag(name: .customLong("no-trial"), help: "Do not encode anything.")
    var skipsTrial = false

    @Flag(help: "Exit with 7 when the machine does not encode in real time.")
    var strict = false

    @Flag(help: "Print everything as one JSON object on standard output instead of text.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print the verdict only.")
    var quiet = false

    func run() throws {
        if strict, skipsTrial { throw ValidationError("--strict and --no-trial exclude each other") }
        throw ExitCode(examine().rawValue)
    }

    private func examine() -> ExitReason {
        let capability = VideoCapability(width: width.count, height: height.count, format: .i420Full)
        if !skipsTrial, let refusal = capability.refusal() { return fail("\(refusal)", .contract) }
        if let shortage = SystemLimits.shortage(outputs: 1) { return fail(shortage, .output) }
        let systemCheck: SystemCheck
        do {
            systemCheck = try SystemCheck()
        } catch {
            return fail("\(error)", .output)
        }
        var examination = Examination(systemCheck, width: width.count, height: height.count, rate: fps.rate)
        if !json, !quiet, !StandardOutput.write(examination.partsText) { return .output }
        if !skipsTrial, systemCheck.canTry {
            do {
                let trial = try EncoderBenchmark(width: width.count, height: height.count, rate: fps.rate)
                let signal = Lock<Int32?>(nil)
                Signals.onFirst { number in
                    signal.withLock { $0 = number }
                    trial.cancel()
                }
                guard let result = try trial.run(preset) else {
                    return signal.withLock { $0 } == SIGTERM ? .terminated : .interrupted
                }
                examination.trial = result
            } catch {
                examination.trialFailure = "\(error)"
            }
        }
        let reason = examination.reason(isStrict: strict)
        return tell(examination, reason) ? reason : .output
    }

    /// False when the reader is gone.
    private func tell(_ examination: Examination, _ reason: ExitReason) -> Bool {
        if json { return DoctorDocument(examination, exitCode: reason.rawValue).print() }
        let text = quiet ? "" : examination.trialText
        return StandardOutput.write("\(text)\(examination.verdict)\n")
    }

    private func fail(_ message: String, _ reason: ExitReason) -> ExitReason {
        Console(level: .error).say(.error, message)
        if json { _ = FailureDocument(message, reason).print() }
        return reason
    }
}

extension SystemCheck {
    /// Whether pictures can be encoded here at all.
    var canTry: Bool { parts(of: .encoders).contains { $0.name == "h264" && $0.works } }
}
