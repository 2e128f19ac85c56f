import StudioCore

@testable import StudioMeeting

extension MeetingModel {
    mutating func apply(_ input: MeetingInput, to target: Participant?) -> MeetingOutcome {
        let id = target?.id ?? .none
        switch input {
        case .startOtherStudio(let who): return startOtherStudio(of: who == nil ? nil : id)
        case .reserveStudio(let permission):
            let isFree = studio == nil && !isPlaceTaken
            let isReserved = isInside && isFree && (permission ?? (me?.role.maySend == true))
            if isReserved { isPlaceTaken = true }
            return MeetingOutcome(isReserved: isReserved)
        case .releaseStudio:
            isPlaceTaken = false
            return MeetingOutcome()
        case .addStudioUser: return MeetingOutcome(participant: addStudioUser())
        case .removeStudioUser:
            isPlaceTaken = false
            let mine = me?.id
            people.removeAll { $0.isStudio && $0.participant.studioParent == mine }
            return MeetingOutcome()
        case .request(let request, _):
            if let rule = rejection(of: request, id) { return MeetingOutcome(rejection: rule) }
            return MeetingOutcome(effects: perform(request, id))
        default: return MeetingOutcome(effects: isOver ? [] : happen(input, target))
        }
    }

    private mutating func happen(_ input: MeetingInput, _ target: Participant?) -> [MeetingEffect] {
        let id = target?.id ?? .none
        switch input {
        case .join(let entrance): return status == .idle ? join(entrance) : []
        case .admit: return isAtDoor ? enter() : []
        case .putOutside: return isConnected(in: .main) ? putOutside() : []
        case .end(let reason): return end(reason)
        case .fail: return isAtDoor ? fail() : end(.undefined)
        case .loseConnection(let stopsStudio): return status == .inMeeting ? loseConnection(stopsStudio) : []
        case .regainConnection: return status == .reconnecting ? regainConnection() : []
        case .connectAudio: return isInside ? [.status(.audioReady)] : []
        case .enterBreakoutRoom: return isConnected(in: .main) ? move(to: .room, .joinedBreakoutRoom) : []
        case .leaveBreakoutRoom: return isConnected(in: .room) ? move(to: .main, .leftBreakoutRoom) : []
        case .promote: return stage(from: [.attendee], to: .panelist, .webinarPromoted)
        case .demote: return stage(from: [.panelist, .coHost], to: .attendee, .webinarDemoted)
        case .add(let role): return add(name: "Guest", role)
        case .remove: return remove(id)
        case .expel: return isInside && id == me?.id ? end(.kickedByHost) : remove(id)
        case .rejoin: return target.map { rejoin($0) } ?? []
        case .setVideo(let isOn, _): return setVideo(isOn, id)
        case .setRole(let role, _): return setRole(role, id)
        case .makeHost: return isHere(id) ? setRole(.host, id) : []
        case .reclaimHost: return firstHost.map { isHere($0) ? setRole(.host, $0) : [] } ?? []
        default: return []
        }
    }

    private func isConnected(in place: Place) -> Bool { status == .inMeeting && me?.place == place }

    // MARK: Joining and leaving

    private mutating func join(_ entrance: MeetingEntrance) -> [MeetingEffect] {
        let doors: [MeetingEntrance: MeetingStatus] = [
            .waitingRoom: .inWaitingRoom, .beforeHost: .waitingForHost,
            .otherMeetingInProgress: .otherMeetingInProgress,
        ]
        guard let door = doors[entrance] else {
            return [.status(.connecting)] + (entrance == .direct ? enter() : fail())
        }
        status = door
        return [.status(.connecting), .status(door)]
    }

    private mutating func enter() -> [MeetingEffect] {
        [.status(.inMeeting)]
            + change { model in
                model.status = .inMeeting
                model.people[0].place = .main
            }
    }

    private mutating func putOutside() -> [MeetingEffect] {
        let isHost = me?.role == .host
        let effects = interrupt() + [.status(.inWaitingRoom)]
        renumberMe()
        people[0].place = .door
        people[0].participant.isVideoOn = false
        if people[0].role.maySend { people[0].participant.role = plainRole }
        status = .inWaitingRoom
        return effects + (isHost ? succeed() : [])
    }

    /// A new identifier for the local user; their studio does not move with them.
    private mutating func renumberMe() {
        let old = people[0].id
        people.removeAll { $0.participant.studioParent == old }
        people[0].participant.id = nextNumber()
        if firstHost == old { firstHost = people[0].id }
    }

    private mutating func move(to place: Place, _ moved: MeetingStatus) -> [MeetingEffect] {
        interrupt() + [.status(moved)]
            + change { model in
                model.renumberMe()
                model.people[0].place = place
                let others = model.people.dropFirst()
                let main = others.filter { $0.place == .main }
                // Participants of the room follow those of the main session in the roster.
                let room = others.filter { $0.place == .room }
                    .map { Person(participant: $0.participant, place: place) }
                model.people = [model.people[0]] + main + room
            }
    }

    private mutating func end(_ reason: EndReason) -> [MeetingEffect] {
        guard status != .idle else { return [] }
        let effects = [.status(.disconnecting)] + interrupt() + [.status(.ended, reason)]
        (status, endReason) = (.ended, reason)
        people = []
        return effects
    }

    private mutating func fail() -> [MeetingEffect] {
        status = .failed
        people = []
        return [.status(.failed)]
    }

    private mutating func loseConnection(_ stopsStudio: Bool) -> [MeetingEffect] {
        status = .reconnecting
        return [.suspendMedia(true)] + (stopsStudio ? interrupt() : []) + [.status(.reconnecting)]
    }

