public import Dispatch
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// How frames are delivered to a subscriber.
public struct VideoSubscriptionOptions: Sendable {
    /// The form of the frames.
    public var request: VideoRequest
    /// Which frames a slow subscriber gets.
    public var policy: DeliveryPolicy
    /// How many frames the subscriber may hold, at least 1: waiting, in a callback, or kept.
    public var budget: Int
    /// The serial queue of the callbacks. Without one they are also serial, on threads of a pool; a callback that blocks
    /// delays no other subscription.
    public var queue: DispatchQueue?
    /// Whether each frame is delivered in memory that faults when it is used after its release. It costs a copy and
    /// two system calls per frame.
    public var isGuarded = false
    /// How long each callback takes in the session's time, at least; for repeatable tests with a manual clock.
    public var occupancy = MediaTime.zero
    /// Instead of a queue and a budget of its own; see ``ReplaceableSubscription``.
    var delivery: FrameDelivery?

    /// Creates options.
    public init(
        _ request: VideoRequest = VideoRequest(), policy: DeliveryPolicy = .newestOnly, budget: Int = 8,
        queue: DispatchQueue? = nil
    ) {
        self.request = request
        self.policy = policy
        self.budget = budget
        self.queue = queue
    }
}

/// The subscriptions to the tracks of a meeting. Equal requests share one conversion.
///
/// A subscription lasts until it is cancelled, also when this object is released before.
public final class TrackSubscriptions: Sendable {
    private let meeting: Meeting
    private let table: ConversionTable

    /// Creates subscriptions for a meeting; there may be several such objects.
    public init(in meeting: Meeting) {
        self.meeting = meeting
        table = ConversionTable(in: meeting)
    }

    /// Subscribes to the frames of a track.
    ///
    /// - Parameters:
    ///   - kind: the camera or the shared screen.
    ///   - user: the participant.
    ///   - options: the form of the frames and the way of their delivery.
    ///   - onDrop: called on the subscription's queue for each dropped frame, except those of a minimum duration.
    ///   - onFrame: called on the subscription's queue for each delivered frame.
    /// - Returns: the subscription. It lasts until it is cancelled, whether or not it is retained.
    /// - Throws: a `StudioError` when the request is invalid, or the participant has no such track.
    @discardableResult
    public func video(
        _ kind: TrackKind, of user: UserID, _ options: VideoSubscriptionOptions = VideoSubscriptionOptions(),
        onDrop: (@Sendable (VideoSubscription.Drop) -> Void)? = nil,
        onFrame: @escaping @Sendable (borrowing ReceivedFrame) -> Void
    ) throws(StudioError) -> VideoSubscription {
        if let refusal = options.refusal(kind) { throw refusal }
        return try video(try track(kind, of: user), options, onDrop: onDrop) { frame in
            onFrame(frame)
            return true
        }
    }

    /// A track of a participant.
    package func track(_ kind: TrackKind, of user: UserID) throws(StudioError) -> Track {
        if let track = meeting.track(kind, of: user) { return track }
        throw StudioError(
            .receivingUnknownParticipant, "no participant has the ID \(user)",
            hint: "subscribe after didAdd, and not after didRemove")
    }

    /// Subscribes to the frames of a track, which need not belong to a participant.
    ///
    /// - Parameter onFrame: returns whether a callback of the client got the frame.
    func video(
        _ track: Track, _ options: VideoSubscriptionOptions,
        onDrop: (@Sendable (VideoSubscription.Drop) -> Void)? = nil,
        onFrame: @escaping @Sendable (borrowing ReceivedFrame) -> Bool
    ) throws(StudioError) -> VideoSubscription {
        if let refusal = options.refusal(track.id.kind) { throw refusal }
        let subscription = VideoSubscription(
            options, options.delivery ?? makeDelivery(options, of: "the subscription to \(track.id)"), to: track,
            in: table, clock: meeting.clock, onDrop: onDrop, onFrame: onFrame)
        table.add(subscription, to: track)
        return subscription
    }

    private func makeDelivery(_ options: VideoSubscriptionOptions, of owner: String) -> FrameDelivery {
        let queue = CallbackQueue(
            clock: meeting.clock,
            executor: options.queue.map { QueueExecutor($0) } ?? ThreadPool.callbacks,
            onUnservedQueue: Meeting.warnOfUnservedQueue)
        meeting.register(queue, of: owner)
        return FrameDelivery(
            on: queue, FrameBudget(limit: options.budget), occupancy: { [declared = options.occupancy] in declared })
    }

    /// The subscriptions that were not cancelled.
    public var videoSubscriptions: [VideoSubscription] { table.subscriptions }

    /// The number of conversions, at most one per track and request.
    public var conversionCount: Int { table.conversionCount }

    /// The number of frames that were converted for a request, or passed on unchanged.
    package func convertedFrames(_ kind: TrackKind, of user: UserID, _ request: VideoRequest) -> Int {
        meeting.track(kind, of: user).map { table.convertedFrames(of: $0, request) } ?? 0
    }

    /// Cancels all subscriptions.
    public func cancelAll() {
        for subscription in videoSubscriptions { subscription.cancel() }
    }
}

extension VideoSubscriptionOptions {
    /// The error for options that cannot be served; `nil` when they are valid.
    func refusal(_ kind: TrackKind) -> StudioError? {
        if !kind.isVideo {
            return StudioError(
                .receivingWrongKind, "\(kind.rawValue) has no frames", hint: "subscribe to camera or shareVideo")
        }
        if case .fit(let height) = request.size, !VideoRequest.heights.contains(height) {
            return StudioError(
                .receivingHeight, "the height is \(height), expected 2 to 4320", hint: "use 90, 180, 360, 720 or 1080")
        }
        let alignment = request.strideAlignment
        if !VideoRequest.alignments.contains(alignment) || alignment.nonzeroBitCount != 1 {
            return StudioError(
                .receivingAlignment, "the stride alignment is \(alignment), expected a power of 2 from 1 to 4096",
                hint: "use 1 for planes without padding")
        }
        if budget < 1 {
            return StudioError(
                .receivingBudget, "the budget is \(budget) frames, expected at least 1", hint: "a callback needs one")
        }
        return nil
    }
}
