import SessionProtocol
import StudioCore

/// What the service manager is told about a session: a pure function of what it sees and of the time.
struct ServiceReport {
    /// What is seen of a session.
    struct Sight {
        var state = SessionState.idle
        /// The accepted frames.
        var frames = 0
        /// The outputs with their states, redacted.
        var outputs: [(destination: String, state: String)] = []
        /// What became of the server of the session; `nil` while it runs, or when there is none.
        var server: SessionServerState?
    }

    /// While files are finished, the manager waits this long for the next message: a session that hangs is killed then. Outputs
    /// that accept nothing have a deadline of their own.
    private static let waiting = "EXTEND_TIMEOUT_USEC=30000000"
    /// How often it is told to wait, and of a new status at most. A change of the server is told at once: it may last half a second.
    private static let interval = MediaTime.seconds(1)

    /// Half of the watchdog's limit; `nil` without one.
    let watchdog: MediaTime?
    private var isReady = false
    private var isStopping = false
    private var watchdogTime: MediaTime?
    private var watchdogFrames = 0
    private var statusTime: MediaTime?
    private var status = ""
    private var server: SessionServerState?
    private var extensionTime: MediaTime?

    init(watchdog: MediaTime?) {
        self.watchdog = watchdog
    }

    /// The assignments that are due.
    mutating func assignments(_ sight: Sight, at now: MediaTime) -> [String] {
        var result: [String] = []
        if [.stopping, .finishing, .finished].contains(sight.state) { result += stop(at: now) }
        // Ready means that Production Studio has started and the first frame was accepted.
        if !isReady, !isStopping, sight.state == .sending, sight.frames > 0 {
            isReady = true
            result.append("READY=1")
            (watchdogTime, watchdogFrames) = (now, sight.frames)
        }
        result += watchdogAssignment(sight, now) + extensionAssignment(sight, now)
        let text = Self.status(sight)
        let isDue =
            sight.state == .finished || sight.server != server || statusTime.map { now - $0 >= Self.interval } ?? true
        if text != status, isDue {
            (status, statusTime, server) = (text, now, sight.server)
            result.append("STATUS=\(text)")
        }
        return result
    }

    /// The first message of the end, once.
    mutating func stop(at now: MediaTime) -> [String] {
        if isStopping { return [] }
        isStopping = true
        extensionTime = now
        return ["STOPPING=1", Self.waiting]
    }

    /// Only when frames were accepted since the last one.
    private mutating func watchdogAssignment(_ sight: Sight, _ now: MediaTime) -> [String] {
        guard let watchdog, let time = watchdogTime, !isStopping, sight.frames > watchdogFrames,
            now - time >= watchdog
        else { return [] }
        (watchdogTime, watchdogFrames) = (now, sight.frames)
        return ["WATCHDOG=1"]
    }

    private mutating func extensionAssignment(_ sight: Sight, _ now: MediaTime) -> [String] {
        guard let time = extensionTime, sight.state != .finished, now - time >= Self.interval else { return [] }
        extensionTime = now
        return [Self.waiting]
    }

    /// One line: `sending; live: show.mp4; retrying: rtmp://localhost/live/***; server: restarting`
    private static func status(_ sight: Sight) -> String {
        let states = sight.outputs.reduce(into: [String]()) { if !$0.contains($1.state) { $0.append($1.state) } }
        let groups = states.map { state in
            let names = sight.outputs.filter { $0.state == state }.map(\.destination)
            return "\(state): \(names.joined(separator: ", "))"
        }
        let server = sight.server.map { ["server: \($0.rawValue)"] } ?? []
        return ([sight.state.rawValue] + groups + server).joined(separator: "; ").withoutControls
    }
}
