import StudioCore

@testable import StudioMeeting

/// Applies the same inputs to a meeting and its model.
struct MeetingTrial: Sendable {
    /// The start of a trial.
    struct World: Hashable, Sendable, CustomStringConvertible {
        let kind: MeetingKind
        let role: MeetingRole
        let isJoined: Bool

        var description: String { "\(kind) \(role) \(isJoined ? "inside" : "not joined")" }

        static let all: [World] = [
            World(kind: .meeting, role: .host, isJoined: true),
            World(kind: .meeting, role: .coHost, isJoined: true),
            World(kind: .meeting, role: .attendee, isJoined: true),
            World(kind: .meeting, role: .host, isJoined: false),
            World(kind: .meeting, role: .attendee, isJoined: false),
            World(kind: .webinar, role: .host, isJoined: true),
            World(kind: .webinar, role: .coHost, isJoined: true),
            World(kind: .webinar, role: .panelist, isJoined: true),
            World(kind: .webinar, role: .attendee, isJoined: true),
            World(kind: .webinar, role: .coHost, isJoined: false),
        ]

        /// Other states are reached from these.
        static let distinct: [World] = [
            World(kind: .meeting, role: .host, isJoined: true),
            World(kind: .meeting, role: .attendee, isJoined: true),
            World(kind: .meeting, role: .host, isJoined: false),
            World(kind: .webinar, role: .coHost, isJoined: true),
            World(kind: .webinar, role: .attendee, isJoined: false),
        ]
    }

    private(set) var subject: MeetingSubject
    private(set) var model: MeetingModel
    /// The highest assigned number.
    private var highest: UInt32

    init(_ world: World) {
        subject = MeetingSubject(kind: world.kind, role: world.role, isJoined: world.isJoined)
        model = MeetingModel(kind: world.kind, role: world.role, isJoined: world.isJoined)
        highest = subject.everybody.map(\.id.rawValue).max() ?? 0
    }

    /// The target must exist, and the studio's owner announces it once.
    func canHappen(_ input: MeetingInput) -> Bool {
        if let who = input.who { return subject.find(who) != nil }
        if input == .addStudioUser { return subject.find(.ownStudio) == nil }
        return true
    }

    /// The mismatch, or `nil`.
    mutating func step(_ input: MeetingInput) -> String? {
        let target = input.who.flatMap { subject.find($0) }
        let before = subject
        let expected = model.apply(input, to: target)
        let outcome = subject.apply(input, to: target)
        if outcome != expected { return "\(outcome), expected \(expected)" }
        if subject.contents != model.contents { return "\(subject.contents), expected \(model.contents)" }
        return mismatch(before, outcome) ?? disagreement
    }

    private mutating func mismatch(_ before: MeetingSubject, _ outcome: MeetingOutcome) -> String? {
        let everybody = subject.everybody
        if everybody.filter({ $0.role == .host }).count > 1 { return "two hosts" }
        let isInside = subject.machine.participants.contains { $0.isMyself }
        if isInside != subject.machine.isActive { return "the local user is in the roster while outside, or is not" }
        if isInside, subject.machine.participants.first?.isMyself == false { return "the local user is not the first" }
        let studios = everybody.filter(\.isStudioUser)
        if studios.count > 1 { return "two studios" }
        for studio in studios where !everybody.contains(where: { $0.id == studio.studioParent }) {
            return "a studio without its parent"
        }
        if before.machine.phase == .over, !outcome.effects.isEmpty { return "effects after the end" }
        if before.machine.phase == .over, before.machine.participants != subject.machine.participants {
            return "a participant was added after the end"
        }
        let old = before.everybody.map(\.id)
        let new = everybody.map(\.id).filter { !old.contains($0) }.map(\.rawValue)
        // A participant who left and is in the roster again would have an old identifier.
        if let lowest = new.min(), lowest <= highest { return "the number \(lowest) is reused" }
        highest = max(highest, new.max() ?? 0)
        return Self.disorder(outcome.effects)
    }

    /// The end of a session is reported once, before the status that causes it.
    private static func disorder(_ effects: [MeetingEffect]) -> String? {
        let interruptions = effects.indices.filter { effects[$0] == .interruption }
        if interruptions.count > 1 { return "the studio is interrupted twice" }
        guard let interruption = interruptions.first else { return nil }
        for effect in effects[..<interruption] {
            guard case .status(let status, _)? = effect.reported else { continue }
            if status != .disconnecting { return "the studio is interrupted after \(status)" }
        }
        return nil
    }

    /// The client's view is the sum of the events, and it is correct.
    private var disagreement: String? {
        let known = subject.known
        let participants = subject.machine.isActive ? subject.machine.participants : []
        if known.participants != participants { return "the client knows \(known.participants), not \(participants)" }
        if known.status != model.status { return "the client knows \(known.status), not \(model.status)" }
        if known.endReason != model.endReason { return "the reason is \(String(describing: known.endReason))" }
        if known.localUser != subject.machine.myself { return "the client knows another local user" }
        let studio = participants.first { $0.isStudioUser }
        return known.studioUser == studio ? nil : "the client knows another studio"
    }
}
