import ProgramEncoding
import StudioCore
import StudioTestSupport
import Testing

@Suite("KeyFrameGate")
struct KeyFrameGateTests {
    private typealias Unit = KeyFrameGate.Unit

    private func gate(_ units: [(KeyFrameGate.Unit, Bool)] = []) -> KeyFrameGate {
        var gate = KeyFrameGate()
        for (unit, hasCapacity) in units { _ = gate.admit(unit, hasCapacity: hasCapacity) }
        return gate
    }

    @Test(
        "an output accepts nothing before its first key frame, and holds the audio until then",
        arguments: [
            (Unit.keyFrame, true, Admission.taken), (.keyFrame, false, .refused), (.deltaFrame, true, .refused),
            (.deltaFrame, false, .refused), (.audio, true, .held), (.audio, false, .held),
        ])
    func starting(_ unit: KeyFrameGate.Unit, hasCapacity: Bool, admission: Admission) {
        var gate = gate()
        #expect(gate.admit(unit, hasCapacity: hasCapacity) == admission)
    }

    @Test("with capacity everything is accepted", arguments: [Unit.keyFrame, .deltaFrame, .audio])
    func passing(_ unit: KeyFrameGate.Unit) {
        var gate = gate([(.keyFrame, true)])
        #expect(gate.admit(unit, hasCapacity: true) == .taken)
    }

    @Test(
        "without capacity everything is dropped until a key frame with capacity",
        arguments: [Unit.keyFrame, .deltaFrame, .audio])
    func skipping(_ first: KeyFrameGate.Unit) {
        var gate = gate([(.keyFrame, true)])
        #expect(gate.admit(first, hasCapacity: false) == .refused)
        #expect(gate.admit(.deltaFrame, hasCapacity: true) == .refused)
        #expect(gate.admit(.audio, hasCapacity: true) == .refused)
        #expect(gate.admit(.keyFrame, hasCapacity: false) == .refused)
        #expect(gate.admit(.keyFrame, hasCapacity: true) == .taken)
        #expect(gate.admit(.deltaFrame, hasCapacity: true) == .taken)
    }

    @Test("no delta frame passes without its complete group before it", arguments: 1...50 as ClosedRange<UInt64>)
    func decodable(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var gate = KeyFrameGate()
        var groupIsWhole = false
        var passed = 0
        for _ in 0..<2000 {
            let unit = generator.pick([Unit.keyFrame, .deltaFrame, .deltaFrame, .deltaFrame, .audio])
            let admission = gate.admit(unit, hasCapacity: generator.chance(percent: 80))
            if admission == .taken { passed += 1 }
            switch unit {
            case .keyFrame: groupIsWhole = admission == .taken
            case .deltaFrame:
                if admission == .taken { #expect(groupIsWhole) } else { groupIsWhole = false }
            case .audio: if admission == .refused { groupIsWhole = false }
            }
        }
        #expect(passed > 100)
    }
}
