import StudioCore

/// A fault in the received media.
public struct Finding: Encodable, Hashable, Sendable, CustomStringConvertible {
    /// The type of fault.
    public enum Kind: String, Encodable, Hashable, Sendable, CaseIterable {
        /// Missing frame numbers.
        case missing
        /// Repeated frames.
        case repeated
        /// Frames that arrived after a later one.
        case outOfOrder
        /// Frames that were shown for at least half a second and at least two and a half frame durations.
        case frozen
        /// Frames whose card is partly wrong.
        case damaged
        /// Frames without a readable number.
        case unreadable
        /// A video or audio stream without any mark, next to a stream with marks.
        case unmarked
        /// Frames of another session.
        case foreign
        /// A part of the card is outside the frame.
        case cropped
        /// An A/V offset outside of the broadcast limits of +40 and −60 ms (EBU R37).
        case offset
        /// An A/V drift of more than 20 ppm.
        case drift
        /// Silent or skipped audio.
        case gap
        /// Repeated or overlapping audio.
        case overlap
        /// Samples at full scale.
        case clipping
        /// Two channels that should be identical and are not.
        case channels
        /// Video and audio that do not start or end together.
        case uneven
        /// Media that ends before the duration in its container.
        case truncated
        /// Samples whose range differs from the signalled range.
        case range
        /// Samples whose matrix differs from the signalled matrix.
        case matrix
        /// Colours that match no known range and matrix.
        case colors
        /// Reading ended before the end of the source.
        case interrupted
    }

    /// The type of fault.
    public let kind: Kind
    /// One line of details.
    public let message: String

    /// The message.
    public var description: String { message }

    // MARK: The rules

    /// Milliseconds, from EBU R37.
    private static let offsets = -60.0...40.0
    /// Parts per million: the combined error of two ordinary crystals.
    private static let drift = 20.0
    /// The mean colour error in 8-bit steps that is tolerated; encoders at low bitrates reach 1.
    private static let maximumColorError = 4.0
    /// The duration of audio in seconds from which marks can always be located: 35 chirps are enough.
    private static let minAudio = 2.0
    /// Channels with a lower correlation are different. Joint stereo coding stays above it.
    private static let minCorrelation = 0.8
    /// The maximum difference in seconds between the tracks of an ordinary file.
    private static let longestStub = 0.5
    /// The visible share of the card in each direction; a larger share is rounding.
    private static let minVisible = 0.995

    static func all(in report: ProbeReport) -> [Finding] {
        guard report.hasMarks else { return [] }
        let interruption = report.interruption.map { [Finding(kind: .interrupted, message: $0)] } ?? []
        if let parts = report.parts { return parts.flatMap { of($0) } + color(report) + extent(report) + interruption }
        return unmarked(report) + video(report) + sync(report) + audio(report) + color(report) + extent(report)
            + interruption
    }

    /// The faults of one of several parts.
    private static func of(_ part: ProbeReport.Part) -> [Finding] {
        var findings: [Finding] = []
        func add(_ kind: Kind, _ isFaulty: Bool, _ message: @autoclosure () -> String) {
            if isFaulty { findings.append(Finding(kind: kind, message: "part \(part.number): \(message())")) }
        }
        add(
            .missing, part.missing > 0,
            "\(part.missing) missing: \(Formatting.list(ranges: part.missingNumbers))")
        add(.repeated, part.repeated > 0, "\(part.repeated) repeated")
        add(.outOfOrder, part.outOfOrder > 0, "\(part.outOfOrder) out of order")
        add(.damaged, part.damaged > 0, "\(part.damaged) damaged")
        add(.unreadable, part.unreadable > 0, "\(part.unreadable) without a readable number")
        add(.foreign, part.foreign > 0, "\(part.foreign) of another session")
        add(.gap, !part.gaps.isEmpty, "audio gaps: \(describe(part.gaps))")
        add(.overlap, !part.overlaps.isEmpty, "repeated or overlapping audio: \(describe(part.overlaps))")
        if let sync = part.sync, !offsets.contains(sync.worst) {
            let side = sync.worst > 0 ? "ahead of" : "behind"
            add(
                .offset, true,
                "audio is \(NumberText.milliseconds(abs(sync.worst))) \(side) video at "
                    + NumberText.seconds(sync.worstTime))
        }
        return findings
    }

