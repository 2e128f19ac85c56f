import StudioRuntime

/// Stereo samples at 48 kHz on their way through the points; valid until the next ones are taken. Silence has no samples.
struct AudioChunk {
    /// Left and right interleaved; `nil` for silence.
    let samples: UnsafePointer<Int16>?
    /// The number of samples of both channels.
    let count: Int

    static func silence(_ count: Int) -> AudioChunk { AudioChunk(samples: nil, count: count) }

    var buffer: UnsafeBufferPointer<Int16>? { samples.map { UnsafeBufferPointer(start: $0, count: count) } }

    func dropFirst(_ dropped: Int) -> AudioChunk {
        AudioChunk(samples: samples.map { $0 + dropped }, count: count - dropped)
    }

    func prefix(_ count: Int) -> AudioChunk { AudioChunk(samples: samples, count: count) }
}

extension SampleQueue {
    func append(_ chunk: AudioChunk) {
        if let samples = chunk.buffer { append(samples) } else { appendSilence(chunk.count) }
    }
}

/// Memory for one chunk, which is used again for the next one.
final class ChunkMemory {
    private var memory: UnsafeMutableBufferPointer<Int16> = .allocate(capacity: 0)

    deinit { memory.deallocate() }

    /// Memory for `count` samples; their values are undefined.
    func samples(_ count: Int) -> UnsafeMutableBufferPointer<Int16> {
        if memory.count < count {
            memory.deallocate()
            memory = .allocate(capacity: count)
        }
        return UnsafeMutableBufferPointer(rebasing: memory[..<count])
    }
}
