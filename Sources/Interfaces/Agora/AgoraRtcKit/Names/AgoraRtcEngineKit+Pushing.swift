import AgoraRawAudio
import StudioCore

/// The format of audio that is pushed without one.
struct ExternalFormat: Hashable, Sendable {
    var sampleRate = 48_000
    var channels = 1
}

// Audio that the client pushes. It is mixed into the local user's audio, before the record point, so that it reaches the
// channel and the mix.
extension AgoraRtcEngineKit {
    /// Mixes 16-bit samples into the local user's audio, as long as the media options publish the custom track.
    ///
    /// - Parameters:
    ///   - data: `samples` 16-bit samples, interleaved; read inside the call.
    ///   - samples: the samples of all channels, at most one second (AG-PUSH-007).
    ///   - sampleRate: 8000, 16000, 32000, 44100 or 48000; others are resampled, and reported once.
    ///   - channels: 1 or 2.
    ///   - trackId: a custom track.
    ///   - timestamp: ignored. The time is that of the call; audio that is at most 10 ms late continues the previous call's.
    /// - Returns: 0; −2 for an argument out of range or an unknown track, −5 for audio that ends more than 1.5 s after the
    ///   call, −113 outside a channel.
    @discardableResult
    public func pushExternalAudioFrameRawData(
        _ data: UnsafeMutableRawPointer, samples: Int, sampleRate: Int, channels: Int, trackId: Int,
        timestamp: TimeInterval
    ) -> Int32 { push(data, samples, sampleRate, channels, trackId) }

    /// Mixes 16-bit samples into the local user's audio, like the form with a track; the older spelling of 4.x.
    ///
    /// - Parameters:
    ///   - data: `samples` 16-bit samples, interleaved; read inside the call.
    ///   - samples: the samples of all channels, at most one second (AG-PUSH-007).
    ///   - sampleRate: 8000, 16000, 32000, 44100 or 48000; others are resampled, and reported once.
    ///   - channels: 1 or 2.
    ///   - sourceId: ignored; there is one source.
    ///   - timestamp: ignored.
    /// - Returns: as the form with a track.
    @discardableResult
    public func pushExternalAudioFrameRawData(
        _ data: UnsafeMutableRawPointer, samples: Int, sampleRate: Int, channels: Int, sourceId: Int,
        timestamp: TimeInterval
    ) -> Int32 { push(data, samples, sampleRate, channels, nil) }

    /// Mixes 16-bit samples into the local user's audio, in the format of
    /// ``enableExternalAudioSource(withSampleRate:channelsPerFrame:)``; the spelling of 3.x.
    ///
    /// - Parameters:
    ///   - data: `samples` 16-bit samples, interleaved; read inside the call.
    ///   - samples: the samples of all channels, at most one second (AG-PUSH-007).
    ///   - timestamp: ignored.
    /// - Returns: whether the audio was accepted.
    @discardableResult
    public func pushExternalAudioFrameRawData(
        _ data: UnsafeMutableRawPointer, samples: Int, timestamp: TimeInterval
    ) -> Bool {
        let format = externalFormat
        return push(data, samples, format.sampleRate, format.channels, nil) == 0
    }

    private func push(
        _ data: UnsafeMutableRawPointer, _ samples: Int, _ sampleRate: Int, _ channels: Int, _ track: Int?
    ) -> Int32 {
        result { () throws(StudioError) in
            let outcome = Result { () throws(StudioError) in
                try native.push(data, samples: samples, sampleRate: sampleRate, channels: channels, track: track)
            }
            diagnose(data, samples, sampleRate, channels, track, outcome)
            try outcome.get()
        }
    }

    private func diagnose(
        _ data: UnsafeMutableRawPointer, _ samples: Int, _ sampleRate: Int, _ channels: Int, _ track: Int?,
        _ outcome: Result<Void, StudioError>
    ) {
        // The arguments of other refused calls may be out of range.
        if case .failure(let error) = outcome, error.rule != .rawAudioPushedPace { return }
        guard let meeting = native.meeting else { return }
        let format = AudioFormat(sampleRate: Int32(sampleRate), channels: Int32(channels))
        guard case .success = outcome else {
            return contents.refuse(samples / channels, format, track: track, in: meeting)
        }
        let bytes = UnsafeRawBufferPointer(start: data, count: samples / channels * format.frameBytes)
        contents.receive(bytes, format, track: track, in: meeting)
    }

    /// Audio that is pushed without a custom track replaces the microphone. Without a format, it has this one; 48 kHz mono by
    /// default.
    public func enableExternalAudioSource(withSampleRate sampleRate: UInt, channelsPerFrame: UInt) {
        externalFormat = ExternalFormat(
            sampleRate: Int(clamping: sampleRate), channels: Int(clamping: channelsPerFrame))
        native.setExternalSource(true)
    }

    /// The microphone is heard again. Audio that is pushed without a format has the default one.
    public func disableExternalAudioSource() {
        externalFormat = ExternalFormat()
        native.setExternalSource(false)
    }

    /// Switches the external source; the spelling of 4.x.
    ///
    /// - Returns: 0; −7 after ``destroy()``.
    @discardableResult
    public func setExternalAudioSource(_ enabled: Bool, sampleRate: Int, channels: Int) -> Int32 {
        if enabled {
            enableExternalAudioSource(
                withSampleRate: UInt(clamping: sampleRate), channelsPerFrame: UInt(clamping: channels))
        } else {
            disableExternalAudioSource()
        }
        return result { () throws(StudioError) in try native.requireEngine() }
    }

    /// Creates a custom track. It is heard as long as the media options publish it; both types are mixed.
    ///
    /// - Returns: the ID of the track, from 1; −7 after ``destroy()``.
    @discardableResult
    public func createCustomAudioTrack(_ trackType: AgoraAudioTrackType, config: AgoraAudioTrackConfig) -> Int32 {
        do throws(StudioError) {
            return Int32(clamping: try native.createTrack())
        } catch {
            return -error.code.number
        }
    }

    /// Destroys a custom track.
    ///
    /// - Returns: 0; −2 for an unknown track.
    @discardableResult
    public func destroyCustomAudioTrack(_ trackId: Int) -> Int32 {
        result { () throws(StudioError) in try native.destroyTrack(trackId) }
    }
}
