import CGStreamer
import StudioCore
import StudioRuntime

extension Correction {
    /// Corrected with `MovieByteOrder`.
    package static let movieByteOrder = Correction(
        "movie-byte-order", of: "qtdemux",
        "Floating-point and 32-bit samples are announced as big-endian, whatever the file says.",
        test: "OddFormatTests.samples")

    /// Corrected by ``StandingTimes``.
    package static let standingTimes = Correction(
        "standing-times", of: "qtdemux", "All PCM above 65,535 Hz in MOV has the time zero.",
        test: "ObservingTests.standingTimes")
}

extension Element {
    /// Corrects uncompressed audio that enters this element, as ``Correction/movieByteOrder`` and
    /// ``Correction/standingTimes`` describe.
    ///
    /// - Parameter isLittleEndian: the byte orders that the file states, by the number of the track.
    /// - Throws: an error when the element has no static sink pad.
    package func correctPCM(isLittleEndian: [Int: Bool]) throws(GStreamerError) {
        let correction = PCMCorrection(Correction.movieByteOrder.isOn ? isLittleEndian : [:])
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, correctFormat, correction)
        guard Correction.standingTimes.isOn else { return }
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, correctTime, correction)
    }
}

extension Caps {
    /// The caps with this byte order, where its samples have one.
    func with(isLittleEndian: Bool) -> Caps {
        guard let format = text("format"), format.hasSuffix("LE") || format.hasSuffix("BE") else { return self }
        return with("format", String(format.dropLast(2)) + (isLittleEndian ? "LE" : "BE"))
    }

    /// The rate and the bytes of all channels of uncompressed audio; `nil` for other streams.
    fileprivate var pcm: (rate: Rate, frameBytes: Int)? {
        var info = GstAudioInfo()
        guard mediaType == "audio/x-raw", gst_audio_info_from_caps(&info, pointer) != 0, info.bpf > 0,
            let rate = Rate(Int64(info.rate), over: 1)
        else { return nil }
        return (rate, Int(info.bpf))
    }
}

private final class PCMCorrection: Sendable {
    private struct State: Sendable {
        var times = StandingTimes()
        var form: (rate: Rate, frameBytes: Int)?
    }

    private let orders: [Int: Bool]
    private let state = Lock(State())

    init(_ orders: [Int: Bool]) {
        self.orders = orders
    }

    /// The corrected caps of a stream.
    func begin(_ caps: Caps, track: Int?) -> Caps {
        let isRaw = caps.mediaType == "audio/x-raw"
        let order = isRaw ? track.flatMap { orders[$0] } : nil
        let corrected = order.map { caps.with(isLittleEndian: $0) } ?? caps
        state.withLock { $0 = State(form: corrected.pcm) }
        return corrected
    }

    /// A new segment begins, for example after a seek.
    func restart() { state.withLock { $0.times = StandingTimes() } }

    /// The corrected time of a unit.
    func time(_ stamp: MediaTime, byteCount: Int) -> MediaTime {
        state.withLock { state in
            guard let form = state.form else { return stamp }
            return state.times.position(stamp, samples: Int64(byteCount / form.frameBytes), rate: form.rate)
        }
    }
}

private func correctFormat(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let event = psgst_probe_event(info) else { return GST_PAD_PROBE_OK }
    let correction = contextObject(context, as: PCMCorrection.self)
    if psgst_event_is_segment(event) != 0 { correction.restart() }
    guard let caps = announcedCaps(info) else { return GST_PAD_PROBE_OK }
    let corrected = correction.begin(caps, track: trackNumber(of: pad))
    guard corrected != caps else { return GST_PAD_PROBE_OK }
    withExtendedLifetime(corrected) { psgst_probe_replace_event(info, gst_event_new_caps($0.pointer)) }
    return GST_PAD_PROBE_OK
}

private func correctTime(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info),
        let stamp = MediaTime(clockTime: buffer.pointee.pts)
    else { return GST_PAD_PROBE_OK }
    let correction = contextObject(context, as: PCMCorrection.self)
    let time = correction.time(stamp, byteCount: Int(gst_buffer_get_size(buffer)))
    guard time != stamp, let target = psgst_probe_make_writable(info) else { return GST_PAD_PROBE_OK }
    target.pointee.pts = GstClockTime(time.nanoseconds)
    return GST_PAD_PROBE_OK
}
