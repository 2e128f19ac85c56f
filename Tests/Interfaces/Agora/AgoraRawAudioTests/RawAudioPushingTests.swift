import AgoraRawAudio
import Dispatch
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Raw audio: pushed audio")
struct RawAudioPushingTests {
    @Test("pushed audio is mixed before the record point: it reaches the callback, its edits, the channel and the mix")
    func pushing() throws {
        let fixture = try RawAudioFixture()
        let recorded = Recorder<Int16>()
        let observer = TestObserver([.record, .mixed]) { block in
            guard block.point == .record, let samples = block.samples else { return RawAudioResult(shape: block.shape) }
            recorded.record(samples[0])
            for index in samples.indices { samples[index] *= 2 }
            return RawAudioResult(shape: block.shape)
        }
        try fixture.join(observer)
        try fixture.feed(4)
        try fixture.feed(6) { try fixture.push(5) }
        #expect(recorded.all.suffix(2) == [105, 105])
        #expect([fixture.last(.channel), fixture.last(.speaker), fixture.last(.mix)] == [210, 20, 230])
        fixture.engine.isMuted = true
        try fixture.feed(4) { try fixture.push(5) }
        #expect(fixture.last(.channel) == 0)
        fixture.engine.isMuted = false
        try fixture.feed(6)
        #expect(fixture.last(.channel) == 200)
        // Without an external source.
        #expect(fixture.reports.all == ["AG-PUSH-005"])
    }

