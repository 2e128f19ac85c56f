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

/// The running sessions, found by their control sockets.
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
    /// The endings of former sessions, and their identifiers in order.
    private var endings: [String: ControlEnding] = [:]
    private var former: [String] = []
    /// The latest answer to the question whether all sessions are sending, and how long it is valid.
    private var readiness: (deadline: ContinuousClock.Instant, answer: Task<Bool, Never>)?

    /// How many former sessions are remembered.
    private static let maximumFormer = 1000
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
        case former(ControlEnding)
        case unknown
    }

    func find(_ id: String) async -> Found {
        if let link = link(id) { return .running(link) }
        // An identifier that was in use is not used again.
        if let ending = endings[id] { return .former(ending) }
        await scan()
        if let link = link(id) { return .running(link) }
        return endings[id].map { .former($0) } ?? .unknown
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
            Task {
                let ending = await link.end()
                remove(link, ending)
            }
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

    private func remove(_ link: SessionLink, _ ending: ControlEnding) {
        if links[link.path] === link { links[link.path] = nil }
        guard endings.updateValue(ending, forKey: link.id) == nil else { return }
        former.append(link.id)
        if former.count > Self.maximumFormer { endings[former.removeFirst()] = nil }
    }

    /// Ends all streams of events and closes all connections: the server ends.
    func close() {
        for link in links.values { link.close() }
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
