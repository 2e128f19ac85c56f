public import MediaOutputs
public import ProductionStudio
public import StudioCore
import StudioMeeting
import StudioRuntime

// For scripts and tests that may block: a client that sends by itself.
extension StudioSession {
    /// Joins, starts, opens the outputs, and waits until frames can be sent.
    ///
    /// - Parameters:
    ///   - width: width in pixels, even.
    ///   - height: height in pixels, even.
    ///   - format: the format of the frames.
    ///   - frameRate: frames per second; `nil` when the client declares none, and ``waitForNextFrame()`` then does not
    ///     wait.
    ///   - isFast: whether the session runs as fast as the outputs take media, on a clock that ``waitForNextFrame()``
    ///     advances.
    ///   - scenario: the path of a scenario file, or the name of a ready one; by default `PSSTUDIO_SCENARIO`.
    ///   - options: how outputs are opened and finished; existing files are kept by default.
    ///   - addresses: the outputs, such as `show.mp4` and `rtmp://host/app/key`; `psstudio start --help-all` lists all
    ///     forms.
    /// - Throws: a `ScenarioError`, an `AddressError`, a ``SessionFailure`` when the session does not start, or a
    ///   ``SessionConfigurationError`` for the environment.
    public convenience init(
        width: Int32, height: Int32, format: FrameDataFormat = .i420Full, frameRate: Rate? = .thirty,
        isFast: Bool = false, scenario: String? = nil,
        options: OutputOptions = OutputOptions(), to addresses: [String]
    ) throws {
        let capability = VideoCapability(width: width, height: height, format: format)
        var configuration = try SessionConfiguration(.app(capability, frameRate: frameRate))
        configuration.isFast = isFast
        if let scenario { configuration.scenario = try Scenario(scenario) }
        if configuration.scenario == nil { configuration.responses = .immediate }
        configuration.outputs = addresses
        let secrets = configuration.outputOptions.secrets
        configuration.outputOptions = options
        configuration.outputOptions.secrets.merge(secrets) { own, _ in own }
        try self.init(configuration)
        begin()
        if waitUntilSending() == true {
            // A script that measures itself begins when the events of the start are delivered.
            _ = meeting.callbackQueue.waitUntilEmpty(seconds: 1)
            return
        }
        waitUntilOver()
        throw failures.first ?? SessionFailure(.internal, "notStarted", "the session ended before it was sending")
    }

    /// Waits until frames can be sent, at most `seconds`; returns `nil` after that.
    ///
    /// - Returns: false when the session is ending or has ended.
    package func waitUntilSending(seconds: Double = .infinity) -> Bool? {
        core.state.wait(seconds: seconds) { state in
            switch state.machine.state {
            case .sending: true
            case .stopping, .finishing, .finished: false
            case .idle, .opening, .starting, .connecting: nil
            }
        }
    }

    /// The sender; valid while the session is sending.
    ///
    /// - Throws: a ``SessionFailure`` before and after sending.
    public var sender: Sender {
        get throws(SessionFailure) {
            guard let sender = core.state.withLock({ $0.sender }) else {
                throw SessionFailure(.contract, "noSender", "the session has no sender; wait until it is sending")
            }
            return sender
        }
    }

    /// Waits until the next frame is due; in a fast session, until the outputs have capacity. Returns early when the
    /// session stops.
    public func waitForNextFrame() {
        guard let position = core.state.withLock({ $0.pacing.nextPosition(at: $0.frameRate) }) else { return }
        if let clock = meeting.clock as? ManualClock {
            // Without a limit if no output regains capacity; sending and finishing report the reason.
            while !meeting.localTracks.waitForCapacity(seconds: 0.25), !core.mustStop {}
            let time = core.state.withLock { $0.pacing.fastTime(of: position, now: clock.now) }
            return configuration.scenario == nil ? clock.advance(to: time) : meeting.advance(clock, to: time)
        }
        let now = meeting.clock.now
        let due = core.state.withLock { $0.pacing.deadline(of: position, now: now) }
        _ = core.state.wait(seconds: (due - now).seconds) { $0.machine.isStopping ? true : nil }
    }

    /// Stops the session and waits for its end.
    ///
    /// - Throws: the first ``SessionFailure``.
    public func finish() throws(SessionFailure) {
        requestEnd()
        waitUntilOver()
        if let failure = failures.first { throw failure }
    }

    /// Requests the end after the last frame.
    package func requestEnd() { core.stopAfterLastFrame() }
}
