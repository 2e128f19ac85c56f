import Dispatch
import Glibc
import MediaInputs
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

/// Runs a plan of receivers in this process, in real time, and checks its invariants.
final class ReceiverRun {
    private struct Act {
        let at: Int
        let perform: () throws -> Void
    }

    private let plan: ReceiverPlan
    private let meeting = Meeting(clock: SystemClock(), callbackQueue: DispatchQueue(label: "torture.callbacks"))
    private let subscriptions: TrackSubscriptions
    private let engine: AudioEngine
    private var feeds: [ParticipantFeed] = []
    private var receivers: [TortureReceiver] = []
    private var acts: [Act] = []
    /// The numbers of the blocks, by observer.
    private let blocks = Lock<[String: [Int64]]>([:])

    init(_ plan: ReceiverPlan) {
        self.plan = plan
        subscriptions = TrackSubscriptions(in: meeting)
        engine = AudioEngine(in: meeting)
    }

    /// - Returns: the violations.
    func run() throws -> [String] {
        let users = (0..<plan.participants).map { meeting.add("User \($0)").id }
        for (index, user) in users.enumerated() { try publish(index, user) }
        try engine.observe(.mixed, AudioRequest(.program, blockSamples: 480), noting("mixed"))
        let mono = AudioFormat(sampleRate: 16_000, channels: 1)
        try engine.observe(.beforeMixing(users[0]), AudioRequest(mono, blockSamples: 320), noting("first user"))
        collectActs(users)
        try perform()
        return try finish()
    }

    private func publish(_ index: Int, _ user: UserID) throws {
        var source = ParticipantSource(seed: plan.seed &+ UInt64(index))
        source.size = TrackControls.Size(width: 320, height: 180)
        feeds.append(try ParticipantFeed(source, of: user, in: meeting))
        guard plan.sharing.contains(index) else { return }
        source.isShare = true
        feeds.append(try ParticipantFeed(source, of: user, in: meeting))
    }

    private func noting(_ name: String) -> @Sendable (UnsafeBufferPointer<Int16>, AudioBlockDescription) -> Void {
        { [blocks] _, block in blocks.withLock { $0[name, default: []].append(block.number) } }
    }

    private func collectActs(_ users: [UserID]) {
        for (index, subscriber) in plan.subscribers.enumerated() {
            let receiver = TortureReceiver(subscriber, name: "subscriber \(index)")
            acts.append(
                Act(at: subscriber.joins) { [unowned self] in
                    let user = users[subscriber.participant]
                    if try receiver.join(subscriptions, of: user) { receivers.append(receiver) }
                })
            if let leaves = subscriber.leaves { acts.append(Act(at: leaves) { receiver.leave() }) }
        }
        for change in plan.changes {
            acts.append(
                Act(at: change.at) { [unowned self] in
                    // A participant who has left has no track.
                    guard meeting.track(change.kind, of: users[change.participant]) != nil else { return }
                    try meeting.change(change.kind, of: users[change.participant], change.change)
                })
        }
        for (participant, at) in plan.leaving {
            acts.append(Act(at: at) { [unowned self] in meeting.remove(users[participant]) })
        }
        acts.sort { $0.at < $1.at }
    }

    private func perform() throws {
        for act in acts {
            let left = Double(act.at) / 1000 - meeting.clock.now.seconds
            if left > 0 { usleep(UInt32(left * 1e6)) }
            try act.perform()
        }
        let left = Double(plan.duration) / 1000 - meeting.clock.now.seconds
        if left > 0 { usleep(UInt32(left * 1e6)) }
    }

    private func finish() throws -> [String] {
        for feed in feeds { feed.stop() }
        try waitUntil("all frames are delivered or dropped", seconds: 60) { receivers.allSatisfy(\.isSettled) }
        // A frame may still be published or converted now: the counts are final once nothing is delivered any more.
        for receiver in receivers { receiver.cancel() }
        engine.stop()
        guard meeting.waitUntilAtRest(seconds: 60) != nil else { return ["callbacks do not return"] }
        for receiver in receivers { receiver.count() }
        var records = receivers.map { $0.finish() }
        // Frames are released by the queues that deliver them, shortly after the callback.
        try? waitUntil("all frames are released", seconds: 10) { receivers.allSatisfy { $0.used == 0 } }
        for index in records.indices { records[index].usedAtEnd = receivers[index].used }
        return records.flatMap(\.violations) + audioViolations
    }

    private var audioViolations: [String] {
        blocks.withLock { $0 }.compactMap { name, numbers in
            numbers == Array(0..<Int64(numbers.count)) ? nil : "\(name): blocks are missing or out of order"
        }
    }
}