    private static func describe(_ events: [ProbeReport.AudioEvent]) -> String {
        let shown = events.prefix(5).map {
            "\(NumberText.milliseconds($0.milliseconds)) \($0.kind.rawValue) at \(NumberText.seconds($0.time))"
        }
        return shown.joined(separator: ", ") + (events.count > 5 ? " and \(events.count - 5) more" : "")
    }

    private static func unmarked(_ report: ProbeReport) -> [Finding] {
        var findings: [Finding] = []
        if let video = report.video, report.session == nil {
            let message = "none of the \(video.count) frames has readable marks"
            findings.append(Finding(kind: .unmarked, message: message))
        }
        if let audio = report.audio, audio.marks == 0, (audio.ends ?? 0) - (audio.begins ?? 0) > minAudio {
            findings.append(Finding(kind: .unmarked, message: "the audio has no marks"))
        }
        return findings
    }

    private static func video(_ report: ProbeReport) -> [Finding] {
        guard let video = report.video, report.session != nil else { return [] }
        var findings: [Finding] = []
        func add(_ kind: Kind, _ count: Int, _ message: @autoclosure () -> String) {
            if count > 0 { findings.append(Finding(kind: kind, message: message())) }
        }
        func numbers(_ events: [ProbeReport.FrameEvent]) -> String {
            Formatting.list(numbers: events.compactMap(\.number))
        }
        func times(_ events: [ProbeReport.FrameEvent]) -> String { Formatting.list(times: events.map(\.time)) }
        let nameless = video.unreadable.count
        add(
            .missing, video.missing,
            "\(video.missing) missing: \(Formatting.list(ranges: video.missingNumbers))"
                + (nameless > 0 ? "; \(nameless) frames have no readable number and may be among them" : ""))
        add(.repeated, video.repeated.count, "\(video.repeated.count) repeated: \(numbers(video.repeated))")
        add(
            .outOfOrder, video.outOfOrder.count,
            "\(video.outOfOrder.count) out of order: \(numbers(video.outOfOrder))")
        add(
            .frozen, video.frozen.count,
            "frozen: "
                + video.frozen.prefix(5).map {
                    "\($0.number ?? 0) for \(NumberText.seconds($0.duration ?? 0)) from \(NumberText.seconds($0.time))"
                }.joined(separator: ", "))
        let torn = video.damaged.count { $0.torn != nil }
        add(
            .damaged, video.damaged.count,
            "\(video.damaged.count) damaged\(torn > 0 ? ", \(torn) of them torn" : ""): \(numbers(video.damaged))"
        )
        add(
            .unreadable, video.unreadable.count,
            "\(video.unreadable.count) without a readable number, at \(times(video.unreadable))")
        let foreign = video.foreign.values.reduce(0, +)
        add(.foreign, foreign, "\(foreign) of another session: \(video.foreign.keys.sorted().joined(separator: ", "))")
        if let width = video.visibleWidth, let height = video.visibleHeight, min(width, height) < minVisible {
            let message =
                "cropped to \(NumberText.percent(width)) of the width and \(NumberText.percent(height)) of the height"
            findings.append(Finding(kind: .cropped, message: message))
        }
        return findings
    }

    private static func sync(_ report: ProbeReport) -> [Finding] {
        guard let sync = report.sync else { return [] }
        var findings: [Finding] = []
        if !offsets.contains(sync.worst) {
            let side = sync.worst > 0 ? "ahead of" : "behind"
            let message =
                "audio is \(NumberText.milliseconds(abs(sync.worst))) \(side) video at "
                + NumberText.seconds(sync.worstTime)
            findings.append(Finding(kind: .offset, message: message))
        }
        if let drift = sync.drift, abs(drift) > Self.drift + 2 * (sync.driftError ?? 0) {
            let message = "audio drifts by \(Formatting.drift(drift)) against video"
            findings.append(Finding(kind: .drift, message: message))
        }
        return findings
    }

