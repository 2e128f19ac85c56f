public import MediaOutputs
public import ProgramEncoding
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// The outputs of a session and the encoder that they share.
public final class OutputGroup: Sendable {
    /// The outputs, in the order of their addresses.
    public let outputs: [Output]
    /// The encoder; `nil` when no output needs it.
    public let encoder: ProgramEncoder?
    private let meeting: Meeting
    private let options: OutputOptions

    /// Parses addresses, and builds the encoder where an output needs it.
    ///
    /// - Parameters:
    ///   - meeting: where the media comes from.
    ///   - capability: size and format of the frames.
    ///   - frameRate: frames a second, where the producer has declared them.
    ///   - settings: how to encode; the defaults for the size where none are given.
    ///   - addresses: where to send to: `show.mp4`, `show.mkv`, `show.flv`, `rtmp://host/app/key`, `rtmps://…`, `-`, `mkv:-`,
    ///     `null:`.
    ///   - options: how outputs are opened and ended.
    /// - Throws: an `AddressError` for what is no address, an ``EncoderError`` when the encoder cannot be built. An output that
    ///   cannot be opened fails on its own.
    public convenience init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil,
        to addresses: [String], options: OutputOptions = OutputOptions()
    ) throws {
        let drivers = try addresses.map { try OutputRegistry.standard.driver(for: $0) }
        try self.init(
            of: meeting, capability: capability, frameRate: frameRate, settings: settings, drivers: drivers,
            options: options)
    }

    package init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil,
        drivers: [any OutputDriver], options: OutputOptions = OutputOptions()
    ) throws(EncoderError) {
        let needsEncoder = drivers.contains { $0.traits.input == .encoded }
        let encoder =
            needsEncoder
            ? try ProgramEncoder(of: meeting, capability: capability, frameRate: frameRate, settings: settings) : nil
        let media = OutputMedia(
            capability, frameRate: frameRate, hasAudio: encoder?.settings.hasAudio ?? false)
        self.meeting = meeting
        self.options = options
        self.encoder = encoder
        outputs = drivers.map { driver in
            Output(
                driver, media: media, options: options, backpressure: meeting.fanout.backpressure,
                requestKeyFrame: { [weak encoder] in encoder?.requestKeyFrame() })
        }
        for output in outputs where output.driver.traits.input == .encoded { encoder?.add(output) }
    }

    /// Opens all outputs, and waits until they take media or have failed, each as long as its kind may take: a server a second,
    /// a file five.
    public func begin() {
        for output in outputs {
            output.begin()
            if output.driver.traits.input == .raw { meeting.fanout.add(output) }
        }
        let (clock, isFast) = (SystemClock(), meeting.clock is ManualClock)
        for output in outputs {
            output.waitUntilReady(seconds: output.driver.startPatience(isFast: isFast) - clock.now.seconds)
        }
    }

    /// Encodes what is inside, lets every output write its end, and waits for them as long as their peers take bytes. Call it
    /// when sending has stopped. Outputs that were not begun are over at once.
    ///
    /// - Returns: the failure of an encoder, if there is one; the failures of outputs are in their status.
    @discardableResult
    public func finish() -> EncoderError? {
        var failure: EncoderError?
        do {
            try encoder?.finish()
        } catch {
            failure = error
        }
        for output in outputs {
            if output.driver.traits.input == .raw { meeting.fanout.remove(output) }
            output.finish()
        }
        for output in outputs { waitForEnd(of: output) }
        return failure
    }

    /// Each output gives up by itself; what is left alone here is stuck in a call of the system.
    private func waitForEnd(of output: Output) {
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
