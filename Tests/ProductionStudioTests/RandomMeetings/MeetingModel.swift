import StudioTestSupport
import StudioCore

/// A meeting and its studio as somebody would play them on paper: people with a place, and a list of promises.
///
/// It shares no decision with what it judges: there are no states and no callback queue, only a table of people, facts about the
/// latest run, and promises of what will be told, kept in their order as soon as the time of the first has come.
struct MeetingModel: Sendable {
    struct Person: Hashable, Sendable {
        var number: UInt32
        var role: MeetingRole
        var isMe = false
        var parent: UInt32?
        var place = Place.main
    }

    enum Place: Hashable, Sendable { case nowhere, door, main, room, gone }

    /// Facts about the latest run.
    struct Run: Sendable {
        let number: Int
        var isLost = false
        var isStopPromised = false
        var answer: Bool?
        var hasSender = false
        var isOver = false
        var studio: UInt32?
    }

    enum Promise: Sendable {
        case note(MeetingNote)
        /// Seen in the roster only.
        case role(UInt32, MeetingRole)
        case answer(Int)
        case sender(Int)
        case stop(Int)
    }

    let isWebinar: Bool
    var people: [Person]
    var firstHost: UInt32?
    var isLinkDown = false
    var isPlaceTaken = false
    var run: Run?
    var runs = 0
    /// The runs that gave a sender, in order.
    var senders: [Int] = []
    var responses = MeetingAct.Responses()
    var nextNumber: UInt32
    var now: Int64 = 0
    var promises: [(due: Int64, what: Promise)] = []
    var plans: [MeetingNote.Kind: [MeetingAct]] = [:]
    let isStrict: Bool

