import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// An encoder of a program, in one form, with the receivers of its units. It encodes one of both tracks.
///
/// The program encoder serialises the calls of its track.
final class TrackEncoder: Sendable {
    let video: VideoTrack?
    let audio: AudioTrack?
    let fanout: EncodedFanout

    init(
        _ form: EncodedForm, of capability: VideoCapability, frameRate: Rate?, settings: EncoderSettings,
        counting statistics: Lock<ProgramEncoder.Statistics>, backpressure: Backpressure
    ) throws(GStreamerError) {
        let fanout = EncodedFanout(form.track)
        self.fanout = fanout
        switch form.track {
        case .video:
            video = try VideoTrack(
                capability, frameRate: frameRate, settings: settings, form: form, counting: statistics,
                backpressure: backpressure, onUnit: { fanout.distribute($0, at: $1, caps: $2) })
            audio = nil
        case .audio:
            video = nil
            audio = try AudioTrack(
                settings, form: form, to: fanout, counting: statistics, backpressure: backpressure)
        }
    }

    var hasCapacity: Bool { video?.hasCapacity ?? audio?.hasCapacity ?? true }
}
