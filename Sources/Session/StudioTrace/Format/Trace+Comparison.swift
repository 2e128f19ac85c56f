import StudioCore

extension TraceRecord {
    /// The part of a record that two equal sessions have in common; `nil` when the record has no such part.
    ///
    /// Left out are notes, outputs, drops (they depend on the speed of the machine), commands and failures that concern
    /// outputs, messages (they may contain paths), delays of the machine, and the end. Times are kept only for a manual clock.
    public func comparable(keepsTimes: Bool) -> TraceRecord? {
        guard var event = event.comparable else { return nil }
        guard !keepsTimes else { return TraceRecord(event, at: time) }
        switch event {
        case .video(var frame):
            frame.stamp = .zero
            event = .video(frame)
        case .audio(var block):
            block.stamp = .zero
            event = .audio(block)
        default: break
        }
        return TraceRecord(event, at: .zero)
    }
}

extension TraceEvent {
    fileprivate var comparable: TraceEvent? {
        switch self {
        case .note, .output, .drop, .end:
            return nil
        case .command(let command):
            return command.isAboutOutputs ? nil : self
        case .failure(var failure):
            failure.message = ""
            return failure.category == "output" ? nil : .failure(failure)
        case .violation(var violation):
            violation.message = ""
            return .violation(violation)
        case .video(var frame):
            frame.machineDelay = nil
            return .video(frame)
        case .audio(var block):
            block.machineDelay = nil
            return .audio(block)
        case .call, .callback, .state:
            return self
        }
    }
}

extension Trace {
    /// The comparable records with their lines.
    public func comparable(keepsTimes: Bool) -> [(line: Int, record: TraceRecord)] {
        records.enumerated().compactMap { index, record in
            record.comparable(keepsTimes: keepsTimes).map { (index + 2, $0) }
        }
    }
}
