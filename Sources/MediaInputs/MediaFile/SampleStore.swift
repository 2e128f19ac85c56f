import GStreamer

/// Samples that were decoded and not yet taken, by their number in the run.
struct SampleStore {
    private let frameBytes: Int
    private var bytes: [UInt8] = []
    private var offset = 0
    /// The first sample that is there.
    private(set) var start: Int64 = 0

    init(frameBytes: Int) {
        self.frameBytes = frameBytes
    }

    /// Behind the last sample that is there.
    var end: Int64 { start + Int64((bytes.count - offset) / frameBytes) }

    mutating func append(_ buffer: borrowing MediaBuffer, droppingFirst dropped: Int) {
        // Read only, so that it works for shared buffers, too.
        let added: Void? = buffer.withBytes { source in
            let first = min(dropped * frameBytes, source.count)
            bytes.append(contentsOf: source[first...])
        }
        assert(added != nil, "decoded samples cannot be read")
        // A part of a sample would shift all later ones.
        bytes.removeLast((bytes.count - offset) % frameBytes)
    }

    mutating func appendSilence(_ samples: Int64) {
        bytes.append(contentsOf: repeatElement(0, count: Int(samples) * frameBytes))
    }

    /// Removes what lies behind `end`; what was taken stays taken.
    mutating func cut(at end: Int64) {
        let count = Int(max(0, min(self.end, end) - start)) * frameBytes
        bytes.removeLast(bytes.count - offset - count)
    }

    /// Takes samples out; valid inside `body` only.
    mutating func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let last = offset + samples * frameBytes
        defer {
            start += Int64(samples)
            offset = last
            // Rarely, so that moving what is left costs little.
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
