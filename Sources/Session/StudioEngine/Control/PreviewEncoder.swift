import GStreamer
import PipelineFiles
import SessionControl
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime

/// A frame to encode. It is referenced, not copied.
final class PreviewFrame: Sendable {
    let buffer: MediaBuffer
    let layout: FrameLayout
    let range: VideoRange
    let time: MediaTime

    init(_ frame: borrowing VideoFrame) {
        buffer = frame.buffer.retained()
        layout = FrameLayout(frame.layout)
        (range, time) = (frame.format.range ?? .limited, frame.time)
    }
}

/// Encodes the newest frame as JPEG or PNG on a thread of its own. A frame that is not encoded yet is replaced by a newer one.
final class PreviewEncoder: Sendable {
    private struct State: Sendable {
        var frame: PreviewFrame?
        var hasEnded = false
    }

    private let preview: ControlSubscription.Preview
    private let sink: @Sendable (ControlMeasurement) -> Void
    private let state = Monitor(State())

    /// - Parameter preview: how the images are made; a frame that is smaller keeps its size.
    init(_ preview: ControlSubscription.Preview, _ sink: @escaping @Sendable (ControlMeasurement) -> Void) {
        (self.preview, self.sink) = (preview, sink)
        do {
            _ = try Worker("preview", policy: .batch) { [self] in encode() }
        } catch {
            fail("\(error)")
        }
    }

    /// Shows a frame instead of one that waits. Never waits.
    func show(_ frame: PreviewFrame) {
        let before = state.update { state in
            defer { state.frame = state.hasEnded ? nil : frame }
            return state.frame
        }
        withExtendedLifetime(before) {}
    }

    func end() {
        withExtendedLifetime(state.update { exchange(&$0, with: State(hasEnded: true)).frame }) {}
    }

    private func next() -> PreviewFrame? {
        state.wait { state -> PreviewFrame?? in
            guard state.frame != nil || state.hasEnded else { return nil }
            return .some(state.frame.take())
        } ?? nil
    }

    private func fail(_ message: String) {
        sink(.failed(ControlError(.unsupportedHere, "no previews: \(message)")))
    }

    // MARK: On its thread

    private func encode() {
        do throws(GStreamerError) {
            let pipeline = try PreviewPipeline(preview) { [sink] in sink(.preview($0)) }
            defer { pipeline.stop() }
            while let frame = next() {
                guard try pipeline.encode(frame) else { return fail("a frame cannot be converted") }
            }
        } catch {
            fail("\(error)")
        }
    }
}

/// Scales frames and encodes them. Used by one thread.
private final class PreviewPipeline {
    private let preview: ControlSubscription.Preview
    private let pipeline: Pipeline
    private let source: AppSource
    private let sink: AppSink
    private var conversion: PreviewConversion?

    init(
        _ preview: ControlSubscription.Preview, _ onPreview: @escaping @Sendable (ControlPreview) -> Void
    ) throws(GStreamerError) {
        self.preview = preview
        let format = preview.format
        let file = format == .png ? PipelineFiles.previewPNG : PipelineFiles.previewJPEG
        pipeline = try Pipeline(file.text, named: file.name)
        if let (property, value) = format.setting(ofQuality: preview.quality) {
            try pipeline.element("encoder").set(property, to: .integer(Int64(value)))
        }
        source = try AppSource(pipeline.element("input"), policy: .dropOldest)
        sink = try AppSink(pipeline.element("output")) { unit, time, _ in
            if let bytes = unit.withBytes({ Array($0) }) { onPreview(ControlPreview(time: time, bytes, as: format)) }
        } onEnd: {
        }
        try pipeline.play()
    }

    /// - Returns: false when the frame cannot be converted.
    func encode(_ frame: PreviewFrame) throws(GStreamerError) -> Bool {
        let key = PreviewConversion.Key(layout: frame.layout, range: frame.range)
        if conversion?.key != key {
            guard let fresh = PreviewConversion(key, width: preview.width, to: preview.format),
                let caps = Caps(
                    "video/x-raw,format=\(fresh.formatName),width=\(fresh.size.width),height=\(fresh.size.height),"
                        + "framerate=0/1")
            else { return false }
            conversion = fresh
            source.setCaps(caps)
        }
        guard let buffer = conversion?.convert(frame.buffer) else { return false }
        buffer.time = frame.time
        _ = source.push(buffer)
        if case .error(let error)? = pipeline.nextMessage(seconds: 0) { throw error }
        return true
    }

    func stop() { pipeline.stop() }
}
