import Glibc
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Guarded frames", .serialized)
struct GuardedFrameTests {
    /// Whether the kernel can read a byte at this address; unlike an access of this process, it does not fault.
    private static func isReadable(_ address: UInt) -> Bool {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        defer {
            close(ends[0])
            close(ends[1])
        }
        return write(ends[1], UnsafeRawPointer(bitPattern: address), 1) == 1
    }

    @Test("the memory of a guarded frame is inaccessible after its callback, or after its release when it is kept")
    func guarded() throws {
        let fixture = try ReceivingFixture()
        var options = VideoSubscriptionOptions(policy: .queue(limit: 4))
        options.isGuarded = true
        let addresses = Recorder<UInt>()
        let kept = Lock<KeptFrame?>(nil)
        try fixture.subscriptions.video(.camera, of: fixture.ada.id, options) { frame in
            let address = frame.withBytes { UInt(bitPattern: $0.baseAddress) } ?? 0
            #expect(Self.isReadable(address))
            addresses.record(address)
            if frame.description.sequence == 1 { kept.set(frame.keep()) }
        }
        try fixture.feed(2)
        let (first, second) = (addresses.all[0], addresses.all[1])
        #expect(first != second)
        #expect(!Self.isReadable(first))
        #expect(Self.isReadable(second))
        #expect(kept.withLock { $0?.withBytes { $0[0] } } == 17)
        kept.set(nil)
        #expect(!Self.isReadable(second))
    }

    @Test("an address is not reused while it is in quarantine, and no released copy is accessible")
    func quarantine() throws {
        var addresses: [UInt] = []
        for _ in 0..<GuardedMemory.quarantine {
            let memory = try #require([UInt8](repeating: 7, count: 100).withUnsafeBytes { GuardedMemory(copying: $0) })
            #expect(memory.bytes.count == 100)
            #expect(memory.bytes.allSatisfy { $0 == 7 })
            addresses.append(UInt(bitPattern: memory.bytes.baseAddress))
        }
        #expect(Set(addresses).count == GuardedMemory.quarantine)
        #expect(addresses.allSatisfy { !Self.isReadable($0) })
    }
}
