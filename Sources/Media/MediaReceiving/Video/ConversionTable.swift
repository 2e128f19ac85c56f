import Dispatch
import StudioCore
import StudioMeeting
import StudioRuntime

/// The conversions of a client, one per track and request, and their subscriptions.
final class ConversionTable: Sendable {
    private struct Key: Hashable {
        let track: ObjectIdentifier
        let request: VideoRequest

        init(_ track: Track, _ request: VideoRequest) {
            (self.track, self.request) = (ObjectIdentifier(track), request)
        }
    }

    private struct State: Sendable {
        var conversions: [Key: SharedConversion] = [:]
        var queues: [ObjectIdentifier: DispatchQueue] = [:]
        var subscriptions: [ObjectIdentifier: (subscription: VideoSubscription, number: Int)] = [:]

        /// - Parameter sequence: the number of the first frame that the subscriber has not got, if it is known.
        /// - Returns: the conversion, and whether it must be added to the track.
        mutating func join(
            _ subscription: VideoSubscription, _ track: Track, _ request: VideoRequest, from sequence: Int64? = nil,
            isInline: Bool
        ) -> (SharedConversion, isFirst: Bool) {
            let key = Key(track, request)
            let queue = isInline ? nil : queues[key.track] ?? DispatchQueue(label: "psstudio.conversion")
            queues[key.track] = queue
            let conversion = conversions[key] ?? SharedConversion(track, request, queue: queue)
            conversions[key] = conversion
            return (conversion, conversion.add(subscription, from: sequence))
        }

        /// - Returns: the conversion, if it must be removed from the track.
        mutating func leave(
            _ subscription: VideoSubscription, _ track: Track, _ request: VideoRequest
        ) -> SharedConversion? {
            let key = Key(track, request)
            guard let conversion = conversions[key], conversion.remove(subscription) else { return nil }
            conversions[key] = nil
            if !conversions.keys.contains(where: { $0.track == key.track }) { queues[key.track] = nil }
            return conversion
        }
    }

    private let callbackSources: CallbackSources
    private let events: TrackEvents
    /// Counts the frames that callbacks get.
    let received: ReceivedMedia
    /// With a manual clock, frames are converted on the publisher's thread.
    private let isInline: Bool
    private let state = Lock(State())

    /// The meeting is not retained: a subscription lasts until it is cancelled.
    init(in meeting: Meeting) {
        (callbackSources, events, received) = (meeting.callbackSources, meeting.trackEvents, meeting.received)
        isInline = meeting.clock is ManualClock
    }

    var subscriptions: [VideoSubscription] { state.withLock { $0.subscriptions.values.map(\.subscription) } }

    var conversionCount: Int { state.withLock { $0.conversions.count } }

    func convertedFrames(of track: Track, _ request: VideoRequest) -> Int {
        state.withLock { $0.conversions[Key(track, request)] }?.conversionCount ?? 0
    }

    func add(_ subscription: VideoSubscription, to track: Track) {
        let (isInline, number) = (isInline, events.nextSubscription())
        let (conversion, isFirst) = state.withLock { state in
            state.subscriptions[ObjectIdentifier(subscription)] = (subscription, number)
            return state.join(subscription, track, subscription.request, isInline: isInline)
        }
        if isFirst { begin(conversion, on: track) }
        events.publish(track.id, .subscription(number: number, isActive: true))
    }

    /// Moves a subscription to the conversion of another request. Frames that it gets from neither are a discontinuity.
    func move(_ subscription: VideoSubscription, of track: Track, to request: VideoRequest) {
        let isInline = isInline
        let (first, last) = state.withLock { state -> (SharedConversion?, SharedConversion?) in
            let before = subscription.request
            guard state.subscriptions[ObjectIdentifier(subscription)] != nil, before != request else {
                return (nil, nil)
            }
            let sequence = state.conversions[Key(track, before)]?.nextSequence
            // Joined before it leaves, so that the track keeps its queue.
            let (conversion, isFirst) = state.join(subscription, track, request, from: sequence, isInline: isInline)
            let last = state.leave(subscription, track, before)
            subscription.note(request)
            return (isFirst ? conversion : nil, last)
        }
        if let first { begin(first, on: track) }
        if let last { track.fanout.remove(last) }
    }

    func remove(_ subscription: VideoSubscription, from track: Track) {
        let (removed, last) = state.withLock { state in
            (
                state.subscriptions.removeValue(forKey: ObjectIdentifier(subscription)),
                state.leave(subscription, track, subscription.request)
            )
        }
        if let last { track.fanout.remove(last) }
        if let removed { events.publish(track.id, .subscription(number: removed.number, isActive: false)) }
    }

    /// Another thread may cancel its subscribers meanwhile, and then remove it before it is added.
    private func begin(_ conversion: SharedConversion, on track: Track) {
        if !isInline { callbackSources.add(conversion, of: "a subscription to \(track.id)") }
        track.fanout.add(conversion)
        if conversion.isAbandoned { track.fanout.remove(conversion) }
    }
}
