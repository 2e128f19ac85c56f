package import MediaReceiving
import StudioCore

/// The planes of a raw frame in four slots, as apps get them.
package struct RawPlanes {
    /// Slots of planes; unused ones have no bytes.
    package static let slots = 4

    /// The address of each plane.
    package let data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>
    /// The bytes of each plane: stride × rows.
    package let lengths: UnsafeMutablePointer<UInt32>
    /// The bytes from one row to the next.
    package let strides: [Int32]
}

extension ReceivedFrame {
    /// Calls `body` with the planes, which the app may change; they are valid only inside it. `nil` when the bytes cannot
    /// be mapped.
    package borrowing func withRawPlanes<Result>(_ body: (RawPlanes) -> Result) -> Result? {
        let planes = description.layout.planes
        let answer = withMutableBytes { bytes -> Result? in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
            let end = base + bytes.count
            return withUnsafeTemporaryAllocation(
                of: UnsafeMutablePointer<UInt8>.self, capacity: RawPlanes.slots
            ) { data -> Result? in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: RawPlanes.slots) { lengths -> Result? in
                    var strides: [Int32] = []
                    for slot in 0..<RawPlanes.slots {
                        let plane = slot < planes.count ? planes[slot] : nil
                        // An unused slot has an address too, because the type has no null.
                        data.initializeElement(at: slot, to: plane.map { base + $0.offset } ?? end)
                        lengths.initializeElement(at: slot, to: UInt32(plane.map { $0.stride * $0.rows } ?? 0))
                        strides.append(Int32(plane?.stride ?? 0))
                    }
                    guard let data = data.baseAddress, let lengths = lengths.baseAddress else { return nil }
                    return body(RawPlanes(data: data, lengths: lengths, strides: strides))
                }
            }
        }
        return answer ?? nil
    }
}
