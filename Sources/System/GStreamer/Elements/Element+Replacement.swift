import CGStreamer
package import Containers
import StudioCore
import StudioRuntime

extension Element {
    /// Corrects the header of the MP4, MOV or WAV file that this element reads, as ``MovieHeader/corrections`` and
    /// ``WAVChannelMask`` describe. Other files are read unchanged.
    package func correctHeader(of path: String) {
        guard let bytes = FileBytes(path) else { return }
        let movie = MovieHeader(size: bytes.size, bytes.read)?.corrections
        for correction in movie ?? WAVChannelMask(bytes.read)?.correction.map({ [$0] }) ?? [] {
            _ = replaceBytes(at: correction.offset, with: correction.bytes)
        }
    }

    /// Corrects the beginning of the MPEG transport stream that this element reads, as ``TransportStreamHead`` describes.
    /// Other files are read unchanged.
    ///
    /// - Returns: its beginning; `nil` for other files.
    @discardableResult
    package func correctTransportStream(of path: String) -> TransportStreamHead? {
        guard let head = FileBytes(path).flatMap({ TransportStreamHead($0.read) }) else { return nil }
        for correction in head.corrections { _ = replaceBytes(at: correction.offset, with: correction.bytes) }
        return head
    }

    /// Replaces bytes of the file that this element, a source of files, reads.
    ///
    /// - Parameters:
    ///   - bytes: the replacement.
    ///   - offset: its position in the file.
    /// - Returns: false when the element has no static source pad.
    package func replaceBytes(at offset: Int, with bytes: [UInt8]) -> Bool {
        guard let pad = gst_element_get_static_pad(pointer, "src") else { return false }
        defer { gst_object_unref(pad) }
        let context = retainContext(Replacement(offset, bytes))
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, replacePart, context, releaseContext)
        return true
    }
}

extension MovieHeader {
    /// Reads the header of a file; `nil` for other files.
    package init?(of path: String) {
        guard let bytes = FileBytes(path) else { return nil }
        self.init(size: bytes.size, bytes.read)
    }
}

private final class Replacement: Sendable {
    let offset: Int
    let bytes: [UInt8]

    init(_ offset: Int, _ bytes: [UInt8]) {
        (self.offset, self.bytes) = (offset, bytes)
    }
}

private func replacePart(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let replacement = contextObject(context, as: Replacement.self)
    guard let start = Int(exactly: buffer.pointee.offset) else { return GST_PAD_PROBE_OK }
    let (first, end) = (max(start, replacement.offset), start + Int(gst_buffer_get_size(buffer)))
    let bytes = replacement.bytes.dropFirst(first - replacement.offset).prefix(max(0, end - first))
    guard !bytes.isEmpty, let target = psgst_probe_make_writable(info) else { return GST_PAD_PROBE_OK }
    gst_buffer_fill(target, UInt(first - start), Array(bytes), UInt(bytes.count))
    return GST_PAD_PROBE_OK
}
