package import StudioCore

// Participants and their roles.
extension MeetingStateMachine {
    /// Creates a participant with a new ID; it is not added yet.
    package mutating func newParticipant(name: String, role: MeetingRole, isVideoOn: Bool = false) -> Participant {
        Participant(id: makeID(), name: name, role: role, isVideoOn: isVideoOn)
    }

    /// Adds a participant. A second host takes the role from the first one.
    package mutating func add(_ newcomer: Participant) -> [Effect] {
        guard phase != .over else { return [] }
        var newcomer = newcomer
        let isHost = newcomer.role == .host
        if isHost { newcomer.role = kind.plainRole }
        participants.append(newcomer)
        let joined = notifications([.joined(newcomer)])
        return joined + (isHost ? makeHost(newcomer.id) : [])
    }

    /// Removes a participant, after its studio. The local user's own studio participant can only be stopped.
    package mutating func remove(_ id: UserID) -> [Effect] {
        guard let participant = find(id), !participant.isMyself else { return [] }
        if participant.studioParent != nil, participant.studioParent == myself?.id { return interruptStudio() }
        let end = endStudio(of: id)
        var events: [MeetingEvent] = []
        if participant.isStudioUser { events.append(.studioUser(id, isSending: false)) }
        events.append(.left(participant))
        participants.removeAll { $0.id == id }
        return end + notifications(events) + (participant.role == .host ? chooseNewHost() : [])
    }

    /// A participant leaves the main session while the local user is in a breakout room. Nothing is reported unless the
    /// host changes.
    private mutating func removeElsewhere(_ id: UserID) -> [Effect] {
        guard let participant = elsewhere.first(where: { $0.id == id }) else { return [] }
        let end = endStudio(of: id)
        elsewhere.removeAll { $0.id == id }
        return end + (participant.role == .host ? chooseNewHost() : [])
    }

    /// Expels a participant; for the local user the meeting ends.
    package mutating func expel(_ id: UserID) -> [Effect] {
        id == myself?.id ? end(.kickedByHost) : remove(id)
    }

    /// A participant who left rejoins with a new ID and without the host or co-host role.
    package mutating func rejoin(_ before: Participant) -> (Participant, [Effect]) {
        guard !before.isMyself, !before.isStudioUser else { return (before, []) }
        let effects = remove(before.id) + removeElsewhere(before.id)
        let role = before.role.maySend ? kind.plainRole : before.role
        let again = newParticipant(name: before.name, role: role, isVideoOn: before.isVideoOn)
        if originalHost == before.id { originalHost = again.id }
        return (again, effects + add(again))
    }

    /// Another user starts a studio; `nil` when the meeting's only studio slot is taken or no user may start.
    package mutating func startOtherStudio(
        name: String, parent: UserID?
    ) -> (user: Participant, effects: [Effect])? {
        guard phase != .over, studioUser == nil, !isStudioReserved else { return nil }
        var effects: [Effect] = []
        var owner = parent.flatMap { find($0) }
        if parent == nil {
            let newcomer = newParticipant(name: "Another user", role: .coHost)
            effects = add(newcomer)
            owner = newcomer
        }
        guard let owner, !owner.isMyself, owner.role.maySend else { return nil }
        let user = Participant(
            id: makeID(), name: name, role: .attendee, studioParent: owner.id, isVideoOn: true)
        participants.append(user)
        return (user, effects + notifications([.joined(user), .studioUser(user.id, isSending: true)]))
    }

    /// Switches a participant's video on or off.
    package mutating func setVideo(_ isOn: Bool, of id: UserID) -> [Effect] {
        guard let index = participants.firstIndex(where: { $0.id == id }), participants[index].isVideoOn != isOn,
            !participants[index].isStudioUser
        else { return [] }
        participants[index].isVideoOn = isOn
        return notifications([.video(participants[index])])
    }

    func find(_ id: UserID) -> Participant? { participants.first { $0.id == id } }

    // MARK: Tracks

    /// The local user's ID, inside.
    package var localID: UserID? { myself?.id }

    /// A participant in the local user's room or in the main session.
    package func participant(_ id: UserID) -> Participant? { (participants + elsewhere).first { $0.id == id } }

    /// Whether a participant is in the meeting, in whichever room.
    package func isPresent(_ id: UserID) -> Bool { participant(id) != nil }

    /// Whether a participant's media does not arrive: the meeting reconnects, the local user is outside, or the
    /// participant is in another room.
    package func isMediaSuspended(of id: UserID) -> Bool {
        guard case .inside(_, .connected) = phase else { return true }
        return find(id) == nil
    }

    // MARK: Roles

