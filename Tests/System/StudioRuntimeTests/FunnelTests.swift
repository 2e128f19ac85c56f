import Dispatch
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The funnel")
struct FunnelTests {
    private struct Refusal: Error, Equatable {}

    /// Counts inputs; each one decides its number.
    private final class Counting: Sendable {
        let funnel = Funnel<Int, Int, [Int]>(0, [])
        private let body: @Sendable (Int, Counting) -> Void

        init(_ body: @escaping @Sendable (Int, Counting) -> Void = { _, _ in }) {
            self.body = body
        }

        /// - Returns: the number of the input.
        @discardableResult
        func count() -> Int {
            var number = 0
            funnel.apply { state in
                state += 1
                number = state
                return [state]
            } perform: { action, performed in
                performed.append(action)
                body(action, self)
            }
            return number
        }

        /// The actions that were performed so far.
        var performed: [Int] {
            var result: [Int] = []
            funnel.apply({ _ in [0] }, perform: { result = $1 })
            return result
        }
    }

    @Test("the actions of an input are performed in their order before it returns, without the lock")
    func order() {
        let funnel = Funnel<Int, Int, [Int]>(7, [])
        var seen: [[Int]] = []
        funnel.apply { state in
            state += 1
            return [1, 2]
        } perform: { action, performed in
            performed.append(action * funnel.withState { $0 })
            seen.append(performed)
        }
        #expect(seen == [[8], [8, 16]])
    }

    @Test("an input inside an action is performed after what was decided before it")
    func reentrance() {
        let counting = Counting { number, counting in
            guard number == 1 else { return }
            #expect(counting.count() == 2)
            #expect(counting.count() == 3)
            #expect(counting.funnel.withState { $0 } == 3)
        }
        counting.count()
        #expect(counting.performed == [1, 2, 3])
    }

    @Test("a thread does not wait for the performer, which carries out what the thread decided")
    func handOver() throws {
        let (began, mayReturn) = (Signal(), Signal())
        let counting = Counting { number, _ in
            guard number == 1 else { return }
            began.send()
            _ = mayReturn.wait()
        }
        let performer = try Worker("test.funnel") { counting.count() }
        #expect(began.wait())
        #expect(counting.count() == 2)
        mayReturn.send()
        #expect(performer.join(seconds: deadlineSeconds))
        #expect(counting.performed == [1, 2])
    }

    @Test("the inputs of many threads are each performed once, in order")
    func threads() {
        let counting = Counting()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5000 { counting.count() }
        }
        #expect(counting.performed == Array(1...20_000))
    }

    @Test("nothing follows from an input that throws, and the next one is performed")
    func refusal() {
        let funnel = Funnel<Int, Int, [Int]>(0, [])
        var performed: [Int] = []
        #expect(throws: Refusal()) {
            try funnel.apply { state throws(Refusal) in
                state = 1
                throw Refusal()
            } perform: { action, _ in
                performed.append(action)
            }
        }
        funnel.apply({ [$0] }, perform: { action, _ in performed.append(action) })
        #expect(performed == [1])
    }

    @Test("actions and objects are released without the lock: their deinit may call the funnel")
    func released() throws {
        let funnel = Funnel<Int, OnRelease, OnRelease?>(0, nil)
        let seen = Recorder<Int>()
        let worker = try Worker("test.funnel") {
            for _ in 0..<2 {
                funnel.apply { state in
                    state += 1
                    return [OnRelease { [weak funnel] in funnel.map { seen.record($0.withState { $0 }) } }]
                } perform: { action, object in
                    object = action
                }
            }
        }
        try #require(worker.join(seconds: deadlineSeconds))
        #expect(seen.all == [2])
    }
}
