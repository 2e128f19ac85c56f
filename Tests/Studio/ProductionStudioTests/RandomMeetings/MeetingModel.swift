import StudioCore
import StudioEngine
import StudioTestSupport

/// A simple model of a meeting and its studio: participants with a place, and a list of pending events.
///
/// It shares no decisions with the code under test. It has no states and no callback queue, only a table of
/// participants, facts about the latest session, and pending events, which are delivered in order once the first one is
/// due.
struct MeetingModel: Sendable {
    struct Person: Hashable, Sendable {
        var number: UInt32
        var role: MeetingRole
        var isMe = false
        var parent: UInt32?
        var place = Place.main
    }

    enum Place: Hashable, Sendable { case nowhere, door, main, room, gone }

    /// Facts about the latest session.
    struct Session: Sendable {
        let number: Int
        var isInterrupted = false
        var isStopPending = false
        var answer: Bool?
        var hasSender = false
        var isOver = false
        var studio: UInt32?
    }

    enum PendingEvent: Sendable {
        case note(MeetingNote)
        /// Visible in the roster only.
        case role(UInt32, MeetingRole)
        case answer(Int)
        case sender(Int)
        case stop(Int)
    }

    /// The scripted answers of the studio.
    struct Responses: Sendable {
        var isSupported = true
        var permission: Bool?
        var accepts = true
        var providesSender = true
        var answerDelay: Int64 = 0
        var senderDelay: Int64 = 0
        var stopDelay: Int64 = 0

        mutating func apply(_ changes: SessionResponses) {
            if let isSupported = changes.isSupported { self.isSupported = isSupported }
            if let permission = changes.permission {
                self.permission = permission == .byRole ? nil : permission == .granted
            }
            if let accepts = changes.accepts { self.accepts = accepts }
            if let providesSender = changes.providesSender { self.providesSender = providesSender }
            if let delay = changes.minimumAnswerDelay { answerDelay = delay.nanoseconds / 1_000_000 }
            if let delay = changes.senderDelay { senderDelay = delay.nanoseconds / 1_000_000 }
            if let delay = changes.stopDelay { stopDelay = delay.nanoseconds / 1_000_000 }
        }
    }

    let isWebinar: Bool
    var people: [Person]
    var firstHost: UInt32?
    var isLinkDown = false
    var isStudioReserved = false
    var session: Session?
    var sessions = 0
    /// The sessions that delivered a sender, in order.
    var senders: [Int] = []
    var responses = Responses()
    var nextNumber: UInt32
    var now: Int64 = 0
    var pending: [(due: Int64, what: PendingEvent)] = []
    var plans: [MeetingNote.Kind: [MeetingAct]] = [:]
    let isStrict: Bool

    /// Observations since the last query.
    var notes: [MeetingNote] = []
    /// The roster as reported: identifier and role.
    private(set) var roster: [(person: KnownPerson, isStudio: Bool)] = []
    private(set) var status: MeetingStatus
    private(set) var acceptedFrames = 0
    private(set) var droppedUnits = 0
    private(set) var acceptedAudio = 0
    /// All identifiers ever used.
    private(set) var numbers: [UInt32]

    init(role: MeetingRole, isWebinar: Bool, isJoined: Bool, isStrict: Bool) {
        self.isWebinar = isWebinar
        self.isStrict = isStrict
        let first: UInt32 = 16_778_240
        people = [Person(number: first, role: role, isMe: true, place: isJoined ? .main : .nowhere)]
        firstHost = role == .host ? first : nil
        nextNumber = first + 1024
        numbers = [first]
        status = isJoined ? .inMeeting : .idle
        if isJoined { roster = [(KnownPerson(number: first, role: role), false)] }
    }

    // MARK: State

    var me: Person { people.first { $0.isMe } ?? Person(number: 0, role: .none) }
    var isInside: Bool { me.place == .main || me.place == .room }
    var plain: MeetingRole { isWebinar ? .panelist : .attendee }
    var isRunning: Bool { session.map { !$0.isOver } ?? false }

    /// The participants at the local user's place: the local user first, then by identifier.
    var others: [Person] {
        let place: Place = me.place == .room ? .room : .main
        let others = people.filter { !$0.isMe && $0.place == place }.sorted { $0.number < $1.number }
        return (isInside ? [me] : []) + others
    }

    mutating func newNumber() -> UInt32 {
        defer { nextNumber += 1024 }
        numbers.append(nextNumber)
        return nextNumber
    }

    mutating func change(_ number: UInt32, _ body: (inout Person) -> Void) {
        if let index = people.firstIndex(where: { $0.number == number }) { body(&people[index]) }
    }

    // MARK: Queries

    var isStarted: Bool { isRunning && session?.answer == true }
    var canStart: Bool { isInside && responses.isSupported && mayStart }
    var studioNumber: UInt32 { roster.first { $0.isStudio }?.person.number ?? 0 }
    var isOver: Bool { me.place == .gone }
    /// The total number of participants, including studios.
    var crowd: Int { people.count }
    var hosts: Int { people.filter { $0.role == .host }.count }
    var canOverlap: Bool { !isLinkDown && session?.hasSender == true && isRunning }
    var mayStart: Bool { responses.permission ?? (isInside && me.role.maySend) }