    @Test("two threads that push the first blocks at once: both blocks are heard", arguments: 0..<50)
    func firstBlocks(_ attempt: Int) throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.feed(1)
        let failures = Recorder<String>()
        nonisolated(unsafe) let pushing = fixture
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            do { try pushing.push(5) } catch { failures.record("\(error)") }
        }
        #expect(failures.all == [])
        try fixture.feed(8)
        #expect(fixture.taps.withLock { $0[.channel, default: []].count { $0 == 105 } } == 2)
    }

    @Test("after a pause, pushed audio is heard again", arguments: [5, 11, 20, 21, 35, 40, 41] as [Int64])
    func pause(_ milliseconds: Int64) throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.feed(6) { try fixture.push(5) }
        #expect(fixture.last(.channel) == 105)
        try fixture.test.turn(by: .milliseconds(milliseconds))
        try fixture.feed(6) { try fixture.push(7) }
        #expect(fixture.last(.channel) == 107)
        #expect(fixture.reports.all == ["AG-PUSH-005"])
    }

    @Test("a call that is at most 10 ms late continues the audio; a later one begins at its own time")
    func lateness() throws {
        var contract = RawAudioPushContract()
        func time(_ milliseconds: Int64) throws -> MediaTime {
            try contract.push(samples: 960, sampleRate: 48_000, channels: 2, at: .milliseconds(milliseconds)).time
        }
        #expect(try time(100) == .milliseconds(100))
        #expect(try time(120) == .milliseconds(110))
        #expect(try time(130) == .milliseconds(120))
        #expect(try time(141) == .milliseconds(141))
        #expect(try time(142) == .milliseconds(151))
    }

    @Test("the samples of pushed audio are counted over all channels, as in the vendor's samples: AG-PUSH-007")
    func count() throws {
        var contract = RawAudioPushContract()
        func rule(_ samples: Int, _ channels: Int) -> String? {
            do throws(StudioError) {
                _ = try contract.push(samples: samples, sampleRate: 44_100, channels: channels, at: .seconds(1))
                return nil
            } catch {
                return error.rule.id.rawValue
            }
        }
        let stereo = try contract.push(samples: 441 * 10 * 2, sampleRate: 44_100, channels: 2, at: .zero)
        #expect(stereo.byteCount == 441 * 10 * 4)
        let next = try contract.push(samples: 2, sampleRate: 44_100, channels: 2, at: .zero)
        #expect(next.time == .milliseconds(100))
        #expect(rule(441, 2) == "AG-PUSH-007")
        #expect(rule(441, 1) == nil)
        #expect(rule(44_100 * 2 + 2, 2) == "AG-PUSH-001")
        #expect(rule(44_101, 1) == "AG-PUSH-001")
        #expect(rule(0, 1) == "AG-PUSH-001")
    }

    @Test("a count of 10 ms of mono that is declared stereo names mono, another odd count does not: AG-PUSH-007")
    func monoAsStereo() throws {
        for (samples, cause) in [(441, ", which fit 44100 Hz mono"), (443, "")] {
            var contract = RawAudioPushContract()
            let refusal = #expect(throws: StudioError.self) {
                try contract.push(samples: samples, sampleRate: 44_100, channels: 2, at: .zero)
            }
            #expect(refusal?.rule == .rawAudioPushedCount)
            #expect(refusal?.message == "\(samples) samples of 2 channels\(cause)")
            #expect(refusal?.hint.hasPrefix("declare mono, or ") == (samples == 441))
        }
    }

    @Test("the times of pushed audio are counted in samples: roundings do not add up")
    func counting() throws {
        var contract = RawAudioPushContract()
        var now = MediaTime.zero
        for call in 0..<10_000 as Range<Int64> {
            // 9.977 ms, not a whole number of nanoseconds.
            let accepted = try contract.push(samples: 110, sampleRate: 11_025, channels: 1, at: now)
            now = MediaTime(count: call * 110, rate: .samples(11_025))
            try #require(accepted.time == now)
        }
        // Another rate begins where the previous one ended.
        let end = MediaTime(count: 1_100_000, rate: .samples(11_025))
        for call in 0..<3 as Range<Int64> {
            let accepted = try contract.push(samples: 441, sampleRate: 44_100, channels: 1, at: now)
            #expect(accepted.time == end + MediaTime(count: call * 441, rate: .samples(44_100)))
        }
    }

    @Test("audio that a channel cannot store is rejected: AG-PUSH-004")
    func lead() throws {
        var contract = RawAudioPushContract()
        func push(at milliseconds: Int64) throws(StudioError) -> MediaTime {
            try contract.push(samples: 8000, sampleRate: 8000, channels: 1, at: .milliseconds(milliseconds)).time
        }
        #expect(try push(at: 0) == .zero)
        let refusal = #expect(throws: StudioError.self) { try push(at: 499) }
        #expect(refusal?.rule == .rawAudioPushedPace)
        #expect(try push(at: 500) == .seconds(1))
    }

    @Test("a second of audio at once, each second, is stored, and two seconds are not: AG-PUSH-004")
    func bursts() throws {
        for (blocks, expected) in [(10, nil), (20, Rule.rawAudioPushedPace)] {
            var contract = RawAudioPushContract()
            var refusal: Rule?
            // As a loop whose due times are whole seconds: all calls of a second are due at once.
            for call in 0..<4 * blocks {
                let now = MediaTime.seconds(Double(call / blocks))
                do throws(StudioError) {
                    _ = try contract.push(samples: 4410, sampleRate: 44_100, channels: 1, at: now)
                } catch {
                    refusal = error.rule
                }
            }
            #expect(refusal == expected)
        }
    }

    /// The message with which calls at an interval are refused; `nil` when none is.
    private func refusal(
        samples: Int, _ sampleRate: Int, _ channels: Int, every interval: Double = 0.01
    ) -> String? {
        var contract = RawAudioPushContract()
        for call in 0..<1000 as Range<Int64> {
            do throws(StudioError) {
                _ = try contract.push(
                    samples: samples, sampleRate: sampleRate, channels: channels, at: .seconds(Double(call) * interval))
            } catch {
                return error.message
            }
        }
        return nil
    }

    @Test("a count and a pace that fit another format name it: AG-PUSH-004")
    func otherFormat() throws {
        let message = try #require(refusal(samples: 882, 8000, 1))
        #expect(message.hasSuffix("882 samples a call, and their pace, fit 44100 Hz stereo, not 8000 Hz mono"))
        let bytes = "fit 48000 Hz stereo or a count of bytes, not 48000 Hz mono"
        #expect(refusal(samples: 960, 48_000, 1)?.hasSuffix(bytes) == true)
        #expect(refusal(samples: 480, 16_000, 1)?.hasSuffix("fit 48000 Hz mono, not 16000 Hz mono") == true)
        let ambiguous = "fit 32000 Hz mono, 16000 Hz stereo or a count of bytes, not 16000 Hz mono"
        #expect(refusal(samples: 320, 16_000, 1)?.hasSuffix(ambiguous) == true)
        // Speech of 24 kHz, in calls that have whole blocks of 32 kHz.
        let speech = refusal(samples: 640, 16_000, 1, every: 640.0 / 24_000)
        #expect(speech?.hasSuffix("of audio was pushed ahead of time") == true)
        // No listed format has 1234 samples in 10 ms.
        #expect(refusal(samples: 1234, 8000, 1)?.hasSuffix("of audio was pushed ahead of time") == true)
        #expect(refusal(samples: 1920, 48_000, 2)?.hasSuffix("fit a count of bytes, not 48000 Hz stereo") == true)
        #expect(refusal(samples: 882, 44_100, 2) == nil)
    }

    @Test("a second of audio that is pushed in one call is heard to its end")
    func longCall() throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.feed(6) { try fixture.push(5) }
        let second = [Int16](repeating: 5, count: 48_000 * 2)
        try second.withUnsafeBytes { bytes in
            let start = try #require(bytes.baseAddress)
            try fixture.engine.push(start, samples: 96_000, sampleRate: 48_000, channels: 2, track: nil)
        }
        try fixture.feed(102)
        #expect(fixture.last(.channel) == 105)
        try fixture.feed(1)
        #expect(fixture.last(.channel) == 100)
    }

    @Test("audio that several threads push into one source is published in the order of its times")
    func threads() throws {
        let fixture = try RawAudioFixture()
        let lowest = Recorder<Int16>()
        let observer = TestObserver(.record) { block in
            lowest.record(block.samples?.min() ?? 0)
            return RawAudioResult(shape: block.shape)
        }
        let engine = fixture.engine
        engine.publish { $0.publishesTracks = true }
        let tracks = try (0..<16).map { _ in try engine.createTrack() }
        try fixture.join(observer)
        let block = [Int16](repeating: 50, count: 96)
        // A block in another order than its time leaves a gap behind the filter.
        for track in tracks {
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<30 {
                    block.withUnsafeBytes { bytes in
                        guard let start = bytes.baseAddress else { return }
                        #expect(throws: Never.self) {
                            try engine.push(start, samples: 96, sampleRate: 16_000, channels: 1, track: track)
                        }
                    }
                }
            }
        }
        try fixture.feed(130)
        // Without the beginning, which the filter and the latency delay.
        let levels = lowest.all.dropFirst(10)
        #expect(levels.count == 120)
        #expect(levels.allSatisfy { abs($0 - 900) <= 16 }, "\(levels)")
    }

    @Test("the next channel has a clock of its own: audio for it begins with its first call")
    func rejoining() throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.test.turn(by: .seconds(5))
        try fixture.push(5)
        try fixture.engine.leave()
        let next = TestMeeting()
        _ = try fixture.engine.join("next", user: 1, appID: "app") { next.meeting }
        for _ in 0..<6 {
            try fixture.push(7)
            try next.turn(by: .milliseconds(10))
        }
        #expect(fixture.last(.channel) == 7)
        #expect(fixture.reports.all == ["AG-PUSH-005"])
    }

    @Test("pushed audio of another rate is resampled, and continues without gaps")
    func pushedRate() throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.feed(20) { try fixture.push(50, rate: 16_000, channels: 1) }
        let levels = fixture.taps.withLock { $0[.channel] ?? [] }.suffix(12)
        #expect(levels.allSatisfy { abs($0 - 150) <= 1 }, "\(levels)")
    }

    @Test(
        "a rate that the vendor does not list is accepted, resampled, and reported once: AG-PUSH-006",
        arguments: [11_025, 22_050, 24_000, 96_000, 192_000])
    func otherRate(_ rate: Int) throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.feed(20) { try fixture.push(50, rate: rate, channels: 1) }
        let levels = fixture.taps.withLock { $0[.channel] ?? [] }.suffix(12)
        #expect(levels.count == 12)
        #expect(levels.allSatisfy { abs($0 - 150) <= 1 }, "\(levels)")
        #expect(fixture.reports.all == ["AG-PUSH-005", "AG-PUSH-006"])
    }

    @Test("the lowest rate is accepted: AG-PUSH-001")
    func lowestRate() throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.push(50, rate: 1000, channels: 1)
        #expect(fixture.reports.all == ["AG-PUSH-005", "AG-PUSH-006"])
    }

    @Test("the five rates of the vendor are accepted without a report: AG-PUSH-006")
    func listedRates() throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        for rate in [8000, 16_000, 32_000, 44_100, 48_000] { try fixture.push(50, rate: rate, channels: 1) }
        #expect(fixture.reports.all == ["AG-PUSH-005"])
    }

    @Test("a custom track is heard while it is published, beside the microphone or instead of it: AG-PUSH-003")
    func customTracks() throws {
        let fixture = try RawAudioFixture()
        let (first, second) = (try fixture.engine.createTrack(), try fixture.engine.createTrack())
        #expect([first, second] == [1, 2])
        try fixture.join()
        func levels() throws -> [Int16?] {
            try fixture.feed(6) {
                try fixture.push(5, to: first)
                try fixture.push(7, to: second)
            }
            return [fixture.last(.channel), fixture.last(.mix)]
        }
        #expect(try levels() == [100, 120])
        #expect(fixture.reports.all.map(\.rawValue) == ["AG-PUSH-003"])
        fixture.engine.publish { ($0.publishesTracks, $0.track) = (true, second) }
        #expect(try levels() == [107, 127])
        fixture.engine.publish { $0.track = 0 }
        #expect(try levels() == [112, 132])
        fixture.engine.publish { $0.publishesMicrophone = false }
        #expect(try levels() == [12, 32])
        try fixture.engine.destroyTrack(first)
        try fixture.feed(6) { try fixture.push(7, to: second) }
        #expect(fixture.last(.channel) == 7)
        fixture.engine.publish { $0.publishesTracks = false }
        try fixture.feed(6)
        #expect([fixture.last(.channel), fixture.last(.mix)] == [0, 120])
        #expect(fixture.reports.count == 1)
    }

    @Test(
        """
        rejected audio: AG-PUSH-001 AG-PUSH-002 AG-PUSH-004 AG-JOIN-008
        """)
    func rejectedAudio() throws {
        let fixture = try RawAudioFixture()
        func rule(_ call: () throws(StudioError) -> Void) -> String? {
            do throws(StudioError) {
                try call()
                return nil
            } catch {
                return error.rule.id.rawValue
            }
        }
        #expect(rule { () throws(StudioError) in try fixture.push(5) } == "AG-JOIN-008")
        try fixture.join()
        #expect(rule { () throws(StudioError) in try fixture.push(5, rate: 999) } == "AG-PUSH-001")
        #expect(rule { () throws(StudioError) in try fixture.push(5, rate: 192_001) } == "AG-PUSH-001")
        #expect(rule { () throws(StudioError) in try fixture.push(5, channels: 3) } == "AG-PUSH-001")
        #expect(rule { () throws(StudioError) in try fixture.push(5, to: 1) } == "AG-PUSH-002")
        #expect(rule { () throws(StudioError) in try fixture.engine.destroyTrack(1) } == "AG-PUSH-002")
        // 1.5 s ahead.
        for _ in 0..<150 { #expect(rule { () throws(StudioError) in try fixture.push(5) } == nil) }
        #expect(rule { () throws(StudioError) in try fixture.push(5) } == "AG-PUSH-004")
        try fixture.feed(1)
        #expect(rule { () throws(StudioError) in try fixture.push(5) } == nil)
        #expect(fixture.reports.all.filter { $0 != "AG-PUSH-005" }.count == 7)
    }
}
