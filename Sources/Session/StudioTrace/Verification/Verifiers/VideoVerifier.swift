import StudioCore

/// Measures the frames of each start.
struct VideoVerifier: Sendable {
    /// A run of frames that have something in common.
    private struct Run: Sendable {
        var start: TracePlace
        var end: MediaTime
        var duration: MediaTime { end - start.time }
    }

    /// A pause from which on a viewer sees one.
    static let stall = MediaTime.milliseconds(250)
    /// The shortest freeze and the shortest black.
    static let longRun = MediaTime.seconds(2)
    /// Fewer frames say nothing about the regularity of their intervals.
    private static let fewestIntervals = 10
    /// A late frame makes one interval longer and the next one shorter. One such frame is not a pattern.
    private static let fewestUneven = 3
    /// The share of irregular intervals that is tolerated.
    private static let unevenShare = 0.01
    /// A scheduler keeps a thread waiting for as long on an idle machine.
    private static let usualDelay = MediaTime.milliseconds(2)

    /// The shortest black from end to end that is reported.
    private static let longBlack = MediaTime.seconds(10)

    /// Whether the frames are those of a slate.
    var isSlate = false
    /// The previous frame of the current start that is black and not of a slate, and how long such frames follow each other.
    private var lastBlack: MediaTime?
    private var ownBlack = MediaTime.zero
    /// Whether a frame of the current start is neither black nor of a slate.
    private var hasPicture = false
    private var intervals = IntervalHistogram()
    private var last: TracePlace?
    /// Whether the machine made the last frame late, and for how long it kept the sender waiting since then.
    private var (isLate, delay) = (false, MediaTime.zero)
    /// The last frame that was rejected since the last accepted one.
    private var rejection: (rule: String, time: MediaTime)?
    private var same: (hash: TraceHash, run: Run)?
    private var black: Run?
    private var longestSame: Run?
    private var longestBlack: Run?
    private var changes = 0
    private var colored = 0
    private(set) var count = 0
    private(set) var firstTime: MediaTime?
    private(set) var metrics = TraceMetrics.Video()
    private(set) var findings = TraceFindings()

    mutating func apply(_ frame: TraceFrame, at place: TracePlace) {
        count += 1
        metrics.frames += 1
        measure(frame, at: place)
        firstTime = firstTime ?? place.time
        follow(frame, at: place)
        if !isSlate, frame.isBlack == false { hasPicture = true }
        let isBlack = !isSlate && frame.isBlack == true
        if isBlack, let lastBlack { ownBlack += place.time - lastBlack }
        lastBlack = isBlack ? place.time : nil
        last = place
        rejection = nil
    }

    /// The machine kept the sender of a block waiting, which may be that of the frames.
    mutating func apply(_ block: TraceBlock) { delay += block.machineDelay ?? .zero }

    /// The machine makes an interval longer, and the next one shorter, when it keeps a sender waiting. Such intervals say nothing
    /// about the sender, unless a viewer also sees a pause without that wait.
    private mutating func measure(_ frame: TraceFrame, at place: TracePlace) {
        let delay = delay + (frame.machineDelay ?? .zero)
        let wasLate = isLate
        (isLate, self.delay) = (delay > Self.usualDelay, .zero)
        guard let last else { return }
        let interval = place.time - last.time
        if !isLate, !wasLate {
            intervals.add(interval, at: place)
        } else if interval - delay > Self.stall {
            intervals.add(interval - delay, at: place)
        }
    }

    /// The rules with which a frame is rejected, and which no audio breaks.
    private static let frameRules: Set = [
        "PS-SEND-002", "PS-SEND-003", "PS-SEND-004", "PS-SEND-005", "PS-SEND-006", "PS-SEND-008", "PS-SEND-013",
    ]

    /// A call is rejected before the stop. If it is a frame, it is missing.
    mutating func apply(_ violation: TraceViolation, at place: TracePlace) {
        guard violation.isRefusal, Self.frameRules.contains(violation.rule) else { return }
        rejection = (violation.rule, place.time)
    }

    /// The last frame of the current start.
    var endTime: MediaTime? { last?.time }

    private mutating func follow(_ frame: TraceFrame, at place: TracePlace) {
        if frame.isBlack == true {
            let run = Run(start: black?.start ?? place, end: place.time)
            black = run
            if run.duration > longestBlack?.duration ?? .zero { longestBlack = run }
        } else {
            black = nil
            if frame.isBlack == false { colored += 1 }
        }
        // Black frames are equal, and are reported as black.
        guard let hash = frame.hash, frame.isBlack != true else {
            same = nil
            return
        }
        if let known = same, known.hash == hash {
            let run = Run(start: known.run.start, end: place.time)
            same = (hash, run)
            if run.duration > longestSame?.duration ?? .zero { longestSame = run }
        } else {
            changes += 1
            same = (hash, Run(start: place, end: place.time))
        }
    }

