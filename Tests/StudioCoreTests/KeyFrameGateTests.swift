import StudioCore
import StudioTestSupport
import Testing

@Suite("Joining at key frames, dropping whole groups")
struct KeyFrameGateTests {
    private typealias Unit = KeyFrameGate.Unit

    private func gate(_ units: [(KeyFrameGate.Unit, Bool)] = []) -> KeyFrameGate {
        var gate = KeyFrameGate()
        for (unit, hasRoom) in units { _ = gate.admit(unit, hasRoom: hasRoom) }
        return gate
    }

    @Test(
        "an output that joins passes nothing before its first key frame, and loses nothing by it",
        arguments: [
            (Unit.keyFrame, true, KeyFrameGate.Verdict.pass, true), (.keyFrame, false, .drop, false),
            (.deltaFrame, true, .drop, false), (.deltaFrame, false, .drop, false), (.audio, true, .hold, false),
            (.audio, false, .hold, false),
        ])
    func joining(_ unit: KeyFrameGate.Unit, hasRoom: Bool, verdict: KeyFrameGate.Verdict, counts: Bool) {
        var gate = gate()
        #expect(!gate.countsDrops)
        #expect(gate.admit(unit, hasRoom: hasRoom) == verdict)
        #expect(gate.countsDrops == counts)
    }

    @Test("while there is room everything passes", arguments: [Unit.keyFrame, .deltaFrame, .audio])
    func passing(_ unit: KeyFrameGate.Unit) {
        var gate = gate([(.keyFrame, true)])
        #expect(gate.admit(unit, hasRoom: true) == .pass)
        #expect(gate.countsDrops)
    }

    @Test(
        "without room everything is dropped until a key frame that has room",
        arguments: [Unit.keyFrame, .deltaFrame, .audio])
    func skipping(_ first: KeyFrameGate.Unit) {
        var gate = gate([(.keyFrame, true)])
        #expect(gate.admit(first, hasRoom: false) == .drop)
        #expect(gate.countsDrops)
        #expect(gate.admit(.deltaFrame, hasRoom: true) == .drop)
        #expect(gate.admit(.audio, hasRoom: true) == .drop)
        #expect(gate.admit(.keyFrame, hasRoom: false) == .drop)
        #expect(gate.admit(.keyFrame, hasRoom: true) == .pass)
        #expect(gate.admit(.deltaFrame, hasRoom: true) == .pass)
    }

    @Test("no delta frame ever passes without its whole group before it", arguments: 1...50 as ClosedRange<UInt64>)
    func decodable(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var gate = KeyFrameGate()
        var groupIsWhole = false
        var passed = 0
        for _ in 0..<2000 {
            let unit = generator.pick([Unit.keyFrame, .deltaFrame, .deltaFrame, .deltaFrame, .audio])
            let verdict = gate.admit(unit, hasRoom: generator.chance(percent: 80))
            if verdict == .pass { passed += 1 }
            switch unit {
            case .keyFrame: groupIsWhole = verdict == .pass
            case .deltaFrame:
                if verdict == .pass { #expect(groupIsWhole) } else { groupIsWhole = false }
            case .audio: if verdict == .drop { groupIsWhole = false }
            }
        }
        #expect(passed > 100)
    }
}
