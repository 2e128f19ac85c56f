import StudioCore

@testable import StudioMeeting

// Short names of the types under test.
typealias MeetingMachine = MeetingStateMachine
typealias MeetingEffect = MeetingStateMachine.Effect

extension MeetingEffect {
    static func report(_ event: MeetingEvent) -> Self { .notify(event) }

    static func status(_ status: MeetingStatus, _ reason: EndReason = .none) -> Self {
        .report(.status(status, reason))
    }

    static var interruption: Self { .interruptStudio }

    var reported: MeetingEvent? {
        if case .notify(let event) = self { event } else { nil }
    }
}

/// The target of an input, looked up in the meeting when it is applied.
enum Who: String, Hashable, Sendable, CaseIterable {
    case nobody, myself, host, coHost, plain, ownStudio, otherStudio
    /// The first participant in the main session while the local user is in a breakout room.
    case inMainSession
    /// The participant who left last.
    case gone
}

/// All meeting events and all app requests.
enum MeetingInput: Hashable, Sendable {
    case join(MeetingEntrance)
    case admit, putOutside, end(EndReason), fail
    case loseConnection(stopsStudio: Bool)
    case regainConnection, connectAudio, enterBreakoutRoom, leaveBreakoutRoom, promote, demote
    case add(MeetingRole)
    case remove(Who), expel(Who), rejoin(Who)
    /// `nil`: the studio of a new co-host.
    case startOtherStudio(Who?)
    case setVideo(Bool, Who), setRole(MeetingRole, Who), makeHost(Who), reclaimHost
    case reserveStudio(permission: Bool?)
    case releaseStudio, addStudioUser, removeStudioUser
    case request(Request, Who)

    enum Request: String, Hashable, Sendable, CaseIterable {
        case makeHost, giveHostBack, assignCoHost, revokeCoHost, reclaimHost, expel, endForAll

        var hasTarget: Bool {
            switch self {
            case .makeHost, .assignCoHost, .revokeCoHost, .expel: true
            case .giveHostBack, .reclaimHost, .endForAll: false
            }
        }

        func value(_ id: UserID) -> MeetingRequest {
            switch self {
            case .makeHost: .makeHost(id)
            case .giveHostBack: .makeHost(.none)
            case .assignCoHost: .assignCoHost(id)
            case .revokeCoHost: .revokeCoHost(id)
            case .reclaimHost: .reclaimHost
            case .expel: .expel(id)
            case .endForAll: .endForAll
            }
        }
    }

    /// The target; `nil` if the input has none.
    var who: Who? {
        switch self {
        case .remove(let who), .expel(let who), .rejoin(let who), .setVideo(_, let who), .setRole(_, let who),
            .makeHost(let who):
            who
        case .startOtherStudio(let who): who
        case .request(let request, let who): request.hasTarget ? who : nil
        default: nil
        }
    }
}

/// The result of an input.
struct MeetingOutcome: Hashable, Sendable {
    var effects: [MeetingEffect] = []
    /// The added participant, if the input returns one.
    var participant: Participant?
    /// Whether the studio was reserved.
    var isReserved: Bool?
    /// Why a request was rejected.
    var rejection: MeetingRefusal.Reason?
}

/// The complete state of a meeting, for comparison.
struct MeetingContents: Hashable, Sendable {
    var phase: MeetingMachine.Phase
    var participants: [Participant]
    var elsewhere: [Participant]
    var absent: Participant?
    var originalHost: UserID?
    var isStudioReserved: Bool
}

extension MeetingContents {
    /// The same, ignoring names and identifiers.
    var form: MeetingContents {
        let numbers = (participants + elsewhere + (absent.map { [$0] } ?? [])).map(\.id)
        func form(_ id: UserID) -> UserID {
            UserID(rawValue: numbers.firstIndex(of: id).map { UInt32($0) + 1 } ?? 0)
        }
        func form(_ participant: Participant) -> Participant {
            Participant(
                id: form(participant.id), name: "", role: participant.role, isMyself: participant.isMyself,
                studioParent: participant.studioParent.map { form($0) }, isVideoOn: participant.isVideoOn)
        }
        return MeetingContents(
            phase: phase, participants: participants.map { form($0) }, elsewhere: elsewhere.map { form($0) },
            absent: absent.map { form($0) }, originalHost: originalHost.map { form($0) },
            isStudioReserved: isStudioReserved)
    }
}

/// A meeting, and its client's view of it.
struct MeetingSubject: Sendable {
    private(set) var machine: MeetingMachine
    private(set) var known: ClientView
    /// The participant who left last.
    private(set) var gone: Participant?

    init(kind: MeetingKind = .meeting, role: MeetingRole, isJoined: Bool = true) {
        machine = MeetingMachine(kind: kind, role: role, name: "Me", isJoined: isJoined)
        known = ClientView(status: isJoined ? .inMeeting : .idle, participants: machine.participants)
    }

    var contents: MeetingContents {
        MeetingContents(
            phase: machine.phase, participants: machine.participants, elsewhere: machine.elsewhere,
            absent: machine.absent, originalHost: machine.phase == .over ? nil : machine.originalHost,
            isStudioReserved: machine.isStudioReserved)
    }

