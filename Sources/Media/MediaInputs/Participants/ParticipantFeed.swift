public import StudioCore
public import StudioMeeting
package import StudioRuntime

/// Publishes a source to the tracks of a remote participant, on time.
///
/// With a manual clock, the units are published by the thread that advances the clock; otherwise by a thread of the
/// feed. It follows the controls of the tracks (`Meeting.change(_:of:_:)`).
public final class ParticipantFeed: Sendable {
    private struct State: Sendable {
        var isStopped = false
        var hasEnded = false
        var failure: SourceError?
    }

    /// The participant.
    public let user: UserID
    private let clock: any StudioClock
    private let player: PlayerBox
    private let state = Monitor(State())
    private let cancellation: Cancellation

    /// Opens the source, and publishes it from now on.
    ///
    /// - Parameters:
    ///   - source: the media.
    ///   - user: a remote participant who is in the meeting.
    ///   - meeting: the meeting.
    /// - Throws: a ``SourceError`` when the source cannot be read or there is no such participant, a `StudioError` for
    ///   an invalid size, an error when no thread can be started.
    public convenience init(_ source: ParticipantSource, of user: UserID, in meeting: Meeting) throws {
        guard let videoTrack = meeting.publisher(source.isShare ? .shareVideo : .camera, of: user),
            let audioTrack = meeting.publisher(source.isShare ? .shareAudio : .microphone, of: user)
        else {
            throw SourceError("no remote participant has the ID \(user)", hint: "add the participant first")
        }
        try self.init(source, of: user, in: meeting, videoTrack, audioTrack)
    }

    /// Opens the source, and publishes it to the tracks of the local user, for interfaces that only receive.
    package convenience init(_ source: ParticipantSource, ofLocalUserIn meeting: Meeting) throws {
        let tracks = meeting.localTracks
        try self.init(
            source, of: meeting.localUser.id, in: meeting,
            TrackPublisher(source.isShare ? tracks.shareVideo : tracks.camera),
            TrackPublisher(source.isShare ? tracks.shareAudio : tracks.microphone))
    }

    private convenience init(
        _ source: ParticipantSource, of user: UserID, in meeting: Meeting, _ videoTrack: TrackPublisher,
        _ audioTrack: TrackPublisher
    ) throws {
        let opened = try Opened(source, videoTrack, audioTrack, origin: meeting.clock.now)
        videoTrack.track.beginsWithSmallerFrames = source.beginsWithSmallerFrames
        if source.hasVideo, !source.isShare { meeting.setVideo(true, of: user) }
        try self.init(opened, user, meeting.clock)
    }

    /// Opens the source, and publishes its video from now on to a camera's track that belongs to no participant.
    ///
    /// - Throws: a ``SourceError`` when the source cannot be read, a `StudioError` for an invalid size, an error when no
    ///   thread can be started.
    package convenience init(_ source: ParticipantSource, to camera: Track, clock: any StudioClock) throws {
        var source = source
        (source.hasVideo, source.hasAudio) = (true, false)
        try self.init(try Opened(source, TrackPublisher(camera), nil, origin: clock.now), .none, clock)
    }

    private init(_ opened: Opened, _ user: UserID, _ clock: any StudioClock) throws {
        (self.user, self.clock) = (user, clock)
        (cancellation, player) = (opened.cancellation, opened.player)
        if clock is ManualClock {
            clock.schedule(at: clock.now) { [weak self] in self?.playDue() }
        } else {
            // Media that comes over a network is less regular.
            _ = try Worker("participant", slack: .milliseconds(1)) { [self] in play() }
        }
    }

    deinit {
        cancellation.cancel()
    }

    /// Whether the source has ended or the feed was stopped.
    public var hasEnded: Bool { state.withLock { $0.hasEnded || $0.isStopped } }

    /// Why the source ended early.
    public var failure: SourceError? { state.withLock { $0.failure } }

    /// Stops publishing; a unit that is being published may still arrive.
    public func stop() {
        state.update { $0.isStopped = true }
        cancellation.cancel()
        // The thread of the feed ends by itself.
        if clock is ManualClock { clock.schedule(at: clock.now) { [self] in playDue() } }
    }

    private func play() {
        while let due = next() {
            let left = (due - clock.now).seconds
            let isStopped = left > 0 ? state.wait(seconds: left) { $0.isStopped ? true : nil } : nil
            if isStopped == true { break }
            step()
        }
        end()
    }

    private func playDue() {
        while let due = next(), due <= clock.now { step() }
        guard let due = next() else { return end() }
        clock.schedule(at: due) { [weak self] in self?.playDue() }
    }

    /// When the next unit is due; `nil` at the end.
    private func next() -> MediaTime? { state.withLock { $0.isStopped } ? nil : player.value.nextTime }

    private func step() {
        do {
            try player.value.step()
        } catch {
            state.update { $0.failure = error }
            player.value.end()
        }
    }

    private func end() {
        player.value.end()
        state.update { $0.hasEnded = true }
    }
}

/// A source that was opened for its tracks.
private struct Opened {
    let cancellation = Cancellation()
    let player: PlayerBox

    init(
        _ source: ParticipantSource, _ videoTrack: TrackPublisher, _ audioTrack: TrackPublisher?, origin: MediaTime
    ) throws {
        let sources = try source.open(cancellation)
        let audio = audioTrack.flatMap { track in sources.audio.map { ParticipantAudio($0, to: track) } }
        let input = source.color.map { ColorFrames(sources.description, $0) as any VideoInput } ?? sources.video
        let video = source.hasVideo ? ParticipantVideo(input, source, to: videoTrack) : nil
        player = PlayerBox(Player(video: video, audio: audio, origin: origin))
    }
}

/// The player in a box that other threads can refer to.
private final class PlayerBox: @unchecked Sendable {
    // Safety: used by the feed's thread, or by the thread that advances the manual clock.
    let value: Player

    init(_ value: Player) {
        self.value = value
    }
}

/// Publishes the units of both tracks in the order of their times; audio precedes a frame of the same time.
private final class Player {
    private let video: ParticipantVideo?
    private let audio: ParticipantAudio?
    private let origin: MediaTime

    init(video: ParticipantVideo?, audio: ParticipantAudio?, origin: MediaTime) {
        (self.video, self.audio, self.origin) = (video, audio, origin)
    }

    /// The times of both tracks; generated audio ends with the video.
    private var times: (audio: MediaTime?, video: MediaTime?) {
        let frame = video?.nextTime
        let isOver = video != nil && frame == nil && audio?.isEndless ?? false
        return (isOver ? nil : audio?.nextTime, frame)
    }

    var nextTime: MediaTime? {
        let times = times
        let next = [times.audio, times.video].compactMap(\.self).min()
        return next.map { origin + $0 }
    }

    func step() throws(SourceError) {
        let times = times
        if let audio, let time = times.audio, time <= times.video ?? time {
            try audio.publish(origin: origin)
        } else {
            try video?.publish(origin: origin)
        }
    }

    func end() {
        video?.end()
        audio?.end()
    }
}
