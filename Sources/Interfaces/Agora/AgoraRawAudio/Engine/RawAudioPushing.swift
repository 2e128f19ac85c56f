import Dispatch
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// The sources of the local user's audio beside the microphone, and what of it is published.
///
/// All members may be used from any thread.
final class RawAudioSources: Sendable {
    private struct State: Sendable {
        var publication = RawAudioPublication()
        /// Of the calls without a custom track; `nil` before the first one.
        var external: RawAudioSource?
        /// Whether the local user's audio contains it.
        var isExternalMixed = false
        var tracks: [Int: RawAudioSource] = [:]
        var created = 0
        /// The findings that are reported once.
        var reported: Set<RuleID> = []
    }

    private let state = Lock(State())
    /// Serialises the first calls without a custom track.
    private let creation = DispatchQueue(label: "psstudio.pushed-audio-source")
    private let reporter: Reporter

    init(_ reporter: Reporter) {
        self.reporter = reporter
    }

    var publication: RawAudioPublication { state.withLock { $0.publication } }

    /// Whether there is an external source, or a custom track.
    var hasAny: Bool { state.withLock { $0.publication.hasExternalSource || !$0.tracks.isEmpty } }

    func publish(_ change: (inout RawAudioPublication) -> Void) { state.withLock { change(&$0.publication) } }

    /// The tracks of the local user's audio.
    func tracks(_ microphone: Track) -> [Track] {
        state.withLock { state in
            let publication = state.publication
            guard publication.isAudioEnabled else { return [] }
            var own = publication.includesMicrophone ? [microphone] : []
            if publication.includesExternal, let external = state.external { own.append(external.track) }
            let published = state.tracks.filter { publication.publishes($0.key) }.sorted { $0.key < $1.key }
            return own + published.map(\.value.track)
        }
    }

    // MARK: Custom tracks

    /// - Returns: the number of a new custom track, from 1.
    func create() -> Int {
        let fresh = RawAudioSource()
        return state.withLock { state in
            state.created += 1
            state.tracks[state.created] = fresh
            return state.created
        }
    }

    func destroy(_ track: Int) throws(StudioError) {
        let before = state.withLock { $0.tracks.removeValue(forKey: track) }
        if before == nil { throw Self.unknown(track) }
    }

    private static func unknown(_ track: Int) -> StudioError {
        StudioError(
            .rawAudioUnknownTrack, "there is no custom track \(track)",
            hint: "use the result of createCustomAudioTrack")
    }

    // MARK: Audio

    /// The source of a call, which is mixed.
    ///
    /// - Parameters:
    ///   - track: a custom track; `nil` for the source without one.
    ///   - mix: mixes the present tracks; called once, when the source without a custom track is new.
    func source(_ track: Int?, mix: () -> Void) throws(StudioError) -> RawAudioSource {
        guard let track else {
            noteUnheard(nil)
            return externalSource(mix)
        }
        guard let source = state.withLock({ $0.tracks[track] }) else { throw Self.unknown(track) }
        noteUnheard(track)
        return source
    }

    /// Waits while another thread mixes the new source: audio that is pushed before has no listener.
    private func externalSource(_ mix: () -> Void) -> RawAudioSource {
        if let source = state.withLock({ $0.isExternalMixed ? $0.external : nil }) { return source }
        return creation.sync {
            if let source = state.withLock({ $0.external }) { return source }
            let fresh = RawAudioSource()
            state.withLock { $0.external = fresh }
            mix()
            state.withLock { $0.isExternalMixed = true }
            return fresh
        }
    }

    /// Reports once a rate that the vendor does not list.
    func noteRate(_ sampleRate: Int) {
        guard !AudioRequest.sampleRates.contains(Int32(clamping: sampleRate)) else { return }
        reportOnce(
            StudioError(
                .rawAudioPushedRate, "audio of \(sampleRate) Hz is pushed",
                hint: "use 8000, 16000, 32000, 44100 or 48000"))
    }

    private func reportOnce(_ error: StudioError) {
        if state.withLock({ $0.reported.insert(error.rule.id).inserted }) { reporter.warn(error) }
    }

    /// Reports once for each cause that others do not hear what is pushed, or hear more.
    private func noteUnheard(_ track: Int?) {
        if let error = publication.obstacle(to: track) { reportOnce(error) }
    }
}

/// A source that a client pushes audio into.
final class RawAudioSource: Sendable {
    /// A source outlives its channel; each channel has a clock and a beginning of its own.
    private struct Pushing: Sendable {
        let channel: Int
        var contract = RawAudioPushContract()
    }

    let track = Track(TrackID(participant: .none, kind: .microphone))
    private let publisher: TrackPublisher
    private let pushing = Lock(Pushing(channel: 0))
    /// Serialises calls: a track is published to by one thread at a time, in the order of its times.
    private let queue = DispatchQueue(label: "psstudio.pushed-audio")

    init() {
        publisher = TrackPublisher(track)
    }

    /// Publishes 16-bit samples, channels interleaved; `samples` counts all channels. Audio for a channel that was left
    /// meanwhile is dropped.
    func push(
        _ bytes: UnsafeRawPointer, samples: Int, sampleRate: Int, channels: Int, in channel: RawAudioChannel
    ) throws(StudioError) {
        let result = queue.sync {
            Result { () throws(StudioError) in
                let now = channel.meeting.clock.now
                let accepted = try pushing.withLock { pushing throws(StudioError) in
                    if channel.number > pushing.channel { pushing = Pushing(channel: channel.number) }
                    guard channel.number == pushing.channel else { return RawAudioPushContract.Acceptance?.none }
                    return try pushing.contract.push(
                        samples: samples, sampleRate: sampleRate, channels: channels, at: now)
                }
                if let accepted { try publish(bytes, accepted) }
            }
        }
        try result.get()
    }

    private func publish(_ bytes: UnsafeRawPointer, _ accepted: RawAudioPushContract.Acceptance) throws(StudioError) {
        let isPublished = publisher.publish(
            audio: UnsafeRawBufferPointer(start: bytes, count: accepted.byteCount), format: accepted.format,
            time: accepted.time)
        guard isPublished else {
            throw StudioError(
                .rawAudioPushedPace, "no memory is left for \(accepted.byteCount) bytes", hint: "push less per call")
        }
    }
}
