import CGStreamer
import StudioRuntime

extension Correction {
    package static let directRendering = Correction(
        "direct-rendering", of: "avdec_*", "A pixel format that GStreamer does not have ends the process.",
        test: "InputFormatTests.unknownFormat")
}

extension Branch {
    /// Protects the process from the decoders of libav in this branch.
    ///
    /// A decoder ends the process when it makes a buffer for a pixel format that GStreamer does not have. With
    /// direct rendering, it makes one before it checks the format; without, it reports an error. With several threads it
    /// also ends the process when such a stream ends, so a stream that announces such a format is discarded.
    ///
    /// Without direct rendering, a decoder that keeps its picture and changes parts of it (QuickTime Animation, Cinepak and
    /// others) gives each frame the time of the first one. Direct rendering is therefore used wherever the format is known to
    /// exist: ``DirectRendering`` names codecs, and for all others a ``DecoderTrial`` shows it.
    ///
    /// - Parameter onRefusal: called with the reason when a stream is discarded, on its streaming thread.
    package func limitDirectRendering(onRefusal: @escaping @Sendable (String) -> Void) {
        guard Correction.directRendering.isOn else { return }
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstElement>?,
                UnsafeMutableRawPointer?
            ) -> Void = elementAdded
        let release: GClosureNotify = { context, _ in releaseContext(context) }
        g_signal_connect_data(
            pointer, "deep-element-added", unsafeBitCast(callback, to: GCallback.self),
            retainContext(RefusalHandler(onRefusal)), release, GConnectFlags(rawValue: 0))
    }
}

/// For which streams libav may decode into GStreamer's buffers.
package enum DirectRendering: Hashable, Sendable {
    /// GStreamer has the format with certainty.
    case safe
    /// It may have a format that GStreamer does not have.
    case unsafe
    /// The first frame shows it.
    case unknown

    package init(for caps: Caps) {
        let type = caps.mediaType
        if Self.isSafe(for: caps) {
            self = .safe
        } else if Self.announced.contains(type) || Self.independent.contains(type) || type.hasPrefix("image/") {
            self = .unsafe
        } else {
            self = .unknown
        }
    }

    /// Codecs whose pixel formats GStreamer all has.
    private static let ordinary: Set<String> = [
        "video/mpeg", "video/x-h263", "video/x-flash-video", "video/x-vp8", "video/x-vp6-flash", "video/x-divx",
        "video/x-msmpeg", "video/x-wmv", "video/x-xvid",
    ]
    /// Codecs with formats that GStreamer does not have, and whose parsers announce the format of each stream.
    private static let announced: Set<String> = ["video/x-h264", "video/x-h265", "video/x-vp9", "video/x-av1"]
    /// Codecs that GStreamer knows with formats that it does not have, and whose frames each say their own.
    /// They keep no picture.
    private static let independent: Set<String> = [
        "video/x-prores", "video/x-ffv", "video/x-dnxhd", "video/x-huffyuv", "video/x-gst-av-ffvhuff",
        "video/x-cineform",
    ]
    private static let samplings: Set<String> = ["4:2:0", "4:2:2", "4:4:4"]
    private static let depths: Set<Int> = [8, 10, 12]

    /// Whether GStreamer has the format of a coded stream with certainty.
    private static func isSafe(for caps: Caps) -> Bool {
        let type = caps.mediaType
        if ordinary.contains(type) { return true }
        guard announced.contains(type), let sampling = caps.text("chroma-format"),
            let depth = caps.unsigned("bit-depth-luma")
        else { return false }
        return samplings.contains(sampling) && depths.contains(depth) && caps.unsigned("bit-depth-chroma") == depth
    }

    /// Why a stream is not decoded: it announces a format that GStreamer does not have. `nil` for all others.
    package static func refusal(of caps: Caps) -> String? {
        guard announced.contains(caps.mediaType), let sampling = caps.text("chroma-format"),
            let depth = caps.unsigned("bit-depth-luma")
        else { return nil }
        // Gray is decoded to 4:2:0 by the decoder of H.264, and to gray by others.
        let isGray = sampling == "4:0:0" && (depth == 8 || caps.mediaType == "video/x-h264")
        guard !isGray && !samplings.contains(sampling) || !depths.contains(depth) else { return nil }
        return refusal(named: "\(caps.mediaType), \(sampling), \(depth) bits")
    }

    /// The message about a format.
    package static func refusal(named format: String) -> String {
        "GStreamer does not decode its pixel format (\(format))"
    }
}

