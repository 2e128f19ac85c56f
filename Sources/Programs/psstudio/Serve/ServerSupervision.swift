import ProgramConsole
import ServerArguments
import SessionProtocol
import StudioCore

/// When a server that has ended is started again, and when it stays down: a pure function of its ends and their times.
struct ServerSupervision: Hashable {
    /// How a server ended.
    enum End: Hashable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It could not be started, for this reason.
        case notStarted(String)
        /// It could not listen, for this reason: another program listens at one of its addresses.
        case taken(String)

        /// The end of a process whose status `waitpid` returned.
        init(status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
        }

        /// Whether it ended as it does with what it serves, or because somebody has asked it to.
        var isOrderly: Bool {
            switch self {
            case .exited(let code): code == ExitReason.success.rawValue || code > 128
            case .killed, .notStarted, .taken: false
            }
        }
    }

    /// What follows.
    enum Action: Hashable {
        /// Nothing: it has ended with what it served.
        case rest
        case start(after: MediaTime)
        case stayDown
    }

    /// What follows, and what the user is told.
    struct Decision: Hashable {
        let action: Action
        /// One line; `nil` for what was told before.
        var line: String?

        /// The state for events and the service manager; `nil` for none.
        var state: SessionServerState? {
            switch action {
            case .rest: nil
            case .start: .restarting
            case .stayDown: .failed
            }
        }
    }

    /// So many ends within ``window`` are too many.
    static let maximumDeaths = 5
    static let window = MediaTime.seconds(60)
    /// The time until the first start; each further one within the window waits twice as long.
    static let interval = MediaTime.milliseconds(500)
    /// How long a taken address is tried, and the longest time between two attempts.
    static let takenPatience = MediaTime.seconds(30)
    static let longestInterval = MediaTime.seconds(4)

    /// What it serves: `the session` or `the command`.
    private let subject: String
    private var deaths: [MediaTime] = []
    private var taken: Taken?

    /// Since when an address is taken, and how often it was tried.
    private struct Taken: Hashable {
        let since: MediaTime
        var attempts = 0
    }

    init(of subject: String) { self.subject = subject }

    /// A server has ended, or could not be started.
    ///
    /// - Parameter isStopping: whether what it served was told to end.
    mutating func ended(_ end: End, at now: MediaTime, isStopping: Bool = false) -> Decision {
        switch end {
        case .exited where isStopping && end.isOrderly: return Decision(action: .rest)
        // Its own line says what is wrong; that does not change.
        case .exited(ExitReason.usage.rawValue): return stayDown("\(Self.text(end)) and stays down")
        case .taken(let reason): return tryAgain(reason, at: now)
        case .exited, .killed, .notStarted: return die(Self.text(end), at: now)
        }
    }

    /// The server listens.
    mutating func listens() { taken = nil }

    private mutating func die(_ text: String, at now: MediaTime) -> Decision {
        taken = nil
        deaths = deaths.filter { now - $0 < Self.window } + [now]
        guard deaths.count < Self.maximumDeaths else {
            return stayDown("\(text), for the fifth time within a minute, and stays down")
        }
        let delay = Self.delay(deaths.count)
        let seconds = TimeText.seconds(delay.seconds)
        return Decision(
            action: .start(after: delay),
            line: "\(text); \(subject) goes on, and the server is started again in \(seconds) s")
    }

    private mutating func tryAgain(_ reason: String, at now: MediaTime) -> Decision {
        var taken = taken ?? Taken(since: now)
        taken.attempts += 1
        self.taken = taken
        let rest = Self.takenPatience - (now - taken.since)
        let name = ServeArguments.program
        guard rest > .zero else {
            return stayDown("\(name) \(reason) for \(TimeText.seconds(Self.takenPatience.seconds)) s, and stays down")
        }
        let line =
            "\(name) \(reason); \(subject) goes on, and it is tried again for \(TimeText.seconds(rest.seconds)) s"
        let delay = min(Self.delay(taken.attempts), Self.longestInterval, rest)
        return Decision(action: .start(after: delay), line: taken.attempts == 1 ? line : nil)
    }

    private func stayDown(_ text: String) -> Decision {
        Decision(action: .stayDown, line: "\(text); \(subject) goes on; psstudio serve starts another server")
    }

    /// The time before the start that follows so many ends.
    private static func delay(_ count: Int) -> MediaTime {
        MediaTime(nanoseconds: interval.nanoseconds << min(count - 1, 8))
    }

    private static func text(_ end: End) -> String {
        let name = ServeArguments.program
        return switch end {
        case .exited(let code): "\(name) has ended with \(code)"
        case .killed(let signal): "\(name) was killed by signal \(signal)"
        case .notStarted(let reason): "\(name) cannot be started: \(reason)"
        case .taken(let reason): "\(name) \(reason)"
        }
    }
}
