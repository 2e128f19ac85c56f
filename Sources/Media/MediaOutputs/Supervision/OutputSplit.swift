package import ProgramEncoding
import StudioCore
import StudioRuntime

/// Divides the encoded units of a file between its former and its next part. It takes the place of the former part among the
/// receivers until the former part is complete; then the next part takes its place.
package final class OutputSplit: EncodedReceiver {
    package let former: Output
    package let next: Output
    private let requestKeyFrame: @Sendable () -> Void
    private let onBegin: @Sendable (OutputSplit) -> Void
    private let onComplete: @Sendable (OutputSplit) -> Void
    /// Held while units are delivered, so that each part receives them in order.
    private let queue: Lock<SplitQueue<EncodedUnit>>

    /// - Parameters:
    ///   - hasAudio: whether there is an audio track.
    ///   - onBegin: called on an encoder thread when the next part has begun.
    ///   - onComplete: called on an encoder thread when the former part has all of its units.
    package init(
        of former: Output, into next: Output, hasAudio: Bool, requestKeyFrame: @escaping @Sendable () -> Void,
        onBegin: @escaping @Sendable (OutputSplit) -> Void, onComplete: @escaping @Sendable (OutputSplit) -> Void
    ) {
        (self.former, self.next, self.requestKeyFrame) = (former, next, requestKeyFrame)
        (self.onBegin, self.onComplete) = (onBegin, onComplete)
        queue = Lock(SplitQueue(hasAudio: hasAudio))
    }

    /// Whether the next part has begun.
    package var hasBegun: Bool { queue.withLock { $0.hasBegun } }

    package var hasCapacity: Bool { former.hasCapacity && next.hasCapacity }

    package func receive(_ unit: EncodedUnit) {
        perform { queue in
            switch unit.track {
            case .video: queue.video(unit, at: unit.time, isKeyFrame: unit.isKeyFrame)
            case .audio: queue.audio(unit, at: unit.time)
            }
        }
    }

    /// The next part is open.
    package func opened() { perform { $0.opened() } }

    /// Ends the split. A next part that has not begun gets nothing.
    package func end() { perform { $0.end() } }

    private func perform(_ input: (inout SplitQueue<EncodedUnit>) -> [SplitQueue<EncodedUnit>.Action]) {
        let (requests, hasBegun, isComplete) = queue.withLock { queue in
            var (requests, hasBegun, isComplete) = (false, false, false)
            for action in input(&queue) {
                switch action {
                case .former(let unit): former.receive(unit)
                case .next(let unit): next.receive(unit)
                case .requestKeyFrame: requests = true
                case .begin: hasBegun = true
                case .complete: isComplete = true
                }
            }
            return (requests, hasBegun, isComplete)
        }
        // Without the lock: they call the encoder and observers.
        if requests { requestKeyFrame() }
        if hasBegun { onBegin(self) }
        if isComplete { onComplete(self) }
    }
}