    private static func audio(_ report: ProbeReport) -> [Finding] {
        guard let audio = report.audio, audio.marks > 0 else { return [] }
        var findings: [Finding] = []
        if !audio.gaps.isEmpty {
            findings.append(Finding(kind: .gap, message: "audio gaps: \(describe(audio.gaps))"))
        }
        if !audio.overlaps.isEmpty {
            findings.append(
                Finding(kind: .overlap, message: "repeated or overlapping audio: \(describe(audio.overlaps))"))
        }
        if audio.clippedSamples > 0 {
            findings.append(Finding(kind: .clipping, message: Formatting.count(audio.clippedSamples, "clipped sample")))
        }
        if let correlation = audio.channelCorrelation, correlation < minCorrelation {
            let cause =
                correlation < -minCorrelation
                ? "one is inverted"
                : abs(correlation) < 0.01 ? "one is silent, late or unrelated" : "one is late or damaged"
            let message =
                "the first two channels differ (correlation \(NumberText.number(correlation, decimals: 2))): \(cause)"
            findings.append(Finding(kind: .channels, message: message))
        }
        return findings
    }

    /// Whether both streams have the expected duration.
    private static func extent(_ report: ProbeReport) -> [Finding] {
        guard report.isWhole else { return [] }
        let (video, audio) = (report.video, report.audio)
        var findings: [Finding] = []
        let begins = [video?.begins, audio?.begins].compactMap(\.self)
        let ends = [video?.ends, audio?.ends].compactMap(\.self)
        // A container counts the last frame for its whole interval.
        let frame = (video?.interval?.mean ?? 0) / 1000
        if let declared = report.declaredDuration, let first = begins.min(), let last = ends.max(),
            declared - (last - first) > longestStub + (video?.ends == last ? frame : 0)
        {
            let message =
                "the media ends after \(NumberText.seconds(last - first)), "
                + "the container declares \(NumberText.seconds(declared))"
            findings.append(Finding(kind: .truncated, message: message))
        }
        guard report.session != nil, let video, let audio, audio.marks > 0, let first = video.begins,
            let last = video.ends, let audioStart = audio.begins, let audioEnd = audio.ends
        else { return findings }
        // Missing audio beside video is reported as a gap. This is the opposite case.
        if first - audioStart > longestStub {
            let message = "video starts \(NumberText.seconds(first - audioStart)) after audio"
            findings.append(Finding(kind: .uneven, message: message))
        }
        if audioEnd - last > longestStub + frame {
            let message = "video ends at \(NumberText.seconds(last)), audio at \(NumberText.seconds(audioEnd))"
            findings.append(Finding(kind: .uneven, message: message))
        }
        return findings
    }

    private static func color(_ report: ProbeReport) -> [Finding] {
        guard let color = report.color else { return [] }
        guard let range = color.range, let matrix = color.matrix else {
            let (luma, chroma) = (NumberText.tenths(color.lumaError), NumberText.tenths(color.chromaError))
            let error = "luma is off by \(luma), chroma by \(chroma)"
            return [Finding(kind: .colors, message: "the colours match no known range and matrix: \(error)")]
        }
        var findings: [Finding] = []
        if max(color.lumaError, color.chromaError) > maximumColorError {
            let (luma, chroma) = (NumberText.tenths(color.lumaError), NumberText.tenths(color.chromaError))
            findings.append(Finding(kind: .colors, message: "luma is off by \(luma), chroma by \(chroma)"))
        }
        let isTwice = range == "squeezed" || range == "stretched"
        if isTwice || color.expectedRange.map({ $0 != range }) ?? false {
            let silence = "the stream signals no range, which means limited"
            let signalled = color.signalledRange.map { "the stream signals \($0)" } ?? silence
            let found =
                ["squeezed": "converted to limited range twice", "stretched": "converted to full range twice"][range]
                ?? "\(range) range"
            findings.append(Finding(kind: .range, message: "the samples are \(found), but \(signalled)"))
        }
        if let signalled = color.signalledMatrix, signalled != matrix {
            let message =
                "the samples are \(Formatting.matrix(matrix)), but the stream signals \(Formatting.matrix(signalled))"
            findings.append(Finding(kind: .matrix, message: message))
        }
        return findings
    }
}
