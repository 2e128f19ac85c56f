import Dispatch
import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// A frame of a track before its conversion.
struct PublishedFrame: Sendable {
    let storage: FrameStorage
    let layout: I420Layout
    let range: VideoRange
    let rotation: FrameRotation
    let sequence: Int64
    let time: MediaTime
}

/// A frame of a track after its conversion.
private struct ConvertedFrame {
    let storage: FrameStorage
    let layout: FrameLayout
    let range: VideoRange
    let isReduced: Bool
}

/// Converts the frames of one track for all subscribers with the same request, once.
///
/// The publisher's thread only passes a reference. With a manual clock the conversion runs there, so that sessions are
/// repeatable; otherwise on the track's queue, and a frame that arrives while one waits replaces it.
final class SharedConversion: MediaReceiver {
    private struct State: Sendable {
        var subscribers: [VideoSubscription] = []
        var waiting: PublishedFrame?
        /// On the track's queue.
        var isRunning = false
        /// The frames that arrived.
        var frameCount = 0
        var nextSequence: Int64?
        /// Each subscriber's frames before this time are smaller than requested.
        var reducedUntil: [ObjectIdentifier: MediaTime] = [:]
        /// The publication of the track to which the times belong.
        var publication = 0
        /// The number of the first frame that was published after a subscriber joined; until the next frame arrives.
        var joined: [ObjectIdentifier: Int64] = [:]
    }

    /// The subscribers of a frame by the size that they get.
    private struct Recipients {
        var requested: [VideoSubscription]
        var reduced: [VideoSubscription] = []
    }

    /// How long a subscriber gets frames that are smaller than requested. Chosen: 7 to 13 frames.
    private static let reducedDuration = MediaTime.milliseconds(500)

    private let track: Track
    private let request: VideoRequest
    /// `nil` for conversions on the publisher's thread.
    private let executor: QueueExecutor?
    private let reserve = Reserve<FrameStorage>()
    private let state = Monitor(State())
    // Both are used by one thread at a time: the publisher's, or the queue's.
    private let worker: FrameWorker
    /// Converts the first frames of a subscriber, so that a subscriber that joins does not disturb the others.
    private let firstWorker: FrameWorker
    private let conversions = Counter()

    init(_ track: Track, _ request: VideoRequest, queue: DispatchQueue?) {
        self.track = track
        self.request = request
        executor = queue.map { QueueExecutor($0) }
        worker = FrameWorker(request, kind: track.id.kind, reserve)
        firstWorker = FrameWorker(request, kind: track.id.kind, reserve)
    }

    var hasCapacity: Bool { true }

    /// The number of frames that were converted or passed on.
    var conversionCount: Int { conversions.value }

    /// The number of the first frame that was not converted; `nil` before the first one.
    var nextSequence: Int64? { state.withLock { $0.waiting?.sequence ?? $0.nextSequence } }

    /// - Parameter sequence: the number of the first frame that the subscriber has not got, if it is known.
    /// - Returns: whether it is the first subscriber, so that the conversion must be added to the track.
    func add(_ subscription: VideoSubscription, from sequence: Int64? = nil) -> Bool {
        let next = track.fanout.unitCount
        return state.withLock { state in
            state.subscribers.append(subscription)
            let isFirst = state.subscribers.count == 1
            if isFirst { state.nextSequence = sequence }
            if sequence == nil { state.joined[ObjectIdentifier(subscription)] = next }
            return isFirst
        }
    }

    /// Whether it has no subscriber. It gets none any more.
    var isAbandoned: Bool { state.withLock { $0.subscribers.isEmpty } }

    /// - Returns: whether it was the last subscriber, so that the conversion must be removed from the track.
    func remove(_ subscription: VideoSubscription) -> Bool {
        let (before, isLast) = state.withLock { state in
            let before = state.subscribers
            state.subscribers = before.filter { $0 !== subscription }
            state.reducedUntil[ObjectIdentifier(subscription)] = nil
            state.joined[ObjectIdentifier(subscription)] = nil
            if state.subscribers.isEmpty { state.nextSequence = nil }
            return (before, !before.isEmpty && state.subscribers.isEmpty)
        }
        withExtendedLifetime(before) {}
        return isLast
    }

    func receive(_ block: borrowing AudioBlock) {}

    func receive(_ frame: borrowing VideoFrame) {
        guard let range = frame.format.range else { return }
        let published = PublishedFrame(
            storage: .holding(frame.buffer.retained(), from: reserve), layout: frame.layout, range: range,
            rotation: frame.rotation, sequence: frame.sequence, time: frame.time)
        reportGap(before: published)
        guard let executor else { return convert(published) }
        let (replaced, mustStart) = state.withLock { state -> (PublishedFrame?, Bool) in
            let replaced = state.waiting
            state.waiting = published
            state.frameCount += 1
            return (replaced, !exchange(&state.isRunning, with: true))
        }
        if let replaced {
            for subscriber in subscribers { subscriber.drop(replaced.sequence, at: replaced.time, .overflow) }
            replaced.storage.endUse()
        }
        if mustStart { executor.execute { [self] in convertWaiting() } }
    }

