import StudioCore
import StudioTestSupport

/// A client of the session's control socket, and what it does. Several may be there at the same time.
struct ControllerPlan: Hashable, Sendable {
    enum Behaviour: String, CaseIterable, Hashable, Sendable {
        /// Follows the events until the session has ended.
        case following
        /// Adds outputs, restarts and removes them, and is answered each time.
        case churning
        /// Changes the source, shows slates and ends them, several at once, and is answered each time.
        case changing
        /// Sends requests byte by byte and line by line, and closes in the middle of one.
        case halfLines
        /// Random bytes, deep nesting, lines that are too long, outputs that are gone.
        case hostileLines
        /// Opens many connections and closes them while they are answered.
        case closing
        /// Subscribes to everything and reads nothing.
        case unread
        /// Commands faster than they are performed, without reading the answers.
        case flooding
        /// A `psstudio control` that waits, and is killed.
        case killed
        /// Ends the session with a command.
        case stopping
    }

    let behaviour: Behaviour
    /// Milliseconds from the first connection.
    let at: Int
    /// The seed of everything random in it.
    let seed: UInt64
    /// Its place among the controllers of the session.
    let number: Int

    /// The file that it adds as an output.
    var file: String { "controlled\(number).mkv" }
    /// The name of the participant whom it adds.
    var participant: String { "Controller \(number)" }
}

extension TorturePlan {
    /// The socket in the session's folder.
    static let socketName = "control.sock"

    /// Whether a controller ends the session.
    var isStoppedByController: Bool { controllers.contains { $0.behaviour == .stopping } }

    /// Whether a controller or a step of the scenario changes the source, or a slate may replace it.
    var changesSource: Bool {
        scenario?.changesSource == true || !slateArguments.isEmpty || controllers.contains { $0.behaviour == .changing }
    }

    /// Files that controllers add as outputs.
    var controlledFiles: Set<String> {
        Set(controllers.filter { $0.behaviour == .churning || $0.behaviour == .killed }.map(\.file))
    }

    /// Adds slates to some plans, with random numbers of their own.
    mutating func addSlates() {
        var random = SeededRandom(seed: seed &+ 0x51_A7E5)
        guard random.chance(percent: 20) else { return }
        slateArguments = random.pick([
            ["--slate", "black", "--slate-after", "300ms"], ["--slate", "hold"], ["--at-end", "hold"],
            ["--at-end", "slate", "--slate-after", "1s"], ["--at-end", "slate", "--slate", "hold"],
        ])
    }

    /// Adds controllers to some plans. They have random numbers of their own, so that the rest of a plan does not change.
    mutating func addControllers() {
        var random = SeededRandom(seed: seed &+ 0xC0_4742)
        // With limits a socket may be missing, and two sessions cannot have one socket.
        let isPossible = limits == Limits() && copies == 1
        guard isPossible, random.chance(percent: isFast ? 15 : 40) else { return }
        let latest = isFast ? 100 : duration
        let count = random.pick([1, 2, 2, 3, 4, 6])
        controllers = (0..<count).map { number in
            var behaviour = random.pick(ControllerPlan.Behaviour.allCases)
            // Most sessions end by themselves.
            if behaviour == .stopping, number > 0 { behaviour = .churning }
            return ControllerPlan(
                behaviour: behaviour, at: Int.random(in: 0...latest, using: &random),
                seed: UInt64.random(in: 0 ... .max, using: &random), number: number)
        }
    }
}
