import Glibc
import StudioCore
import StudioTestSupport

/// Short programs of every kind, each of which gets a signal while it starts.
struct InterruptPlan: Hashable, Sendable {
    /// The program that is started.
    enum Kind: String, CaseIterable, Hashable, Sendable {
        case start, fastStart, scenario, receive, probe, exec
    }

    struct Start: Hashable, Sendable {
        let kind: Kind
        /// Microseconds from the moment at which the program runs to the signal.
        let delay: Int
        let signal: Int32
    }

    let seed: UInt64
    var starts: [Start] = []

    private static let count = 12
    /// Microseconds: a session with an output has begun by then.
    private static let longestDelay = 60_000

    /// The plan of a seed: the same seed gives the same plan.
    init(drawnFrom seed: UInt64) {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.count {
            starts.append(
                Start(
                    kind: random.pick(Kind.allCases), delay: Int.random(in: 0...Self.longestDelay, using: &random),
                    signal: random.pick([SIGINT, SIGTERM, SIGHUP, SIGQUIT])))
        }
    }

    var line: String {
        let starts = starts.map { "\($0.kind) \($0.signal) at \(Double($0.delay) / 1000) ms" }
        return "seed \(seed); interrupts \(starts.joined(separator: ", "))"
    }
}

extension InterruptPlan.Kind {
    private static let session = ["start", "--width", "64", "--height", "36", "--duration", "400ms"]
    private static let outputs = ["--out", "out.mp4", "--out", "out.ts", "--json"]

    /// The arguments of the program.
    ///
    /// - Parameters:
    ///   - program: the path of `psstudio`.
    ///   - clip: a media file without marks.
    func arguments(program: String, clip: String) -> [String] {
        switch self {
        case .start: Self.session + Self.outputs + ["--trace", "trace.jsonl", "--progress", "progress.txt"]
        case .fastStart: Self.session + ["--fast"] + Self.outputs
        case .scenario: Self.session + ["--scenario", "co-host-revoked"] + Self.outputs
        case .receive: ["receive", "--participant", "Ada", "--duration", "400ms", "--folder", "recording"]
        case .probe: ["probe", clip]
        case .exec: ["exec", "--", program] + Self.session + ["--out", "null:"]
        }
    }

    /// The exit codes of a program that ends before it gets the signal.
    var exitCodes: Set<Int32> {
        switch self {
        case .start, .fastStart, .receive, .exec: [0]
        // The role is revoked after two seconds, which this session does not last.
        case .scenario: [0]
        // It has no marks.
        case .probe: [5]
        }
    }
}
