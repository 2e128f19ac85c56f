import StudioRuntime

/// The objects behind the handles that C programs hold.
///
/// A handle is an odd number, so it is never an address. It contains a slot and the slot's generation: a closed handle never
/// matches again, even when its slot has a new object.
final class HandleTable: Sendable {
    private struct Slot: Sendable {
        var generation: UInt = 1
        var object: (any AnyObject & Sendable)?
    }

    private struct State: Sendable {
        var slots: [Slot] = []
        var free: [Int] = []
    }

    /// The bits of a slot's number: more handles than memory has room for objects.
    private static let slotBits: UInt = 24

    private let state = Lock(State())

    static let shared = HandleTable()

    /// Adds an object.
    func insert(_ object: any AnyObject & Sendable) -> OpaquePointer? {
        let bits = state.withLock { state in
            let index = state.free.popLast() ?? state.slots.count
            if index == state.slots.count { state.slots.append(Slot()) }
            state.slots[index].object = object
            return (state.slots[index].generation << Self.slotBits | UInt(index)) << 1 | 1
        }
        return OpaquePointer(bitPattern: bits)
    }

    /// The object of a handle; `nil` for a closed handle, and for an object of another type.
    func object<Object: AnyObject>(_ handle: OpaquePointer, as type: Object.Type) -> Object? {
        let index = Self.index(handle)
        let object = state.withLock { state in
            state.slots.indices.contains(index.slot) && state.slots[index.slot].generation == index.generation
                ? state.slots[index.slot].object : nil
        }
        return object as? Object
    }

    /// Removes an object; its handle is closed.
    func remove<Object: AnyObject>(_ handle: OpaquePointer, as type: Object.Type) -> Object? {
        let index = Self.index(handle)
        let object = state.withLock { state -> (any AnyObject & Sendable)? in
            guard state.slots.indices.contains(index.slot), state.slots[index.slot].generation == index.generation,
                let object = state.slots[index.slot].object, object is Object
            else { return nil }
            state.slots[index.slot].object = nil
            state.slots[index.slot].generation += 1
            state.free.append(index.slot)
            return object
        }
        return object as? Object
    }

    /// The number of open handles.
    var count: Int { state.withLock { $0.slots.count - $0.free.count } }

    private static func index(_ handle: OpaquePointer) -> (slot: Int, generation: UInt) {
        let bits = UInt(bitPattern: handle)
        // An even number is an address, which no slot has.
        guard bits & 1 == 1 else { return (-1, 0) }
        return (Int(bits >> 1 & (1 << slotBits - 1)), (bits >> 1) >> slotBits)
    }
}
