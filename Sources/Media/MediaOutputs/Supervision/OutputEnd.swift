package import ProgramEncoding
package import StudioCore
import StudioRuntime

/// Takes the place of an output that a command ends among the receivers of encoded units, until the output has all media that was
/// accepted before.
package final class OutputEnd: EncodedReceiver {
    private let output: Output
    private let ending: Output.Ending
    /// The output, or the split in which it has begun, while that is not complete.
    private let receiver: any EncodedReceiver
    private let onComplete: @Sendable (OutputEnd) -> Void
    private let cut: Lock<OutputCut>

    /// - Parameters:
    ///   - split: the split in which the output has begun, if it is not complete.
    ///   - last: the time of the last frame that was accepted.
    ///   - hasAudio: whether there is an audio track.
    ///   - onComplete: called on an encoder thread when the output has all of its units.
    package init(
        of output: Output, as ending: Output.Ending, begunIn split: OutputSplit?, after last: MediaTime, hasAudio: Bool,
        onComplete: @escaping @Sendable (OutputEnd) -> Void
    ) {
        (self.output, self.ending, self.onComplete) = (output, ending, onComplete)
        receiver = split.map { $0 as any EncodedReceiver } ?? output
        cut = Lock(OutputCut(after: last, hasAudio: hasAudio))
    }

    package var hasCapacity: Bool { receiver.hasCapacity }

    package func receive(_ unit: EncodedUnit) {
        // Earlier frames have been delivered: those of a track come one after the other.
        let seen = OutputCut.Unit(
            unit.track, at: unit.time, isKeyFrame: unit.isKeyFrame, hasBegun: output.hasKeyFrame)
        if cut.withLock({ $0.takes(seen) }) { receiver.receive(unit) }
        // After the delivery, so that the other track does not end the output before.
        if cut.withLock({ $0.pass(seen) }) { onComplete(self) }
    }

    /// Lets the output write its end. Calls after the first one do nothing.
    package func endOutput() { output.end(ending) }
}
