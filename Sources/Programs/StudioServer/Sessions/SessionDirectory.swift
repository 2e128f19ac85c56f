import Glibc
import Logging
import NIOCore
import SessionClient
import SessionControl
import SessionProtocol
import StudioRuntime

/// Where the server finds sessions.
package enum SessionPlace: Hashable, Sendable {
    /// The folder of automatic control sockets.
    case automatic
    /// A folder of control sockets, which ends in `/`.
    case folder(String)
    /// One control socket: the server ends with its session.
    case socket(String)
}

/// The running sessions, found by their control sockets, and the results of those that have ended.
actor SessionDirectory {
    private let place: SessionPlace
    /// The folder outside of which commands use no file.
    private let folder: RestrictedFolder
    private let group: any EventLoopGroup
    private let logger: Logger
    /// Sessions that have said who they are, by path.
    private var links: [String: SessionLink] = [:]
    private var attempts: [String: Task<Void, Never>] = [:]
    /// When a session that did not answer is asked again, by path.
    private var pauses: [String: ContinuousClock.Instant] = [:]
    /// The sockets of sessions that speak another version of the control protocol, and what stands in the way.
    private var incompatible: [String: String] = [:]
    private var former = EndedSessions()
    /// Processes that the server has started and that are not found yet, and those of sessions by their identifiers.
    private var expected: [Int32: any StartingSession] = [:]
    private var processes: [String: any StartingSession] = [:]
    /// The latest answer to the question whether all sessions are sending, and how long it is valid.
    private var readiness: (deadline: ContinuousClock.Instant, answer: Task<Bool, Never>)?

    /// How long a session that did not answer is left alone.
    private static let pause = Duration.seconds(5)
    /// The only session of a server is waited for.
    private static let onlyPause = Duration.milliseconds(500)

    init(_ place: SessionPlace, below folder: RestrictedFolder, on group: any EventLoopGroup, logger: Logger) {
        (self.place, self.folder, self.group, self.logger) = (place, folder, group, logger)
    }

    /// The sessions in the order of their identifiers.
    func sessions() async -> [SessionLink] {
        await scan()
        return links.values.sorted { $0.id < $1.id }
    }

    /// Why the only session has not said who it is.
    enum Absence {
        /// Nobody listens at its socket.
        case nobody
        /// It is stopped, or on a busy machine.
        case silent
        /// It speaks another version of the control protocol; one line.
        case incompatible(String)
    }

    var absence: Absence {
        if let obstacle = incompatible.values.first { return .incompatible(obstacle) }
        return pauses.isEmpty ? .nobody : .silent
    }

    /// What is known of a session.
    enum Found {
        case running(SessionLink)
        case former(EndedSession)
        case unknown
    }

    func find(_ id: String) async -> Found {
        if let link = link(id) { return .running(link) }
        // An identifier that was in use is not used again.
        if let session = former[id] { return .former(session) }
        await scan()
        if let link = link(id) { return .running(link) }
        return former[id].map { .former($0) } ?? .unknown
    }

    private func link(_ id: String) -> SessionLink? { links.values.first { $0.id == id } }

    /// Connects to new sessions, and waits until they have said who they are.
    func scan() async {
        let now = ContinuousClock.now
        for path in paths where links[path] == nil && attempts[path] == nil && (pauses[path] ?? now) <= now {
            attempts[path] = Task { await connect(path) }
        }
        for attempt in Array(attempts.values) { await attempt.value }
    }

    private var paths: [String] {
        do throws(ControlSocketError) {
            switch place {
            case .socket(let path): return [path]
            case .folder(let folder): return try ControlPlace.sockets(in: folder)
            case .automatic: return try ControlPlace.sockets(removesAbandoned: false)
            }
        } catch {
            // A folder that others can write to has no sessions; one that is missing is made by the first session.
            return []
        }
    }

    private func connect(_ path: String) async {
        defer { attempts[path] = nil }
        do {
            let link = try await SessionLink(path, below: folder, on: group)
            pauses[path] = nil
            links[path] = link
            processes[link.id] = expected.removeValue(forKey: link.greeting.pid)
            Task { await record(link) }
        } catch let error as IOError where [ENOENT, ECONNREFUSED].contains(error.errnoCode) {
            // Nobody listens any more, or not yet.
            pauses[path] = nil
        } catch SessionClientError.incompatible(let obstacle) {
            if incompatible.updateValue(obstacle, forKey: path) == nil, !isOnly { logger.warning("\(obstacle)") }
            pauses[path] = ContinuousClock.now + Self.pause
        } catch {
            pauses[path] = ContinuousClock.now + (isOnly ? Self.onlyPause : Self.pause)
        }
    }

    /// Whether the place has one session.
    private var isOnly: Bool { if case .socket = place { true } else { false } }

    /// Ends all streams of events and closes all connections: the server ends.
    func close() {
        for link in links.values { link.close() }
    }
}

