import StudioCore
import StudioTestSupport
import StudioTrace
import Testing

@Suite("verify: quality")
struct QualityVerifierTests {
    private func findings(_ change: (inout TraceScript) -> Void) -> [TraceFinding] {
        var script = TraceScript()
        change(&script)
        return TraceReport(script.trace, path: "a").findings
    }

    private func rules(_ change: (inout TraceScript) -> Void) -> [String] { findings(change).map(\.rule) }

    @Test(
        "an hour of correct media with the jitter of a scheduler has no finding",
        arguments: [
            Rate.thirty, Rate(24), Rate(60), Rate(30_000, over: 1001),
        ].compactMap(\.self))
    func clean(rate: Rate) {
        var random = SeededRandom(seed: 1)
        var script = TraceScript()
        script.seconds = 3600
        var late: [Int64] = [0]
        script.interval = { index in
            // Deadlines: a late frame does not delay the next one.
            late.append(.random(in: 0...3_000_000, using: &random))
            let step = MediaTime(count: Int64(index + 1), rate: rate) - MediaTime(count: Int64(index), rate: rate)
            return step + MediaTime(nanoseconds: late[index + 1] - late[index])
        }
        let report = TraceReport(script.trace, path: "a")
        let (findings, metrics) = (report.findings, report.metrics)
        #expect(findings.map(\.description) == [])
        #expect(abs((metrics.video.usualInterval ?? .zero).seconds * rate.perSecond - 1) < 0.01)
        #expect(metrics.audio.rate.map { abs($0 - 1) < 0.001 } == true)
        #expect(metrics.audio.longestGap == .zero)
    }

    @Test("TRACE-QUALITY-001: uneven frame intervals, but not rare ones")
    func uneven() {
        let short = MediaTime.milliseconds(10)
        let normal = MediaTime(count: 1, rate: .thirty)
        #expect(rules { $0.interval = { $0 % 20 == 7 ? short : normal } } == ["TRACE-QUALITY-001"])
        #expect(rules { $0.interval = { $0 % 150 == 7 ? short : normal } } == [])
    }