    private mutating func regainConnection() -> [MeetingEffect] {
        status = .inMeeting
        return [.suspendMedia(false), .status(.inMeeting)]
    }

    private mutating func stage(
        from roles: Set<MeetingRole>, to role: MeetingRole, _ moved: MeetingStatus
    ) -> [MeetingEffect] {
        guard kind == .webinar, isInside, let me, roles.contains(me.role) else { return [] }
        let effects = change { $0.set(role, of: me.id) }
        let interruption = effects.filter { $0 == .interruption }
        return interruption + [.status(moved)] + effects.filter { $0 != .interruption }
    }

    // MARK: Others

    private mutating func add(name: String, _ role: MeetingRole, isVideoOn: Bool = false) -> [MeetingEffect] {
        let first = role == .host ? plainRole : role
        let newcomer = Participant(id: nextNumber(), name: name, role: first, isVideoOn: isVideoOn)
        let place = isInside ? people[0].place : .main
        let effects = change { $0.people.append(Person(participant: newcomer, place: place)) }
        return effects + (role == .host ? setRole(.host, newcomer.id) : [])
    }

    private mutating func remove(_ id: UserID) -> [MeetingEffect] {
        guard isHere(id), id != me?.id else { return [] }
        if let studio, studio.id == id, studio.participant.studioParent == me?.id { return interrupt() }
        return takeAway(id)
    }

    private mutating func takeAway(_ id: UserID) -> [MeetingEffect] {
        reportingHost { model in
            let wasHost = model.host?.id == id
            let effects = model.change { $0.people.removeAll { $0.id == id } }
            return effects + (wasHost ? model.succeed() : [])
        }
    }

    private mutating func rejoin(_ before: Participant) -> [MeetingEffect] {
        guard !before.isMyself, !before.isStudioUser else { return [] }
        let effects = takeAway(before.id)
        let role = before.role.maySend ? plainRole : before.role
        let isFirstHost = firstHost == before.id
        let joined = add(name: before.name, role, isVideoOn: before.isVideoOn)
        if isFirstHost { firstHost = people.last?.id }
        return effects + joined
    }

    private mutating func setVideo(_ isOn: Bool, _ id: UserID) -> [MeetingEffect] {
        guard let index = people.firstIndex(where: { $0.id == id && isHere(id) && !$0.isStudio }) else { return [] }
        return change { $0.people[index].participant.isVideoOn = isOn }
    }

    private mutating func setRole(_ role: MeetingRole, _ id: UserID) -> [MeetingEffect] {
        guard isHere(id) || id == me?.id, let person = people.first(where: { $0.id == id }), !person.isStudio,
            person.role != role
        else { return [] }
        return reportingHost { model in
            if role == .host { return model.change { $0.handOver(to: id) } }
            let effects = model.change { $0.set(role, of: id) }
            return effects + (person.role == .host ? model.succeed(except: id) : [])
        }
    }

    // MARK: Studios

    private mutating func startOtherStudio(of parent: UserID?) -> MeetingOutcome {
        guard !isOver, studio == nil, !isPlaceTaken else { return MeetingOutcome() }
        var effects: [MeetingEffect] = []
        var owner = parent.flatMap { id in company.first { $0.id == id } }
        if parent == nil {
            effects = add(name: "Another user", .coHost)
            owner = people.last
        }
        guard let owner, owner.id != me?.id, owner.role.maySend else { return MeetingOutcome() }
        let user = Participant(
            id: nextNumber(), name: "Other", role: .attendee, studioParent: owner.id, isVideoOn: true)
        effects += change { $0.people.append(Person(participant: user, place: owner.place)) }
        return MeetingOutcome(effects: effects, participant: user)
    }

    private mutating func addStudioUser() -> Participant? {
        guard isInside, isPlaceTaken, let me else { return nil }
        let user = Participant(
            id: nextNumber(), name: "Me (Production Studio)", role: .attendee, studioParent: me.id, isVideoOn: true)
        people.append(Person(participant: user, place: me.place))
        return user
    }

    // MARK: Requests

    /// In the order of the checks: the meeting, the role, the state, the target.
    private func rejection(of request: MeetingInput.Request, _ id: UserID) -> MeetingRefusal.Reason? {
        guard isInside, let me else { return .outsideMeeting }
        if request == .reclaimHost {
            guard me.id == firstHost else { return .missingRole }
            return me.role == .host ? .alreadyHost : nil
        }
        if request == .giveHostBack, me.id == firstHost { return me.role == .host ? .wrongTarget : nil }
        guard request == .expel ? me.role.maySend : me.role == .host else { return .missingRole }
        let people = company.filter { !$0.isStudio }
        let possible: [UserID]
        switch request {
        case .makeHost: possible = people.filter { $0.role != .host }.map(\.id)
        case .assignCoHost: possible = people.filter { !$0.role.maySend }.map(\.id)
        case .revokeCoHost: possible = people.filter { $0.role == .coHost }.map(\.id)
        case .expel: possible = company.filter { $0.id != me.id && $0.role != .host }.map(\.id)
        case .giveHostBack: return people.contains { $0.id == firstHost && $0.role != .host } ? nil : .wrongTarget
        case .endForAll, .reclaimHost: return nil
        }
        return possible.contains(id) ? nil : .wrongTarget
    }

    private mutating func perform(_ request: MeetingInput.Request, _ id: UserID) -> [MeetingEffect] {
        switch request {
        case .makeHost: setRole(.host, id)
        case .giveHostBack, .reclaimHost: firstHost.map { setRole(.host, $0) } ?? []
        case .assignCoHost: setRole(.coHost, id)
        case .revokeCoHost: setRole(plainRole, id)
        case .expel: remove(id)
        case .endForAll: end(.none)
        }
    }
}
