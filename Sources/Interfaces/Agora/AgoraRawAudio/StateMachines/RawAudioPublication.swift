package import StudioCore

/// What of the local user's audio reaches the channel. Decides, performs nothing.
package struct RawAudioPublication: Hashable, Sendable {
    package var isMuted = false
    /// Whether there is audio at all.
    package var isAudioEnabled = true
    /// Whether the microphone picks up anything.
    package var capturesMicrophone = true
    /// Whether audio that is pushed without a custom track replaces the microphone.
    package var hasExternalSource = false
    /// Whether the channel is a live broadcast, where only broadcasters are heard, as by default; otherwise it is a
    /// communication.
    package var isBroadcast = true
    /// Whether the local user is a broadcaster; `nil` when no role was chosen.
    package var isBroadcaster: Bool?
    /// The microphone, and audio that is pushed without a custom track.
    package var publishesMicrophone = true
    package var publishesTracks = false
    /// The published custom track; 0 for all.
    package var track = 0

    package init() {}

    /// Whether the local user is in the audience of a live broadcast.
    package var isAudience: Bool { isBroadcast && isBroadcaster != true }
    /// Whether the channel hears silence.
    package var isSilent: Bool {
        isMuted || !isAudioEnabled || isAudience || !(publishesMicrophone || publishesTracks)
    }
    /// Whether the local user's audio contains audio that is pushed without a custom track. It does when nothing is published,
    /// like the microphone.
    package var includesExternal: Bool { publishesMicrophone || !publishesTracks }
    /// Whether the local user's audio contains the microphone. It does when nothing is published, so that its callbacks
    /// continue.
    package var includesMicrophone: Bool { includesExternal && capturesMicrophone && !hasExternalSource }

    package func publishes(_ track: Int) -> Bool { publishesTracks && (self.track == 0 || self.track == track) }

    /// Why pushed audio is not heard as the client means it.
    ///
    /// - Parameter track: the custom track; `nil` for none.
    package func obstacle(to track: Int?) -> StudioError? {
        if !isAudioEnabled {
            return StudioError(
                .rawAudioDisabled, "audio was pushed while audio is disabled, and nobody hears it",
                hint: "call enableAudio first")
        }
        if isAudience { return audience("audio was pushed") }
        if let track, !publishes(track) {
            return StudioError(
                .rawAudioUnpublishedTrack, "audio was pushed to the custom track \(track), which is not published",
                hint: "set publishCustomAudioTrack and publishCustomAudioTrackId of the media options")
        }
        guard track == nil, !hasExternalSource else { return nil }
        return StudioError(
            .rawAudioNoExternalSource, "audio was pushed without an external source; it is mixed with the microphone",
            hint: "call enableExternalAudioSource before joinChannel, or push to a custom track")
    }

    /// The local user's audio reaches no listener.
    package func audience(_ event: String) -> StudioError {
        StudioError(
            .rawAudioAudience, "\(event) by an audience member of a live broadcast, whom nobody hears",
            hint:
                "call setClientRole(.broadcaster), or set clientRoleType of the media options; in 4.x, a channel is a "
                + "live broadcast by default")
    }
}
