import Dispatch
public import MediaOutputs
public import ProductionStudio
import ProgramEncoding
import StudioRuntime

/// A whole run in one object: a meeting joined as host, a started studio, and outputs for what it accepts.
///
/// For tools and tests that want pictures in a file or at a server; apps that are to be tested bring their own delegate
/// and use `StudioController` as they use the vendor's. Its calls may wait, so make them on a thread of your own.
public final class StudioSession {
    /// Why a session did not begin, or did not end well.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The start was answered with false, or without a sender, or not within ten seconds.
        case notStarted
        /// An output failed: its address and why.
        case output(OutputAddress, OutputFailure)

        /// One line.
        public var description: String {
            switch self {
            case .notStarted: "Production Studio did not start"
            case .output(let address, let failure): "\(address): \(failure)"
            }
        }
    }

    /// The meeting.
    public let meeting: Meeting
    /// The studio.
    public let studio: StudioController
    /// Takes the media.
    public let sender: Sender
    /// The encoder and the outputs.
    public let outputGroup: OutputGroup
    private let delegate: SessionDelegate
    private let frameRate: Rate
    private var sentIntervals: Int64 = 0
    private var pacer = Pacer()

    private static let patience = 10.0

    /// Joins, starts, and opens the outputs.
    ///
    /// - Parameters:
    ///   - width: width in pixels, even.
    ///   - height: height in pixels, even.
    ///   - format: the format of the pictures.
    ///   - frameRate: frames a second.
    ///   - isFast: as fast as the outputs take it, on a clock that ``waitForNextFrame()`` turns, instead of real time.
    ///   - options: how outputs are opened and ended; existing files are kept unless they say otherwise.
    ///   - addresses: `show.mp4`, `show.mkv`, `show.flv`, `rtmp://host/app/key`, `rtmps://…`, `-`, `mkv:-`, `null:`.
    /// - Throws: a `StudioError` where the start is refused, an `AddressError`, an ``EncoderError`` where the
    ///   encoders cannot be built, a ``Failure``.
    public init(
        width: Int32, height: Int32, format: FrameDataFormat = .i420Full, frameRate: Rate = .thirty,
        isFast: Bool = false,
        options: OutputOptions = OutputOptions(), to addresses: [String]
    ) throws {
        let clock: any StudioClock = isFast ? ManualClock() : SystemClock()
        let capability = VideoCapability(width: width, height: height, format: format)
        let drivers = try addresses.map { try OutputRegistry.standard.driver(for: $0) }
        meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "psstudio.session"))
        studio = StudioController(in: meeting, options: .init(frameRate: frameRate), responses: .immediate)
        delegate = SessionDelegate()
        self.frameRate = frameRate
        studio.delegate = delegate
        try studio.start(capability)
        guard let sender = delegate.waitForSender(seconds: Self.patience) else { throw Failure.notStarted }
        self.sender = sender
        var settings = EncoderSettings(width: Int(width), height: Int(height))
        settings.isReproducible = isFast
        outputGroup = try OutputGroup(
            of: meeting, capability: capability, frameRate: frameRate, settings: settings, drivers: drivers,
            options: options)
        outputGroup.begin()
    }

    /// Waits until the next picture is due; in a fast session, until the outputs have room.
    public func waitForNextFrame() {
        sentIntervals += 1
        let position = MediaTime(count: sentIntervals, rate: frameRate)
        if let clock = meeting.clock as? ManualClock {
            // Without an end where nothing will have room again; sending and finishing tell why.
            while !meeting.fanout.waitForCapacity(seconds: 0.25), !isOver {}
            clock.advance(to: position)
            return
        }
        if sentIntervals == 1 { _ = pacer.due(.zero, now: meeting.clock.now) }
        switch pacer.due(position, now: meeting.clock.now) {
        case .due(let time), .moved(_, let time): delegate.sleep(seconds: (time - meeting.clock.now).seconds)
        }
    }

    private var isOver: Bool {
        delegate.hasStopped || outputGroup.encoder?.failure != nil
            || outputGroup.outputs.allSatisfy { $0.status.state.isOver }
    }

    deinit {
        // Without `finish` the outputs would wait for media for ever.
        for output in outputGroup.outputs { output.finish() }
    }

    /// Stops, encodes what is inside, and finishes all outputs.
    ///
    /// - Throws: the failure of an encoder, or of the first output that failed.
    public func finish() throws {
        try? studio.stop()  // Throws where the run has stopped by itself; the callback tells.
        delegate.waitForStop(seconds: Self.patience)
        if let failure = outputGroup.finish() { throw failure }
        for output in outputGroup.outputs {
            if let failure = output.status.failure { throw Failure.output(output.address, failure) }
        }
    }
}

private final class SessionDelegate: StudioDelegate {
    private struct State: Sendable {
        var isAnswered = false
        var sender: Sender?
        var hasStopped = false
    }

    private let state = Monitor(State())

    var hasStopped: Bool { state.withLock { $0.hasStopped } }

    func waitForSender(seconds: Double) -> Sender? {
        state.wait(seconds: seconds) { $0.isAnswered ? .some($0.sender) : nil } ?? nil
    }

    func waitForStop(seconds: Double) {
        _ = state.wait(seconds: seconds) { $0.hasStopped ? true : nil }
    }

    /// Ends early when the run stops.
    func sleep(seconds: Double) {
        waitForStop(seconds: seconds)
    }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        if !accepted { state.update { $0.isAnswered = true } }
    }

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        state.update {
            $0.isAnswered = true
            $0.sender = sender
        }
    }

    func studioDidStopSending(_ studio: StudioController) {
        state.update { $0.hasStopped = true }
    }
}