// The sessions that have ended.
extension SessionDirectory {
    /// How long the end of a connection takes to be known here.
    private static let endPatience = TimeAmount.seconds(1)

    /// Waits for the end of a session, and remembers its result.
    private func record(_ link: SessionLink) async {
        let result = await link.result()
        guard links[link.path] === link else { return }
        links[link.path] = nil
        former.append(result)
        noteExits()
    }

    /// The result of a session that has ended; `nil` for one that is not remembered.
    func ended(_ id: String) async -> EndedSession? {
        // Its connection may have ended just now.
        if let link = link(id), await link.ends(within: Self.endPatience) { await record(link) }
        noteExits()
        return former[id]
    }

    /// The results of the latest sessions that have ended, the last one first.
    func latestEnded(_ count: Int) -> [EndedSession] {
        noteExits()
        return former.latest(count)
    }

    /// How many sessions have ended, by reason.
    var endCounts: [String: Int] { former.counts }

    /// A process of the server becomes a session.
    func expect(_ process: any StartingSession) {
        // Those that ended without becoming one.
        expected = expected.filter { $0.value.end == nil }
        expected[process.pid] = process
    }

    /// Processes end a moment after their sessions.
    private func noteExits() {
        for (id, process) in processes {
            guard let end = process.end, former[id] != nil || link(id) == nil else { continue }
            former.note(end, of: id)
            processes[id] = nil
        }
    }
}

extension SessionDirectory {
    /// How long a session may take to answer when all are asked.
    private static let patience = TimeAmount.seconds(2)

    /// The sessions with their states and the peaks of their audio.
    func measuredStates() async -> [(id: String, state: Metrics.Session?)] {
        await states { link, state in
            guard state.state == "sending", state.audio?.accepted ?? 0 > 0 else { return }
            // A session whose audio pauses has no peak.
            state.peaks = try? await SessionMonitor.peaks(of: link.path, on: link.loop)
        }
    }

    /// Whether each session is sending. Everybody may ask, so sessions are asked a few times a second at most.
    func areSending() async -> Bool {
        let now = ContinuousClock.now
        if let readiness, now < readiness.deadline { return await readiness.answer.value }
        let answer = Task { await states().allSatisfy { $0.state?.state == "sending" } }
        readiness = (now + Self.readinessInterval, answer)
        return await answer.value
    }

    private static let readinessInterval = Duration.milliseconds(100)

    /// The sessions with their states, in order; `nil` for one that does not answer.
    ///
    /// - Parameter complete: adds to a state what is no part of the snapshot.
    func states(
        complete: @escaping @Sendable (SessionLink, inout Metrics.Session) async -> Void = { _, _ in }
    ) async -> [(id: String, state: Metrics.Session?)] {
        let links = await sessions()
        return await withTaskGroup(of: (index: Int, state: Metrics.Session?).self) { group in
            for (index, link) in links.enumerated() {
                group.addTask {
                    let reply = try? await link.call(.snapshot, within: Self.patience)
                    guard var state = reply.flatMap({ Metrics.session($0) }) else { return (index, nil) }
                    await complete(link, &state)
                    return (index, state)
                }
            }
            var states = [Metrics.Session?](repeating: nil, count: links.count)
            for await (index, state) in group { states[index] = state }
            return zip(links, states).map { (id: $0.id, state: $1) }
        }
    }
}