    /// All participants, wherever they are.
    var everybody: [Participant] {
        machine.participants + machine.elsewhere + (machine.absent.map { [$0] } ?? [])
    }

    func find(_ who: Who) -> Participant? {
        let others = machine.participants.filter { !$0.isMyself }
        switch who {
        case .nobody: return Participant(id: UserID(rawValue: 7), name: "Nobody", role: .attendee)
        case .myself: return machine.myself ?? machine.absent
        case .host: return others.first { $0.role == .host }
        case .coHost: return others.first { $0.role == .coHost }
        case .plain: return others.first { !$0.isStudioUser && !$0.role.maySend }
        case .ownStudio: return others.first { $0.studioParent != nil && $0.studioParent == machine.myself?.id }
        case .otherStudio: return others.first { $0.studioParent != nil && $0.studioParent != machine.myself?.id }
        case .inMainSession: return machine.elsewhere.first { !$0.isStudioUser }
        case .gone: return gone
        }
    }

    /// Adds another participant.
    mutating func add(_ name: String, _ role: MeetingRole) {
        let effects = machine.add(machine.newParticipant(name: name, role: role))
        for event in effects.compactMap(\.reported) { known.apply(event) }
    }

    /// The error of a request; `nil` if it was granted.
    func error(of request: MeetingInput.Request, about who: Who) -> MeetingRefusal? {
        var machine = machine
        if case .failure(let error) = machine.grant(request.value(find(who)?.id ?? .none)) { return error }
        return nil
    }

    /// Applies an input without a target, or with an existing one.
    mutating func apply(_ input: MeetingInput) -> MeetingOutcome {
        apply(input, to: input.who.flatMap { find($0) })
    }

    mutating func apply(_ input: MeetingInput, to target: Participant?) -> MeetingOutcome {
        let before = everybody
        let outcome = perform(input, target)
        let after = everybody.map(\.id)
        gone = before.last { !$0.isMyself && !$0.isStudioUser && !after.contains($0.id) } ?? gone
        for event in outcome.effects.compactMap(\.reported) { known.apply(event) }
        return outcome
    }

    private mutating func perform(_ input: MeetingInput, _ target: Participant?) -> MeetingOutcome {
        let id = target?.id ?? .none
        switch input {
        case .startOtherStudio(let who):
            let started = machine.startOtherStudio(name: "Other", parent: who == nil ? nil : id)
            return MeetingOutcome(effects: started?.effects ?? [], participant: started?.user)
        case .reserveStudio(let permission):
            return MeetingOutcome(isReserved: machine.reserveStudio(permission: permission))
        case .releaseStudio: machine.releaseStudio()
        case .addStudioUser: return MeetingOutcome(participant: addStudioUser())
        case .removeStudioUser: removeStudioUser()
        case .request(let request, _):
            switch machine.grant(request.value(id)) {
            case .success(let effects): return MeetingOutcome(effects: effects)
            case .failure(let error): return MeetingOutcome(rejection: error.reason)
            }
        default: return MeetingOutcome(effects: effects(of: input, target))
        }
        return MeetingOutcome()
    }

    private mutating func effects(of input: MeetingInput, _ target: Participant?) -> [MeetingEffect] {
        let id = target?.id ?? .none
        switch input {
        case .join(let entrance): return machine.join(entrance)
        case .admit: return machine.admit()
        case .putOutside: return machine.putOutside()
        case .end(let reason): return machine.end(reason)
        case .fail: return machine.fail()
        case .loseConnection(let stopsStudio): return machine.loseConnection(stopsStudio: stopsStudio)
        case .regainConnection: return machine.regainConnection()
        case .connectAudio: return machine.connectAudio()
        case .enterBreakoutRoom: return machine.enterBreakoutRoom()
        case .leaveBreakoutRoom: return machine.leaveBreakoutRoom()
        case .promote: return machine.promote()
        case .demote: return machine.demote()
        case .add(let role): return machine.add(machine.newParticipant(name: "Guest", role: role))
        case .remove: return machine.remove(id)
        case .expel: return machine.expel(id)
        case .rejoin: return target.map { machine.rejoin($0).1 } ?? []
        case .setVideo(let isOn, _): return machine.setVideo(isOn, of: id)
        case .setRole(let role, _): return machine.setRole(role, of: id)
        case .makeHost: return machine.makeHost(id)
        case .reclaimHost: return machine.reclaimHost()
        default: return []
        }
    }

    /// As the owner does it: the studio's participant is announced immediately.
    private mutating func addStudioUser() -> Participant? {
        guard let user = machine.addStudioUser(label: "Production Studio") else { return nil }
        known.apply(.joined(user))
        known.apply(.studioUser(user.id, isSending: true))
        return user
    }

    private mutating func removeStudioUser() {
        let user = find(.ownStudio)
        machine.removeStudioUser(user?.id ?? .none)
        guard let user else { return }
        known.apply(.studioUser(user.id, isSending: false))
        known.apply(.left(user))
    }
}
