package import StudioCore

/// The state of a meeting on the server side. It makes decisions and performs nothing.
///
/// Each event is one method. It changes the state immediately and returns the effects that the owner must perform, in
/// order. An event that does not fit the current phase changes nothing, so any event may occur at any time.
package struct MeetingStateMachine: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        /// Not joined. Leaves on `join`.
        case idle
        /// In the waiting room, or waiting for the host. Leaves on `admit`, `end`, `fail`.
        case outside
        /// In the main session or a breakout room. Leaves on `putOutside`, `end`.
        case inside(Room, Link)
        /// Ended; final.
        case over
    }

    package enum Room: Hashable, Sendable {
        case main
        case breakout
    }

    package enum Link: Hashable, Sendable {
        case connected
        /// Media is dropped; all other state is kept.
        case reconnecting
    }

    /// The effects of an event, in order.
    package enum Effect: Hashable, Sendable {
        /// On the callback queue: notify the client.
        case notify(MeetingEvent)
        /// Immediately: interrupt the studio. Its end is queued before the effects that follow.
        case interruptStudio
        /// Immediately: suspend or resume media.
        case suspendMedia(Bool)
    }

    package let kind: MeetingKind
    package internal(set) var phase: Phase
    /// The participants in the local user's room; the local user first, while inside.
    package internal(set) var participants: [Participant]
    /// The participants that were in the room when the local user last entered it.
    package private(set) var arrival: [Participant] = []
    /// The participants of the main session while the local user is in a breakout room.
    var elsewhere: [Participant] = []
    /// The local user before joining and in the waiting room.
    package var absent: Participant?
    var originalHost: UserID?
    /// Whether the local user's studio was accepted, which takes the meeting's only studio slot.
    var isStudioReserved = false
    /// Why joining failed; `nil` unless it did.
    package private(set) var joinFailure: JoinFailure?
    private var nextID: UInt32

    /// IDs are large, increase in even steps and are never reused.
    private static let firstID: UInt32 = 16_778_240
    private static let idStep: UInt32 = 1024

    /// - Parameter isJoined: whether the local user has joined already.
    package init(kind: MeetingKind = .meeting, role: MeetingRole, name: String, isJoined: Bool = true) {
        self.kind = kind
        let myself = Participant(id: UserID(rawValue: Self.firstID), name: name, role: role, isMyself: true)
        nextID = Self.firstID + Self.idStep
        originalHost = role == .host ? myself.id : nil
        phase = isJoined ? .inside(.main, .connected) : .idle
        participants = isJoined ? [myself] : []
        absent = isJoined ? nil : myself
    }

    // MARK: Queries

    /// Whether the client's calls are answered.
    package var isActive: Bool {
        if case .inside = phase { true } else { false }
    }

    package var myself: Participant? { participants.first { $0.isMyself } }

    /// Whether the local user's role may start a studio; false outside.
    package var mayStart: Bool { isActive && (myself?.role.maySend ?? false) }

    /// The meeting's studio, in whichever room its parent is.
    package var studioUser: Participant? { (participants + elsewhere).first { $0.isStudioUser } }

    mutating func makeID() -> UserID {
        defer { nextID += Self.idStep }
        return UserID(rawValue: nextID)
    }

    /// The notifications of these events; none while the local user is outside.
    func notifications(_ events: [MeetingEvent]) -> [Effect] {
        isActive ? events.map { .notify($0) } : []
    }

    // MARK: Joining

    /// The local user joins.
    package mutating func join(_ entrance: MeetingEntrance) -> [Effect] {
        guard phase == .idle else { return [] }
        let connecting = Self.status(.connecting)
        phase = .outside
        switch entrance {
        case .direct: return [connecting] + enter()
        case .waitingRoom: return [connecting, Self.status(.inWaitingRoom)]
        case .beforeHost: return [connecting, Self.status(.waitingForHost)]
        case .otherMeetingInProgress: return [connecting, Self.status(.otherMeetingInProgress)]
        case .failure: return [connecting] + fail()
        }
    }

    /// The local user is admitted.
    package mutating func admit() -> [Effect] {
        phase == .outside ? enter() : []
    }

    private mutating func enter() -> [Effect] {
        guard let myself = absent else { return [] }
        absent = nil
        phase = .inside(.main, .connected)
        participants.insert(myself, at: 0)
        return [Self.status(.inMeeting)] + rosterEvents()
    }

    /// The events that report all participants, the local user first, and the active studio.
    private mutating func rosterEvents() -> [Effect] {
        arrival = participants
        let joined = participants.map { MeetingEvent.joined($0) }
        let studios = participants.filter(\.isStudioUser).map { MeetingEvent.studioUser($0.id, isSending: true) }
        return notifications(joined + studios)
    }

    // MARK: Leaving

    /// The local user is moved to the waiting room. A host loses the role. On return, the ID is new and the video off.
    package mutating func putOutside() -> [Effect] {
        guard case .inside(.main, .connected) = phase, var myself else { return [] }
        let interruption = interruptStudio()
        participants.removeAll { $0.id == myself.id || $0.studioParent == myself.id }
        let wasHost = myself.role == .host
        if myself.role.maySend { myself.role = kind.plainRole }
        renumber(&myself)
        myself.isVideoOn = false
        absent = myself
        phase = .outside
        if wasHost { _ = chooseNewHost() }
        return interruption + [Self.status(.inWaitingRoom)]
    }

    /// The meeting ends for the local user.
    package mutating func end(_ reason: EndReason) -> [Effect] {
        switch phase {
        case .idle, .over: return []
        case .outside, .inside: break
        }
        let interruption = interruptStudio()
        phase = .over
        absent = nil
        participants = []
        elsewhere = []
        return [Self.status(.disconnecting)] + interruption + [Self.status(.ended, reason)]
    }

    /// Joining fails. A meeting that was joined ends instead.
    package mutating func fail(_ failure: JoinFailure = .connectionFailed) -> [Effect] {
        guard phase == .outside else { return end(.undefined) }
        phase = .over
        joinFailure = failure
        absent = nil
        participants = []
        return [Self.status(.failed)]
    }

    // MARK: Connection

    /// The connection is lost; the meeting reconnects.
    package mutating func loseConnection(stopsStudio: Bool) -> [Effect] {
        guard case .inside(let room, .connected) = phase else { return [] }
        phase = .inside(room, .reconnecting)
        return [.suspendMedia(true)] + (stopsStudio ? interruptStudio() : []) + [Self.status(.reconnecting)]
    }

    /// The connection is restored.
    package mutating func regainConnection() -> [Effect] {
        guard case .inside(let room, .reconnecting) = phase else { return [] }
        phase = .inside(room, .connected)
        return [.suspendMedia(false), Self.status(.inMeeting)]
    }

    /// The local user's audio is connected.
    package func connectAudio() -> [Effect] {
        notifications([.status(.audioReady, .none)])
    }

    // MARK: Breakout rooms

    /// The local user moves to a breakout room, with a new ID and the same role.
    package mutating func enterBreakoutRoom() -> [Effect] {
        guard phase == .inside(.main, .connected), var myself else { return [] }
        let interruption = interruptStudio()
        elsewhere = participants.filter { $0.id != myself.id && $0.studioParent != myself.id }
        renumber(&myself)
        participants = [myself]
        phase = .inside(.breakout, .connected)
        return interruption + [Self.status(.joinedBreakoutRoom)] + rosterEvents()
    }

    /// The breakout room closes: all participants return to the main session, the local user with a new ID.
    package mutating func leaveBreakoutRoom() -> [Effect] {
        guard phase == .inside(.breakout, .connected), var myself else { return [] }
        let interruption = interruptStudio()
        let company = participants.filter { $0.id != myself.id && $0.studioParent != myself.id }
        renumber(&myself)
        participants = [myself] + elsewhere + company
        elsewhere = []
        phase = .inside(.main, .connected)
        return interruption + [Self.status(.leftBreakoutRoom)] + rosterEvents()
    }

    private mutating func renumber(_ myself: inout Participant) {
        let old = myself.id
        myself.id = makeID()
        if originalHost == old { originalHost = myself.id }
    }

    // MARK: Studio

    mutating func interruptStudio() -> [Effect] {
        guard isActive else { return [] }
        isStudioReserved = false
        return [.interruptStudio]
    }

    /// Takes the meeting's studio slot, if it is free and the local user may start.
    package mutating func reserveStudio(permission: Bool?) -> Bool {
        guard isActive, studioUser == nil, !isStudioReserved, permission ?? mayStart else { return false }
        isStudioReserved = true
        return true
    }

    /// Releases the slot of an accepted studio that ended before it appeared.
    package mutating func releaseStudio() {
        isStudioReserved = false
    }

    /// Adds the local user's studio participant; `nil` when the studio was interrupted meanwhile.
    ///
    /// - Parameter label: the name of the studio, shown after the local user's name.
    package mutating func addStudioUser(label: String) -> Participant? {
        guard isActive, isStudioReserved, let myself else { return nil }
        let user = Participant(
            id: makeID(), name: "\(myself.name) (\(label))", role: .attendee, studioParent: myself.id,
            isVideoOn: true)
        participants.append(user)
        return user
    }

    /// Removes the local user's studio participant.
    package mutating func removeStudioUser(_ id: UserID) {
        isStudioReserved = false
        participants.removeAll { $0.id == id }
    }

    static func status(_ status: MeetingStatus, _ reason: EndReason = .none) -> Effect {
        .notify(.status(status, reason))
    }
}
