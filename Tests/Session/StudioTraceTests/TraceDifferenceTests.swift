import StudioCore
import StudioTestSupport
import StudioTrace
import Testing

@Suite("diff: two traces")
struct TraceDifferenceTests {
    private func trace(_ clock: TraceHeader.Clock = .manual, _ change: (inout TraceScript) -> Void = { _ in }) -> Trace
    {
        var script = TraceScript()
        script.seconds = 1
        change(&script)
        var trace = script.trace
        trace.header.clock = clock
        return trace
    }

    @Test("equal traces agree, whatever their session, seed and messages")
    func equal() {
        var other = trace()
        other.header.session = "2"
        other.header.seed = "7"
        other.records.insert(TraceRecord(.note(TraceNote(message: "a")), at: .zero), at: 0)
        #expect(TraceComparison(trace(), other).isEqual)
        #expect(TraceComparison(trace(), other).differences == [])
    }

    @Test("the first differing record is shown on both sides, for the whole order and for its part")
    func firstDifference() {
        let changed = trace { $0.picture = { ($0 == 5 ? 99 : UInt64($0), false) } }
        let differences = TraceComparison(trace(), changed).differences
        #expect(differences.map(\.part) == ["order", "video"])
        #expect(differences.map(\.counts) == [[88, 88], [30, 30]])
        #expect(differences[1].first?.line == differences[1].second?.line)
        #expect(
            differences[1].first?.text
                == "frame 64x36 i420-full, hash 0000000000000005, stamp 0.167 s, thread 1")
        #expect(
            differences[1].second?.text
                == "frame 64x36 i420-full, hash 0000000000000063, stamp 0.167 s, thread 1")
    }

    @Test("violations differ rule by rule")
    func rules() {
        let changed = trace {
            $0.beforeStop = [TraceScript.refusal("PS-SEND-005"), TraceScript.refusal("PS-AUDIO-003")]
        }
        let other = trace { $0.beforeStop = [TraceScript.refusal("PS-SEND-005")] }
        let differences = TraceComparison(changed, other).differences
        #expect(differences.map(\.part) == ["order", "PS-AUDIO-003", "violation"])
        #expect(differences.map(\.counts) == [[90, 89], [1, 0], [2, 1]])
        #expect(differences[1].second == nil)
        #expect(differences[1].description.hasSuffix("violation of PS-AUDIO-003 WrongUsage | second: no such record"))
    }

    @Test("times count only when both clocks are manual")
    func times() {
        let late = { (clock: TraceHeader.Clock) in
            trace(clock) { $0.interval = { _ in MediaTime(nanoseconds: 33_333_334) } }
        }
        #expect(!TraceComparison(trace(), late(.manual)).isEqual)
        #expect(TraceComparison(trace(), trace(.system)).isEqual)
        // Same number of frames, other times, and an order of audio and video that stays the same.
        #expect(TraceComparison(trace(.system), late(.system)).isEqual)
    }

    @Test("delays of the machine do not count")
    func delays() {
        let delayed = { (clock: TraceHeader.Clock) in
            trace(clock) { script in
                script.frameDelay = { $0 == 7 ? .milliseconds(20) : nil }
                script.blockDelay = { $0 == 9 ? .milliseconds(20) : nil }
            }
        }
        #expect(TraceComparison(trace(.system), delayed(.system)).isEqual)
        #expect(TraceComparison(trace(), delayed(.manual)).isEqual)
    }

    @Test("a missing hash agrees with every hash")
    func hashes() {
        var bare = trace()
        for index in bare.records.indices {
            if case .video(var frame) = bare.records[index].event {
                (frame.hash, frame.isBlack) = (nil, nil)
                bare.records[index].event = .video(frame)
            }
        }
        #expect(TraceComparison(trace(), bare).isEqual)
        #expect(TraceComparison(bare, trace()).isEqual)
    }

    @Test("a trace agrees with itself, and a removed record is found", arguments: 1...30 as ClosedRange<UInt64>)
    func removal(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let whole = trace()
        #expect(TraceComparison(whole, whole).isEqual)
        var part = whole
        part.records.remove(at: .random(in: 0..<(part.records.count - 1), using: &random))
        #expect(!TraceComparison(whole, part).isEqual)
        #expect(!TraceComparison(part, whole).isEqual)
    }
}
