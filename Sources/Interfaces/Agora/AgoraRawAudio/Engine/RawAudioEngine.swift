import MediaReceiving
package import StudioCore
package import StudioMeeting
import StudioRuntime

/// An engine of the Agora interface: the shell of ``RawAudioStateMachine`` and ``RawAudioFormats``.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback.
package final class RawAudioEngine: Sendable {
    /// How the engine differs from its default.
    package struct Options: Hashable, Sendable {
        /// Rejects what is otherwise served: an empty app ID, blocks without whole samples.
        package var isStrict = false
        /// Whether each block has memory that faults when it is used after its callback.
        package var isGuarded = false
        /// The seed of chosen user IDs.
        package var seed: UInt64

        package init(seed: UInt64) {
            self.seed = seed
        }
    }

    private struct State: Sendable {
        var machine: RawAudioStateMachine
        var formats: RawAudioFormats
        /// How many channels were joined so far.
        var joins = 0
        var channel: RawAudioChannel?
        var observer: (any RawAudioObserver)?
        /// What the channel has had, or is reported to have too late.
        var hasObserver = false
        var hasSource = false
    }

    private let state: Lock<State>
    let shared: Shared
    private let isStrict: Bool

    /// - Parameters:
    ///   - spelling: how an implementation of a point is spelled, for messages.
    ///   - report: gets each violation and warning, on the thread that caused it.
    package init(
        _ options: Options, spelling: @escaping @Sendable (RawAudioPoints) -> String = { _ in "" },
        report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void
    ) {
        isStrict = options.isStrict
        state = Lock(
            State(
                machine: RawAudioStateMachine(isStrict: options.isStrict, seed: options.seed),
                formats: RawAudioFormats(isStrict: options.isStrict)))
        shared = Shared(options, spelling: spelling, Reporter(report))
        shared.onGone = { [weak self] observer in self?.removeObserver(observer) }
    }

    deinit {
        state.exchange(
            State(
                machine: RawAudioStateMachine(isStrict: isStrict, seed: 0), formats: RawAudioFormats(isStrict: isStrict)
            )
        ).channel?.end()
    }

    /// The current state.
    package var machineState: RawAudioStateMachine.State { state.withLock { $0.machine.state } }

    /// The meeting of the joined channel.
    package var meeting: Meeting? { channel?.meeting }

    var channel: RawAudioChannel? { state.withLock { $0.channel } }

    // MARK: Channel

    /// Joins a channel: the audio of a meeting.
    ///
    /// - Parameter meeting: called when the join is accepted.
    /// - Returns: the channel.
    package func join(
        _ name: String, user: UInt, appID: String, in meeting: () -> Meeting
    ) throws(StudioError) -> RawAudioStateMachine.Channel {
        let (joined, number, formats) = try shared.reporter.reporting(state) { state throws(StudioError) in
            let joined = try state.machine.join(name, user: user, appID: appID)
            state.joins += 1
            state.hasObserver = state.observer != nil
            state.hasSource = shared.sources.hasAny
            return (joined, state.joins, state.formats)
        }
        let channel = RawAudioChannel(joined.name, in: meeting(), formats: formats, owner: shared) { [weak self] in
            self?.state.withLock { $0.observer }
        }
        do throws(StudioError) {
            try channel.begin()
        } catch {
            shared.reporter.report(error)
        }
        let isCurrent = state.withLock { state in
            // Left inside the call that created the meeting, perhaps joined again.
            guard state.machine.channel != nil, state.joins == number else { return false }
            state.channel = channel
            return true
        }
        guard isCurrent else {
            channel.end()
            return joined
        }
        // Sources and observer may have changed before the channel was known.
        channel.followSources()
        channel.followSubscription()
        channel.followVolumes()
        channel.followObserver()
        return joined
    }

    /// Leaves the channel.
    package func leave() throws(StudioError) {
        let channel = try shared.reporter.reporting(state) { state throws(StudioError) in
            try state.machine.leave()
            return state.channel.take()
        }
        channel?.end()
    }

    /// Ends the engine: the observer is removed, then the channel is left. A call inside a callback is reported.
    package func destroy() {
        let (observer, channel, isFirst) = state.withLock { state in
            let isFirst = state.machine.state != .destroyed
            state.machine.destroy()
            return (state.observer.take(), state.channel.take(), isFirst)
        }
        if isFirst, RawAudioCallback.mark.isSet {
            shared.reporter.report(
                .rawAudioDestroyInCallback,
                "destroy() was called inside a callback, which it waits for: the SDK would never return",
                hint: "call it on another queue, after the callback has returned")
        }
        withExtendedLifetime(observer) {}
        channel?.end()
    }

    // MARK: Settings

    /// Stores the format of a point for the next channel.
    package func setFormat(_ parameters: RawAudioParameters, at point: RawAudioPoints) throws(StudioError) {
        let isJoined = try shared.reporter.reporting(state) { state throws(StudioError) in
            try state.machine.requireEngine()
            try state.formats.set(parameters, at: point)
            return state.machine.channel != nil
        }
        guard isJoined else { return }
        shared.reporter.warn(
            .rawAudioLateFormat, "the format of the point \(point.name) applies to the next channel",
            hint: "set it before joinChannel")
    }

    /// Sets the observer; `nil` removes it. The last one that was set gets the blocks.
    ///
    /// - Parameter mayBeLate: whether it may be the first one of a channel that is joined.
    package func setObserver(_ observer: (any RawAudioObserver)?, mayBeLate: Bool = false) throws(StudioError) {
        let (before, channel, isLate) = try shared.reporter.reporting(state) { state throws(StudioError) in
            try state.machine.requireEngine()
            let isLate = observer != nil && state.machine.channel != nil && !state.hasObserver
            if observer != nil { state.hasObserver = true }
            return (exchange(&state.observer, with: observer), state.channel, isLate)
        }
        if isLate, !mayBeLate {
            shared.reporter.warn(
                .rawAudioLateObserver,
                "the observer was registered after joinChannel, and has missed the first blocks",
                hint: "register it before joinChannel")
        }
        if let before, let observer, before !== observer {
            shared.reporter.warn(
                .rawAudioObserverReplaced, "another observer was set, which gets the blocks from now on",
                hint: "remove the first one if both are needed in turn")
        }
        channel?.followObserver()
    }

    /// Removes an observer, unless another one replaced it.
    package func removeObserver(_ observer: any RawAudioObserver) {
        let channel = state.withLock { state -> RawAudioChannel? in
            guard state.observer === observer else { return nil }
            state.observer = nil
            return state.channel
        }
        channel?.followObserver()
    }

    // MARK: Pushed audio

    /// Creates a custom track.
    ///
    /// - Returns: its number, from 1.
    package func createTrack() throws(StudioError) -> Int {
        try requireEngine()
        noteSource("a custom audio track was created", hint: "call createCustomAudioTrack before joinChannel")
        let track = shared.sources.create()
        followSources()
        return track
    }

    /// Destroys a custom track; its audio ends.
    package func destroyTrack(_ track: Int) throws(StudioError) {
        try requireEngine()
        try shared.reporter.reporting { () throws(StudioError) in try shared.sources.destroy(track) }
        followSources()
    }

    /// Mixes 16-bit samples into the local user's audio, before the record point.
    ///
    /// - Parameters:
    ///   - samples: those of all channels.
    ///   - track: a custom track; `nil` for the source without one.
    package func push(
        _ bytes: UnsafeRawPointer, samples: Int, sampleRate: Int, channels: Int, track: Int?
    ) throws(StudioError) {
        try requireChannel("pushing audio", .rawAudioSendNeedsChannel)
        guard let channel = state.withLock({ $0.channel }) else { return }
        try shared.reporter.reporting { () throws(StudioError) in
            let source = try shared.sources.source(track) { followSources() }
            try source.push(
                bytes, samples: samples, sampleRate: sampleRate, channels: channels, in: channel)
            shared.sources.noteRate(sampleRate)
        }
    }

    /// Enables or disables the source of audio that is pushed without a custom track, which replaces the microphone.
    package func setExternalSource(_ isOn: Bool) {
        if isOn { noteSource("the external audio source was enabled", hint: "enable it before joinChannel") }
        publish { $0.hasExternalSource = isOn }
    }

    /// Reports the first source of a channel that had none at its join.
    private func noteSource(_ event: String, hint: String) {
        let isLate = state.withLock { state in
            defer { state.hasSource = true }
            return state.machine.channel != nil && !state.hasSource
        }
        if isLate { shared.reporter.warn(.rawAudioLateSource, "\(event) after joinChannel", hint: hint) }
    }

    /// Rejects and reports a call after the end.
    package func requireEngine() throws(StudioError) {
        try shared.reporter.reporting(state) { state throws(StudioError) in try state.machine.requireEngine() }
    }

    /// Rejects and reports a call outside a channel.
    package func requireChannel(_ call: String, _ rule: Rule) throws(StudioError) {
        _ = try shared.reporter.reporting(state) { state throws(StudioError) in
            try state.machine.requireChannel(call, rule)
        }
    }

    /// Reports that the block of a leave is not called.
    package func reportInterruptedLeave() {
        shared.reporter.warn(
            .rawAudioDestroyBeforeLeft,
            "destroy() was called before the block of leaveChannel, which is not called",
            hint: "call destroy() after the block was called, and outside of it")
    }

    /// Taps the audio of this and later channels: 10 ms of 48 kHz stereo per call, on the audio thread.
    package func onTap(
        _ body: @escaping @Sendable (RawAudioTap, UnsafeBufferPointer<Int16>) -> Void
    ) {
        shared.addTap(body)
    }

}

