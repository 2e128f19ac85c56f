import StudioCore

extension ProbeReport {
    /// The report as text; the verdict is the last line.
    public var text: String {
        let heading =
            parts.map { "\(source): \($0.count) parts" } ?? sessionText.map { "\(source): session \($0)" } ?? source
        let lines = (rows + [Row(name: "verdict", text: verdict)]).map {
            $0.name + String(repeating: " ", count: max(1, 10 - $0.name.count)) + $0.text
        }
        return ([heading] + lines).map(\.withoutControls).joined(separator: "\n")
    }

    /// A line of the report.
    struct Row {
        let name: String
        let text: String
    }

    /// The lines between the heading and the verdict.
    var rows: [Row] {
        var rows: [Row] = []
        func add(_ name: String, _ text: String) { rows.append(Row(name: name, text: text)) }
        if let parts {
            for part in parts { add("part \(part.number)", text(of: part)) }
            for stretch in unmarked ?? [] {
                add("unmarked", "\(NumberText.seconds(stretch.begins)) to \(NumberText.seconds(stretch.ends))")
            }
        } else {
            if let video, hasMarks { add("frames", text(of: video)) }
            if let audio, hasMarks { add("audio", text(of: audio)) }
            add("sync", syncText)
        }
        if session != nil { add("colour", color.map(text) ?? "not measured: no patch is on the frames") }
        if let delay { add("delay", text(of: delay)) }
        for stream in streams { add("stream", "\(stream.kind) \(text(of: stream))") }
        for finding in findings { add("found", finding.message) }
        for budget in budgets { add("budget", "\(budget)") }
        return rows
    }

    /// The session and its format; `nil` without a session.
    var sessionText: String? { session.map { "\($0.identity), sent as \($0.width)x\($0.height) at \($0.rate)/s" } }

    /// The conclusion in one line.
    public var verdict: String {
        guard hasMarks else {
            return "nothing measured: no coded video and no coded audio in \(source.withoutControls); "
                + "send it with psstudio start --video coded:"
        }
        let missed = budgets.filter { !$0.isMet }
        if !missed.isEmpty {
            return "failed: " + missed.map { "--\($0.name.rawValue)" }.joined(separator: ", ")
                + " missed"
        }
        if findings.isEmpty { return "good: \(goodness)" }
        let kinds = Set(findings.map(\.kind)).count
        return "faulty: \(kinds == 1 ? "one kind of fault" : "\(kinds) kinds of faults")"
            + (budgets.isEmpty ? "" : ", all budgets met")
    }

    private var goodness: String {
        if let parts {
            return parts.contains { $0.sync != nil }
                ? "each of \(parts.count) parts arrived whole, in order and in sync"
                : "each of \(parts.count) parts arrived whole, in order"
        }
        guard let video, let lowest = video.lowest, let highest = video.highest else {
            return "audio arrived without gaps"
        }
        let numbers = "frames \(lowest) to \(highest)"
        return sync != nil
            ? "\(numbers) and their audio arrived, in order and in sync" : "\(numbers) arrived, in order"
    }

    // MARK: Rows