    /// What was seen since it was taken last.
    var notes: [MeetingNote] = []
    /// The roster as it was told: number and role.
    private(set) var told: [(person: ToldPerson, isStudio: Bool)] = []
    private(set) var status: MeetingStatus
    private(set) var acceptedPictures = 0
    private(set) var droppedUnits = 0
    private(set) var acceptedSounds = 0
    /// Everybody's numbers that ever were.
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
        if isJoined { told = [(ToldPerson(number: first, role: role), false)] }
    }

    // MARK: What is true

    var me: Person { people.first { $0.isMe } ?? Person(number: 0, role: .none) }
    var isInside: Bool { me.place == .main || me.place == .room }
    var plain: MeetingRole { isWebinar ? .panelist : .attendee }
    var isRunning: Bool { run.map { !$0.isOver } ?? false }

    /// Who is where the local user is, or would be: the local user first, then by number.
    var company: [Person] {
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

    // MARK: What can be asked

    var isStarted: Bool { isRunning && run?.answer == true }
    var canStart: Bool { isInside && responses.isSupported && mayStart }
    var studioNumber: UInt32 { told.first { $0.isStudio }?.person.number ?? 0 }
    var isOver: Bool { me.place == .gone }
    /// People in all, studios included.
    var crowd: Int { people.count }
    var hosts: Int { people.filter { $0.role == .host }.count }
    var canOverlap: Bool { !isLinkDown && run?.hasSender == true && isRunning }
    var mayStart: Bool { responses.permission ?? (isInside && me.role.maySend) }

    /// What brings the meeting further from where it is.
    func usefulAct(_ generator: inout SeededGenerator) -> MeetingAct? {
        if me.place == .nowhere { return .join(.direct) }
        if me.place == .door { return .admit }
        if let first = promises.first, first.due > now { return .turn(first.due - now) }
        guard isInside else { return nil }
        if !canStart { return generator.chance(percent: 50) ? .responses(.init()) : .setRole(.coHost, 0) }
        if isLinkDown, generator.chance(percent: 50) { return .regainConnection }
        if !isRunning { return .start(width: 16) }
        guard run?.hasSender == true else { return nil }
        return generator.pick([.picture(sender: 0, isGood: true), .sound(sender: 0), .overlap])
    }

    // MARK: Promises

    mutating func promise(_ what: Promise, after delay: Int64 = 0) {
        promises.append((now + delay, what))
    }

    /// Tells what is seen from inside.
    mutating func tell(_ note: MeetingNote) {
        if isInside { promise(.note(note)) }
    }

    mutating func tellStatus(_ status: MeetingStatus) {
        promise(.note(.status(status)))
    }

    /// Keeps every promise whose turn and time have come.
    mutating func keepPromises() {
        while let first = promises.first, first.due <= now {
            promises.removeFirst()
            keep(first.what)
        }
    }

    private mutating func keep(_ promise: Promise) {
        switch promise {
        case .note(let note): emit(note)
        case .role(let number, let role):
            for index in told.indices where told[index].person.number == number { told[index].person.role = role }
        case .answer(let number): keepAnswer(number)
        case .sender(let number): keepSender(number)
        case .stop(let number): keepStop(number)
        }
    }

    private mutating func keepAnswer(_ number: Int) {
        guard var run, run.number == number, run.answer == nil else { return }
        let hasPlace = !people.contains { $0.parent != nil } && !isPlaceTaken
        let isYes = responses.accepts && isInside && mayStart && hasPlace && !run.isLost && !run.isStopPromised
        run.answer = isYes
        if isYes {
            isPlaceTaken = true
        } else if !run.isStopPromised {
            run.isOver = true
        }
        self.run = run
        if isYes { self.promise(.sender(number), after: responses.senderDelay) }
        emit(.answered(isYes))
    }

    private mutating func keepSender(_ number: Int) {
        guard let run, run.number == number, !run.isStopPromised, !run.isOver else { return }
        guard responses.providesSender else {
            promiseStop(after: 0)
            return emit(.sender(false))
        }
        self.run?.hasSender = true
        senders.append(number)
        emit(.sender(true))
        guard self.run?.number == number, self.run?.isStopPromised == false, isInside, isPlaceTaken else { return }
        let studio = Person(number: newNumber(), role: .attendee, parent: me.number, place: me.place)
        people.append(studio)
        self.run?.studio = studio.number
        emit(.joined(studio.number, .attendee), isStudio: true)
        emit(.user(studio.number, true))
    }

    private mutating func keepStop(_ number: Int) {
        guard let run, run.number == number, !run.isOver else { return }
        self.run?.isOver = true
        emit(.stopped)
        isPlaceTaken = false
        guard let studio = run.studio else { return }
        people.removeAll { $0.number == studio }
        emit(.user(studio, false))
        emit(.left(studio))
    }

    mutating func promiseStop(after delay: Int64) {
        guard let run, !run.isOver, !run.isStopPromised else { return }
        self.run?.isStopPromised = true
        promise(.stop(run.number), after: delay)
    }

    /// Role, place or meeting were lost.
    mutating func lose() {
        isPlaceTaken = false
        guard let run, !run.isOver, !run.isStopPromised else { return }
        if run.answer == nil {
            self.run?.isLost = true
        } else {
            promiseStop(after: 0)
        }
    }

    private mutating func emit(_ note: MeetingNote, isStudio: Bool = false) {
        switch note {
        case .status(let status):
            if !status.isMomentary { self.status = status }
            let clears: [MeetingStatus] = [.joinedBreakoutRoom, .leftBreakoutRoom, .inWaitingRoom, .ended, .failed]
            if clears.contains(status) { told = [] }
        case .joined(let number, let role):
            told.append((ToldPerson(number: number, role: role), isStudio || studios.contains(number)))
        case .left(let number): told.removeAll { $0.person.number == number }
        case .answered, .sender, .stopped, .user, .role, .host, .coHost, .returned, .came: break
        }
        notes.append(note)
        guard let kind = note.kind, let act = plans[kind]?.first else { return }
        plans[kind]?.removeFirst()
        perform(act)
    }

    /// Numbers of studios, also of those that are gone when it is told that they came.
    var studios: Set<UInt32> = []
    /// How many studios went because their owner had no right to them any more.
    var studiosClosed = 0

    // MARK: Sends

    mutating func countPicture() {
        acceptedPictures += 1
        if isLinkDown { droppedUnits += 1 }
    }

    mutating func countSound() {
        acceptedSounds += 1
        if isLinkDown { droppedUnits += 1 }
    }
}