extension RawAudioEngine {
    /// What the channels of an engine share with it.
    final class Shared: Sendable {
        typealias Tap = @Sendable (RawAudioTap, UnsafeBufferPointer<Int16>) -> Void

        private struct State: Sendable {
            var taps: [Tap] = []
            var channels = 0
            var onGone: (@Sendable (any RawAudioObserver) -> Void)?
            var subscription = AudioSubscription()
            var volumes: VolumeRequest?
            var unemulated: Set<String> = []
        }

        /// The receiver of the volumes.
        struct VolumeRequest: Sendable {
            let interval: MediaTime
            let body: @Sendable (RawAudioVolumes) -> Void
        }

        let sources: RawAudioSources
        let isGuarded: Bool
        let spelling: @Sendable (RawAudioPoints) -> String
        let reporter: Reporter
        private let state = Lock(State())
        private static let silence = [Int16](repeating: 0, count: 960)

        init(
            _ options: Options, spelling: @escaping @Sendable (RawAudioPoints) -> String, _ reporter: Reporter
        ) {
            (self.spelling, self.reporter) = (spelling, reporter)
            isGuarded = options.isGuarded
            sources = RawAudioSources(reporter)
        }

        /// The number of a new channel.
        func countChannel() -> Int { state.withLock { $0.channels.increment() } }

