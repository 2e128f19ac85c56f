package import ProgramEncoding
package import StudioCore
import StudioRuntime

/// Divides the encoded units of a file between its former and its next part. It takes the place of the former part among the
/// receivers until the former part is complete; then the next part takes its place.
package final class OutputSplit: EncodedReceiver {
    package let former: Output
    package let next: Output
    /// The split in which the former part has begun, if it was not complete.
    package let earlier: OutputSplit?
    private weak let keyFrames: (any KeyFrameSource)?
    private let onBegin: @Sendable (OutputSplit) -> Void
    private let onComplete: @Sendable (OutputSplit) -> Void
    /// Held while units are delivered, so that each part receives them in order. When the former part has begun in a split of its
    /// own, the callbacks of that split come under this lock: they must not use this split.
    private let queue: Lock<SplitQueue<EncodedUnit>>

    /// - Parameters:
    ///   - earlier: the split in which the former part has begun, if it is not complete.
    ///   - hasAudio: whether there is an audio track.
    ///   - earliest: the earliest time at which the next part begins; `nil` for the next key frame, which is requested.
    ///   - keyFrames: what encodes that key frame.
    ///   - onBegin: called on an encoder thread when the next part has begun.
    ///   - onComplete: called on an encoder thread when the former part has all of its units.
    package init(
        of former: Output, begunIn earlier: OutputSplit?, into next: Output, hasAudio: Bool,
        notBefore earliest: MediaTime? = nil,
        keyFrames: any KeyFrameSource, onBegin: @escaping @Sendable (OutputSplit) -> Void,
        onComplete: @escaping @Sendable (OutputSplit) -> Void
    ) {
        (self.former, self.next, self.earlier) = (former, next, earlier)
        (self.keyFrames, self.onBegin, self.onComplete) = (keyFrames, onBegin, onComplete)
        queue = Lock(SplitQueue(hasAudio: hasAudio, notBefore: earliest))
    }

    /// What gets the units of the former part.
    package var receiver: any EncodedReceiver { earlier.map { $0 as any EncodedReceiver } ?? former }

    /// Whether the next part has begun.
    package var hasBegun: Bool { queue.withLock { $0.hasBegun } }

    /// Whether the next part was opened.
    package var hasOpened: Bool { queue.withLock { $0.hasOpened } }

    package var hasCapacity: Bool { receiver.hasCapacity && next.hasCapacity }

    package func receive(_ unit: EncodedUnit) {
        apply { queue in
            switch unit.track {
            case .video: queue.video(unit, at: unit.time, isKeyFrame: unit.isKeyFrame)
            case .audio: queue.audio(unit, at: unit.time)
            }
        }
    }

    /// The next part is open.
    package func opened() { apply { $0.opened() } }

    /// Gives up a split that has not begun: the former part gets all units.
    ///
    /// - Returns: false when the next part has begun, or when the split was given up before.
    package func abandon() -> Bool {
        queue.withLock { queue in
            guard let held = queue.abandon() else { return false }
            for unit in held { receiver.receive(unit) }
            return true
        }
    }

    private func apply(_ input: (inout SplitQueue<EncodedUnit>) -> [SplitQueue<EncodedUnit>.Action]) {
        let (requests, hasBegun, isComplete) = queue.withLock { queue in
            var (requests, hasBegun, isComplete) = (false, false, false)
            for action in input(&queue) {
                switch action {
                case .former(let unit): receiver.receive(unit)
                case .next(let unit): next.receive(unit)
                case .requestKeyFrame: requests = true
                case .begin: hasBegun = true
                case .complete: isComplete = true
                }
            }
            return (requests, hasBegun, isComplete)
        }
        // Without the lock: they call the encoder and observers.
        if requests { keyFrames?.requestKeyFrame(.start) }
        if hasBegun { onBegin(self) }
        if isComplete { onComplete(self) }
    }
}
