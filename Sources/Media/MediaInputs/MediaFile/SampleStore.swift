import GStreamer

/// Decoded samples that were not taken yet, indexed by their number in the session.
struct SampleStore {
    private let frameBytes: Int
    private var bytes: [UInt8] = []
    private var offset = 0
    /// The first stored sample.
    private(set) var start: Int64 = 0

    init(frameBytes: Int) {
        self.frameBytes = frameBytes
    }

    /// The position after the last stored sample.
    var end: Int64 { start + Int64((bytes.count - offset) / frameBytes) }

    mutating func append(_ buffer: borrowing MediaBuffer, droppingFirst dropped: Int) {
        // Mapped for reading only, which works for shared buffers as well.
        let added: Void? = buffer.withBytes { source in
            append(source[min(dropped * frameBytes, source.count)...])
        }
        assert(added != nil, "decoded samples cannot be read")
    }

    mutating func append(_ source: Slice<UnsafeRawBufferPointer>) {
        bytes.append(contentsOf: source)
        // A partial sample would shift all later ones.
        bytes.removeLast((bytes.count - offset) % frameBytes)
    }

    mutating func appendSilence(_ samples: Int64) {
        bytes.append(contentsOf: repeatElement(0, count: Int(samples) * frameBytes))
    }

    /// Removes the samples after `end`; taken samples are unaffected.
    mutating func truncate(at end: Int64) {
        let count = Int(max(0, min(self.end, end) - start)) * frameBytes
        bytes.removeLast(bytes.count - offset - count)
    }

    /// Takes samples; they are valid only inside `body`.
    mutating func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let last = offset + samples * frameBytes
        defer {
            start += Int64(samples)
            offset = last
            // Only occasionally, so that moving the remaining bytes costs little.
            if offset > bytes.count / 2 {
                bytes.removeFirst(offset)
                offset = 0
            }
        }
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[offset..<last])))
        }
    }
}
