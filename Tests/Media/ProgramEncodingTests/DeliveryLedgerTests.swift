import StudioCore
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("DeliveryLedger")
struct DeliveryLedgerTests {
    @Test("a unit is pending until it is delivered or lost")
    func units() {
        var ledger = DeliveryLedger()
        for _ in 0..<3 { ledger.offer(.video) }
        ledger.offer(.audio)
        #expect(ledger.video.pending == 3)
        ledger.take(.video, by: ledger.connection)
        ledger.lose(.video, by: ledger.connection)
        #expect(ledger.video.taken == 1)
        #expect(ledger.video.lost == 1)
        #expect(ledger.video.pending == 1)
        #expect(ledger.audio.pending == 1)
    }

    @Test("pending units of an ended connection are lost, and later reports change nothing")
    func connectionEnds() {
        var ledger = DeliveryLedger()
        let first = ledger.connection
        for _ in 0..<5 { ledger.offer(.video) }
        ledger.take(.video, by: first)
        ledger.endConnection(first)
        #expect(ledger.video.lost == 4)
        ledger.offer(.video)
        ledger.take(.video, by: first)
        ledger.lose(.video, by: first)
        ledger.endConnection(first)
        #expect(ledger.video.taken == 1)
        #expect(ledger.video.lost == 4)
        #expect(ledger.video.pending == 1)
    }

    @Test("pending units at a proper end are delivered")
    func completes() {
        var ledger = DeliveryLedger()
        let first = ledger.connection
        for _ in 0..<3 { ledger.offer(.audio) }
        ledger.lose(.audio, by: first)
        ledger.completeConnection(first)
        #expect(ledger.audio.taken == 2)
        #expect(ledger.audio.lost == 1)
        ledger.offer(.audio)
        ledger.completeConnection(first)
        #expect(ledger.audio.pending == 1, "pending on the next connection")
    }

    @Test("offered = taken + lost + pending, whatever happens", arguments: 1...100 as ClosedRange<UInt64>)
    func property(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var ledger = DeliveryLedger()
        var connections = [ledger.connection]
        for _ in 0..<1000 {
            let track: DeliveryLedger.Track = generator.pick([.video, .audio])
            let reporter = generator.pick(connections)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...3: ledger.offer(track)
            case 4, 5: ledger.take(track, by: reporter)
            case 6: ledger.lose(track, by: reporter)
            default:
                if generator.chance(percent: 10) { ledger.endConnection(reporter) }
            }
            connections.append(ledger.connection)
            for units in [ledger.video, ledger.audio] {
                #expect(units.offered == units.taken + units.lost + units.pending)
                #expect(units.pending >= 0)
            }
        }
        ledger.endConnection()
        #expect(ledger.video.pending == 0)
        #expect(ledger.audio.pending == 0)
    }

    @Test("what was taken is lost when it is gone")
    func gone() {
        var ledger = DeliveryLedger()
        for _ in 0..<3 { ledger.offer(.video) }
        ledger.offer(.audio)
        ledger.take(.video, by: ledger.connection)
        ledger.take(.audio, by: ledger.connection)
        ledger.endConnection()
        ledger.loseTaken()
        #expect(ledger.video.taken == 0)
        #expect(ledger.video.lost == 3)
        #expect(ledger.audio.lost == 1)
        #expect(ledger.video.pending == 0)
    }
}
