import CGStreamer

extension Correction {
    package static let assumedCaps = Correction(
        "assumed-caps", of: "mpegaudioparse",
        "A stream that begins seconds late is announced as layer 1 at 8 kHz first.",
        test: "ReportedInputTests.lateTransportAudio")
}

extension Element {
    /// Discards the caps that ``Correction/assumedCaps`` describes. The parser announces them when a demuxer reports a
    /// gap. A decoder that is chosen for them does not decode the layer that follows.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func discardAssumedCaps() throws(GStreamerError) {
        guard Correction.assumedCaps.isOn else { return }
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, discardAssumption)
    }
}

extension Caps {
    /// Whether no stream can have this format: MPEG-1 audio has at least 32 kHz.
    fileprivate var isAssumed: Bool {
        mediaType == "audio/mpeg" && integer("mpegversion") == 1 && integer("mpegaudioversion") == 1
            && integer("rate") ?? .max < 32_000
    }
}

private func discardAssumption(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    announcedCaps(info)?.isAssumed == true ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
}
