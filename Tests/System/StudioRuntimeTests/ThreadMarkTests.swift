import StudioRuntime
import Testing

@Suite("Marks of threads")
struct ThreadMarkTests {
    @Test("a thread is marked inside the body only, also after an inner one")
    func nesting() {
        let mark = ThreadMark()
        #expect(!mark.isSet)
        mark.perform {
            mark.perform {}
            #expect(mark.isSet)
        }
        #expect(!mark.isSet)
    }

    @Test("neither another mark nor another thread is concerned")
    func others() throws {
        let (mark, other) = (ThreadMark(), ThreadMark())
        let seen = Lock<Bool?>(nil)
        try mark.perform { () -> Result<Void, any Error> in
            Result {
                #expect(!other.isSet)
                let worker = try Worker("mark") { seen.set(mark.isSet) }
                #expect(worker.join(seconds: 10))
            }
        }.get()
        #expect(seen.withLock { $0 } == false)
    }
}