    private func text(of video: Video) -> String {
        guard session != nil else { return "\(video.count) received; none has readable marks" }
        let span = video.lowest.flatMap { low in video.highest.map { "number \(low) to \($0)" } }
        let faults = [
            (video.missing, "missing"), (video.repeated.count, "repeated"),
            (video.outOfOrder.count, "out of order"), (video.damaged.count, "damaged"),
            (video.unreadable.count, "unreadable"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let parts: [String?] = [
            "\(video.count) received", span,
            faults.isEmpty ? "none missing, repeated, out of order or damaged" : faults.joined(separator: ", "),
        ]
        var text = parts.compactMap(\.self).joined(separator: "; ")
        if let scaleX = video.scaleX, let scaleY = video.scaleY, abs(scaleX - 1) + abs(scaleY - 1) > 0.002 {
            text += "; scaled by \(NumberText.number(scaleX, decimals: 3)) x \(NumberText.number(scaleY, decimals: 3))"
        }
        return text
    }

    private func text(of part: Part) -> String {
        let faults = [
            (part.missing, "missing"), (part.covered, "under a slate"), (part.repeated, "repeated"),
            (part.outOfOrder, "out of order"), (part.damaged, "damaged"), (part.unreadable, "unreadable"),
            (part.foreign, "foreign"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let sync =
            part.sync.map { "audio ahead by \(Formatting.offset($0.worst)) at worst" }
            ?? (part.marks == 0 ? "no audio" : "sync not measured")
        let parts = [
            "from \(NumberText.seconds(part.begins))", "session \(part.session.identity)",
            "\(part.session.width)x\(part.session.height) at \(part.session.rate)/s",
            "number \(part.lowest) to \(part.highest)", faults.isEmpty ? "all there" : faults.joined(separator: ", "),
            sync,
        ]
        return parts.joined(separator: "; ")
    }

    private func text(of audio: Audio) -> String {
        let length = (audio.ends ?? 0) - (audio.begins ?? 0)
        var parts = [NumberText.seconds(length)]
        if audio.marks == 0 { return parts[0] + "; no readable marks" }
        parts.append(Formatting.count(audio.gaps.count, "gap"))
        parts.append(Formatting.count(audio.overlaps.count, "overlap"))
        parts.append(
            audio.clippedSamples == 0 ? "no clipping" : Formatting.count(audio.clippedSamples, "clipped sample"))
        if let level = audio.level {
            parts.append("level " + NumberText.number(level, decimals: 1, isSigned: true) + " dB")
        }
        return parts.joined(separator: "; ")
    }

    private var syncText: String {
        guard let sync else { return "not measured: \(unsyncedReason)" }
        let drift =
            sync.drift.map { "drift " + Formatting.drift($0) } ?? "drift not measured: under 3 s of both"
        return
            "audio ahead by \(Formatting.offset(sync.start)) at the start, \(Formatting.offset(sync.end)) at the end, "
            + "at worst \(Formatting.offset(sync.worst)) at \(NumberText.seconds(sync.worstTime)); \(drift)"
            + (isMeasuredInPart(sync)
                ? "; measured from \(NumberText.seconds(sync.from)) to \(NumberText.seconds(sync.to))" : "")
    }

    /// Whether video and audio overlap for more than a second longer than measured.
    private func isMeasuredInPart(_ sync: Sync) -> Bool {
        guard let video, let audio, let first = video.begins, let last = video.ends,
            let audioBegins = audio.begins, let audioEnds = audio.ends
        else { return false }
        return min(last, audioEnds) - max(first, audioBegins) - (sync.to - sync.from) > 1
    }

    private var unsyncedReason: String {
        if video == nil { return "no video" }
        if session == nil { return "no frame has marks" }
        if audio == nil { return "no audio" }
        return (audio?.marks ?? 0) == 0 ? "the audio has no marks, or too few" : "audio and video do not overlap"
    }

    private func text(of color: Color) -> String {
        let range = color.range.map { $0 + " range" } ?? "unknown range"
        let matrix = color.matrix.map(Formatting.matrix) ?? "unknown matrix"
        let signalled = [color.signalledRange, color.signalledMatrix.map(Formatting.matrix)].compactMap(\.self)
        let signalling = signalled.isEmpty ? "not signalled" : "signalled \(signalled.joined(separator: ", "))"
        return "\(range), \(matrix) (\(signalling)); luma error \(NumberText.tenths(color.lumaError)), "
            + "chroma error \(NumberText.tenths(color.chromaError))"
    }

    private func text(of delay: Delay) -> String {
        "median \(NumberText.milliseconds(delay.median)), "
            + "95th percentile \(NumberText.milliseconds(delay.percentile95)), "
            + "maximum \(NumberText.milliseconds(delay.worst))"
    }

    private func text(of stream: Stream) -> String {
        let name = [stream.codec, stream.profile, stream.level].compactMap(\.self).joined(separator: " ")
        var parts = [name]
        if let width = stream.width, let height = stream.height { parts.append("\(width)x\(height)") }
        if let rate = stream.rate { parts.append("\(rate)/s") }
        if let sampleRate = stream.sampleRate { parts.append("\(sampleRate) Hz") }
        if let channels = stream.channels {
            parts.append(channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels")
        }
        if let bitrate = stream.bitrate { parts.append(Formatting.kilobits(bitrate)) }
        if let distance = stream.keyFrameInterval {
            let (mean, maximum) = (NumberText.seconds(distance.mean), NumberText.seconds(distance.maximum))
            parts.append("key frames every \(mean), at most \(maximum)")
        }
        if stream.kind == "video", let delay = video?.firstDelay {
            parts.append("first frame after \(NumberText.milliseconds(delay))")
        }
        return parts.joined(separator: ", ")
    }
}
