import Dispatch
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The queue of actions")
struct ActionQueueTests {
    /// Numbers its decisions in their order; the action of a decision is its number.
    private final class Owner: Sendable {
        let queue: ActionQueue<Int>
        let performed = Recorder<Int>()
        private let last = Lock(0)
        private let body: @Sendable (Int, Owner) -> Void

        init(_ form: ActionQueue<Int>.Form, _ body: @escaping @Sendable (Int, Owner) -> Void = { _, _ in }) {
            (queue, self.body) = (ActionQueue(form), body)
        }

        /// Decides, and performs nothing yet.
        func decide(_ count: Int = 1) -> (numbers: [Int], ticket: ActionQueue<Int>.Ticket) {
            last.withLock { last in
                let numbers = Array(last + 1..<last + 1 + count)
                last += count
                return (numbers, queue.add(numbers))
            }
        }

        func perform(_ ticket: ActionQueue<Int>.Ticket) {
            queue.perform(ticket) { number in
                performed.record(number)
                body(number, self)
            }
        }

        @discardableResult
        func apply(_ count: Int = 1) -> [Int] {
            let (numbers, ticket) = decide(count)
            perform(ticket)
            return numbers
        }
    }

    private static let forms: [ActionQueue<Int>.Form] = [.waiting, .handingOver]

    @Test(
        "what one thread decides first is performed first, although the thread is held before it performs",
        arguments: forms)
    private func inversion(form: ActionQueue<Int>.Form) throws {
        let owner = Owner(form)
        let (decided, mayPerform) = (Signal(), Signal())
        let first = try Worker("test.first") {
            let (_, ticket) = owner.decide()
            decided.send()
            _ = mayPerform.wait()
            owner.perform(ticket)
        }
        #expect(decided.wait())
        owner.apply()
        #expect(owner.performed.all == [1, 2])
        mayPerform.send()
        #expect(first.join(seconds: deadlineSeconds))
        #expect(owner.performed.all == [1, 2])
    }

    @Test("a call that waits returns when its actions are performed, after those that another thread performs")
    func waiting() throws {
        let (began, mayReturn, decided) = (Signal(), Signal(), Signal())
        let owner = Owner(.waiting) { number, _ in
            guard number == 1 else { return }
            began.send()
            _ = mayReturn.wait()
        }
        let first = try Worker("test.first") { owner.apply(2) }
        #expect(began.wait())
        let second = try Worker("test.second") {
            let (_, ticket) = owner.decide()
            decided.send()
            owner.perform(ticket)
            owner.performed.record(0)
        }
        #expect(decided.wait())
        #expect(owner.performed.all == [1])
        mayReturn.send()
        #expect(first.join(seconds: deadlineSeconds))
        #expect(second.join(seconds: deadlineSeconds))
        #expect(owner.performed.all == [1, 2, 3, 0])
    }

    @Test("a call that hands over returns while another thread performs, which continues with its actions")
    func handingOver() throws {
        let (began, mayReturn) = (Signal(), Signal())
        let owner = Owner(.handingOver) { number, _ in
            guard number == 1 else { return }
            began.send()
            _ = mayReturn.wait()
        }
        let first = try Worker("test.first") { owner.apply() }
        #expect(began.wait())
        owner.apply()
        #expect(owner.performed.all == [1])
        mayReturn.send()
        #expect(first.join(seconds: deadlineSeconds))
        #expect(owner.performed.all == [1, 2])
    }

    @Test("a decision inside an action that waits is performed at once, after what was decided before it")
    func reentrance() {
        let owner = Owner(.waiting) { number, owner in
            guard number == 1 else { return }
            owner.apply()
            owner.performed.record(0)
        }
        owner.apply(2)
        #expect(owner.performed.all == [1, 2, 3, 0])
    }

    @Test("a decision inside an action that hands over is performed after that action")
    func laterReentrance() {
        let owner = Owner(.handingOver) { number, owner in
            guard number == 1 else { return }
            owner.apply()
            owner.performed.record(0)
        }
        owner.apply(2)
        #expect(owner.performed.all == [1, 0, 2, 3])
    }

