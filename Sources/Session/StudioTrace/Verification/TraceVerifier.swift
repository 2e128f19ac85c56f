import StudioCore

/// Applies the rules of ``RuleCatalogue/traces`` to the records of a trace.
struct TraceVerifier: Sendable {
    /// The largest distance of the tracks.
    static let tracksApart = MediaTime.milliseconds(500)

    private var order = OrderVerifier()
    private var video = VideoVerifier()
    private var audio = AudioVerifier()
    private var own = TraceFindings()
    private var tracksApart: MediaTime?
    private var dropped = 0
    private var last = TracePlace(time: .zero, line: 1)
    /// Where the current sender was delivered; `nil` without one.
    private var sendingStart: TracePlace?
    /// Where the app stopped the current start.
    private var stopCall: TracePlace?

    /// Applies the next record.
    mutating func apply(_ record: TraceRecord, line: Int) {
        let place = TracePlace(time: record.time, line: line)
        last = place
        order.apply(record.event, at: place)
        switch record.event {
        case .video(let frame): video.apply(frame, at: place)
        case .audio(let block): audio.apply(block, at: place)
        case .call(let call) where call.name == "stop" && call.result?.text == StudioError.Code.success.rawValue:
            stopCall = stopCall ?? place
        case .callback(let callback) where callback.name == "sendingStarted":
            // Delivered twice, it begins nothing.
            guard sendingStart == nil else { break }
            finishStart(at: place)
            if callback.arguments["hasSender"]?.flag == true { sendingStart = place }
        case .callback(let callback) where callback.name == "sendingStopped": finishStart(at: place)
        case .drop(let drop) where drop.reason != "reconnecting":
            dropped += drop.frames + drop.audioBlocks
            let message = "\(drop.frames) frames and \(drop.audioBlocks) audio blocks were dropped: \(drop.reason)"
            own.add(TraceFinding(.traceMediaDropped, at: place, message))
        default: break
        }
    }

    /// Ends the trace.
    ///
    /// - Parameter isComplete: whether its last record is the end.
    /// - Returns: the findings in the order of their lines, and the measured values.
    mutating func finish(isComplete: Bool) -> (findings: [TraceFinding], metrics: TraceMetrics) {
        finishStart(at: last)
        order.finish()
        if !isComplete {
            own.add(
                .traceIncomplete, at: last, "the trace ends without its last record; the client crashed or was killed")
        }
        var metrics = TraceMetrics()
        (metrics.video, metrics.audio) = (video.metrics, audio.metrics)
        (metrics.tracksApart, metrics.dropped) = (tracksApart, dropped)
        let all = order.findings.all + video.findings.all + audio.findings.all + own.all
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
        let sending = sendingStart.map { SendingPeriod(start: $0, end: (stopCall ?? place).time) }
        video.finishStart(sending)
        audio.finishStart(sending)
        (sendingStart, stopCall) = (nil, nil)
    }
}

/// When the app could send in a start.
struct SendingPeriod: Sendable {
    /// `onStartSend`.
    let start: TracePlace
    /// The app's stop, or else `onStopSend`.
    let end: MediaTime
}
