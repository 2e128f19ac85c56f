import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The critical section")
struct CriticalSectionTests {
    private struct Failure: Error, Equatable {}

    @Test("changes from many threads are all counted")
    func exclusion() throws {
        let section = CriticalSection()
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        count.initialize(to: 0)
        defer { count.deallocate() }
        nonisolated(unsafe) let shared = count
        let workers = try (0..<4).map { _ in
            try Worker("test.section") { for _ in 0..<20_000 { section.enter { shared.pointee += 1 } } }
        }
        for worker in workers { try #require(worker.join(seconds: deadlineSeconds)) }
        #expect(count.pointee == 80_000)
    }

    @Test("an error leaves the section")
    func errors() {
        let section = CriticalSection()
        #expect(throws: Failure()) { try section.enter { () throws(Failure) in throw Failure() } }
        #expect(section.enter { 2 } == 2)
    }
}
