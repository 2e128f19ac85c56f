import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport

/// Random meetings compared with the model: equal codes, equal callbacks, equal order.
struct MeetingTrial {
    /// The maximum duration of a meeting.
    private static let longest = 2000

    private var generator: SeededRandom
    private let helper: SecondProducer
    /// The kinds of delivered callbacks.
    private(set) var seen: Set<MeetingNote.Kind> = []
    /// Accepted frames and audio blocks.
    private(set) var accepted = 0
    /// Overlapping calls of two threads.
    private(set) var overlaps = 0
    /// Other users' studios ended by a change of role.
    private(set) var studiosClosed = 0
    /// Finished meetings.
    private(set) var meetings = 0

    init(seed: UInt64) throws {
        helper = try SecondProducer()
        generator = SeededRandom(seed: seed)
    }

    /// Runs meetings until `events` acts were performed. Returns the first mismatch with the model.
    mutating func run(events: Int) -> String? {
        defer { helper.finish() }
        var left = events
        while left > 0 {
            switch meeting(atMost: min(left, Self.longest)) {
            case .success(let count): left -= count
            case .failure(let mismatch): return mismatch.text
            }
            meetings += 1
        }
        return nil
    }

    private struct Mismatch: Error {
        let text: String
    }

    /// Runs one meeting.
    private mutating func meeting(atMost: Int) -> Result<Int, Mismatch> {
        let role = generator.pick([MeetingRole.host, .host, .coHost, .attendee])
        let (isWebinar, isJoined) = (generator.chance(percent: 25), generator.chance(percent: 75))
        let isStrict = generator.chance(percent: 50)
        var model = MeetingModel(role: role, isWebinar: isWebinar, isJoined: isJoined, isStrict: isStrict)
        let actual = RandomMeeting(
            role: role, isWebinar: isWebinar, isJoined: isJoined, isStrict: isStrict, helper: helper)
        var acts: [MeetingAct] = []
        var afterwards = 0
        defer {
            accepted += model.acceptedFrames + model.acceptedAudio
            studiosClosed += model.studiosClosed
            overlaps += actual.studio.statistics.overlappingSends
        }
        for step in 0..<atMost {
            let act = nextAct(model)
            acts.append(act)
            actual.canOverlap = model.canOverlap
            model.perform(act)
            model.deliverDueEvents()
            actual.perform(act)
            actual.pump.run()
            let notes = actual.takeNotes()
            if let text = Self.mismatch(&model, actual, notes) {
                return .failure(Mismatch(text: "step \(step): \(text)\nlast acts: \(acts.suffix(14))"))
            }
            for note in notes { if let kind = note.kind { seen.insert(kind) } }
            // A few acts after the end, then the next meeting.
            if model.isOver { afterwards += 1 }
            if afterwards > 12 { return .success(step + 1) }
        }
        return .success(atMost)
    }

    /// Uniformly random acts would spend nearly all time outside, without the role, or without a session.
    private mutating func nextAct(_ model: MeetingModel) -> MeetingAct {
        if generator.chance(percent: 40), let act = model.usefulAct(&generator) { return act }
        return .random(users: model.numbers.map(UserID.init), crowd: model.crowd, using: &generator)
    }

    private static func mismatch(
        _ model: inout MeetingModel, _ actual: RandomMeeting, _ notes: [MeetingNote]
    ) -> String? {
        defer { model.notes.removeAll(keepingCapacity: true) }
        if notes != model.notes { return "the callbacks are \(notes), the model's are \(model.notes)" }
        if actual.nested > 0 { return "a callback was delivered inside a call" }
        if model.hosts > 1 { return "the model has two hosts" }
        let (meeting, studio) = (actual.meeting, actual.studio)
        if meeting.status != model.status { return "the status is \(meeting.status), not \(model.status)" }
        if studio.isStarted != model.isStarted { return "isStarted is \(studio.isStarted)" }
        if studio.canStart != model.canStart { return "canStart is \(studio.canStart)" }
        if studio.userID.rawValue != model.studioNumber { return "the studio user is \(studio.userID)" }
        let people = meeting.participants.map { KnownPerson(number: $0.id.rawValue, role: $0.role) }
        if people != model.roster.map(\.person) { return "the roster is \(people), not \(model.roster)" }
        let (video, audio) = (studio.statistics.video, studio.statistics.audio)
        let counts = [video.accepted, audio.accepted, video.dropped + audio.dropped]
        let expected = [model.acceptedFrames, model.acceptedAudio, model.droppedUnits]
        return counts == expected ? nil : "accepted and dropped are \(counts), not \(expected)"
    }
}

/// A line of the roster.
struct KnownPerson: Hashable, Sendable {
    var number: UInt32
    var role: MeetingRole
}
