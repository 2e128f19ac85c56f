public import StudioCore
public import StudioMeeting
import StudioRuntime

/// The audio of a meeting at four points, in blocks of exact lengths on absolute deadlines.
///
/// Observers are called synchronously by one thread, the audio thread; with a manual clock by the thread that advances
/// it. A block must be handled within its own duration; longer calls delay the audio and are counted. An editor delays
/// its point by one block.
public final class AudioEngine: Sendable {
    private let core: AudioEngineCore

    /// The default time that audio may be late.
    public static let defaultLatency = MediaTime.milliseconds(20)

    /// A tenth of the shortest usual block: audio that comes over a network is less regular.
    private static let slack = MediaTime.milliseconds(1)

    /// Creates an engine. It runs while it has observers.
    ///
    /// - Parameters:
    ///   - meeting: the meeting.
    ///   - latency: how late the audio of a track may arrive without being lost. All points are delayed by it.
    public init(in meeting: Meeting, latency: MediaTime = AudioEngine.defaultLatency) {
        core = AudioEngineCore(meeting, latency: latency) { body in
            _ = try Worker("psstudio.audio", slack: AudioEngine.slack, body)
        }
    }

    /// Creates an engine whose thread is started by `startThread`.
    package init(
        in meeting: Meeting, latency: MediaTime,
        startThread: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) throws -> Void
    ) {
        core = AudioEngineCore(meeting, latency: latency, startThread)
    }

    deinit {
        core.stop()
    }

    /// Observes a point.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - request: the form of the blocks.
    ///   - body: called on the audio thread; the samples are valid inside it, channels interleaved.
    /// - Returns: the observation. It lasts until it is cancelled, and at most as long as the engine.
    /// - Throws: a `StudioError` when the request is invalid, or the audio thread cannot be started.
    @discardableResult
    public func observe(
        _ point: AudioPoint, _ request: AudioRequest,
        _ body: @escaping @Sendable (UnsafeBufferPointer<Int16>, AudioBlockDescription) -> Void
    ) throws(StudioError) -> AudioObservation {
        try core.add(point, request, .read(body))
    }

    /// Observes several points whose blocks of equal length are due at the same moments, which costs one wake-up for all.
    ///
    /// - Parameter start: the time of the first sample, on the meeting's clock.
    package func observe(
        _ point: AudioPoint, _ request: AudioRequest, from start: MediaTime,
        _ body: @escaping @Sendable (UnsafeBufferPointer<Int16>, AudioBlockDescription) -> Void
    ) throws(StudioError) -> AudioObservation {
        try core.add(point, request, from: start, .read(body))
    }

    /// Edits the audio at a point. Readers of the point, and the points behind it, get the edited samples.
    ///
    /// - Parameters:
    ///   - point: the point; it has at most one editor.
    ///   - request: the form of the blocks; delivery is always continuous.
    ///   - body: called on the audio thread; it changes the samples in place.
    /// - Throws: a `StudioError` when the request is invalid, the point has an editor, or the audio thread cannot be
    ///   started.
    @discardableResult
    public func edit(
        _ point: AudioPoint, _ request: AudioRequest,
        _ body: @escaping @Sendable (UnsafeMutableBufferPointer<Int16>, AudioBlockDescription) -> Void
    ) throws(StudioError) -> AudioObservation {
        try core.add(point, request, .edit(body))
    }

    /// Sets the tracks of the local user, which are mixed: the microphone by default. Audio of a new track is heard from now
    /// on; tracks that were set before continue.
    package func setLocalTracks(_ tracks: [Track]) { core.setLocalTracks(tracks) }

    /// Chooses the remote users that are heard: all of them by default. The others have no blocks before mixing, and are not
    /// part of playback and mix.
    package func setSubscription(_ subscription: AudioSubscription) { core.setSubscription(subscription) }

    /// How often a deadline was served more than 10 ms late.
    public var lateDeadlines: Int { core.lateDeadlines }

    /// Samples of all tracks that arrived too late to be mixed.
    public var lateSamples: Int { core.lateSamples }

    /// How often the audio thread looked for a block, and none was due.
    package var waitCount: Int { core.waitCount }

    /// Cancels all observations, and those that are made later.
    public func stop() { core.stop() }
}
