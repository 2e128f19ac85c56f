import StudioRuntime
import Testing

@testable import StudioProbe

@Suite("MemoryLimit")
struct MemoryLimitTests {
    @Test("memory is limited only while no media arrives")
    func growth() {
        let steps: [(resident: Int, time: Double, isExceeded: Bool)] = [
            (100, 0, false), (100 + MemoryLimit.bytes, 0, false), (101 + MemoryLimit.bytes, 0, true),
            // Media has arrived.
            (200 + 2 * MemoryLimit.bytes, 0.1, false),
            // Released memory does not count.
            (50, 0.1, false), (51 + MemoryLimit.bytes, 0.1, true),
        ]
        var limit = MemoryLimit()
        let found = steps.map { limit.isExceeded(by: $0.resident, at: $0.time) }
        #expect(found == steps.map(\.isExceeded))
    }

    @Test("the memory of this process is known")
    func resident() {
        #expect(ProcessMemory.residentBytes > 1 << 20)
    }
}
