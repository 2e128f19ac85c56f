import PipelineFiles
public import ProgramEncoding
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// The outputs of a session and their shared encoder. Outputs can be added, stopped, started and removed while media is sent.
public final class OutputGroup: Sendable {
    struct State: Sendable {
        /// Ordered by number. Outputs that were removed long ago are forgotten.
        var members: [Member] = []
        /// How many outputs were added, which is the latest number.
        var added = 0
        var encoder: ProgramEncoder?
        /// The ends of parts that have not got all of their units.
        var ends: [OutputEnd] = []
        var volume = ProgramVolume()
        var hasBegun = false
        /// Whether all outputs were finished, so that none is started any more.
        var hasFinished = false

        /// How many removed outputs that have ended stay. A session of weeks adds and removes many.
        private static let maximumRemoved = 100

        mutating func forgetRemoved() {
            var surplus = members.count(where: \.isForgettable) - Self.maximumRemoved
            members.removeAll { member in
                guard surplus > 0, member.isForgettable else { return false }
                surplus -= 1
                return true
            }
        }
    }

    let meeting: Meeting
    private let capability: VideoCapability
    let frameRate: Rate?
    private let settings: EncoderSettings
    let options: OutputOptions
    let onChange: @Sendable (Change) -> Void
    let onSplit: @Sendable (_ number: Int, Output) -> Void
    let onWarning: @Sendable (Output, String) -> Void
    private let files: SessionFiles
    let state = Lock(State())
    /// Held during a command.
    let commands = CriticalSection()
    /// Held while a change is reported, and while a part becomes the present one, so that reports of both have one order.
    let reports = CriticalSection()