    private var subscribers: [VideoSubscription] { state.withLock { $0.subscribers } }

    /// Frames that were published and never arrived here are reported as one discontinuity, to each subscriber from the
    /// frame on with which it joined.
    private func reportGap(before frame: PublishedFrame) {
        let gaps = state.withLock { state -> [(subscriber: VideoSubscription, first: Int64)] in
            let expected = state.nextSequence ?? frame.sequence
            state.nextSequence = frame.sequence + 1
            let joined = state.joined
            if !joined.isEmpty { state.joined = [:] }
            guard expected < frame.sequence else { return [] }
            return state.subscribers.map { ($0, max(expected, joined[ObjectIdentifier($0)] ?? expected)) }
        }
        for (subscriber, first) in gaps where first < frame.sequence {
            subscriber.drop(first, count: Int(frame.sequence - first), at: frame.time, .discontinuity)
        }
    }

    private func convertWaiting() {
        while true {
            let frame = state.update { state -> PublishedFrame? in
                defer { state.waiting = nil }
                if state.waiting == nil { state.isRunning = false }
                return state.waiting
            }
            guard let frame else { return }
            convert(frame)
        }
    }

    private func convert(_ published: PublishedFrame) {
        guard request.isTurned else { return convertUpright(published) }
        let turned = worker.turned(published)
        published.storage.endUse()
        if let turned { return convertUpright(turned) }
        for subscriber in subscribers { subscriber.drop(published.sequence, at: published.time, .conversion) }
    }

    private func convertUpright(_ frame: PublishedFrame) {
        let recipients = recipients(of: frame)
        convert(frame, mustReduce: false, for: recipients.requested)
        convert(frame, mustReduce: true, for: recipients.reduced)
        frame.storage.endUse()
    }

    private func convert(_ frame: PublishedFrame, mustReduce: Bool, for subscribers: [VideoSubscription]) {
        guard !subscribers.isEmpty else { return }
        let worker = mustReduce ? firstWorker : worker
        guard let converted = worker.convert(frame, mustReduce: mustReduce) else {
            for subscriber in subscribers { subscriber.drop(frame.sequence, at: frame.time, .conversion) }
            return
        }
        conversions.increment()
        let description = FrameDescription(
            track: track.id, layout: converted.layout, range: converted.range, rotation: frame.rotation,
            sequence: frame.sequence, time: frame.time, isReduced: converted.isReduced)
        for subscriber in subscribers { subscriber.offer(description, converted.storage) }
        converted.storage.endUse()
    }

    /// Separates the subscribers that have just begun, or whose track was just published again.
    private func recipients(of frame: PublishedFrame) -> Recipients {
        let (kind, layout) = (track.id.kind, frame.layout)
        let requested = request.outputSize(width: layout.width, height: layout.height, kind: kind)
        let first = request.firstSize(width: layout.width, height: layout.height, kind: kind)
        guard track.beginsWithSmallerFrames, first != requested else { return Recipients(requested: subscribers) }
        let publication = track.publicationCount
        return state.withLock { state in
            if state.publication != publication { (state.publication, state.reducedUntil) = (publication, [:]) }
            for subscriber in state.subscribers where state.reducedUntil[ObjectIdentifier(subscriber)] == nil {
                state.reducedUntil[ObjectIdentifier(subscriber)] = frame.time + Self.reducedDuration
            }
            let ends = state.reducedUntil
            func isReduced(_ subscriber: VideoSubscription) -> Bool {
                ends[ObjectIdentifier(subscriber)].map { frame.time < $0 } ?? false
            }
            // The array is shared: once all get the requested size, no memory is needed.
            guard state.subscribers.contains(where: isReduced) else { return Recipients(requested: state.subscribers) }
            return Recipients(
                requested: state.subscribers.filter { !isReduced($0) }, reduced: state.subscribers.filter(isReduced))
        }
    }
}

extension SharedConversion: CallbackSource {
    var eventCount: Int { state.withLock { $0.frameCount } }

    var obstacle: String? { state.withLock { $0.isRunning } ? "waits for the conversion of a frame" : nil }

    func waitUntilAtRest(seconds: Double) -> CallbackQueue.Rest? {
        state.wait(seconds: seconds) { $0.isRunning ? nil : .nothing }
    }
}

/// Converts frames to a request, and reuses converter and memory while the published size is the same.
private final class FrameWorker: @unchecked Sendable {
    // Safety: `SharedConversion` calls it from one thread at a time, the publisher's or that of a serial queue.
    private struct Plan {
        let source: I420Layout
        let target: FrameLayout
        let converter: VideoConverter?
        let pool: BufferPool
        /// For frames that are expanded to full range before they become BGRA.
        let fullRangePool: BufferPool?
        let sourceRange: VideoRange
    }

    /// The layouts of a published size.
    private struct Geometry {
        let published: I420Layout
        let mustReduce: Bool
        let source: FrameLayout
        let target: FrameLayout
        let isReduced: Bool
    }

