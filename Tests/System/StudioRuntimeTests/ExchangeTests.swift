import StudioRuntime
import Testing

/// Replacing values, and numbering.
struct ExchangeTests {
    @Test("An exchange stores the new value and returns the old one")
    func exchanges() {
        var values = [1, 2]
        #expect(exchange(&values, with: [3]) == [1, 2])
        #expect(values == [3])
        let isOver = Lock(false)
        #expect(isOver.withLock { exchange(&$0, with: true) } == false)
        #expect(isOver.withLock { exchange(&$0, with: true) } == true)
    }

    @Test("Numbers count from 1")
    func increments() {
        var last = 0
        #expect([last.increment(), last.increment()] == [1, 2])
        #expect(last == 2)
    }
}