    @Test("TRACE-QUALITY-001 advises deadlines, unless late frames return to their schedule")
    func schedule() {
        let (normal, late) = (MediaTime(count: 1, rate: .thirty), MediaTime.milliseconds(20))
        func message(isRecovered: Bool) -> String? {
            findings {
                $0.interval = { index in
                    switch index % 20 {
                    case 7: normal + late
                    case 8 where isRecovered: normal - late
                    default: normal
                    }
                }
            }.first { $0.rule == "TRACE-QUALITY-001" }?.message
        }
        #expect(message(isRecovered: false)?.hasSuffix("; pace the producer by deadlines, not by sleeps") == true)
        #expect(
            message(isRecovered: true)?.hasSuffix(
                "; the frames keep their schedule, and some are late; find what delays them, such as a loaded machine")
                == true)
    }

    @Test("intervals that the machine makes longer, and the next ones, are not uneven; a pause beyond its delay is one")
    func delayedFrames() {
        let (normal, late) = (MediaTime(count: 1, rate: .thirty), MediaTime.milliseconds(20))
        let lateFrames: (inout TraceScript) -> Void = {
            $0.interval = { $0 % 20 == 7 ? normal + late : $0 % 20 == 8 ? normal - late : normal }
        }
        #expect(rules(lateFrames) == ["TRACE-QUALITY-001"])
        let delayed = rules {
            lateFrames(&$0)
            $0.frameDelay = { $0 % 20 == 8 ? late : nil }
        }
        #expect(delayed == [])
        func pause(_ delay: MediaTime) -> [String] {
            rules {
                $0.interval = { $0 == 100 ? .milliseconds(400) : normal }
                $0.frameDelay = { $0 == 101 ? delay : nil }
            }
        }
        #expect(pause(.milliseconds(10)) == ["TRACE-QUALITY-002"])
        #expect(pause(.milliseconds(390)) == [])
    }

    @Test("TRACE-QUALITY-002: a pause of the video")
    func stall() {
        let normal = MediaTime(count: 1, rate: .thirty)
        let found = findings { $0.interval = { $0 == 100 ? .milliseconds(400) : normal } }
        #expect(found.map(\.rule) == ["TRACE-QUALITY-002"])
        #expect(
            found.map(\.message) == ["a frame came 400.0 ms after the previous one; the usual interval is 33.3 ms"])
        #expect(rules { $0.interval = { $0 == 100 ? .milliseconds(250) : normal } } == [])
    }

    @Test("TRACE-QUALITY-002: a pause in a start of few frames")
    func stallOfFewFrames() {
        func intervals(_ pause: MediaTime) -> (Int) -> MediaTime { { $0 == 3 ? pause : .milliseconds(33) } }
        func found(_ pause: MediaTime) -> [String] {
            rules { script in
                (script.frameLimit, script.sendsAudio) = (6, false)
                script.interval = intervals(pause)
            }
        }
        #expect(found(.milliseconds(251)) == ["TRACE-QUALITY-002"])
        #expect(found(.milliseconds(250)) == [])
    }

    @Test("TRACE-QUALITY-011: a sender that sends no frame, one, or some and then none", arguments: [0, 1, 2, 5, 150])
    func endsEarly(frames: Int) throws {
        var script = TraceScript()
        (script.frameLimit, script.sendsAudio, script.pauseBeforeStop) = (frames, false, .seconds(4))
        let report = TraceReport(script.trace, path: "a")
        #expect(report.findings.map(\.rule) == ["TRACE-QUALITY-011"])
        let message = try #require(report.findings.first?.message)
        #expect(
            message.hasPrefix(frames == 0 ? "no frame was sent in 4.000 s" : "no frame was sent in the last 4.000 s"))
        #expect(report.metrics.video.longestInterval == .seconds(4))
        // The studio stopped, for example because the meeting ended.
        script.callsStop = false
        #expect(TraceReport(script.trace, path: "a").findings.map(\.rule) == ["TRACE-QUALITY-011"])
        script.pauseBeforeStop = .milliseconds(250)
        #expect(TraceReport(script.trace, path: "a").findings == [])
    }

    @Test("TRACE-QUALITY-011: frames of one second, as of slides, may be followed by four of them")
    func slides() {
        func found(_ pause: MediaTime) -> [String] {
            rules { script in
                (script.sendsAudio, script.pauseBeforeStop) = (false, pause)
                script.interval = { _ in .seconds(1) }
            }
        }
        #expect(found(.seconds(4)) == [])
        #expect(found(.milliseconds(4001)) == ["TRACE-QUALITY-011"])
    }

    @Test("TRACE-QUALITY-012: audio that ends before the stop; a start without audio is none")
    func audioEndsEarly() {
        var script = TraceScript()
        script.pauseBeforeStop = .milliseconds(271)
        let report = TraceReport(script.trace, path: "a")
        #expect(report.findings.map(\.rule) == ["TRACE-QUALITY-011", "TRACE-QUALITY-012"])
        #expect(report.metrics.audio.longestGap >= .milliseconds(271))
        script.pauseBeforeStop = .milliseconds(230)
        #expect(TraceReport(script.trace, path: "a").findings == [])
    }

    @Test("TRACE-QUALITY-003: a frame that is repeated in moving video, but not a still image")
    func frozen() {
        #expect(
            rules { $0.picture = { (100...161).contains($0) ? (7, false) : (UInt64($0), false) } } == [
                "TRACE-QUALITY-003"
            ])
        #expect(rules { $0.picture = { (100...158).contains($0) ? (7, false) : (UInt64($0), false) } } == [])
        #expect(rules { $0.picture = { _ in (7, false) } } == [])
    }

    @Test("TRACE-QUALITY-004: black in other video, but not in black video")
    func black() {
        #expect(
            rules { $0.picture = { (100...161).contains($0) ? (7, true) : (UInt64($0), false) } } == [
                "TRACE-QUALITY-004"
            ])
        #expect(rules { $0.picture = { (100...158).contains($0) ? (7, true) : (UInt64($0), false) } } == [])
        #expect(rules { $0.picture = { _ in (7, true) } } == ["TRACE-QUALITY-013"])
    }

    @Test("TRACE-QUALITY-005: an audio gap")
    func gap() {
        let found = findings { $0.audioInterval = { .milliseconds($0 == 100 ? 120 : 20) } }
        #expect(found.map(\.rule) == ["TRACE-QUALITY-005"])
        #expect(found.map(\.message) == ["100.0 ms of audio are missing before this block; send without a pause"])
        #expect(rules { $0.audioInterval = { .milliseconds($0 % 2 == 0 ? 30 : 10) } } == [])
    }

    /// A block that comes 100 ms late, and blocks that catch up.
    private func late(_ change: (inout TraceScript) -> Void) -> [String] {
        rules { script in
            script.audioInterval = { .milliseconds($0 == 100 ? 120 : (101..<106).contains($0) ? 0 : 20) }
            change(&script)
        }
    }

    @Test("audio gaps that the machine's delays explain, and the blocks that catch up, are no findings")
    func delayedBlocks() {
        #expect(late { _ in } == ["TRACE-QUALITY-005", "TRACE-QUALITY-006"])
        #expect(late { $0.blockDelay = { $0 == 101 ? .milliseconds(95) : nil } } == [])
        // Several delays of the last second, one of them before a frame.
        let several = late {
            $0.blockDelay = { $0 == 95 || $0 == 101 ? .milliseconds(30) : nil }
            $0.frameDelay = { $0 == 60 ? .milliseconds(35) : nil }
        }
        #expect(several == [])
    }

    @Test("blocks that catch up after a first one that the machine made late are no findings")
    func delayedStart() {
        let start: (inout TraceScript) -> Void = { $0.audioInterval = { .milliseconds($0 < 6 ? 0 : 20) } }
        #expect(rules(start) == ["TRACE-QUALITY-006"])
        let delayed = { (length: MediaTime) in
            rules { script in
                start(&script)
                script.frameDelay = { $0 == 0 ? length : nil }
            }
        }
        #expect(delayed(.milliseconds(115)) == [])
        #expect(delayed(.milliseconds(50)) == ["TRACE-QUALITY-006"])
    }

    @Test("audio gaps that the machine's delays do not explain are findings")
    func shortDelays() {
        #expect(
            late { $0.blockDelay = { $0 == 101 ? .milliseconds(50) : nil } } == [
                "TRACE-QUALITY-005", "TRACE-QUALITY-006",
            ])
        // Too long ago.
        #expect(
            late { $0.blockDelay = { $0 == 40 ? .milliseconds(95) : nil } } == [
                "TRACE-QUALITY-005", "TRACE-QUALITY-006",
            ])
        // More follows early than was late.
        let surplus = rules {
            $0.audioInterval = { .milliseconds($0 == 100 ? 120 : (101..<116).contains($0) ? 0 : 20) }
            $0.blockDelay = { $0 == 101 ? .milliseconds(95) : nil }
        }
        #expect(surplus == ["TRACE-QUALITY-006"])
    }

    @Test("TRACE-QUALITY-006: audio that is sent ahead of its time")
    func overrun() {
        // 100 ms of surplus audio in one burst.
        #expect(
            rules { $0.audioInterval = { .milliseconds((100..<105).contains($0) ? 0 : 20) } } == ["TRACE-QUALITY-006"])
    }

    @Test("TRACE-QUALITY-007: audio at 94.9 % of real time, and its gaps are not reported besides")
    func rate() {
        let found = findings {
            $0.seconds = 30
            $0.audioInterval = { _ in MediaTime(nanoseconds: 21_074_800) }
        }
        #expect(found.map(\.rule) == ["TRACE-QUALITY-007"])
        #expect(found.first?.message.hasPrefix("the audio was sent at 94.9 % of real time; ") == true)
        let fast = rules {
            $0.seconds = 30
            $0.audioInterval = { _ in .milliseconds(19) }
        }
        #expect(fast == ["TRACE-QUALITY-007"])
    }

    @Test("TRACE-QUALITY-008: tracks that begin apart")
    func apart() {
        #expect(rules { $0.audioStart = .milliseconds(501) } == ["TRACE-QUALITY-008"])
        #expect(rules { $0.audioStart = .milliseconds(500) } == [])
    }

    @Test("TRACE-QUALITY-009: media that the encoder dropped, but not while reconnecting")
    func drops() {
        let drop = { TraceEvent.drop(TraceDrop(reason: $0, frames: 3, audioBlocks: 1)) }
        #expect(rules { $0.beforeStop = [drop("encoderOverload")] } == ["TRACE-QUALITY-009"])
        #expect(rules { $0.beforeStop = [drop("reconnecting")] } == [])
    }

    @Test("TRACE-QUALITY-010: a trace without its last record")
    func incomplete() {
        #expect(rules { $0.isComplete = false } == ["TRACE-QUALITY-010"])
    }

    @Test("every rule of the catalogue has a unique identifier")
    func catalogue() {
        let ids = RuleCatalogue.traces.rules.map(\.id)
        #expect(ids.count == 26)
        #expect(Set(ids).count == 26)
    }

    @Test("budgets compare the measured values; what was not measured is missed")
    func budgets() throws {
        var script = TraceScript()
        script.interval = { $0 == 100 ? .milliseconds(100) : MediaTime(count: 1, rate: .thirty) }
        script.audioInterval = { .milliseconds($0 == 100 ? 120 : 20) }
        script.beforeStop = [.drop(TraceDrop(reason: "late", frames: 2, audioBlocks: 1))]
        let limits: [(TraceQuantity, Double)] = [
            (.interval, 100), (.freeze, 0), (.black, 0), (.gap, 100), (.deviation, 100), (.offset, 33), (.drops, 3),
        ]
        let report = TraceReport(script.trace, path: "a", budgets: limits.map { TraceBudget($0.0, $0.1) })
        #expect(report.budgets.filter { !$0.isMet }.map(\.description) == [])
        #expect(report.budgets.count == TraceQuantity.allCases.count)
        let tight = TraceReport(
            script.trace, path: "a",
            budgets: [TraceBudget(.interval, 99), TraceBudget(.gap, 99), TraceBudget(.drops, 2)])
        #expect(
            tight.budgets.map(\.description) == [
                "--max-interval 99.0 ms: missed (measured 100.0 ms)", "--max-gap 99.0 ms: missed (measured 100.0 ms)",
                "--max-drops 2: missed (measured 3)",
            ])
        #expect(tight.verdict == "budget missed")
        let empty = TraceReport(
            Trace(header: script.trace.header, records: []), path: "a", budgets: [TraceBudget(.gap, 1)])
        #expect(empty.budgets.map(\.description) == ["--max-gap 1.0 ms: not measured"])
    }
}