    private let request: VideoRequest
    private let kind: TrackKind
    private let reserve: Reserve<FrameStorage>
    private var geometry: Geometry?
    private var plan: Plan?
    private var turner: FrameTurner

    init(_ request: VideoRequest, kind: TrackKind, _ reserve: Reserve<FrameStorage>) {
        (self.request, self.kind, self.reserve) = (request, kind, reserve)
        turner = FrameTurner(request.rotation, isMirrored: request.isMirrored)
    }

    func turned(_ frame: PublishedFrame) -> PublishedFrame? { turner.turn(frame, reserve) }

    /// - Returns: a frame with a use of its storage; `nil` when memory is exhausted, or the size has no layout.
    func convert(_ frame: PublishedFrame, mustReduce: Bool) -> ConvertedFrame? {
        guard let geometry = geometry(of: frame.layout, mustReduce: mustReduce) else { return nil }
        let (target, isReduced) = (geometry.target, geometry.isReduced)
        let range = request.outputRange(frame.range)
        if target == geometry.source, range == frame.range, !request.isWritable {
            frame.storage.addUse()
            return ConvertedFrame(storage: frame.storage, layout: target, range: range, isReduced: isReduced)
        }
        guard let plan = plan(from: frame, to: target), let output = plan.pool.acquire() else { return nil }
        guard isWritten(frame, to: range, into: output, plan) else { return nil }
        return ConvertedFrame(
            storage: .holding(output, from: reserve), layout: target, range: range, isReduced: isReduced)
    }

    private func geometry(of published: I420Layout, mustReduce: Bool) -> Geometry? {
        if let geometry, geometry.published == published, geometry.mustReduce == mustReduce { return geometry }
        let (width, height) = (published.width, published.height)
        let requested = request.outputSize(width: width, height: height, kind: kind)
        let size = mustReduce ? request.firstSize(width: width, height: height, kind: kind) : requested
        guard let target = target(for: published, size) else { return nil }
        let new = Geometry(
            published: published, mustReduce: mustReduce, source: FrameLayout(published), target: target,
            isReduced: size != requested)
        geometry = new
        return new
    }

    private func target(for published: I420Layout, _ size: (width: Int, height: Int)) -> FrameLayout? {
        if request.hasUnevenStrides { return layout(size) }
        // Strides that happen to be aligned are passed on as they are.
        let own = FrameLayout(published)
        let isAligned = own.planes.allSatisfy { $0.stride.isMultiple(of: request.strideAlignment) }
        let isSame = request.format == .i420 && size.width == published.width && size.height == published.height
        if isSame, isAligned, request.strideAlignment > 1 || own.isTight { return own }
        return layout(size)
    }

    private func layout(_ size: (width: Int, height: Int)) -> FrameLayout? {
        FrameLayout(
            request.format, width: size.width, height: size.height, alignment: request.strideAlignment,
            hasUnevenStrides: request.hasUnevenStrides)
    }

    private func plan(from frame: PublishedFrame, to target: FrameLayout) -> Plan? {
        if let plan, plan.source == frame.layout, plan.target == target, plan.sourceRange == frame.range { return plan }
        let source = FrameLayout(frame.layout)
        let mustExpand = target.format == .bgra && frame.range == .limited && Correction.limitedWhite.isOn
        let range = mustExpand ? .full : frame.range
        let converter = target == source ? nil : VideoConverter(from: source, to: target, range: range)
        guard converter != nil || target == source, let pool = try? BufferPool(byteCount: target.byteCount) else {
            return nil
        }
        let fullRangePool = mustExpand ? try? BufferPool(byteCount: source.byteCount) : nil
        guard !mustExpand || fullRangePool != nil else { return nil }
        let plan = Plan(
            source: frame.layout, target: target, converter: converter, pool: pool, fullRangePool: fullRangePool,
            sourceRange: frame.range)
        self.plan = plan
        return plan
    }

    private func isWritten(
        _ frame: PublishedFrame, to range: VideoRange, into output: borrowing MediaBuffer, _ plan: Plan
    ) -> Bool {
        let mustConvertRange = plan.target.format != .bgra && range != frame.range && Correction.rangeLabel.isOn
        guard let converter = plan.converter else {
            let isCopied = frame.storage.withBytes { source in
                output.withMutableBytes { target -> Bool in
                    guard target.count >= source.count else { return false }
                    target.copyMemory(from: source)
                    if mustConvertRange { RangeConversion.convert(target, to: range, layout: plan.target) }
                    return true
                }
            }
            return isCopied == true
        }
        if let fullRangePool = plan.fullRangePool {
            guard let expanded = fullRangePool.acquire() else { return false }
            let isExpanded = frame.storage.withBytes { source in
                expanded.withMutableBytes { target in
                    RangeConversion.convert(source, to: .full, into: target, layout: frame.layout)
                    return true
                }
            }
            return isExpanded == true && converter.convert(expanded, into: output)
        }
        let isConverted = frame.storage.withBuffer { converter.convert($0, into: output) } ?? false
        guard isConverted, mustConvertRange else { return isConverted }
        return output.withMutableBytes { RangeConversion.convert($0, to: range, layout: plan.target) } != nil
    }
}
