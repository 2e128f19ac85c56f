import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport

/// Whole meetings by chance, each against the model: same codes, same callbacks, same order.
struct MeetingTrial {
    /// How long one meeting may last.
    private static let longest = 2000

    private var generator: SeededGenerator
    private let helper: SecondProducer
    /// The kinds of callbacks that came.
    private(set) var seen: Set<MeetingNote.Kind> = []
    /// Pictures and blocks of sound that were accepted.
    private(set) var accepted = 0
    /// Calls of two threads that overlapped.
    private(set) var overlaps = 0
    /// Other users' studios that a change of role ended.
    private(set) var studiosClosed = 0
    /// The meetings that were held.
    private(set) var meetings = 0

    init(seed: UInt64) throws {
        helper = try SecondProducer()
        generator = SeededGenerator(seed: seed)
    }

    /// Holds meetings until `events` acts were performed; a text when one did not do what the model says.
    mutating func run(events: Int) -> String? {
        defer { helper.finish() }
        var left = events
        while left > 0 {
            switch meeting(atMost: min(left, Self.longest)) {
            case .success(let count): left -= count
            case .failure(let complaint): return complaint.text
            }
            meetings += 1
        }
        return nil
    }

    private struct Complaint: Error {
        let text: String
    }

    /// One meeting from its beginning to its end.
    private mutating func meeting(atMost: Int) -> Result<Int, Complaint> {
        let role = generator.pick([MeetingRole.host, .host, .coHost, .attendee])
        let (isWebinar, isJoined) = (generator.chance(percent: 25), generator.chance(percent: 75))
        let isStrict = generator.chance(percent: 50)
        var model = MeetingModel(role: role, isWebinar: isWebinar, isJoined: isJoined, isStrict: isStrict)
        let actual = RandomMeeting(
            role: role, isWebinar: isWebinar, isJoined: isJoined, isStrict: isStrict, helper: helper)
        var acts: [MeetingAct] = []
        var afterwards = 0
        defer {
            accepted += model.acceptedPictures + model.acceptedSounds
            studiosClosed += model.studiosClosed
            overlaps += actual.studio.statistics.overlappingSends
        }
        for step in 0..<atMost {
            let act = nextAct(model)
            acts.append(act)
            actual.canOverlap = model.canOverlap
            model.perform(act)
            model.keepPromises()
            actual.perform(act)
            actual.pump.run()
            let notes = actual.takeNotes()
            if let text = Self.complaint(&model, actual, notes) {
                return .failure(Complaint(text: "step \(step): \(text)\nlast acts: \(acts.suffix(14))"))
            }
            for note in notes { if let kind = note.kind { seen.insert(kind) } }
            // A little of what an app does after the end, then the next meeting.
            if model.isOver { afterwards += 1 }
            if afterwards > 12 { return .success(step + 1) }
        }
        return .success(atMost)
    }

    /// Mere chance would spend nearly all its time outside, without the role, or with nothing running.
    private mutating func nextAct(_ model: MeetingModel) -> MeetingAct {
        if generator.chance(percent: 40), let act = model.usefulAct(&generator) { return act }
        return .random(numbers: model.numbers, crowd: model.crowd, using: &generator)
    }

    private static func complaint(
        _ model: inout MeetingModel, _ actual: RandomMeeting, _ notes: [MeetingNote]
    ) -> String? {
        defer { model.notes.removeAll(keepingCapacity: true) }
        if notes != model.notes { return "it said \(notes), the model says \(model.notes)" }
        if actual.nested > 0 { return "a callback came inside a call" }
        if model.hosts > 1 { return "the model has two hosts" }
        let (meeting, studio) = (actual.meeting, actual.studio)
        if meeting.status != model.status { return "the status is \(meeting.status), not \(model.status)" }
        if studio.isStarted != model.isStarted { return "isStarted is \(studio.isStarted)" }
        if studio.canStart != model.canStart { return "canStart is \(studio.canStart)" }
        if studio.userID.rawValue != model.studioNumber { return "the studio user is \(studio.userID)" }
        let people = meeting.participants.map { ToldPerson(number: $0.id.rawValue, role: $0.role) }
        if people != model.told.map(\.person) { return "the roster is \(people), not \(model.told)" }
        let (video, audio) = (studio.statistics.video, studio.statistics.audio)
        let counts = [video.accepted, audio.accepted, video.dropped + audio.dropped]
        let expected = [model.acceptedPictures, model.acceptedSounds, model.droppedUnits]
        return counts == expected ? nil : "accepted and dropped are \(counts), not \(expected)"
    }
}

/// A line of the roster.
struct ToldPerson: Hashable, Sendable {
    var number: UInt32
    var role: MeetingRole
}
