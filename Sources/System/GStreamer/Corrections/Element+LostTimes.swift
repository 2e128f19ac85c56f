import CGStreamer
import StudioRuntime

extension Correction {
    /// Corrected by `TransportStreamHead`. The rest is refused.
    package static let transportClock = Correction(
        "transport-clock", of: "tsdemux",
        "A stream that begins before the first clock reference, or has earlier times, loses its times.",
        test: "TimelineTests.audioLead")
}

/// Streams whose demuxer lost their times: half a second of them precedes the first clock reference.
package enum LostTimes {
    /// Decoders count from zero without times, so that streams seem to begin together.
    package static let refusal =
        "the demuxer finds no time stamps, because the first clock reference comes too late in the transport stream"
}

extension Element {
    /// Discards a stream whose first unit has no time before it enters the element, a decoder. `onRefusal` is called once with the
    /// reason, on the streaming thread.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func refuseLostTimes(onRefusal: @escaping @Sendable (String) -> Void) throws(GStreamerError) {
        guard Correction.transportClock.isOn else { return }
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, checkTime, FirstTimeGate(onRefusal))
    }
}

private final class FirstTimeGate: Sendable {
    private let admitsAll = Lock<Bool?>(nil)
    private let onRefusal: @Sendable (String) -> Void

    init(_ onRefusal: @escaping @Sendable (String) -> Void) {
        self.onRefusal = onRefusal
    }

    /// Returns false when the unit is discarded. The first one decides for all.
    func admits(_ unit: ObservedUnit) -> Bool {
        if let decided = admitsAll.withLock({ $0 }) { return decided }
        let hasTime = unit.time != nil
        admitsAll.withLock { $0 = hasTime }
        if !hasTime { onRefusal(LostTimes.refusal) }
        return hasTime
    }
}

private func checkTime(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let isAdmitted = contextObject(context, as: FirstTimeGate.self).admits(ObservedUnit(buffer))
    return isAdmitted ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
}
