import StudioCore

@testable import StudioMeeting

/// An independent implementation of the rules of a meeting: one list of all participants, each with a place. An
/// input changes the list; the difference between the old and the new list is reported.
struct MeetingModel: Sendable {
    enum Place: Hashable, Sendable {
        /// Before the meeting, or in the waiting room; the local user only.
        case door
        case main
        case room
    }

    struct Person: Hashable, Sendable {
        var participant: Participant
        var place: Place

        var id: UserID { participant.id }
        var role: MeetingRole { participant.role }
        var isStudio: Bool { participant.isStudioUser }
    }

    let kind: MeetingKind
    var status: MeetingStatus
    var endReason: EndReason?
    /// The local user first, wherever they are.
    var people: [Person]
    var firstHost: UserID?
    var isPlaceTaken = false
    private var lastNumber: UInt32 = 16_778_240

    init(kind: MeetingKind, role: MeetingRole, isJoined: Bool) {
        self.kind = kind
        let myself = Participant(id: UserID(rawValue: lastNumber), name: "Me", role: role, isMyself: true)
        people = [Person(participant: myself, place: isJoined ? .main : .door)]
        firstHost = role == .host ? myself.id : nil
        status = isJoined ? .inMeeting : .idle
    }

    // MARK: State

    var isInside: Bool { status == .inMeeting || status == .reconnecting }
    var isOver: Bool { status == .ended || status == .failed }
    var isAtDoor: Bool { !isInside && !isOver && status != .idle }
    var me: Person? { people.first { $0.participant.isMyself } }
    var host: Person? { people.first { $0.role == .host } }
    var studio: Person? { people.first(where: \.isStudio) }
    var plainRole: MeetingRole { kind == .webinar ? .panelist : .attendee }

    /// The participants at the local user's place, or at the place the user would enter.
    var company: [Person] {
        let place = isInside ? me?.place : .main
        return people.filter { $0.place == place }
    }

    func isHere(_ id: UserID) -> Bool { company.contains { $0.id == id } }

    var contents: MeetingContents {
        let elsewhere = isInside && me?.place == .room ? people.filter { $0.place == .main } : []
        return MeetingContents(
            phase: phase, participants: company.map(\.participant), elsewhere: elsewhere.map(\.participant),
            absent: isInside ? nil : me?.participant, originalHost: isOver ? nil : firstHost,
            isStudioReserved: isPlaceTaken)
    }

    private var phase: MeetingMachine.Phase {
        if isOver { return .over }
        if status == .idle { return .idle }
        guard isInside else { return .outside }
        return .inside(me?.place == .room ? .breakout : .main, status == .reconnecting ? .reconnecting : .connected)
    }

    // MARK: Identifiers and roles

    mutating func nextNumber() -> UserID {
        lastNumber += 1024
        return UserID(rawValue: lastNumber)
    }

    mutating func set(_ role: MeetingRole, of id: UserID) {
        for index in people.indices where people[index].id == id { people[index].participant.role = role }
    }

    mutating func handOver(to id: UserID) {
        if let host { set(plainRole, of: host.id) }
        set(.host, of: id)
        firstHost = firstHost ?? id
    }

    // MARK: Reporting

    /// Makes one change, and reports the difference at the local user's place.
    mutating func change(_ body: (inout Self) -> Void) -> [MeetingEffect] {
        let before = self
        body(&self)
        let mine = me?.id
        let senders = people.filter(\.role.maySend).map(\.id)
        people.removeAll { person in
            person.participant.studioParent.map { $0 != mine && !senders.contains($0) } ?? false
        }
        guard isInside else { return [] }
        // Moving to another place clears the roster.
        let old = before.isInside && before.me?.place == me?.place ? before.company : []
        let isInterrupted = old.first?.role.maySend == true && me?.role.maySend == false
        if isInterrupted { isPlaceTaken = false }
        return (isInterrupted ? [.interruption] : []) + Self.difference(old, company).map { .report($0) }
    }

    private static func difference(_ old: [Person], _ new: [Person]) -> [MeetingEvent] {
        let gone = old.filter { person in !new.contains { $0.id == person.id } }
        let came = new.filter { person in !old.contains { $0.id == person.id } }
        let kept = old.compactMap { before in new.first { $0.id == before.id }.map { (before: before, after: $0) } }
        let changed = kept.filter { $0.before.role != $0.after.role }
        var events: [MeetingEvent] = []
        for studio in gone where studio.isStudio {
            events += [.studioUser(studio.id, isSending: false), .left(studio.participant)]
        }
        events += gone.filter { !$0.isStudio }.map { .left($0.participant) }
        events += came.map { .joined($0.participant) }
        events += came.filter(\.isStudio).map { .studioUser($0.id, isSending: true) }
        events += changed.filter { $0.before.role == .host }.map { .role($0.after.participant) }
        events += changed.filter { $0.before.role != .host }.map { .role($0.after.participant) }
        events += changed.filter { $0.before.role == .coHost }.map { .coHost($0.after.id, false) }
        events += changed.filter { $0.after.role == .coHost }.map { .coHost($0.after.id, true) }
        events += kept.filter { $0.before.participant.isVideoOn != $0.after.participant.isVideoOn }
            .map { .video($0.after.participant) }
        return events
    }

    /// A new host is reported after everything else.
    mutating func reportingHost(_ body: (inout Self) -> [MeetingEffect]) -> [MeetingEffect] {
        let before = host?.id
        let effects = body(&self)
        guard isInside, host?.id != before else { return effects }
        return effects + [.report(.host(host?.id ?? .none))]
    }

    /// Chooses a new host after the host left.
    mutating func succeed(except id: UserID? = nil) -> [MeetingEffect] {
        let candidates = company.filter { !$0.isStudio && $0.id != id }
        guard let next = candidates.first(where: { $0.role == .coHost }) ?? candidates.first else { return [] }
        return change { $0.handOver(to: next.id) }
    }

    mutating func interrupt() -> [MeetingEffect] {
        guard isInside else { return [] }
        isPlaceTaken = false
        return [.interruption]
    }
}
