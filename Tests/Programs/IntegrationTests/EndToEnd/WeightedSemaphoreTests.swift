import Foundation
import StudioTestSupport
import Testing

@Suite(.endToEnd)
struct WeightedSemaphoreTests {
    @Test("Tasks are admitted in order, and a heavy one waits for its whole weight")
    func order() async {
        let semaphore = WeightedSemaphore(2)
        let admitted = Recorder<Int>()
        await semaphore.acquire(1)
        await semaphore.acquire(1)
        // Each task waits before the next one is created.
        var tasks: [Task<Void, Never>] = []
        for (number, weight) in [2, 1].enumerated() {
            tasks.append(
                Task {
                    await semaphore.acquire(weight)
                    admitted.record(number)
                })
            while await semaphore.waitingCount <= number { await Task.yield() }
        }
        await semaphore.release(1)
        #expect(admitted.all == [], "the heavy task needs both")
        #expect(await semaphore.waitingCount == 2)
        await semaphore.release(1)
        await tasks[0].value
        #expect(admitted.all == [0])
        #expect(await semaphore.waitingCount == 1)
        await semaphore.release(2)
        await tasks[1].value
        #expect(admitted.all == [0, 1])
    }

    @Test("Every suite of this folder has the trait")
    func suites() throws {
        let folder = PackageFolder.url("Tests/Programs/IntegrationTests")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        for name in names where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            guard text.contains("@Test") else { continue }
            #expect(
                text.contains("@Suite(.") && text.contains(".endToEnd") || text.contains("\nextension RealTime {"),
                "\(name)")
        }
    }
}
