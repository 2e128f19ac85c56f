/// Samples that wait for their block, channels interleaved. Used by one thread at a time.
///
/// It keeps its memory, so that a stream that flows allocates nothing, and knows silence without looking at it.
package final class SampleQueue: @unchecked Sendable {
    // Safety: its owner serialises the calls.
    private var memory: UnsafeMutablePointer<Int16>
    private var capacity: Int
    private var (start, end) = (0, 0)
    /// The place after the last sample that may differ from zero.
    private var soundEnd = 0

    package init() {
        (memory, capacity) = (.allocate(capacity: Self.firstCapacity), Self.firstCapacity)
    }

    deinit { memory.deallocate() }

    /// Two blocks of 10 ms at 48 kHz, stereo.
    private static let firstCapacity = 2048

    package var count: Int { end - start }

    /// Appends samples.
    package func append(_ samples: UnsafeBufferPointer<Int16>) {
        guard let source = samples.baseAddress else { return }
        append(samples.count) { target in
            target.update(from: source, count: samples.count)
            return true
        }
    }

    /// Appends silence.
    package func appendSilence(_ count: Int) {
        reserve(count)
        (memory + end).update(repeating: 0, count: count)
        end += count
    }

    /// Appends `count` samples that `body` writes.
    ///
    /// - Returns: what `body` returns; nothing is appended if it is false.
    @discardableResult
    package func append(_ count: Int, _ body: (UnsafeMutablePointer<Int16>) -> Bool) -> Bool {
        reserve(count)
        guard body(memory + end) else { return false }
        end += count
        soundEnd = end
        return true
    }

    /// Removes the first `count` samples after they were passed to `body`, which may change them.
    package func take(_ count: Int, _ body: (_ samples: UnsafeMutableBufferPointer<Int16>, _ isSilent: Bool) -> Void) {
        let count = min(count, self.count)
        body(UnsafeMutableBufferPointer(start: memory + start, count: count), soundEnd <= start)
        start += count
        if start == end { (start, end, soundEnd) = (0, 0, 0) }
    }

    /// Space for `count` samples behind the last one.
    private func reserve(_ count: Int) {
        guard end + count > capacity else { return }
        let needed = self.count + count
        // Few samples remain between two blocks, so that moving them costs little.
        if needed > capacity { grow(to: needed) } else { memory.update(from: memory + start, count: self.count) }
        (start, end, soundEnd) = (0, end - start, max(0, soundEnd - start))
    }

    private func grow(to needed: Int) {
        let larger = max(2 * capacity, needed)
        let copy = UnsafeMutablePointer<Int16>.allocate(capacity: larger)
        copy.update(from: memory + start, count: count)
        memory.deallocate()
        (memory, capacity) = (copy, larger)
    }
}