    /// Judges the frames of a start, and begins the next one.
    ///
    /// - Parameters:
    ///   - sending: when frames could be sent; `nil` without a sender.
    ///   - end: where the start ends. What only its end shows is reported there, after its causes.
    mutating func finishStart(_ sending: SendingPeriod?, at end: TracePlace) {
        judgeIntervals()
        if let sending { judgeEnd(of: sending) }
        judgeRuns()
        // The last frame is seen until the next one would be due.
        let shown = ownBlack + (intervals.median ?? .zero)
        if !hasPicture, shown >= Self.longBlack {
            findings.add(
                .traceAllBlack, at: end,
                "all frames were black for \(NumberText.seconds(shown)); check the source, and that frames are rendered"
            )
        }
        (lastBlack, ownBlack, hasPicture) = (nil, .zero, false)
        (intervals, last, rejection, firstTime, count) = (IntervalHistogram(), nil, nil, nil, 0)
        (isLate, delay) = (false, .zero)
        (same, black, longestSame, longestBlack, changes, colored) = (nil, nil, nil, nil, 0, 0)
    }

    private mutating func judgeIntervals() {
        guard let longest = intervals.longest, let usual = intervals.median else { return }
        metrics.longestInterval = max(metrics.longestInterval ?? .zero, longest)
        let limit = stallLimit
        if let stalls = intervals.intervals(where: { $0 > limit }) {
            findings.add(
                .traceVideoStalled, at: stalls.first.place, count: stalls.count,
                "a frame came \(NumberText.milliseconds(stalls.first.length)) after the previous one; the usual interval is "
                    + NumberText.milliseconds(usual))
        }
        guard intervals.count >= Self.fewestIntervals else { return }
        metrics.usualInterval = usual
        let uneven = intervals.intervals { length in
            length <= limit && abs(length.nanoseconds - usual.nanoseconds) * 2 > usual.nanoseconds
        }
        guard let uneven, uneven.count >= Self.fewestUneven,
            Double(uneven.count) > Self.unevenShare * Double(intervals.count)
        else { return }
        let share = NumberText.percent(Double(uneven.count) / Double(intervals.count))
        let fix =
            intervals.returnsToSchedule(of: usual)
            ? "the frames keep their schedule, and some are late; find what delays them, such as a loaded machine"
            : "pace the producer by deadlines, not by sleeps"
        findings.add(
            .traceFramesUneven, at: uneven.first.place,
            "\(uneven.count) of \(intervals.count) intervals (\(share)) differ by more than half from the usual "
                + "\(NumberText.milliseconds(usual)), first \(NumberText.milliseconds(uneven.first.length)); \(fix)")
    }

    /// The interval from which on a viewer sees a pause.
    var stallLimit: MediaTime {
        max(Self.stall, MediaTime(nanoseconds: (intervals.median?.nanoseconds ?? 0) * 4))
    }

    /// The time without a frame before the stop is a pause like one between two frames.
    private mutating func judgeEnd(of sending: SendingPeriod) {
        let pause = sending.end.time - (last ?? sending.start).time
        guard pause > stallLimit else { return }
        metrics.longestInterval = max(metrics.longestInterval ?? .zero, pause)
        // A client that sends to the end has the finding of its rejected frames.
        if let rejection, sending.end.time - rejection.time <= stallLimit { return }
        let what = last == nil ? "no frame was sent in" : "no frame was sent in the last"
        let cause = rejection.map { ", after a frame was rejected (\($0.rule))" } ?? ""
        findings.add(
            .traceVideoEndsEarly, at: sending.end,
            "\(what) \(NumberText.seconds(pause)) before the stop\(cause); send until stopPSMode or onStopSend")
    }

    private mutating func judgeRuns() {
        if changes > 1 { judge(longestSame, \.longestFreeze, .traceVideoFrozen, "the same frame was sent") }
        if colored > 0 { judge(longestBlack, \.longestBlack, .traceVideoBlack, "the video was black") }
    }

    private mutating func judge(
        _ run: Run?, _ longest: WritableKeyPath<TraceMetrics.Video, MediaTime>, _ rule: Rule, _ event: String
    ) {
        guard let run else { return }
        metrics[keyPath: longest] = max(metrics[keyPath: longest], run.duration)
        guard run.duration >= Self.longRun else { return }
        findings.add(rule, at: run.start, "\(event) for \(NumberText.seconds(run.duration))")
    }
}
