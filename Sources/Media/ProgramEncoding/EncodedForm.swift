import GStreamer
import PipelineFiles
package import StudioCore

/// What an encoder of a program delivers. Outputs that ask for equal forms share one encoder.
package struct EncodedForm: Hashable, Sendable {
    package let track: DeliveryLedger.Track
    /// The codec, a row of the ``CodecTable``.
    package let codec: String
    /// The bit rate in bit/s.
    package let bitrate: Int
    /// The width of frames; `nil` for that of the program, and for audio.
    package var width: Int?
    /// The height of frames; `nil` for that of the program, and for audio.
    package var height: Int?
    /// The frame rate; `nil` for that of the program, and for audio, whose rate is always that of the program.
    package var rate: Rate?
    /// The profile; `nil` if the encoder may choose it.
    package var profile: String?

    package init(_ track: DeliveryLedger.Track, codec: String, bitrate: Int) {
        (self.track, self.codec, self.bitrate) = (track, codec, bitrate)
    }

    /// What the form demands of the units of its codec, as fields of caps. The pipeline of the codec must deliver it.
    var demands: [String] {
        let rate = rate.map { "framerate=\($0.numerator)/\($0.denominator)" }
        return [width.map { "width=\($0)" }, height.map { "height=\($0)" }, rate, profile.map { "profile=\($0)" }]
            .compactMap(\.self)
    }
}

/// What an output takes of a program.
package struct EncodedInput: Hashable, Sendable {
    /// The form of each track, video first.
    package let tracks: [EncodedForm]
    package let units: UnitForm

    package init(_ tracks: [EncodedForm], as units: UnitForm) { (self.tracks, self.units) = (tracks, units) }
}

extension EncoderSettings {
    /// The form of each track of a program with these settings, video first.
    ///
    /// - Parameters:
    ///   - video: the codec of the video; that of the ``CodecTable`` if `nil`.
    ///   - audio: the codec of the audio; that of the ``CodecTable`` if `nil`.
    package func forms(video: String? = nil, audio: String? = nil) -> [EncodedForm] {
        let video = EncodedForm(.video, codec: video ?? codecs.video.codec, bitrate: videoBitrate)
        let audio = EncodedForm(.audio, codec: audio ?? codecs.audio.codec, bitrate: audioBitrate)
        return hasAudio ? [video, audio] : [video]
    }

    /// The row of a form's codec.
    func row(of form: EncodedForm) throws(GStreamerError) -> CodecTable.Row {
        if let row = codecs[form.codec], row.isAudio == (form.track == .audio) { return row }
        throw GStreamerError(.core, source: "encoder", message: "no encoder of \(form.track) is called '\(form.codec)'")
    }
}
