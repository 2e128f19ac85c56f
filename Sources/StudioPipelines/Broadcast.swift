public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Everything that happens to accepted media: the programme, encoded once, and the outputs, each with its own fate.
public final class Broadcast: Sendable {
    /// The outputs, in the order of their destinations.
    public let outputs: [any Output]
    /// The encoders; `nil` when no output needs them.
    public let program: Program?
    private let meeting: Meeting
    private let options: OutputOptions

    /// Builds the encoders that the destinations need.
    ///
    /// - Parameters:
    ///   - meeting: where the media comes from.
    ///   - capability: size and format of the pictures.
    ///   - cadence: frames a second, where the producer has declared them.
    ///   - settings: how to encode; the defaults for the size where none are given.
    ///   - destinations: where to send to.
    ///   - options: how outputs are opened and ended.
    /// - Throws: when an encoder cannot be built. An output that cannot be opened fails on its own.
    public init(
        of meeting: Meeting, capability: VideoCapability, cadence: Rate? = nil, settings: ProgramSettings? = nil,
        to destinations: [Destination], options: OutputOptions = OutputOptions()
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
                outputs.append(
                    RawOutput(
                        destination, capability: capability, cadence: cadence, options: options, onRoom: onRoom))
            case .file, .rtmp, .standardOutput:
                let output = StreamOutput(
                    destination, media: media, options: options,
                    requestKeyFrame: { [weak program] in program?.requestKeyFrame() }, onRoom: onRoom)
                program?.add(output)
                outputs.append(output)
            }
        }
        self.meeting = meeting
        self.options = options
        self.program = program
        self.outputs = outputs
    }

    /// Opens all outputs, and waits for those that take longer: a second for servers and FIFOs without a reader, five seconds for
    /// files. A session that is faster than real time would be over before a reader came: it waits five seconds for it.
    public func begin() {
        for output in outputs {
            output.begin()
            if let receiver = output as? any MediaReceiver { meeting.hub.add(receiver) }
        }
        let (clock, isFast) = (SystemClock(), meeting.clock is ManualClock)
        for output in outputs {
            let mayBeLate = output.destination.kind == .rtmp || !isFast && OutputFile.isFIFO(output.destination)
            output.waitUntilReady(seconds: (mayBeLate ? 1 : 5) - clock.now.seconds)
        }
    }

    /// Encodes what is inside, lets every output write its end, and waits for them as long as their peers take bytes. Call it
    /// when sending has stopped.
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
        for output in outputs { waitForEnd(of: output) }
        return failure
    }

    /// Each output gives up by itself; what is left alone here is stuck in a call of the system.
    private func waitForEnd(of output: any Output) {
        let patience = options.finishTimeout.seconds + Self.systemPatience
        var bytes: UInt64
        repeat {
            bytes = output.status.bytes
            if output.waitUntilOver(seconds: patience) { return }
        } while output.status.bytes != bytes
    }

    /// Seconds that opening, stopping and closing may take beside the time-out of the output.
    private static let systemPatience = 15.0
}
