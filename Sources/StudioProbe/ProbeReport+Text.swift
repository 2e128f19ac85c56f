extension ProbeReport {
    /// A few lines for people, the verdict last.
    public var text: String {
        let heading = runText.map { "\(source): run \($0)" } ?? source
        let lines = (rows + [Row(name: "verdict", text: verdict)]).map {
            $0.name + String(repeating: " ", count: max(1, 10 - $0.name.count)) + $0.text
        }
        return ([heading] + lines).joined(separator: "\n")
    }

    /// A line of the report: what it is about, and what is said of it.
    struct Row {
        let name: String
        let text: String
    }

    /// What is between the heading and the verdict.
    var rows: [Row] {
        var rows: [Row] = []
        func add(_ name: String, _ text: String) { rows.append(Row(name: name, text: text)) }
        if let pictures, hasMarks { add("pictures", text(of: pictures)) }
        if let sound, hasMarks { add("sound", text(of: sound)) }
        add("sync", syncText)
        if run != nil { add("colour", color.map(text) ?? "not measured: no patch is on the pictures") }
        if let delay { add("delay", text(of: delay)) }
        for stream in streams { add(stream.kind == "sound" ? "audio" : "video", text(of: stream)) }
        for finding in findings { add("found", finding.message) }
        for budget in budgets { add("budget", "\(budget)") }
        return rows
    }

    /// Which run it is and how it was made; `nil` without one.
    var runText: String? { run.map { "\($0.identity), made as \($0.width)x\($0.height) at \($0.rate)/s" } }

    /// One line that says how it is.
    public var verdict: String {
        guard hasMarks else {
            return "nothing measured: no coded pictures and no coded sound in \(source); "
                + "psstudio start --video coded: makes them"
        }
        let missed = budgets.filter { !$0.isMet }
        if !missed.isEmpty {
            return "failed: " + missed.map { "--\($0.name.rawValue)" }.joined(separator: ", ")
                + (missed.count == 1 ? " was missed" : " were missed")
        }
        if findings.isEmpty { return "good: \(goodness)" }
        let kinds = Set(findings.map(\.kind)).count
        return "faulty: \(kinds == 1 ? "one kind of fault" : "\(kinds) kinds of faults") found"
            + (budgets.isEmpty ? "" : ", every budget was met")
    }

    private var goodness: String {
        guard let pictures, let lowest = pictures.lowest, let highest = pictures.highest else {
            return "the sound arrived without a gap"
        }
        let numbers = "pictures \(lowest) to \(highest)"
        return sync != nil
            ? "\(numbers) and their sound arrived, in order and in sync" : "\(numbers) arrived, in order"
    }

    // MARK: Rows

    private func text(of pictures: Pictures) -> String {
        guard run != nil else { return "\(pictures.count) arrived; none has marks that can be read" }
        let span = pictures.lowest.flatMap { low in pictures.highest.map { "number \(low) to \($0)" } }
        let faults = [
            (pictures.missing, "missing"), (pictures.repeated.count, "repeated"),
            (pictures.outOfOrder.count, "out of order"), (pictures.damaged.count, "damaged"),
            (pictures.unreadable.count, "unreadable"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let parts: [String?] = [
            "\(pictures.count) arrived", span,
            faults.isEmpty ? "none missing, repeated, out of order or damaged" : faults.joined(separator: ", "),
        ]
        var text = parts.compactMap(\.self).joined(separator: "; ")
        if let scaleX = pictures.scaleX, let scaleY = pictures.scaleY, abs(scaleX - 1) + abs(scaleY - 1) > 0.002 {
            text += "; scaled by \(Wording.number(scaleX, decimals: 3)) x \(Wording.number(scaleY, decimals: 3))"
        }
        return text
    }

    private func text(of sound: Sound) -> String {
        let length = (sound.ends ?? 0) - (sound.begins ?? 0)
        var parts = [Wording.seconds(length)]
        if sound.marks == 0 { return parts[0] + "; no marks that can be placed" }
        parts.append(Wording.count(sound.gaps.count, "gap"))
        parts.append(Wording.count(sound.overlaps.count, "overlap"))
        parts.append(sound.clippedSamples == 0 ? "no clipping" : Wording.count(sound.clippedSamples, "clipped sample"))
        if let level = sound.level {
            parts.append("level " + Wording.number(level, decimals: 1, isSigned: true) + " dB")
        }
        return parts.joined(separator: "; ")
    }

    private var syncText: String {
        guard let sync else { return "not measured: \(unsyncedReason)" }
        let drift =
            sync.drift.map { "drift " + Wording.drift($0) } ?? "drift not measured: under 3 s of both"
        return "sound ahead by \(Wording.offset(sync.start)) at the start, \(Wording.offset(sync.end)) at the end, "
            + "at worst \(Wording.offset(sync.worst)) at \(Wording.seconds(sync.worstTime)); \(drift)"
            + (isMeasuredInPart(sync)
                ? "; measured from \(Wording.seconds(sync.from)) to \(Wording.seconds(sync.to))" : "")
    }

    /// Whether there were pictures and sound for more than a second longer.
    private func isMeasuredInPart(_ sync: Sync) -> Bool {
        guard let pictures, let sound, let first = pictures.begins, let last = pictures.ends,
            let soundBegins = sound.begins, let soundEnds = sound.ends
        else { return false }
        return min(last, soundEnds) - max(first, soundBegins) - (sync.to - sync.from) > 1
    }

    private var unsyncedReason: String {
        if pictures == nil { return "there are no pictures" }
        if run == nil { return "no picture has marks" }
        if sound == nil { return "there is no sound" }
        return (sound?.marks ?? 0) == 0 ? "the sound has no marks, or too few" : "sound and pictures do not meet"
    }

    private func text(of color: Color) -> String {
        let range = color.range.map { $0 + " range" } ?? "unknown range"
        let matrix = color.matrix.map(Wording.matrix) ?? "unknown matrix"
        let signalled = [color.signalledRange, color.signalledMatrix.map(Wording.matrix)].compactMap(\.self)
        let said = signalled.isEmpty ? "not signalled" : "signalled \(signalled.joined(separator: ", "))"
        return "\(range), \(matrix) (\(said)); luma error \(Wording.tenths(color.lumaError)), "
            + "chroma error \(Wording.tenths(color.chromaError))"
    }

    private func text(of delay: Delay) -> String {
        "half of the pictures within \(Wording.milliseconds(delay.median)), "
            + "95 % within \(Wording.milliseconds(delay.percentile95)), all within \(Wording.milliseconds(delay.worst))"
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
        if let bitrate = stream.bitrate { parts.append(Wording.kilobits(bitrate)) }
        if let distance = stream.keyDistance {
            let (mean, most) = (Wording.seconds(distance.mean), Wording.seconds(distance.most))
            parts.append("key frames every \(mean), at most \(most)")
        }
        if stream.kind == "pictures", let delay = pictures?.firstDelay {
            parts.append("first picture after \(Wording.milliseconds(delay))")
        }
        return parts.joined(separator: ", ")
    }
}
