import CGStreamer
package import StudioCore
import StudioRuntime

extension Correction {
    /// Corrected by ``Element/silenceInfiniteSamples(onFirst:)``.
    package static let infiniteSamples = Correction(
        "infinite-samples", of: "audioconvert", "Samples that are not numbers become noise at full scale.",
        test: "OddFormatTests.infinite")
}

extension Element {
    /// Replaces samples of floating-point audio that are infinite or not a number by zero before they enter this element, a
    /// converter, which makes noise at full scale of them.
    ///
    /// - Parameter onFirst: called once, on the streaming thread, with the time of the first one in its stream.
    /// - Throws: an error when the element has no static sink pad.
    package func silenceInfiniteSamples(
        onFirst: @escaping @Sendable (MediaTime) -> Void
    ) throws(GStreamerError) {
        guard Correction.infiniteSamples.isOn else { return }
        let correction = SampleCorrection(onFirst)
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, observeSamples, correction)
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, silenceSamples, correction)
    }
}

/// A format of floating-point samples.
private struct FloatFormat: Sendable {
    let isDouble: Bool
    let isLittleEndian: Bool
    /// The bytes of all channels in a second.
    let byteRate: Int

    /// - Returns: `nil` for other samples.
    init?(_ caps: Caps) {
        guard caps.mediaType == "audio/x-raw", let format = caps.text("format"), format.hasPrefix("F") else {
            return nil
        }
        (isDouble, isLittleEndian) = (format.hasPrefix("F64"), format.hasSuffix("LE"))
        byteRate = (caps.integer("rate") ?? 0) * (caps.integer("channels") ?? 0) * (isDouble ? 8 : 4)
    }

    /// The offset of the first sample that is infinite or not a number; `nil` without one.
    func firstInfinite(in bytes: UnsafeRawBufferPointer) -> Int? {
        isDouble
            ? first(in: bytes, order(UInt64(0x7FF0_0000_0000_0000)))
            : first(in: bytes, order(UInt32(0x7F80_0000)))
    }

    func silenceInfinite(in bytes: UnsafeMutableRawBufferPointer) {
        isDouble
            ? silence(bytes, order(UInt64(0x7FF0_0000_0000_0000))) : silence(bytes, order(UInt32(0x7F80_0000)))
    }

    private func order<Bits: FixedWidthInteger>(_ bits: Bits) -> Bits { isLittleEndian ? bits : bits.byteSwapped }

    /// - Parameter exponent: its bits, all of which are set in such samples.
    private func first<Bits: FixedWidthInteger>(in bytes: UnsafeRawBufferPointer, _ exponent: Bits) -> Int? {
        stride(from: 0, to: bytes.count - bytes.count % MemoryLayout<Bits>.size, by: MemoryLayout<Bits>.size).first {
            bytes.loadUnaligned(fromByteOffset: $0, as: Bits.self) & exponent == exponent
        }
    }

    private func silence<Bits: FixedWidthInteger>(_ bytes: UnsafeMutableRawBufferPointer, _ exponent: Bits) {
        let size = MemoryLayout<Bits>.size
        for offset in stride(from: 0, to: bytes.count - bytes.count % size, by: size)
        where bytes.loadUnaligned(fromByteOffset: offset, as: Bits.self) & exponent == exponent {
            bytes.storeBytes(of: 0, toByteOffset: offset, as: Bits.self)
        }
    }
}

private final class SampleCorrection: Sendable {
    private let format = Lock<FloatFormat?>(nil)
    private let isFound = Lock(false)
    private let onFirst: @Sendable (MediaTime) -> Void

    init(_ onFirst: @escaping @Sendable (MediaTime) -> Void) {
        self.onFirst = onFirst
    }

    func begin(_ caps: Caps) { format.set(FloatFormat(caps)) }

    var current: FloatFormat? { format.withLock { $0 } }

    func found(at time: MediaTime) {
        if !isFound.exchange(true) { onFirst(time) }
    }
}

private func observeSamples(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let context, let caps = announcedCaps(info) { contextObject(context, as: SampleCorrection.self).begin(caps) }
    return GST_PAD_PROBE_OK
}

private func silenceSamples(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let correction = contextObject(context, as: SampleCorrection.self)
    guard let format = correction.current else { return GST_PAD_PROBE_OK }
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return GST_PAD_PROBE_OK }
    let first = format.firstInfinite(in: UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    gst_buffer_unmap(buffer, &map)
    guard let first else { return GST_PAD_PROBE_OK }
    let start = MediaTime(clockTime: buffer.pointee.pts) ?? .zero
    correction.found(at: start + .seconds(Double(first) / Double(max(1, format.byteRate))))
    let flags = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
    guard let target = psgst_probe_make_writable(info), gst_buffer_map(target, &map, flags) != 0 else {
        return GST_PAD_PROBE_OK
    }
    format.silenceInfinite(in: UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
    gst_buffer_unmap(target, &map)
    return GST_PAD_PROBE_OK
}
