import StudioCore

/// Applies the rules of ``RuleCatalogue/traces`` to the records of a trace.
struct TraceVerifier: Sendable {
    /// What is not judged with `--fast`, where sources are often artificial.
    private static let ofRealTime = [Rule.traceAllBlack.id.rawValue, Rule.traceAllSilent.id.rawValue]
    /// The largest distance of the tracks.
    static let tracksApart = MediaTime.milliseconds(500)

    private var order = OrderVerifier()
    private var starts = StartVerifier()
    private var threads = ThreadVerifier()
    private var video = VideoVerifier()
    private var audio = AudioVerifier()
    private var own = TraceFindings()
    private var tracksApart: MediaTime?
    private var dropped = 0
    private var received = TraceMetrics.Received()
    private var last = TracePlace(time: .zero, line: 1)
    /// Where the trace was completed.
    private var end: TracePlace?
    /// Whether psstudio itself sends: its sources may have ended.
    private var isOwnSession = false
    /// Where the current sender was delivered; `nil` without one.
    private var sendingStart: TracePlace?
    /// Where the app stopped the current start.
    private var stopCall: TracePlace?
    private var hasSentSinceStop = false

    /// Whether the times are those of a manual clock.
    var isManual: Bool {
        get { order.isManual }
        set { order.isManual = newValue }
    }

    /// Applies the next record.
    mutating func apply(_ record: TraceRecord, line: Int) {
        let place = TracePlace(time: record.time, line: line)
        if case .end = record.event { end = place } else { last = place }
        order.apply(record.event, at: place)
        starts.apply(record.event, at: place)
        switch record.event {
        case .video(let frame):
            hasSentSinceStop = stopCall != nil
            video.apply(frame, at: place)
            audio.apply(frame, at: place)
            threads.apply(frame, at: place)
        case .audio(let block):
            hasSentSinceStop = stopCall != nil
            audio.apply(block, at: place)
            video.apply(block)
            threads.apply(block, at: place)
        case .violation(let violation) where stopCall == nil: video.apply(violation, at: place)
        case .state(let state) where state.part == "session": isOwnSession = true
        case .state(let state) where state.part == "slate": video.isSlate = state.state == "shown"
        case .state(let state) where state.part == "programAudio": audio.isMuted = state.state == "muted"
        case .call(let call) where call.name == "stop" && call.result?.text == StudioError.Code.success.rawValue:
            stopCall = stopCall ?? place
        case .callback(let callback) where callback.name == "sendingStarted":
            // Delivered twice, it begins nothing.
            guard sendingStart == nil else { break }
            finishStart(at: place)
            if callback.arguments["hasSender"]?.flag == true { sendingStart = place }
        case .callback(let callback) where callback.name == "sendingStopped": finishStart(at: place)
        case .state(let state) where state == .testEnded: finishStart(at: place)
        case .end(let end):
            (received.frames, received.blocks) = (end.receivedFrames ?? 0, end.receivedAudioBlocks ?? 0)
        // The finding is AV-QUALITY-001.
        case .drop(let drop) where drop.reason == TraceDrop.lateForDelegate: dropped += drop.frames
        case .drop(let drop) where drop.reason != "reconnecting":
            dropped += drop.frames + drop.audioBlocks
            let message = "\(drop.frames) frames and \(drop.audioBlocks) audio blocks were dropped: \(drop.reason)"
            own.add(TraceFinding(.traceMediaDropped, at: place, message))
        default: break
        }
    }

    /// Ends the trace.
    ///
    /// - Parameters:
    ///   - header: the first line.
    ///   - isComplete: whether its last record is the end.
    ///   - isStrict: whether the judge is strict.
    /// - Returns: the findings in the order of their lines, and the measured values.
    mutating func finish(
        _ header: TraceHeader, isComplete: Bool, isStrict: Bool
    ) -> (findings: [TraceFinding], metrics: TraceMetrics) {
        finishStart(at: last)
        order.finish()
        // A test on a manual clock ends its trace when it likes.
        starts.finish(at: header.clock == .system ? end : nil)
        if !isComplete {
            own.add(
                .traceIncomplete, at: last, "the trace ends without its last record; the client crashed or was killed")
        }
        var metrics = TraceMetrics()
        (metrics.video, metrics.audio) = (video.metrics, audio.metrics)
        (metrics.tracksApart, metrics.dropped, metrics.received) = (tracksApart, dropped, received)
        var all = order.findings.all + starts.findings.all + threads.findings.all
        all += video.findings.all + audio.findings.all + own.all
        if header.isFast == true { all.removeAll { Self.ofRealTime.contains($0.rule) } }
        if !isStrict { all.removeAll { $0.group == .strict } }
        let sorted = all.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        return (sorted.map(\.element), metrics)
    }

    private mutating func finishStart(at place: TracePlace) {
        if let videoStart = video.firstTime, let audioStart = audio.firstTime, let videoEnd = video.endTime,
            let audioEnd = audio.endTime
        {
            let start = MediaTime(nanoseconds: abs(videoStart.nanoseconds - audioStart.nanoseconds))
            let end = MediaTime(nanoseconds: abs(videoEnd.nanoseconds - audioEnd.nanoseconds))
            tracksApart = max(tracksApart ?? .zero, max(start, end))
            for (distance, edge) in [(start, "begin"), (end, "end")] where distance > Self.tracksApart {
                own.add(
                    .traceTracksApart, at: place,
                    "video and audio \(edge) \(NumberText.milliseconds(distance)) apart; send both during the whole "
                        + "time")
            }
        }
        if let stopCall, sendingStart != nil, !isOwnSession { judgeLoop(from: stopCall, to: place) }
        let end = stopCall ?? place
        let sending = sendingStart.map { SendingPeriod(start: $0, end: end) }
        video.finishStart(sending, at: end)
        audio.finishStart(sending, at: end)
        threads.finishStart()
        (sendingStart, stopCall, hasSentSinceStop) = (nil, nil, false)
    }

    /// Judges the time between the app's stop and `onStopSend`.
    private mutating func judgeLoop(from stop: TracePlace, to end: TracePlace) {
        guard let last = [video.endTime, audio.endTime].compactMap(\.self).max(), !hasSentSinceStop,
            // An earlier end of both is reported as such.
            stop.time - last <= max(video.stallLimit, audio.pauseLimit),
            end.time - stop.time > max(video.stallLimit, audio.pauseLimit)
        else { return }
        own.add(
            .traceLoopEndsEarly, at: stop,
            "nothing was sent in the \(NumberText.seconds(end.time - stop.time)) from stopPSMode to onStopSend; end the loop "
                + "in that callback")
    }
}

/// When the app could send in a start.
struct SendingPeriod: Sendable {
    /// `onStartSend`.
    let start: TracePlace
    /// The app's stop, or else `onStopSend`.
    let end: TracePlace
}
