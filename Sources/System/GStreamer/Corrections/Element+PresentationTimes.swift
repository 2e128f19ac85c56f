import CGStreamer
package import StudioCore
import StudioRuntime

extension Correction {
    package static let decodingTimes = Correction(
        "decoding-times", of: "avdec_*",
        "Frames that have decoding times only follow each other, which leaves out the gaps of a file.",
        test: "FrameRateTests.gapWithoutPresentationTimes")

    package static let reorderedAVI = Correction(
        "reordered-avi", of: "avidemux", "The decoding times of key frames are announced as presentation times.",
        test: "AudioOffsetTests.reorderedAVI")
}

extension Element {
    /// Corrects the presentation times of video that enters this element, a decoder.
    ///
    /// AVI has no presentation times, nor has Matroska in its mode for Video for Windows. Each unit gets its decoding
    /// time, when frames are shown in the order in which they are decoded. Of a reordered AVI file, the wrong presentation
    /// times are removed.
    ///
    /// - Parameter order: the order of the source's frames.
    /// - Returns: how much later than the decoder says frames are shown.
    /// - Throws: an error when the element has no static sink pad.
    package func correctPresentationTimes(_ order: FrameOrder) throws(GStreamerError) -> MediaTime {
        if Correction.reorderedAVI.isOn, case .reordered(let delay) = order {
            try probeInput(GST_PAD_PROBE_TYPE_BUFFER, removePresentationTime)
            return delay
        }
        guard Correction.decodingTimes.isOn else { return .zero }
        let completion = TimeCompletion(isShownOrder: order == .shown)
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, observeCodec, completion)
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, completeTime, completion)
        return .zero
    }
}

private final class TimeCompletion: Sendable {
    /// Whether the frames are in order, whatever the codec.
    private let isShownOrder: Bool
    private let isInOrder = Lock(false)

    init(isShownOrder: Bool) {
        self.isShownOrder = isShownOrder
    }

    func announce(_ caps: Caps) { isInOrder.set(isShownOrder || !caps.mayBeReordered) }

    var applies: Bool { isInOrder.withLock { $0 } }
}

extension Caps {
    /// The codecs whose frames may be shown in another order than they are decoded.
    private static let reordering: Set<String> = [
        "video/mpeg", "video/x-h264", "video/x-h265", "video/x-h266", "video/x-divx", "video/x-xvid", "video/x-3ivx",
        "video/x-svq",
        "video/x-indeo", "video/x-pn-realvideo", "video/x-cavs", "video/x-dirac",
    ]

    /// Whether frames may be shown in another order than they are decoded. Of Windows Media, the third version is the first with
    /// B-frames.
    var mayBeReordered: Bool {
        mediaType == "video/x-wmv" ? integer("wmvversion") ?? 3 > 2 : Self.reordering.contains(mediaType)
    }
}

private func observeCodec(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let context, let caps = announcedCaps(info) { contextObject(context, as: TimeCompletion.self).announce(caps) }
    return GST_PAD_PROBE_OK
}

private func completeTime(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info), buffer.pointee.pts == .max,
        buffer.pointee.dts != .max, contextObject(context, as: TimeCompletion.self).applies,
        let unit = psgst_probe_make_writable(info)
    else { return GST_PAD_PROBE_OK }
    unit.pointee.pts = unit.pointee.dts
    return GST_PAD_PROBE_OK
}

private func removePresentationTime(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let buffer = psgst_probe_make_writable(info) else { return GST_PAD_PROBE_OK }
    buffer.pointee.pts = .max
    return GST_PAD_PROBE_OK
}