    @Test("an action inside another one performs what a thread decided that waits for the outer action")
    func reentranceBesideWaiter() throws {
        let decided = Signal()
        let owner = Owner(.waiting) { number, owner in
            guard number == 1 else { return }
            _ = decided.wait()
            owner.apply()
        }
        let ticket = owner.decide().ticket
        let second = try Worker("test.second") {
            let (_, ticket) = owner.decide()
            decided.send()
            owner.perform(ticket)
        }
        owner.perform(ticket)
        #expect(second.join(seconds: deadlineSeconds))
        #expect(owner.performed.all == [1, 2, 3])
    }

    /// What a random action does: it decides again, inside.
    private static func decisions(inside number: Int, seed: UInt64) -> [Int] {
        var random = SeededRandom(seed: seed &+ UInt64(number) &* 7919)
        guard random.chance(percent: 30) else { return [] }
        return (0..<Int.random(in: 1...2, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
    }

    /// The expected order, by a list and recursion: numbers of actions, and their negatives where a body ends.
    private struct Model {
        let form: ActionQueue<Int>.Form
        let seed: UInt64
        let limit: Int
        var decided: [Int] = []
        var last = 0
        var depth = 0
        var log: [Int] = []

        mutating func decide(_ count: Int) -> Int {
            decided += Array(last + 1..<last + 1 + count)
            last += count
            return count == 0 ? 0 : last
        }

        mutating func perform(through target: Int) {
            guard target > 0, form == .waiting || depth == 0 else { return }
            while let number = decided.first, form == .handingOver || number <= target {
                decided.removeFirst()
                log.append(number)
                depth += 1
                for count in number < limit ? decisions(inside: number, seed: seed) : [] {
                    perform(through: decide(count))
                }
                depth -= 1
                log.append(-number)
            }
        }
    }

    @Test("random decisions, performed late and inside actions, have the order of a list", arguments: 1...40, forms)
    private func model(seed: UInt64, form: ActionQueue<Int>.Form) {
        let limit = 200
        let log = Recorder<Int>()
        let owner = Owner(form) { number, owner in
            log.record(number)
            for count in number < limit ? Self.decisions(inside: number, seed: seed) : [] { owner.apply(count) }
            log.record(-number)
        }
        var model = Model(form: form, seed: seed, limit: limit)
        var random = SeededRandom(seed: seed)
        var held: [(ticket: ActionQueue<Int>.Ticket, target: Int)] = []
        for _ in 0..<60 {
            if held.isEmpty || random.chance(percent: 60) {
                let count = Int.random(in: 0...3, using: &random)
                held.append((owner.decide(count).ticket, model.decide(count)))
            } else {
                let (ticket, target) = held.remove(at: Int.random(in: held.indices, using: &random))
                owner.perform(ticket)
                model.perform(through: target)
                #expect(log.all == model.log)
            }
        }
        for (ticket, target) in held {
            owner.perform(ticket)
            model.perform(through: target)
        }
        #expect(log.all == model.log)
        #expect(owner.performed.all == Array(1...max(1, owner.performed.count)))
    }

    @Test("the actions of many threads are each performed once, in the order of the decisions", arguments: forms)
    private func threads(form: ActionQueue<Int>.Form) {
        let owner = Owner(form) { number, owner in
            if number % 16 == 0 { owner.apply() }
        }
        let isLate = Recorder<Int>()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<500 {
                let numbers = owner.apply(2)
                if form == .waiting, numbers.contains(where: { $0 > owner.performed.count }) { isLate.record(1) }
            }
        }
        #expect(owner.performed.all == Array(1...owner.performed.count))
        #expect(owner.performed.count > 4000)
        #expect(isLate.count == 0)
    }

    @Test("actions are released without a lock: their deinit may decide")
    func released() throws {
        let queue = ActionQueue<OnRelease>(.waiting)
        let seen = Recorder<Int>()
        let worker = try Worker("test.release") {
            let action = queue.add([OnRelease { queue.perform(queue.add([OnRelease {}])) { _ in seen.record(1) } }])
            queue.perform(action) { _ in }
        }
        try #require(worker.join(seconds: deadlineSeconds))
        #expect(seen.all == [1])
    }
}
