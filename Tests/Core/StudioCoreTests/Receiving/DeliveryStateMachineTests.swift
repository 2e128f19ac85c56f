import StudioCore
import StudioTestSupport
import Testing

@Suite("Delivery of frames to a subscriber")
struct DeliveryStateMachineTests {
    /// A reference to a machine, so that an expectation can change it.
    private final class Machine {
        private var value: DeliveryStateMachine
        init(_ policy: DeliveryPolicy) { value = DeliveryStateMachine(policy) }
        var state: DeliveryStateMachine.State { value.state }
        func offer(at time: MediaTime, credits: Int) -> DeliveryStateMachine.Offer {
            value.offer(at: time, credits: credits)
        }
        func returned() -> Bool { value.returned() }
        func close() { value.close() }
    }

    private func time(_ frame: Int) -> MediaTime { MediaTime(count: Int64(frame), rate: .thirty) }

    @Test("late discard drops each frame that arrives during a call; none waits")
    func lateDiscard() {
        let machine = Machine(.lateDiscard)
        #expect(machine.offer(at: time(0), credits: 4) == .deliver)
        #expect(machine.offer(at: time(1), credits: 4) == .drop(.late))
        #expect(machine.offer(at: time(2), credits: 4) == .drop(.late))
        #expect(!machine.returned())
        #expect(machine.state == .idle)
        #expect(machine.offer(at: time(3), credits: 4) == .deliver)
    }

    @Test("a queue keeps frames in order up to its limit, then drops arriving ones")
    func queue() {
        let machine = Machine(.queue(limit: 2))
        #expect(machine.offer(at: time(0), credits: 9) == .deliver)
        #expect(machine.offer(at: time(1), credits: 9) == .wait)
        #expect(machine.offer(at: time(2), credits: 9) == .wait)
        #expect(machine.offer(at: time(3), credits: 9) == .drop(.overflow))
        #expect(machine.state == .busy(waiting: 2))
        #expect(machine.returned())
        #expect(machine.offer(at: time(4), credits: 9) == .wait)
        #expect(machine.returned())
        #expect(machine.returned())
        #expect(!machine.returned())
        #expect(machine.state == .idle)
    }

    @Test("newest only replaces the waiting frame, also without a free credit")
    func newestOnly() {
        let machine = Machine(.newestOnly)
        #expect(machine.offer(at: time(0), credits: 2) == .deliver)
        #expect(machine.offer(at: time(1), credits: 1) == .wait)
        #expect(machine.offer(at: time(2), credits: 0) == .replace(.late))
        #expect(machine.state == .busy(waiting: 1))
        #expect(machine.returned())
        #expect(machine.offer(at: time(3), credits: 0) == .drop(.outOfBuffers))
        #expect(!machine.returned())
    }

    @Test(
        "without a credit an idle subscriber gets nothing",
        arguments: [DeliveryPolicy.lateDiscard, .newestOnly, .queue(limit: 3)])
    func withoutCredit(_ policy: DeliveryPolicy) {
        let machine = Machine(policy)
        #expect(machine.offer(at: time(0), credits: 0) == .drop(.outOfBuffers))
        #expect(machine.state == .idle)
        #expect(machine.offer(at: time(1), credits: 1) == .deliver)
    }

    @Test("a minimum duration of 1/15 s passes every second frame of 30 per second, whatever the rounding")
    func minimumDuration() {
        let machine = Machine(
            DeliveryPolicy(
                .lateDiscard, minimumDuration: MediaTime(count: 1, rate: .thirty) + MediaTime(count: 1, rate: .thirty)))
        var delivered: [Int] = []
        for frame in 0..<12 {
            guard machine.offer(at: time(frame), credits: 1) == .deliver else { continue }
            delivered.append(frame)
            _ = machine.returned()
        }
        #expect(delivered == [0, 2, 4, 6, 8, 10])
    }

