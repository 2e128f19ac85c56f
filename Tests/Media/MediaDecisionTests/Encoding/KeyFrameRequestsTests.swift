import ProgramEncoding
import StudioCore
import StudioTestSupport
import Testing

@Suite("Requested key frames")
struct KeyFrameRequestsTests {
    private static func ms(_ value: Int) -> MediaTime { .milliseconds(Int64(value)) }

    @Test("the first request is granted at once; for peers again a second later, for starts a tenth of a second later")
    func atOnce() {
        var requests = KeyFrameRequests()
        #expect(requests.request(.peer, now: Self.ms(5)) == .request)
        #expect(requests.request(.peer, now: Self.ms(1005)) == .request)
        #expect(requests.request(.start, now: Self.ms(1105)) == .request)
        #expect(requests.request(.start, now: Self.ms(1205)) == .request)
    }

    @Test("requests of peers within a second are put off together until it is over")
    func together() {
        var requests = KeyFrameRequests()
        #expect(requests.request(.peer, now: .zero) == .request)
        #expect(requests.request(.peer, now: Self.ms(1)) == .wait(until: .seconds(1)))
        #expect(requests.request(.peer, now: Self.ms(500)) == .none)
        #expect(requests.request(.peer, now: Self.ms(1200)) == .none)
        #expect(requests.due(at: .seconds(1), now: Self.ms(1001)) == true)
        #expect(requests.request(.peer, now: Self.ms(1300)) == .wait(until: Self.ms(2001)))
    }

    @Test("a start does not wait for the key frame of a peer, and serves that peer")
    func starts() {
        var requests = KeyFrameRequests()
        #expect(requests.request(.peer, now: .zero) == .request)
        #expect(requests.request(.peer, now: Self.ms(10)) == .wait(until: .seconds(1)))
        #expect(requests.request(.start, now: Self.ms(20)) == .wait(until: Self.ms(100)))
        #expect(requests.request(.peer, now: Self.ms(30)) == .none)
        #expect(requests.due(at: Self.ms(100), now: Self.ms(100)) == true)
        // The peer that had to wait until then has begun already.
        #expect(requests.due(at: .seconds(1), now: .seconds(1)) == false)
        #expect(requests.request(.peer, now: Self.ms(400)) == .wait(until: Self.ms(1100)))
        #expect(requests.request(.start, now: Self.ms(700)) == .request)
        #expect(requests.due(at: Self.ms(1100), now: Self.ms(1100)) == false)
    }

    @Test("recordings of 0.3 s back to back begin at once")
    func recordings() {
        var requests = KeyFrameRequests()
        for number in 0..<100 { #expect(requests.request(.start, now: Self.ms(300 * number)) == .request) }
    }

    /// What becomes of requests that arrive in steps of 50 ms; wakes come as planned.
    private static func grants(
        _ steps: [KeyFrameReason?], _ granted: inout [Int], _ answered: (Int, KeyFrameReason, Int) -> Void
    ) {
        var requests = KeyFrameRequests()
        var wakes: Set<Int> = []
        var open: [(at: Int, reason: KeyFrameReason)] = []
        for step in 0..<steps.count + 40 {
            let now = step * 50
            if wakes.remove(now) != nil, requests.due(at: ms(now), now: ms(now)) { granted.append(now) }
            if step < steps.count, let reason = steps[step] {
                open.append((now, reason))
                switch requests.request(reason, now: ms(now)) {
                case .request: granted.append(now)
                case .wait(let time): wakes.insert(Int(time.nanoseconds / 1_000_000))
                case .none: break
                }
            }
            if granted.last == now {
                for request in open { answered(request.at, request.reason, now) }
                open = []
            }
        }
        for request in open { answered(request.at, request.reason, .max) }
    }

    @Test(
        "all sequences of nine steps: each request is served within its interval, and no two key frames are closer than 100 ms"
    )
    func exhaustive() {
        let choices: [KeyFrameReason?] = [nil, .start, .peer]
        var sequences: [[KeyFrameReason?]] = [[]]
        for _ in 0..<9 { sequences = sequences.flatMap { sequence in choices.map { sequence + [$0] } } }
        #expect(sequences.count == 19_683)
        var (late, close, manyForPeers) = (0, 0, 0)
        for sequence in sequences {
            var granted: [Int] = []
            Self.grants(sequence, &granted) { at, reason, served in
                if served - at > Int(reason.interval.nanoseconds / 1_000_000) { late += 1 }
            }
            close += zip(granted, granted.dropFirst()).count { $1 - $0 < 100 }
            // Without a start, peers have one each second at most.
            guard !sequence.contains(.start) else { continue }
            manyForPeers += zip(granted, granted.dropFirst()).count { $1 - $0 < 1000 }
        }
        #expect(late == 0)
        #expect(close == 0)
        #expect(manyForPeers == 0)
    }

    @Test("long seeded sequences: at most ten key frames in any second", arguments: 1...100 as ClosedRange<UInt64>)
    func limit(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let steps = (0..<400).map { _ -> KeyFrameReason? in
            [nil, .start, .start, .peer].randomElement(using: &generator) ?? nil
        }
        var granted: [Int] = []
        var late = 0
        Self.grants(steps, &granted) { at, reason, served in
            if served - at > Int(reason.interval.nanoseconds / 1_000_000) { late += 1 }
        }
        #expect(late == 0)
        for (index, time) in granted.enumerated() {
            #expect(granted[index...].prefix { $0 < time + 1000 }.count <= 10)
        }
        #expect(granted.count > 100)
    }
}