/// Chooses the rendering of one decoder, on its streaming thread.
private final class RenderingChoice: Sendable {
    let onRefusal: @Sendable (String) -> Void
    private let trial = Lock<Trial?>(nil)

    private struct Trial: Sendable {
        let caps: Caps
        var decoder: DecoderTrial?
        var units = 0
    }

    /// The format of a stream that starts with damage is known later, or never.
    private static let maxUnits = 100

    init(_ onRefusal: @escaping @Sendable (String) -> Void) {
        self.onRefusal = onRefusal
    }

    /// Whether direct rendering is on at the beginning of a stream.
    func begin(_ caps: Caps) -> Bool {
        let rendering = DirectRendering(for: caps)
        trial.withLock { $0 = rendering == .unknown ? Trial(caps: caps) : nil }
        return rendering == .safe
    }

    /// Whether direct rendering is to be switched on before the decoder gets a unit.
    func isSafe(for unit: UnsafeMutablePointer<GstBuffer>, of element: UnsafeMutablePointer<GstElement>) -> Bool {
        trial.withLock { state in
            guard var trial = state else { return false }
            trial.units += 1
            trial.decoder = trial.decoder ?? DecoderTrial(beside: element, trial.caps)
            let isKnown = trial.decoder?.knowsFormat(after: unit) ?? false
            state = isKnown || trial.units >= Self.maxUnits ? nil : trial
            return isKnown
        }
    }
}

private typealias RefusalHandler = Handler<@Sendable (String) -> Void>

private func elementAdded(
    _ bin: UnsafeMutablePointer<GstBin>?, _ parent: UnsafeMutablePointer<GstBin>?,
    _ element: UnsafeMutablePointer<GstElement>?, _ context: UnsafeMutableRawPointer?
) {
    guard let element, let context, psgst_find_property(element, directRendering) != nil,
        let pad = gst_element_get_static_pad(element, "sink")
    else { return }
    defer { gst_object_unref(pad) }
    setDirectRendering(of: element, to: false)
    let choice = RenderingChoice(contextObject(context, as: RefusalHandler.self).body)
    gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, chooseRendering, retainContext(choice), releaseContext)
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, tryFormat, retainContext(choice), releaseContext)
}

private func chooseRendering(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let context, let caps = announcedCaps(info), let element = gst_pad_get_parent_element(pad) else {
        return GST_PAD_PROBE_OK
    }
    defer { gst_object_unref(element) }
    let choice = contextObject(context, as: RenderingChoice.self)
    setDirectRendering(of: element, to: choice.begin(caps))
    if let refusal = DirectRendering.refusal(of: caps) {
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, discard, nil, nil)
        choice.onRefusal(refusal)
    }
    return GST_PAD_PROBE_OK
}

private func tryFormat(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let unit = psgst_probe_buffer(info),
        let element = gst_pad_get_parent_element(pad)
    else { return GST_PAD_PROBE_OK }
    defer { gst_object_unref(element) }
    if contextObject(context, as: RenderingChoice.self).isSafe(for: unit, of: element) {
        setDirectRendering(of: element, to: true)
    }
    return GST_PAD_PROBE_OK
}

private func discard(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    GST_PAD_PROBE_DROP
}

private let directRendering = "direct-rendering"

func setDirectRendering(of element: UnsafeMutablePointer<GstElement>, to isOn: Bool) {
    var value = GValue()
    g_value_init(&value, GType(PSGST_BOOLEAN))
    defer { g_value_unset(&value) }
    g_value_set_boolean(&value, isOn ? 1 : 0)
    psgst_object_set(element, directRendering, &value)
}