    @Test("a dropped frame does not start the minimum duration")
    func durationAfterDrop() {
        let machine = Machine(DeliveryPolicy(.lateDiscard, minimumDuration: .milliseconds(50)))
        #expect(machine.offer(at: .zero, credits: 0) == .drop(.outOfBuffers))
        #expect(machine.offer(at: .milliseconds(1), credits: 1) == .deliver)
        #expect(!machine.returned())
        #expect(machine.offer(at: .milliseconds(49), credits: 1) == .drop(.rateLimit))
        #expect(machine.offer(at: .milliseconds(50), credits: 1) == .deliver)
    }

    @Test("a closed subscription delivers nothing; a running call may still return")
    func closing() {
        let machine = Machine(.queue(limit: 2))
        #expect(machine.offer(at: time(0), credits: 2) == .deliver)
        #expect(machine.offer(at: time(1), credits: 1) == .wait)
        machine.close()
        #expect(machine.state == .closed)
        #expect(!machine.returned())
        #expect(machine.offer(at: time(2), credits: 2) == .ignore)
    }

    /// The same rules written as lists: the frames that wait, and whether a call runs.
    private struct Model {
        let policy: DeliveryPolicy
        var running: Int?
        var waiting: [Int] = []
        var delivered: [Int] = []
        var dropped: [Int: DropReason] = [:]
        var held: Int { (running == nil ? 0 : 1) + waiting.count }

        mutating func offer(_ frame: Int, capacity: Int) {
            if running == nil {
                if held < capacity { start(frame) } else { dropped[frame] = .outOfBuffers }
                return
            }
            switch policy.backlog {
            case .lateDiscard: dropped[frame] = .late
            case .queue(let limit):
                if waiting.count >= limit {
                    dropped[frame] = .overflow
                } else if held >= capacity {
                    dropped[frame] = .outOfBuffers
                } else {
                    waiting.append(frame)
                }
            case .newestOnly:
                if let old = waiting.popLast() {
                    dropped[old] = .late
                    waiting = [frame]
                } else if held >= capacity {
                    dropped[frame] = .outOfBuffers
                } else {
                    waiting = [frame]
                }
            }
        }

        mutating func start(_ frame: Int) {
            running = frame
            delivered.append(frame)
        }

        mutating func returned() {
            running = nil
            if !waiting.isEmpty { start(waiting.removeFirst()) }
        }
    }

    /// Performs what the machine decides.
    private struct Shell {
        var machine: DeliveryStateMachine
        var running = false
        var waiting: [Int] = []
        var delivered: [Int] = []
        var dropped: [Int: DropReason] = [:]

        mutating func offer(_ frame: Int, capacity: Int) {
            let held = (running ? 1 : 0) + waiting.count
            switch machine.offer(at: MediaTime(count: Int64(frame), rate: .thirty), credits: capacity - held) {
            case .deliver: start(frame)
            case .wait: waiting.append(frame)
            case .replace(let reason):
                if let old = waiting.popLast() { dropped[old] = reason }
                waiting.append(frame)
            case .drop(let reason): dropped[frame] = reason
            case .ignore: break
            }
        }

        mutating func start(_ frame: Int) {
            running = true
            delivered.append(frame)
        }

        mutating func returned() {
            guard running else { return }
            running = false
            if machine.returned() { start(waiting.removeFirst()) }
        }
    }

    @Test(
        "random arrivals and returns give what a model of lists gives, and each frame has one fate",
        arguments: 0..<200 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let policies: [DeliveryPolicy] = [
            .lateDiscard, .newestOnly, .queue(limit: Int.random(in: 1...4, using: &random)),
        ]
        for policy in policies {
            var model = Model(policy: policy)
            var shell = Shell(machine: DeliveryStateMachine(policy))
            let capacity = Int.random(in: 0...5, using: &random)
            for frame in 0..<60 {
                model.offer(frame, capacity: capacity)
                shell.offer(frame, capacity: capacity)
                while model.running != nil, Bool.random(using: &random) {
                    model.returned()
                    shell.returned()
                }
                #expect(shell.waiting == model.waiting)
                #expect(shell.running == (model.running != nil))
            }
            #expect(shell.delivered == model.delivered)
            #expect(shell.dropped == model.dropped)
            #expect(shell.delivered.count + shell.dropped.count + shell.waiting.count == 60)
            #expect(shell.delivered == shell.delivered.sorted())
        }
    }
}
