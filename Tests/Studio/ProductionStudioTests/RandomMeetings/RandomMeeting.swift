import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioTestSupport

/// The meeting under test, driven by the same acts as the model. Everything except the second producer is on one
/// thread.
final class RandomMeeting: @unchecked Sendable {
    // Safety: callbacks are delivered on the driving thread; the second producer only uses a sender.
    let clock = ManualClock()
    let pump = CallbackPump()
    let meeting: Meeting
    let studio: StudioController
    private let helper: SecondProducer
    private(set) var notes: [MeetingNote] = []
    private var senders: [Sender] = []
    private var plans: [MeetingNote.Kind: [MeetingAct]] = [:]
    private var depth = 0
    /// Callbacks delivered inside a call.
    private(set) var nested = 0

    init(role: MeetingRole, isWebinar: Bool, isJoined: Bool, isStrict: Bool, helper: SecondProducer) {
        self.helper = helper
        meeting = Meeting(
            role: role, name: "Ada", kind: isWebinar ? .webinar : .meeting, isJoined: isJoined, clock: clock,
            callbackQueue: CallbackQueue(clock: clock, executor: pump))
        studio = StudioController(in: meeting, options: .init(isStrict: isStrict), responses: .immediate)
        studio.violations.onFirst { _ in }
        studio.delegate = self
        meeting.delegate = self
        meeting.localTracks.add(helper)
    }

    func takeNotes() -> [MeetingNote] {
        defer { notes.removeAll(keepingCapacity: true) }
        return notes
    }

    private func note(_ note: MeetingNote) {
        if depth > 0 { nested += 1 }
        notes.append(note)
        guard let kind = note.kind, let act = plans[kind]?.first else { return }
        plans[kind]?.removeFirst()
        perform(act)
    }

    private func returned(_ body: () throws(StudioError) -> Void) {
        do {
            try body()
            notes.append(.returned(.success))
        } catch {
            notes.append(.returned(error.code))
        }
    }

    func perform(_ act: MeetingAct) {
        depth += 1
        defer { depth -= 1 }
        switch act {
        case .start(let width):
            returned { () throws(StudioError) in try studio.start(VideoCapability(width: width, height: 8)) }
        case .stop: returned { () throws(StudioError) in try studio.stop() }
        case .frame(let sender, let isGood): sendFrame(sender, isGood)
        case .audio(let sender):
            guard senders.count > sender else { return }
            let sender = senders[senders.count - 1 - sender]
            returned { () throws(StudioError) in try helper.sendAudioBlock(sender) }
        case .overlap: overlap()
        case .request(let request, let user): ask(request, user)
        case .leave(let endingForAll):
            returned { () throws(StudioError) in try meeting.actions.leave(endingForAll: endingForAll) }
        case .command(let command):
            if case .participant(let user)? = try? command.perform(on: CommandTargets(studio)).reply {
                notes.append(.came(user?.rawValue ?? 0))
            }
        case .turn(let milliseconds): clock.advance(by: .milliseconds(milliseconds))
        case .plan(let kind, let act): plans[kind, default: []].append(act)
        }
    }

    private func ask(_ request: MeetingAct.Request, _ id: UserID) {
        let actions = meeting.actions
        returned { () throws(StudioError) in
            switch request {
            case .makeHost: try actions.makeHost(id)
            case .assignCoHost: try actions.assignCoHost(id)
            case .revokeCoHost: try actions.revokeCoHost(id)
            case .reclaimHost: try actions.reclaimHost()
            case .expel: try actions.expel(id)
            }
        }
    }

    private func sendFrame(_ back: Int, _ isGood: Bool) {
        guard senders.count > back else { return }
        let sender = senders[senders.count - 1 - back]
        returned { () throws(StudioError) in try helper.sendFrame(sender, width: isGood ? 16 : 18) }
    }

    /// A second call can overlap a first one only if the first one reaches the receivers.
    var canOverlap = false

    private func overlap() {
        guard canOverlap, let sender = senders.last else { return }
        helper.overlap(sender, isStrict: studio.options.isStrict)
        returned { () throws(StudioError) in try helper.sendFrame(sender, width: 16) }
        notes.append(.returned(helper.takeAnswer()))
    }
}

extension RandomMeeting: StudioDelegate, MeetingDelegate {
    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) { note(.answered(accepted)) }
    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        if let sender { senders = senders.suffix(2) + [sender] }
        note(.sender(sender != nil))
    }
    func studioDidStopSending(_ studio: StudioController) { note(.stopped) }
    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {
        note(.user(user.rawValue, isSending))
    }
    func meeting(_ meeting: Meeting, didAdd participant: Participant) {
        note(.joined(participant.id.rawValue, participant.role))
    }
    func meeting(_ meeting: Meeting, didRemove participant: Participant) { note(.left(participant.id.rawValue)) }
    func meeting(_ meeting: Meeting, didChangeRoleTo role: MeetingRole) { note(.role(role)) }
    func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus) { note(.status(status)) }
    func meeting(_ meeting: Meeting, didChangeHostTo host: UserID) { note(.host(host.rawValue)) }
    func meeting(_ meeting: Meeting, didChangeCoHost user: UserID, isCoHost: Bool) {
        note(.coHost(user.rawValue, isCoHost))
    }
}
