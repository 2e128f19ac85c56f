import ArgumentParser
import GStreamer
import Glibc
import MediaOutputs
import ProgramConsole
import StudioCore
import StudioRuntime

/// `psstudio load`: publishes one program to a server many times.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Load a media server with many publishers, and measure how it takes them.",
        discussion: """
            A coded program is encoded once, and published over connections of their
            own: each publisher connects, reconnects and counts like an output of
            psstudio start. {n} in the address is the number of the publisher.

              psstudio load --publishers 200 --out 'rtmp://localhost/live/{n}' --duration 1m
              psstudio load --publishers 50 --first 6000 --out 'udp://127.0.0.1:{n}' \\
                --rate 10/s --duration 30s --max-loss 0 --json

            All publishers send the same frames with the same marks, so psstudio
            probe verifies any of them. The time of connecting ends when the server
            accepts the connection; the first media comes with the next key frame. The
            exit code is 7 when a budget was missed, and 6 when a publisher failed,
            unless --max-failed allows it.

            \(ExitReason.help)
            """)

    @Option(help: ArgumentHelp("Number of publishers, 1 to 10000.", valueName: "count"))
    var publishers: Int

    @Option(
        help: ArgumentHelp(
            "Address of each publisher, with {n} for its number: \(OutputRegistry.servers.addressForms.joined(separator: ", ")).",
            valueName: "address"))
    var out: String

    @Option(help: ArgumentHelp("Number of the first publisher.", valueName: "number"))
    var first = 1

    @Option(help: ArgumentHelp("Publishers started a second: 20/s, 0.5/s.", valueName: "rate"))
    var rate = StartRateArgument(20)

    @Option(
        help: ArgumentHelp(
            "Duration from the first connection on: 8s, 5m (default: until Ctrl-C).", valueName: "time"))
    var duration: MediaTime?

    @Option(help: ArgumentHelp("Width in pixels, even.", valueName: "pixels"))
    var width = PixelsArgument(1280)

    @Option(help: ArgumentHelp("Height in pixels, even.", valueName: "pixels"))
    var height = PixelsArgument(720)

    @Option(help: ArgumentHelp("Frames per second.", valueName: "rate"))
    var fps = Rate.thirty

    @Option(help: ArgumentHelp("Video bitrate: 2500k, 6M (default: 1M).", valueName: "rate"))
    var bitrate: BitrateArgument?

    @Flag(help: "Send no audio.")
    var noAudio = false

    @Option(help: ArgumentHelp("Seed of delays and jitter (default: random).", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Rules for reconnecting, as those of psstudio start: attempts=10,delay=1s..8s,first=yes,jitter=20%.",
            valueName: "rules"))
    var retry: RetryArgument?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the end of each address, with {n} for the number of the publisher: addresses on "
                + "the command line are visible to other users.", valueName: "file"))
    var streamKeyFile: String?

    @Option(help: ArgumentHelp(OutputSecret.srtPassphrase.help, valueName: "file"))
    var srtPassphraseFile: String?

    @OptionGroup(title: "Budgets")
    var budgets: LoadBudgetOptions

    @Flag(help: "Print the report as one JSON object on standard output instead of text.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors and the report only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print every change of a publisher.")
    var verbose = false

    @OptionGroup
    var tls: TLSOptions

    func validate() throws {
        guard (1...10_000).contains(publishers) else {
            throw ValidationError("--publishers must be 1 to 10000, not \(publishers)")
        }
        guard (0...1_000_000).contains(first) else {
            throw ValidationError("--first must be 0 to 1000000, not \(first)")
        }
        if quiet, verbose { throw ValidationError("--quiet and --verbose are mutually exclusive") }
    }

    func run() throws {
        let plan = try LoadPlan(self)
        try tls.apply()
        SystemLimits.raiseDescriptorLimit()
        if let shortage = SystemLimits.shortage(publishers: publishers) {
            throw CommandFailure(message: shortage, reason: .output, code: "limits")
        }
        throw ExitCode(try LoadRunner(plan).run().rawValue)
    }
}

/// Starts a second: `20/s`, `0.5`.
struct StartRateArgument: ExpressibleByArgument, CustomStringConvertible {
    let perSecond: Double

    init(_ perSecond: Double) {
        self.perSecond = perSecond
    }

    init?(argument: String) {
        let number = argument.hasSuffix("/s") ? argument.dropLast(2) : argument[...]
        guard let value = Double(number), (0.01...1000).contains(value) else { return nil }
        perSecond = value
    }

    var description: String {
        perSecond.rounded() == perSecond ? "\(Int(perSecond))/s" : "\(perSecond)/s"
    }
}

extension SystemLimits {
    /// The shortage that prevents so many publishers.
    ///
    /// 10 publishers to an RTMP server used 52 threads and 83 descriptors, 100 used 322 and 533. One that connects uses more.
    fileprivate static func shortage(publishers: Int) -> String? {
        shortage(threads: 30 + 4 * publishers, descriptors: 60 + 6 * publishers)
    }
}