    /// The acts that bring the meeting further from its current place.
    func usefulAct(_ generator: inout SeededRandom) -> MeetingAct? {
        if me.place == .nowhere { return .command(.join(entrance: .direct)) }
        if me.place == .door { return .command(.admit) }
        if let first = pending.first, first.due > now { return .turn(first.due - now) }
        guard isInside else { return nil }
        if !canStart {
            return .command(generator.chance(percent: 50) ? permission : .setRole(role: .coHost, user: nil))
        }
        if isLinkDown, generator.chance(percent: 50) { return .command(.regainConnection) }
        if !isRunning { return .start(width: 16) }
        guard session?.hasSender == true else { return nil }
        return generator.pick([.frame(sender: 0, isGood: true), .audio(sender: 0), .overlap])
    }

    /// Lets the local user start; the role decides unless a response already did.
    private var permission: SessionCommand {
        var changes = SessionResponses()
        changes.isSupported = true
        changes.permission = responses.permission == nil ? nil : .granted
        return .setResponses(responses: changes)
    }

    // MARK: Pending events

    mutating func schedule(_ what: PendingEvent, after delay: Int64 = 0) {
        pending.append((now + delay, what))
    }

    /// Reports an event if the local user is inside.
    mutating func report(_ note: MeetingNote) {
        if isInside { schedule(.note(note)) }
    }

    mutating func notifyStatus(_ status: MeetingStatus) {
        schedule(.note(.status(status)))
    }

    /// Delivers all pending events that are due.
    mutating func deliverDueEvents() {
        while let first = pending.first, first.due <= now {
            pending.removeFirst()
            deliver(first.what)
        }
    }

    private mutating func deliver(_ event: PendingEvent) {
        switch event {
        case .note(let note): emit(note)
        case .role(let number, let role):
            for index in roster.indices where roster[index].person.number == number { roster[index].person.role = role }
        case .answer(let number): keepAnswer(number)
        case .sender(let number): keepSender(number)
        case .stop(let number): keepStop(number)
        }
    }

    private mutating func keepAnswer(_ number: Int) {
        guard var session, session.number == number, session.answer == nil else { return }
        let isStudioFree = !people.contains { $0.parent != nil } && !isStudioReserved
        let isAccepted =
            responses.accepts && isInside && mayStart && isStudioFree && !session.isInterrupted
            && !session.isStopPending
        session.answer = isAccepted
        if isAccepted {
            isStudioReserved = true
        } else if !session.isStopPending {
            session.isOver = true
        }
        self.session = session
        if isAccepted { schedule(.sender(number), after: responses.senderDelay) }
        emit(.answered(isAccepted))
    }

    private mutating func keepSender(_ number: Int) {
        guard let session, session.number == number, !session.isStopPending, !session.isOver else { return }
        guard responses.providesSender else {
            scheduleStop(after: 0)
            return emit(.sender(false))
        }
        self.session?.hasSender = true
        senders.append(number)
        emit(.sender(true))
        guard self.session?.number == number, self.session?.isStopPending == false, isInside, isStudioReserved else {
            return
        }
        let studio = Person(number: newNumber(), role: .attendee, parent: me.number, place: me.place)
        people.append(studio)
        self.session?.studio = studio.number
        emit(.joined(studio.number, .attendee), isStudio: true)
        emit(.user(studio.number, true))
    }

    private mutating func keepStop(_ number: Int) {
        guard let session, session.number == number, !session.isOver else { return }
        self.session?.isOver = true
        emit(.stopped)
        isStudioReserved = false
        guard let studio = session.studio else { return }
        people.removeAll { $0.number == studio }
        emit(.user(studio, false))
        emit(.left(studio))
    }

    mutating func scheduleStop(after delay: Int64) {
        guard let session, !session.isOver, !session.isStopPending else { return }
        self.session?.isStopPending = true
        schedule(.stop(session.number), after: delay)
    }

    /// Role, place or meeting were lost.
    mutating func lose() {
        isStudioReserved = false
        guard let session, !session.isOver, !session.isStopPending else { return }
        if session.answer == nil {
            self.session?.isInterrupted = true
        } else {
            scheduleStop(after: 0)
        }
    }

    private mutating func emit(_ note: MeetingNote, isStudio: Bool = false) {
        switch note {
        case .status(let status):
            if !status.isMomentary { self.status = status }
            let clears: [MeetingStatus] = [.joinedBreakoutRoom, .leftBreakoutRoom, .inWaitingRoom, .ended, .failed]
            if clears.contains(status) { roster = [] }
        case .joined(let number, let role):
            roster.append((KnownPerson(number: number, role: role), isStudio || studios.contains(number)))
        case .left(let number): roster.removeAll { $0.person.number == number }
        case .answered, .sender, .stopped, .user, .role, .host, .coHost, .returned, .came: break
        }
        notes.append(note)
        guard let kind = note.kind, let act = plans[kind]?.first else { return }
        plans[kind]?.removeFirst()
        perform(act)
    }

    /// Identifiers of studios, including those that left before their join was reported.
    var studios: Set<UInt32> = []
    /// The number of studios that ended because their owner lost the role.
    var studiosClosed = 0

    // MARK: Sends

    mutating func countFrame() {
        acceptedFrames += 1
        if isLinkDown { droppedUnits += 1 }
    }

    mutating func countAudio() {
        acceptedAudio += 1
        if isLinkDown { droppedUnits += 1 }
    }
}
