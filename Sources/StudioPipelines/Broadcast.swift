public import StudioCore
public import StudioMeeting

/// Everything that happens to accepted media: the programme, encoded once, and the outputs, each with its own fate.
public final class Broadcast: Sendable {
    /// The outputs, in the order of their destinations.
    public let outputs: [any Output]
    /// The encoders; `nil` when no output needs them.
    public let program: Program?
    private let meeting: Meeting

    /// Builds the encoders that the destinations need.
    ///
    /// - Parameters:
    ///   - meeting: where the media comes from.
    ///   - capability: size and format of the pictures.
    ///   - cadence: frames a second, where the producer has declared them.
    ///   - settings: how to encode; the defaults for the size where none are given.
    ///   - destinations: where to send to.
    /// - Throws: when an encoder cannot be built. An output that cannot be opened fails on its own.
    public init(
        of meeting: Meeting, capability: VideoCapability, cadence: Rate? = nil, settings: ProgramSettings? = nil,
        to destinations: [Destination]
    ) throws(ProgramError) {
        let needsEncoder = destinations.contains { $0.kind != .null && $0.kind != .standardOutputY4M }
        let program =
            needsEncoder
            ? try Program(of: meeting, capability: capability, cadence: cadence, settings: settings) : nil
        let onRoom: @Sendable () -> Void = { [hub = meeting.hub] in hub.roomChanged() }
        let media = OutputMedia(
            width: capability.width, height: capability.height, hasAudio: program?.settings.hasAudio ?? false)
        var outputs: [any Output] = []
        for destination in destinations {
            switch destination.kind {
            case .null:
                outputs.append(NullOutput(destination))
            case .standardOutputY4M:
                outputs.append(RawOutput(destination, capability: capability, cadence: cadence, onRoom: onRoom))
            case .file, .rtmp, .standardOutput:
                let output = StreamOutput(
                    destination, media: media,
                    requestKeyFrame: { [weak program] in program?.requestKeyFrame() }, onRoom: onRoom)
                program?.add(output)
                outputs.append(output)
            }
        }
        self.meeting = meeting
        self.program = program
        self.outputs = outputs
    }

    /// Opens all outputs, and waits a second at most for those that take longer.
    public func begin() {
        for output in outputs {
            output.begin()
            if let receiver = output as? any MediaReceiver { meeting.hub.add(receiver) }
        }
        for output in outputs { output.waitUntilReady(seconds: output.destination.kind == .rtmp ? 1 : 5) }
    }

    /// Encodes what is inside, lets every output write its end, and waits for them. Call it when sending has stopped.
    ///
    /// - Returns: the failure of an encoder, if there is one; the failures of outputs are in their status.
    @discardableResult
    public func finish() -> ProgramError? {
        var failure: ProgramError?
        do {
            try program?.finish()
        } catch {
            failure = error
        }
        for output in outputs {
            if let receiver = output as? any MediaReceiver { meeting.hub.remove(receiver) }
            output.finish()
        }
        // Each output has a deadline of its own; this one is only for the unforeseen.
        for output in outputs { _ = output.waitUntilOver(seconds: 75) }
        return failure
    }
}
