public import MediaOutputs
public import ProgramEncoding
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// The outputs of a session and the encoder that they share. Outputs come and go while media is sent.
public final class OutputGroup: Sendable {
    /// An output with its number in the session.
    package struct Entry: Sendable {
        package let number: Int
        package let output: Output
        package var isRemoved = false
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        var encoder: ProgramEncoder?
        var hasBegun = false
    }

    private let meeting: Meeting
    private let capability: VideoCapability
    private let frameRate: Rate?
    private let settings: EncoderSettings
    private let options: OutputOptions
    private let onChange: @Sendable (_ number: Int, Output, OutputStatus) -> Void
    private let state = Lock(State())

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

    /// - Parameter onChange: called on an output's thread whenever its state changes.
    package init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil,
        drivers: [any OutputDriver], options: OutputOptions = OutputOptions(),
        onChange: @escaping @Sendable (_ number: Int, Output, OutputStatus) -> Void = { _, _, _ in }
    ) throws(EncoderError) {
        self.meeting = meeting
        self.capability = capability
        self.frameRate = frameRate
        self.settings = settings ?? EncoderSettings(width: Int(capability.width), height: Int(capability.height))
        self.options = options
        self.onChange = onChange
        for driver in drivers { _ = try add(driver) }
    }

    /// The outputs, removed ones included, in the order of their numbers.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// The outputs, removed ones included, in the order in which they were added.
    public var outputs: [Output] { entries.map(\.output) }

    /// The encoder; `nil` while no output has needed it.
    public var encoder: ProgramEncoder? { state.withLock { $0.encoder } }

    /// Adds an output; it is opened at once where the others are. It starts at the next key frame, which is asked for.
    ///
    /// - Parameter old: an output that must be over before: a server takes one publication of a stream at a time.
    /// - Returns: its number.
    /// - Throws: when it is the first one that needs the encoder, and that cannot be built.
    package func add(_ driver: any OutputDriver, after old: Output? = nil) throws(EncoderError) -> Int {
        let encoder = driver.traits.input == .encoded ? try sharedEncoder() : nil
        let output = Output(
            driver, media: OutputMedia(capability, frameRate: frameRate, hasAudio: settings.hasAudio),
            options: options, backpressure: meeting.fanout.backpressure,
            requestKeyFrame: { [weak encoder] in encoder?.requestKeyFrame() })
        let (number, hasBegun) = state.withLock { state in
            state.entries.append(Entry(number: state.entries.count + 1, output: output))
            return (state.entries.count, state.hasBegun)
        }
        output.onStateChange { [onChange, weak output] status in
            if let output { onChange(number, output, status) }
        }
        encoder?.add(output)
        if hasBegun { begin(output, after: old) }
        return number
    }

    private func sharedEncoder() throws(EncoderError) -> ProgramEncoder {
        if let encoder { return encoder }
        let new = try ProgramEncoder(of: meeting, capability: capability, frameRate: frameRate, settings: settings)
        // Commands come one after the other; this is for callers that do not know that.
        return state.withLock { state in
            if let encoder = state.encoder { return encoder }
            state.encoder = new
            return new
        }
    }

    /// Finishes an output; it stays in ``entries`` with what it has delivered. Does not wait for its end.
    ///
    /// - Returns: the output; `nil` when there is none of this number, or it was removed before.
    package func remove(_ number: Int) -> Output? {
        let output = state.withLock { state -> Output? in
            guard let index = state.entries.firstIndex(where: { $0.number == number && !$0.isRemoved }) else {
                return nil
            }
            state.entries[index].isRemoved = true
            return state.entries[index].output
        }
        guard let output else { return nil }
        detach(output)
        output.finish()
        return output
    }

    private func detach(_ output: Output) {
        switch output.driver.traits.input {
        case .raw: meeting.fanout.remove(output)
        case .encoded: encoder?.remove(output)
        }
    }

    /// Opens all outputs, and waits until they take media or have failed, each as long as its kind may take: a server a second,
    /// a file five.
    public func begin() {
        let outputs = state.withLock { state in
            state.hasBegun = true
            return state.entries.map(\.output)
        }
        for output in outputs { begin(output) }
        let (clock, isFast) = (SystemClock(), meeting.clock is ManualClock)
        for output in outputs {
            output.waitUntilReady(seconds: output.driver.startPatience(isFast: isFast) - clock.now.seconds)
        }
    }

    private func begin(_ output: Output, after old: Output?) {
        guard let old else { return begin(output) }
        let wait: @Sendable () -> Void = { [self] in
            waitForEnd(of: old)
            begin(output)
        }
        // Without a thread for it, it begins now.
        if (try? Worker("restart", wait)) == nil { begin(output) }
    }

    private func begin(_ output: Output) {
        // One that the session has finished meanwhile begins no more.
        guard !output.status.state.isOver else { return }
        output.begin()
        if output.driver.traits.input == .raw { meeting.fanout.add(output) }
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
        let outputs = outputs
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