    /// Parses addresses, and builds the encoder if an output needs it.
    ///
    /// - Parameters:
    ///   - meeting: the source of the media.
    ///   - capability: the size and format of the frames.
    ///   - frameRate: the frame rate, if the producer declared one.
    ///   - settings: the encoder settings; the defaults for the size if nil.
    ///   - addresses: the outputs, such as `show.mp4` and `rtmp://host/app/key`; `psstudio start --help-all` lists all
    ///     forms.
    ///   - options: how outputs are opened and finished.
    /// - Throws: an `AddressError` for an invalid address, an ``EncoderError`` when the encoder cannot be built. An
    ///   output that cannot be opened fails alone.
    public convenience init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil,
        to addresses: [String], options: OutputOptions = OutputOptions()
    ) throws {
        try self.init(
            of: meeting, capability: capability, frameRate: frameRate, settings: settings,
            drivers: try OutputRegistry.standard.drivers(for: addresses), options: options)
    }

    /// - Parameters:
    ///   - onChange: called on the thread of an output when its state changes.
    ///   - onSplit: called when an output goes on in another file.
    ///   - onWarning: called on the thread of an output with a problem that does not make it fail.
    ///   - files: the files that were written before, and are not overwritten.
    package init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil,
        drivers: [any OutputDriver], options: OutputOptions = OutputOptions(),
        onChange: @escaping @Sendable (Change) -> Void = { _ in },
        onSplit: @escaping @Sendable (_ number: Int, Output) -> Void = { _, _ in },
        onWarning: @escaping @Sendable (Output, String) -> Void = { _, _ in }, files: SessionFiles = SessionFiles()
    ) throws(EncoderError) {
        self.meeting = meeting
        self.capability = capability
        self.frameRate = frameRate
        var settings = settings ?? EncoderSettings(width: Int(capability.width), height: Int(capability.height))
        settings.pipelines = options.pipelines
        settings.splitInterval = options.splitInterval
        self.settings = settings
        self.options = options
        self.onChange = onChange
        self.onSplit = onSplit
        (self.onWarning, self.files) = (onWarning, files)
        // Outputs of raw media need no encoder.
        let hasRaw = drivers.contains { $0.traits.input == .raw }
        for driver in drivers {
            do throws(EncoderError) {
                _ = try add(driver)
            } catch {
                guard hasRaw else { throw error }
                append(driver.applying(options.secrets), OutputLife()).output.abort(OutputFailure(ofEncoder: error))
            }
        }
    }

    /// All outputs ordered by number; of the removed ones the latest hundred.
    package var members: [Member] { state.withLock { $0.members } }

    /// All outputs in the order in which they were added; of each the latest part, of the removed ones the latest hundred.
    public var outputs: [Output] { members.map(\.output) }

    var hasAudio: Bool { settings.hasAudio }

    /// The encoder; `nil` until an output needs it.
    public var encoder: ProgramEncoder? { state.withLock { $0.encoder } }

    /// Adds an output. If the others are open, it is opened immediately. It requests a key frame and starts there.
    ///
    /// A file of this session is not overwritten: the output writes the next one whose name is free, if existing files may be
    /// overwritten; otherwise it fails.
    ///
    /// - Returns: the output with its number.
    /// - Throws: an ``EncoderError`` when it is the first output that needs the encoder, and the encoder cannot be
    ///   built.
    package func add(_ driver: any OutputDriver) throws(EncoderError) -> (number: Int, output: Output) {
        let driver = driver.applying(options.secrets)
        if let input = input(of: driver) { try sharedEncoder(for: input).prepare(input) }
        let (output, number, hasBegun) = append(driver, life(ofNew: driver))
        attach(output)
        if hasBegun { begin(output) }
        return (number, output)
    }

    /// The life of a new output, which may begin with a later name.
    private func life(ofNew driver: any OutputDriver) -> OutputLife {
        var life = OutputLife()
        guard let path = driver.traits.path, options.mayOverwrite(path), files.contains(path), !isWriting(path) else {
            return life
        }
        life.use(file: nextFile(of: driver, life))
        return life
    }

    /// Whether a file is written by an output that no command has ended.
    private func isWriting(_ path: String) -> Bool {
        let file = FileID(regularFile: path)
        return members.contains { member in
            guard [.running, .splitting].contains(member.life.state), !member.output.status.state.isOver else {
                return false
            }
            return member.output.driver.traits.path.map { FileID(regularFile: $0) == file } ?? false
        }
    }

    /// - Parameter first: the driver of the first part; `nil` for the file with the number of the life.
    func append(
        _ driver: any OutputDriver, _ life: OutputLife, first: (any OutputDriver)? = nil
    ) -> (output: Output, number: Int, hasBegun: Bool) {
        let first = first ?? driver.file(life.file)
        let (output, number, hasBegun) = state.withLock { state in
            state.forgetRemoved()
            state.added += 1
            let number = state.added
            let output = makeOutput(first, number, keyFrames: state.encoder)
            state.members.append(Member(number, output, driver: driver, life: life))
            return (output, number, state.hasBegun)
        }
        observe(output, number)
        return (output, number, hasBegun)
    }

    /// Builds a part of an output. Calls nothing else, so that locks may be held.
    ///
    /// - Parameter keyFrames: what it asks for a key frame when it is open; `nil` for a part that waits for one.
    func makeOutput(_ driver: any OutputDriver, _ number: Int, keyFrames: (any KeyFrameSource)?) -> Output {
        var media = OutputMedia(capability, frameRate: frameRate, hasAudio: settings.hasAudio)
        (media.videoBitrate, media.audioBitrate) = (settings.videoBitrate, settings.audioBitrate)
        media.title = options.title
        return Output(
            driver, media: media, options: options.options(ofOutput: number),
            backpressure: meeting.localTracks.backpressure, files: files, keyFrames: keyFrames)
    }

    /// The volume of the program's audio.
    public var volume: ProgramVolume { state.withLock { $0.volume } }

    /// Changes the volume of the program's audio, in a ramp of 8 ms.
    ///
    /// - Returns: the new volume; `nil` when it is the same as before.
    package func changeVolume(_ body: (inout ProgramVolume) -> Void) throws(OutputCommandError) -> ProgramVolume? {
        try exclusively { () throws(OutputCommandError) in
            guard hasAudio else { throw .rejected("the program has no audio") }
            let (old, new, encoder) = state.withLock { state in
                let old = state.volume
                body(&state.volume)
                return (old, state.volume, state.encoder)
            }
            guard new != old else { return nil }
            encoder?.set(new)
            return new
        }
    }

    func observe(_ output: Output, _ number: Int) {
        output.onStateChange { [weak self, weak output] status in
            if let self, let output { report(number, output, status) }
        }
        output.onWarning { [onWarning, weak output] message in
            if let output { onWarning(output, message) }
        }
    }

    /// Fails the outputs that need the encoder. The others go on.
    package func abortEncoded(_ error: EncoderError) {
        encoder?.detach()
        for output in members.flatMap(\.parts) where output.driver.traits.input != .raw {
            output.abort(OutputFailure(ofEncoder: error))
        }
    }

    /// Whether the encoder, or a muxer behind it, is the user's, so that its failure is that of its outputs.
    package var hasOwnEncoder: Bool {
        let files = settings.codecs.rows.map(\.pipeline) + UnitForm.allCases.compactMap(\.muxer)
        return files.contains { options.pipelines.current($0).path != nil }
    }

    private func report(_ number: Int, _ output: Output, _ status: OutputStatus) {
        let isAbandoned = abandonSplit(of: number, into: output, with: status)
        reports.enter {
            var (isPresent, isKnown) = (false, isAbandoned)
            update(number) { member in
                isPresent = member.output === output
                isKnown = isKnown || member.parts.contains { $0 === output }
                // The next part of a split is reported by its command until it begins.
                if !isKnown, member.split?.next === output { member.unreported = status }
            }
            if isKnown { onChange(Change(number: number, output: output, status: status, isPresent: isPresent)) }
        }
    }

    /// What an output takes of the encoder; `nil` for raw media.
    private func input(of driver: any OutputDriver) -> EncodedInput? {
        let traits = driver.traits
        return traits.input.form.map { units in
            EncodedInput(settings.forms(video: traits.videoCodec, audio: traits.audioCodec), as: units)
        }
    }

    private func sharedEncoder(for input: EncodedInput) throws(EncoderError) -> ProgramEncoder {
        if let encoder { return encoder }
        let new = try ProgramEncoder(
            of: meeting, capability: capability, frameRate: frameRate, settings: settings, for: input)
        // Commands are serialised, but other callers may race.
        return state.withLock { state in
            if let encoder = state.encoder { return encoder }
            state.encoder = new
            new.set(state.volume)
            if let splits = regularSplits { new.add(splits, as: EncodedInput(input.tracks, as: .accessUnits)) }
            return new
        }
    }

    /// Lets the encoder pass units to an output, before it is open. Raw media begins when it is open.
    func attach(_ output: Output) {
        if let input = input(of: output.driver) { encoder?.add(output, as: input) }
    }

    func detach(_ output: Output) {
        switch output.driver.traits.input {
        case .raw: meeting.localTracks.remove(output)
        case .encoded: encoder?.remove(output)
        }
    }

    /// Opens all outputs, and waits until they take media or have failed; at most one second for a server and five for
    /// a file.
    public func begin() {
        let outputs = state.withLock { state in
            state.hasBegun = true
            return state.members.map(\.output)
        }
        for output in outputs { begin(output) }
        let (clock, isFast) = (SystemClock(), meeting.clock is ManualClock)
        for output in outputs {
            output.waitUntilReady(seconds: output.driver.startTimeout(isFast: isFast) - clock.now.seconds)
        }
    }

    /// - Parameter old: outputs that must end first.
    func begin(_ output: Output, after old: [Output]) {
        guard !old.isEmpty else { return begin(output) }
        let wait: @Sendable () -> Void = { [self] in
            for old in old { waitForEnd(of: old) }
            begin(output)
        }
        // Without a thread that waits, it is opened now.
        if (try? Worker("restart", wait)) == nil { begin(output) }
    }

    func begin(_ output: Output) {
        // An output that was finished meanwhile is not opened.
        guard !output.status.state.isOver else { return }
        output.begin()
        if output.driver.traits.input == .raw { meeting.localTracks.add(output) }
    }

    /// Drains the encoder, finishes every output, and waits for them while their peers take bytes. Call it when sending
    /// has ended. Outputs that were not opened end immediately.
    ///
    /// - Returns: the failure of a ready encoder, if any. That of a replaced one is the failure of its outputs, which are in
    ///   their status.
    @discardableResult
    public func finish() -> EncoderError? {
        var failure: EncoderError?
        do {
            try encoder?.finish()
        } catch {
            failure = error
        }
        if let error = failure, hasOwnEncoder {
            abortEncoded(error)
            failure = nil
        }
        commands.enter {
            state.withLock { $0.hasFinished = true }
            for member in members { abandonSplit(of: member.number) }
            // Those that a command has ended get no other unit.
            for end in state.withLock({ $0.ends }) { complete(end) }
        }
        let outputs = members.flatMap(\.parts)
        for output in outputs {
            if output.driver.traits.input == .raw { meeting.localTracks.remove(output) }
            output.finish()
        }
        for output in outputs { waitForEnd(of: output) }
        return failure
    }

    /// Each output times out by itself. One that exceeds this limit blocks in a system call.
    private func waitForEnd(of output: Output) {
        let timeout = options.finishTimeout.seconds + Self.systemTimeout
        var status: OutputStatus
        repeat {
            status = output.status
            if output.waitUntilOver(seconds: timeout) { return }
        } while output.status.bytes != status.bytes || output.status.finalization != status.finalization
    }

    /// The time in seconds for opening, stopping and closing, in addition to the output's timeout.
    private static let systemTimeout = 15.0
}

extension OutputFailure {
    fileprivate init(ofEncoder error: EncoderError) { self.init(.pipeline, "the encoder failed: \(error)") }
}
