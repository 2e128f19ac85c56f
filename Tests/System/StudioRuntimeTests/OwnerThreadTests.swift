import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The owner of members")
struct OwnerThreadTests {
    @Test("any thread may call before the first claim, then only the one that claimed last")
    func claims() throws {
        let owner = OwnerThread()
        #expect(owner.isCurrent)
        let worker = try Worker("test.owner") { owner.claim() }
        try #require(worker.join(seconds: deadlineSeconds))
        let seen = Recorder<Bool>()
        let (claimed, mayEnd) = (Signal(), Signal())
        let second = try Worker("test.owner") {
            owner.claim()
            seen.record(owner.isCurrent)
            owner.assertIsCurrent("test")
            claimed.send()
            _ = mayEnd.wait()
        }
        #expect(claimed.wait())
        #expect(seen.all == [true])
        #expect(!owner.isCurrent)
        mayEnd.send()
        try #require(second.join(seconds: deadlineSeconds))
        owner.claim()
        #expect(owner.isCurrent)
    }
}
