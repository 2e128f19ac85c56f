import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Samples that wait for their block")
struct SampleQueueTests {
    private func take(_ count: Int, of queue: SampleQueue) -> (samples: [Int16], isSilent: Bool) {
        var result: (samples: [Int16], isSilent: Bool) = ([], false)
        queue.take(count) { result = (Array($0), $1) }
        return result
    }

    private func append(_ samples: [Int16], to queue: SampleQueue) {
        samples.withUnsafeBufferPointer { queue.append($0) }
    }

    @Test("samples leave in their order, at most as many as there are")
    func order() {
        let queue = SampleQueue()
        append([1, 2, 3], to: queue)
        append([4], to: queue)
        #expect(queue.count == 4)
        #expect(take(3, of: queue).samples == [1, 2, 3])
        #expect(take(3, of: queue).samples == [4])
        #expect(queue.count == 0)
    }

    @Test("silence is known behind the last sample that was appended")
    func silence() {
        let queue = SampleQueue()
        queue.appendSilence(2)
        #expect(take(1, of: queue).isSilent)
        append([5], to: queue)
        queue.appendSilence(2)
        let mixed = take(2, of: queue)
        #expect(mixed.samples == [0, 5])
        #expect(!mixed.isSilent)
        let silent = take(2, of: queue)
        #expect(silent.samples == [0, 0])
        #expect(silent.isSilent)
    }

    @Test("what cannot be written is not appended")
    func failure() {
        let queue = SampleQueue()
        let isAppended = queue.append(3) { _ in false }
        #expect(!isAppended)
        #expect(queue.count == 0)
    }

    @Test(
        "random amounts leave as they came, whatever the memory",
        arguments: 0..<UInt64(LongRun.repetitions(ordinary: 10, long: 50)))
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let queue = SampleQueue()
        var model: [Int16] = []
        for _ in 0..<100 {
            let count = Int.random(in: 0...3000, using: &random)
            if Bool.random(using: &random) {
                let samples = (0..<count).map { _ in Int16.random(in: .min ... .max, using: &random) }
                append(samples, to: queue)
                model += samples
            } else {
                queue.appendSilence(count)
                model += [Int16](repeating: 0, count: count)
            }
            let wanted = Int.random(in: 0...3000, using: &random)
            let taken = take(wanted, of: queue)
            let isEqual = taken.samples.elementsEqual(model.prefix(wanted))
            #expect(isEqual)
            if taken.isSilent { #expect(taken.samples.allSatisfy { $0 == 0 }) }
            model.removeFirst(min(wanted, model.count))
            #expect(queue.count == model.count)
        }
    }
}
