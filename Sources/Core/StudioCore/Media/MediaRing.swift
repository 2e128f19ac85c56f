/// The slots of a bounded queue of media: which one is free, and which one is the oldest. The queue has the contents.
package struct MediaRing: Hashable, Sendable {
    package let capacity: Int
    /// The most bytes of queued media. A larger unit is queued alone.
    package let byteLimit: Int
    package private(set) var count = 0
    private var first = 0
    private var bytes = 0

    package init(capacity: Int, byteLimit: Int) {
        (self.capacity, self.byteLimit) = (capacity, byteLimit)
    }

    package var isFull: Bool { count == capacity }

    /// Whether media of `bytes` bytes may be queued too.
    package func hasCapacity(bytes: Int) -> Bool { self.bytes == 0 || self.bytes + bytes <= byteLimit }

    /// Occupies a slot with `bytes` bytes of media.
    ///
    /// - Returns: the slot; `nil` when all are occupied.
    package mutating func append(bytes: Int = 0) -> Int? {
        guard !isFull else { return nil }
        defer {
            count += 1
            self.bytes += bytes
        }
        return (first + count) % capacity
    }

    /// Frees the oldest slot.
    ///
    /// - Parameter bytes: the bytes of the media in a slot.
    /// - Returns: the slot; `nil` when none is occupied.
    package mutating func take(_ bytes: (Int) -> Int) -> Int? {
        guard count > 0 else { return nil }
        let slot = first
        (first, count) = ((first + 1) % capacity, count - 1)
        self.bytes -= bytes(slot)
        return slot
    }
}
