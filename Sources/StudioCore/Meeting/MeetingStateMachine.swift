/// The life of a meeting as its server knows it: decides, performs nothing.
///
/// Each event is one method. It changes the state at once and returns the effects that the owner performs, in order. An
/// event that does not fit the present phase changes nothing: any event may come at any time.
package struct MeetingStateMachine: Sendable {
    package enum Phase: Hashable, Sendable {
        /// Not joined. Leaves on `join`.
        case idle
        /// At the door. Leaves on `admit`, `end`, `fail`.
        case outside
        /// In the main session or a breakout room. Leaves on `putOutside`, `end`.
        case inside(Room, Link)
        /// For good.
        case over
    }

    package enum Room: Hashable, Sendable {
        case main
        case breakout
    }

    package enum Link: Hashable, Sendable {
        case connected
        /// Media is dropped; everything else is kept.
        case reconnecting
    }

    /// What the owner does about an event, in order.
    package enum Effect: Hashable, Sendable {
        /// On the callback queue: notify the app.
        case notify(MeetingEvent)
        /// At once: interrupt the studio. Its end comes on the callback queue before the effects that follow.
        case interruptStudio
        /// At once: drop media, or let it pass again.
        case suspendMedia(Bool)
    }

    package let kind: MeetingKind
    package internal(set) var phase: Phase
    /// Who is where the local user is; the local user first, while inside.
    package internal(set) var participants: [Participant]
    /// Who stayed in the main session while the local user is in a breakout room.
    var elsewhere: [Participant] = []
    /// The local user before they come in, and in the waiting room.
    package var absent: Participant?
    var originalHost: UserID?
    /// The local user's studio was accepted: the meeting's one place for a studio is taken.
    var isStudioReserved = false
    private var nextID: UInt32

    /// Ids of the kind that meetings give: large, even steps, valid once.
    private static let firstID: UInt32 = 16_778_240
    private static let idStep: UInt32 = 1024

    /// - Parameter isJoined: whether the local user is inside already.
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

    /// Whether calls of the app are answered.
    package var isGoingOn: Bool {
        if case .inside = phase { true } else { false }
    }

    package var myself: Participant? { participants.first { $0.isMyself } }

    /// Whether the local user's role may start; false outside.
    package var mayStart: Bool { isGoingOn && (myself?.role.maySend ?? false) }

    /// The meeting's one studio, wherever its parent is.
    package var studioUser: Participant? { (participants + elsewhere).first { $0.isStudioUser } }

    mutating func makeID() -> UserID {
        defer { nextID += Self.idStep }
        return UserID(rawValue: nextID)
    }

    /// The notifications of these events; nobody outside gets any.
    func notifications(_ events: [MeetingEvent]) -> [Effect] {
        isGoingOn ? events.map { .notify($0) } : []
    }

    // MARK: Coming

    /// The local user joins.
    package mutating func join(_ entrance: MeetingEntrance) -> [Effect] {
        guard phase == .idle else { return [] }
        let connecting = Self.status(.connecting)
        phase = .outside
        switch entrance {
        case .direct: return [connecting] + comeIn()
        case .waitingRoom: return [connecting, Self.status(.inWaitingRoom)]
        case .beforeHost: return [connecting, Self.status(.waitingForHost)]
        case .otherMeetingInProgress: return [connecting, Self.status(.otherMeetingInProgress)]
        case .failure: return [connecting] + fail()
        }
    }

    /// The local user is let in.
    package mutating func admit() -> [Effect] {
        phase == .outside ? comeIn() : []
    }

    private mutating func comeIn() -> [Effect] {
        guard let myself = absent else { return [] }
        absent = nil
        phase = .inside(.main, .connected)
        participants.insert(myself, at: 0)
        return [Self.status(.inMeeting)] + greet()
    }

    /// Everybody who is there, the local user first, and whose studio is on the air.
    private func greet() -> [Effect] {
        let joined = participants.map { MeetingEvent.joined($0) }
        let studios = participants.filter(\.isStudioUser).map { MeetingEvent.studioUser($0.id, isSending: true) }
        return notifications(joined + studios)
    }

    // MARK: Going

    /// The local user is put into the waiting room: a host loses the role, and the number is a new one on return.
    package mutating func putOutside() -> [Effect] {
        guard case .inside(.main, .connected) = phase, var myself else { return [] }
        let interruption = interruptStudio()
        participants.removeAll { $0.id == myself.id || $0.studioParent == myself.id }
        let wasHost = myself.role == .host
        if myself.role.maySend { myself.role = kind.plainRole }
        renumber(&myself)
        absent = myself
        phase = .outside
        if wasHost { _ = passHostOn() }
        return interruption + [Self.status(.inWaitingRoom)]
    }

    /// It is over for the local user.
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

    /// Joining fails; a meeting that goes on ends instead.
    package mutating func fail() -> [Effect] {
        guard phase == .outside else { return end(.undefined) }
        phase = .over
        absent = nil
        participants = []
        return [Self.status(.failed)]
    }

    // MARK: The connection

    /// The connection breaks; the meeting reconnects.
    package mutating func loseConnection(stopsStudio: Bool) -> [Effect] {
        guard case .inside(let room, .connected) = phase else { return [] }
        phase = .inside(room, .reconnecting)
        return [.suspendMedia(true)] + (stopsStudio ? interruptStudio() : []) + [Self.status(.reconnecting)]
    }

    /// The connection is back.
    package mutating func regainConnection() -> [Effect] {
        guard case .inside(let room, .reconnecting) = phase else { return [] }
        phase = .inside(room, .connected)
        return [.suspendMedia(false), Self.status(.inMeeting)]
    }

    /// The local user's sound is connected.
    package func connectAudio() -> [Effect] {
        notifications([.status(.audioReady, .none)])
    }

    // MARK: Breakout rooms

    /// The local user moves into a breakout room, under a new number, with the role that they have.
    package mutating func enterBreakoutRoom() -> [Effect] {
        guard phase == .inside(.main, .connected), var myself else { return [] }
        let interruption = interruptStudio()
        elsewhere = participants.filter { $0.id != myself.id && $0.studioParent != myself.id }
        renumber(&myself)
        participants = [myself]
        phase = .inside(.breakout, .connected)
        return interruption + [Self.status(.joinedBreakoutRoom)] + greet()
    }

    /// The room closes: everybody in it comes back into the main session, the local user under a new number.
    package mutating func leaveBreakoutRoom() -> [Effect] {
        guard phase == .inside(.breakout, .connected), var myself else { return [] }
        let interruption = interruptStudio()
        let company = participants.filter { $0.id != myself.id && $0.studioParent != myself.id }
        renumber(&myself)
        participants = [myself] + elsewhere + company
        elsewhere = []
        phase = .inside(.main, .connected)
        return interruption + [Self.status(.leftBreakoutRoom)] + greet()
    }

    private mutating func renumber(_ myself: inout Participant) {
        let old = myself.id
        myself.id = makeID()
        if originalHost == old { originalHost = myself.id }
    }

    // MARK: The studio

    mutating func interruptStudio() -> [Effect] {
        guard isGoingOn else { return [] }
        isStudioReserved = false
        return [.interruptStudio]
    }

    /// Takes the meeting's one place for a studio, if it is free and the local user may have it.
    package mutating func reserveStudio(permission: Bool?) -> Bool {
        guard isGoingOn, studioUser == nil, !isStudioReserved, permission ?? mayStart else { return false }
        isStudioReserved = true
        return true
    }

    /// The accepted studio has ended before it appeared.
    package mutating func releaseStudio() {
        isStudioReserved = false
    }

    /// The local user's studio appears; `nil` when it was interrupted meanwhile.
    ///
    /// - Parameter label: what the studio is called, shown behind the local user's name.
    package mutating func addStudioUser(label: String) -> Participant? {
        guard isGoingOn, isStudioReserved, let myself else { return nil }
        let user = Participant(
            id: makeID(), name: "\(myself.name) (\(label))", role: .attendee, studioParent: myself.id,
            isVideoOn: true)
        participants.append(user)
        return user
    }

    /// The local user's studio is gone.
    package mutating func removeStudioUser(_ id: UserID) {
        isStudioReserved = false
        participants.removeAll { $0.id == id }
    }

    static func status(_ status: MeetingStatus, _ reason: EndReason = .none) -> Effect {
        .notify(.status(status, reason))
    }
}