    var host: Participant? {
        participants.first { $0.role == .host } ?? elsewhere.first { $0.role == .host }
            ?? absent.flatMap { $0.role == .host ? $0 : nil }
    }

    /// Sets a role. A meeting has one host: a new host replaces the old one.
    package mutating func setRole(_ role: MeetingRole, of id: UserID) -> [Effect] {
        if let absent, absent.id == id { return setRoleOutside(role, absent) }
        guard let before = find(id), !before.isStudioUser, before.role != role else { return [] }
        if role == .host { return makeHost(id) }
        let interruption = interruptStudio(of: id, becoming: role)
        var events = change(id, to: role)
        if before.role == .coHost { events.append(.coHost(id, false)) }
        if role == .coHost { events.append(.coHost(id, true)) }
        return interruption + notifications(events) + (before.role == .host ? chooseNewHost(except: id) : [])
    }

    /// Sets the local user's role while they are not in the meeting.
    private mutating func setRoleOutside(_ role: MeetingRole, _ before: Participant) -> [Effect] {
        guard before.role != role else { return [] }
        if role == .host, let host {
            _ = interruptStudio(of: host.id, becoming: kind.plainRole)
            _ = change(host.id, to: kind.plainRole)
        }
        absent?.role = role
        if role == .host { originalHost = originalHost ?? before.id }
        return before.role == .host ? chooseNewHost() : []
    }

    /// Makes a participant the host. The former host becomes an attendee; in a webinar, a panelist.
    package mutating func makeHost(_ id: UserID) -> [Effect] {
        guard let next = find(id), !next.isStudioUser, next.role != .host else { return [] }
        if originalHost == nil { originalHost = id }
        var events: [MeetingEvent] = []
        var interruption: [Effect] = []
        if let before = host {
            interruption = interruptStudio(of: before.id, becoming: kind.plainRole)
            events += change(before.id, to: kind.plainRole)
        }
        events += change(id, to: .host)
        if next.role == .coHost { events.append(.coHost(id, false)) }
        events.append(.host(id))
        return interruption + notifications(events)
    }

    /// Chooses a new host after the host left: the first co-host, otherwise the participant who joined first.
    mutating func chooseNewHost(except id: UserID? = nil) -> [Effect] {
        let people = participants.filter { !$0.isStudioUser && $0.id != id }
        guard let next = people.first(where: { $0.role == .coHost }) ?? people.first else {
            return notifications([.host(.none)])
        }
        return makeHost(next.id)
    }

    /// The original host takes the role back.
    package mutating func reclaimHost() -> [Effect] {
        originalHost.map { makeHost($0) } ?? []
    }

    /// Promotes the local user to panelist in a webinar.
    package mutating func promote() -> [Effect] {
        guard kind == .webinar, isActive, let myself, myself.role == .attendee else { return [] }
        return [Self.status(.webinarPromoted)] + setRole(.panelist, of: myself.id)
    }

    /// Demotes the local user to attendee in a webinar.
    package mutating func demote() -> [Effect] {
        guard kind == .webinar, isActive, let myself, myself.role == .panelist || myself.role == .coHost
        else { return [] }
        let interruption = interruptStudio(of: myself.id, becoming: .attendee)
        // The studio was interrupted here. The role change must not interrupt it again.
        let change = setRole(.attendee, of: myself.id).filter { $0 != .interruptStudio }
        return interruption + [Self.status(.webinarDemoted)] + change
    }

    /// Interrupts the studio that a role change ends: the local user's own, or another user's studio participant.
    private mutating func interruptStudio(of id: UserID, becoming role: MeetingRole) -> [Effect] {
        guard !role.maySend else { return [] }
        guard let myself, myself.id == id else { return endStudio(of: id) }
        return myself.role.maySend ? interruptStudio() : []
    }

    /// Another user's studio stops and leaves. In a breakout room, events of the main session are not reported.
    private mutating func endStudio(of parent: UserID) -> [Effect] {
        let events = participants.filter { $0.studioParent == parent }.flatMap { studio -> [MeetingEvent] in
            [.studioUser(studio.id, isSending: false), .left(studio)]
        }
        participants.removeAll { $0.studioParent == parent }
        elsewhere.removeAll { $0.studioParent == parent }
        return notifications(events)
    }

    private mutating func change(_ id: UserID, to role: MeetingRole) -> [MeetingEvent] {
        if let index = participants.firstIndex(where: { $0.id == id }) {
            participants[index].role = role
            return [.role(participants[index])]
        }
        if let index = elsewhere.firstIndex(where: { $0.id == id }) { elsewhere[index].role = role }
        if absent?.id == id { absent?.role = role }
        return []
    }
}
