import MediaReceiving
import StudioCore
import StudioTestSupport

/// The plan of one meeting whose participants are received, derived from a seed only.
struct ReceiverPlan: Hashable, Sendable {
    /// A subscriber.
    struct Subscriber: Hashable, Sendable {
        var participant: Int
        var kind = TrackKind.camera
        var request: VideoRequest
        var policy: DeliveryPolicy
        var budget: Int
        /// The number of frames that it keeps, possibly more than its budget.
        var holds: Int
        var isGuarded: Bool
        /// Microseconds that it spends in each callback.
        var busy: UInt32
        /// Whether it cancels inside its callback, instead of on the thread of the plan.
        var cancelsInside: Bool
        /// Milliseconds.
        var joins: Int
        /// Milliseconds; to the end if nil.
        var leaves: Int?
    }

    /// A change of a participant's track.
    struct Change: Hashable, Sendable {
        var at: Int
        var participant: Int
        var kind: TrackKind
        var change: TrackChange
    }

    let seed: UInt64
    /// Milliseconds.
    var duration = 1000
    var participants = 1
    /// The participants who share a screen.
    var sharing: Set<Int> = []
    var subscribers: [Subscriber] = []
    var changes: [Change] = []
    /// Participants who leave, and the time.
    var leaving: [Int: Int] = [:]

    /// The plan of a seed: the same seed gives the same plan.
    init(drawnFrom seed: UInt64) {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        duration = Int.random(in: 400...1500, using: &random)
        participants = Int.random(in: 1...4, using: &random)
        for participant in 0..<participants {
            if random.chance(percent: 25) { sharing.insert(participant) }
            if random.chance(percent: 20) {
                leaving[participant] = Int.random(in: 100...duration, using: &random)
            }
        }
        subscribers = (0..<Int.random(in: 1...12, using: &random)).map { _ in subscriber(&random) }
        changes = (0..<Int.random(in: 0...10, using: &random)).map { _ in change(&random) }
    }

    private func subscriber(_ random: inout SeededRandom) -> Subscriber {
        let participant = Int.random(in: 0..<participants, using: &random)
        var request = VideoRequest(
            size: random.pick([.native, .fit(height: 90), .fit(height: 180), .fit(height: 36)]),
            format: random.pick(PixelFormat.allCases), strideAlignment: random.pick([1, 16, 64]),
            isWritable: random.chance(percent: 20))
        if random.chance(percent: 30) { request.range = random.pick([.full, .limited]) }
        var policy = random.pick([DeliveryPolicy.newestOnly, .lateDiscard, .queue(limit: 1), .queue(limit: 5)])
        if random.chance(percent: 20) { policy.minimumDuration = .milliseconds(100) }
        let joins = random.chance(percent: 50) ? 0 : Int.random(in: 0...duration, using: &random)
        let leaves = random.chance(percent: 40) ? Int.random(in: joins...(duration + 1), using: &random) : nil
        return Subscriber(
            participant: participant, kind: sharing.contains(participant) ? .shareVideo : .camera, request: request,
            policy: policy, budget: Int.random(in: 1...6, using: &random),
            holds: random.chance(percent: 40) ? Int.random(in: 1...8, using: &random) : 0,
            isGuarded: random.chance(percent: 15), busy: random.pick([0, 0, 1000, 30_000, 120_000]),
            cancelsInside: random.chance(percent: 30), joins: joins, leaves: leaves)
    }

    private func change(_ random: inout SeededRandom) -> Change {
        let video: [TrackChange] = [
            .mute, .unmute, .stall, .resume(catchesUp: true), .resume(catchesUp: false), .useSourceSize,
            .setSize(
                width: 2 * Int.random(in: 1...200, using: &random), height: 2 * Int.random(in: 1...150, using: &random)),
            .setFrameRate(perSecond: random.pick([1, 10, 60, 240])),
            .rotate(rotation: random.pick(FrameRotation.allCases)),
        ]
        let audio: [TrackChange] = [.mute, .unmute, .stall, .resume(catchesUp: true), .speak, .silence]
        let isVideo = random.chance(percent: 75)
        return Change(
            at: Int.random(in: 0...duration, using: &random),
            participant: Int.random(in: 0..<participants, using: &random), kind: isVideo ? .camera : .microphone,
            change: random.pick(isVideo ? video : audio))
    }

    /// The plan in one line.
    var line: String {
        "seed \(seed); receivers; \(duration) ms; \(participants) participants, \(sharing.count) sharing, "
            + "\(leaving.count) leaving; \(subscribers.count) subscribers, \(subscribers.count { $0.holds > 0 }) holding; "
            + "\(changes.count) changes"
    }
}