        /// Called when the client's delegate is gone.
        var onGone: (@Sendable (any RawAudioObserver) -> Void)? {
            get { state.withLock { $0.onGone } }
            set {
                withExtendedLifetime(state.withLock { exchange(&$0.onGone, with: newValue) }) {}
            }
        }

        /// Changes which remote users are chosen.
        func changeSubscription(_ change: (inout AudioSubscription) -> Void) {
            state.withLock { change(&$0.subscription) }
        }

        /// The remote users that are heard.
        var subscription: AudioSubscription {
            sources.publication.isAudioEnabled
                ? state.withLock { $0.subscription } : AudioSubscription(hearsOthers: false)
        }

        var volumes: VolumeRequest? {
            get { state.withLock { $0.volumes } }
            set {
                withExtendedLifetime(state.withLock { exchange(&$0.volumes, with: newValue) }) {}
            }
        }

        /// - Returns: whether it is the first call of that name.
        func isFirst(_ call: String) -> Bool { state.withLock { $0.unemulated.insert(call).inserted } }

        /// An observer whose client is gone is removed.
        func forget(_ observer: any RawAudioObserver) { onGone?(observer) }

        func addTap(_ tap: @escaping Tap) { state.withLock { $0.taps.append(tap) } }

        func deliver(_ samples: UnsafeBufferPointer<Int16>, to tap: RawAudioTap) {
            let taps = state.withLock { $0.taps }
            guard tap == .channel, sources.publication.isSilent else {
                for body in taps { body(tap, samples) }
                return
            }
            Self.silence.withUnsafeBufferPointer { silence in for body in taps { body(tap, silence) } }
        }
    }
}
