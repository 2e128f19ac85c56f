package import ProgramEncoding
import StudioCore

/// The coded units of a transport stream whose last byte the peer has not taken yet, oldest first.
///
/// Each chunk has all packets of one unit, so a unit ends with the chunk in which it starts.
package struct TransportUnitQueue: Hashable, Sendable {
    private struct Unit: Hashable, Sendable {
        let track: DeliveryLedger.Track
        /// The offset of its end in the stream.
        let end: UInt64
    }

    private var units: [Unit] = []
    /// The number of bytes in all chunks so far.
    package private(set) var byteCount: UInt64 = 0

    package init() {}

    /// The number of units that were not taken.
    package var count: Int { units.count }

    /// Records a chunk of whole packets.
    package mutating func append(_ chunk: UnsafeRawBufferPointer) {
        byteCount += UInt64(chunk.count)
        units += TransportUnit.all(in: chunk).map { Unit(track: $0.track, end: byteCount) }
    }

    /// Removes the units of the latest chunk, which no peer receives, and calls `body` for each.
    package mutating func removeLast(_ chunk: UnsafeRawBufferPointer, _ body: (DeliveryLedger.Track) -> Void) {
        while let unit = units.last, unit.end == byteCount {
            body(unit.track)
            units.removeLast()
        }
        byteCount -= UInt64(chunk.count)
    }

    /// Removes the units that lie within the first `taken` bytes of the stream, and calls `body` for each.
    package mutating func remove(through taken: UInt64, _ body: (DeliveryLedger.Track) -> Void) {
        let count = units.firstIndex { $0.end > taken } ?? units.count
        for unit in units.prefix(count) { body(unit.track) }
        units.removeFirst(count)
    }
}
