import StudioCore

/// Measures the audio blocks of each start.
struct AudioVerifier: Sendable {
    /// Rounding of block lengths to nanoseconds, and a sample more or less.
    private static let tolerance = MediaTime.milliseconds(1)
    /// The length of the windows in which the rate is measured: a sender with bursts fills each of them.
    private static let window = MediaTime.seconds(5)
    /// A pause before the stop from which on a listener hears one.
    private static let pause = MediaTime.milliseconds(250)
    /// The rates whose deviation is inaudible.
    private static let rates = 0.99...1.01

    /// The shortest silence from end to end that is reported.
    private static let longSilence = MediaTime.seconds(10)

    /// Whether the program is muted on purpose.
    var isMuted = false
    /// The silence of the current start, and whether it has sound.
    private var silence = MediaTime.zero
    private var hasSound = false
    private var windowStart: MediaTime?
    private var windowDuration = MediaTime.zero
    private var windowRates: [Double] = []
    private var expected: MediaTime?
    /// The gaps and overruns of the current start.
    private var jumps = TraceFindings()
    /// How late the machine has made the sender.
    private var lateness = MachineLateness()
    private(set) var firstTime: MediaTime?
    private var last: TracePlace?
    /// A block that is sent at once lasts until the next one is due.
    private var lastDuration = MediaTime.zero
    private(set) var metrics = TraceMetrics.Audio()
    private(set) var findings = TraceFindings()

    /// The machine delayed the sender of a frame, which may be that of the audio.
    mutating func apply(_ frame: TraceFrame, at place: TracePlace) { lateness.add(frame.machineDelay, at: place.time) }

    mutating func apply(_ block: TraceBlock, at place: TracePlace) {
        metrics.blocks += 1
        lateness.add(block.machineDelay, at: place.time)
        firstTime = firstTime ?? place.time
        follow(block, at: place)
        measure(block, at: place)
        switch block.isSilent {
        case true? where !isMuted: silence += block.duration
        case false?: hasSound = true
        case true?, nil: break
        }
        (last, lastDuration) = (place, block.duration)
    }

    /// The last block of the current start.
    var endTime: MediaTime? { last?.time }

    private mutating func follow(_ block: TraceBlock, at place: TracePlace) {
        defer { expected = block.stamp + block.duration }
        guard let expected else { return lateness.begin(at: place.time) }
        let jump = block.stamp - expected
        if jump > Self.tolerance {
            metrics.longestGap = max(metrics.longestGap, jump)
            guard !lateness.explains(gap: jump, at: place.time) else { return }
            jumps.add(
                .traceAudioGap, at: place,
                "\(NumberText.milliseconds(jump)) of audio are missing before this block; send without a pause")
        } else if MediaTime.zero - jump > Self.tolerance,
            !lateness.explains(overrun: .zero - jump, at: place.time)
        {
            jumps.add(
                .traceAudioOverrun, at: place,
                "the audio was \(NumberText.milliseconds(.zero - jump)) ahead of its time; send each block when it is "
                    + "due")
        }
    }

    private mutating func measure(_ block: TraceBlock, at place: TracePlace) {
        guard let begin = windowStart else {
            (windowStart, windowDuration) = (place.time, block.duration)
            return
        }
        if place.time - begin >= Self.window {
            windowRates.append(windowDuration.seconds / (place.time - begin).seconds)
            (windowStart, windowDuration) = (place.time, .zero)
        }
        windowDuration += block.duration
    }

    /// Judges the blocks of a start, and begins the next one.
    ///
    /// - Parameters:
    ///   - sending: when blocks could be sent; `nil` without a sender.
    ///   - end: where the start ends. What only its end shows is reported there, after its causes.
    mutating func finishStart(_ sending: SendingPeriod?, at end: TracePlace) {
        if let sending { judgeEnd(of: sending) }
        if !hasSound, silence >= Self.longSilence {
            findings.add(
                .traceAllSilent, at: end,
                "all audio was silent, \(NumberText.seconds(silence)); check the source and its volume, or send no audio"
            )
        }
        let sorted = windowRates.sorted()
        let rate = sorted.isEmpty ? nil : sorted[sorted.count / 2]
        if let rate { metrics.rate = rate }
        if sorted.count >= 2, let rate, !Self.rates.contains(rate) {
            // Gaps and overruns are the consequence.
            findings.add(
                .traceAudioRate, at: end,
                "the audio was sent at \(NumberText.percent(rate)) of real time; count samples, and send the block that "
                    + "is due")
        } else {
            for jump in jumps.all { findings.add(jump) }
        }
        (windowStart, windowRates, jumps) = (nil, [], TraceFindings())
        (expected, firstTime, last) = (nil, nil, nil)
        (silence, hasSound, lateness) = (.zero, false, MachineLateness())
    }

    /// The pause from which on a listener hears one.
    var pauseLimit: MediaTime { Self.pause + lastDuration }

    /// The audio of a start may be missing, but not end before the stop.
    private mutating func judgeEnd(of sending: SendingPeriod) {
        guard let last else { return }
        let pause = sending.end.time - last.time
        guard pause > pauseLimit else { return }
        metrics.longestGap = max(metrics.longestGap, pause)
        findings.add(
            .traceAudioEndsEarly, at: sending.end,
            "no audio was sent in the last \(NumberText.seconds(pause)) before the stop; send silence until stopPSMode or "
                + "onStopSend")
    }
}
