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
        findings.add(
            .missing, if: part.missing > 0, "\(part.missing) missing: \(Formatting.list(ranges: part.missingNumbers))")
        findings.add(.repeated, if: part.repeated > 0, "\(part.repeated) repeated")
        findings.add(.outOfOrder, if: part.outOfOrder > 0, "\(part.outOfOrder) out of order")
        findings.add(.damaged, if: part.damaged > 0, "\(part.damaged) damaged")
        findings.add(.unreadable, if: part.unreadable > 0, "\(part.unreadable) without a readable number")
        findings.add(.foreign, if: part.foreign > 0, "\(part.foreign) of another session")
        findings.add(.gap, if: !part.gaps.isEmpty, "audio gaps: \(describe(part.gaps))")
        findings.add(.overlap, if: !part.overlaps.isEmpty, "repeated or overlapping audio: \(describe(part.overlaps))")
        findings += offset(part.sync)
        return findings.map { Finding(kind: $0.kind, message: "part \(part.number): \($0.message)") }
    }

    private static func offset(_ sync: ProbeReport.Sync?) -> [Finding] {
        guard let sync, !offsets.contains(sync.worst) else { return [] }
        let side = sync.worst > 0 ? "ahead of" : "behind"
        let amount = NumberText.milliseconds(abs(sync.worst))
        return [
            Finding(kind: .offset, message: "audio is \(amount) \(side) video at \(NumberText.seconds(sync.worstTime))")
        ]
    }

    private static func describe(_ events: [ProbeReport.AudioEvent]) -> String {
        let shown = events.prefix(5).map {
            "\(NumberText.milliseconds($0.milliseconds)) \($0.kind.rawValue) at \(NumberText.seconds($0.time))"
        }
        return shown.joined(separator: ", ") + (events.count > 5 ? " and \(events.count - 5) more" : "")
    }

    private static func unmarked(_ report: ProbeReport) -> [Finding] {
        var findings: [Finding] = []
        if let video = report.video {
            findings.add(
                .unmarked, if: report.session == nil, "none of the \(video.count) frames has readable marks")
        }
        if let audio = report.audio {
            let isLong = (audio.ends ?? 0) - (audio.begins ?? 0) > minAudio
            findings.add(.unmarked, if: audio.marks == 0 && isLong, "the audio has no marks")
        }
        return findings
    }

    private static func video(_ report: ProbeReport) -> [Finding] {
        guard let video = report.video, report.session != nil else { return [] }
        var findings: [Finding] = []
        func add(_ kind: Kind, _ count: Int, _ message: @autoclosure () -> String) {
            findings.add(kind, if: count > 0, message())
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
            findings.add(.cropped, message)
        }
        return findings
    }

    private static func sync(_ report: ProbeReport) -> [Finding] {
        guard let sync = report.sync else { return [] }
        var findings = offset(sync)
        if let drift = sync.drift, abs(drift) > Self.drift + 2 * (sync.driftError ?? 0) {
            findings.add(.drift, "audio drifts by \(Formatting.drift(drift)) against video")
        }
        return findings
    }

    private static func audio(_ report: ProbeReport) -> [Finding] {
        guard let audio = report.audio, audio.marks > 0 else { return [] }
        var findings: [Finding] = []
        findings.add(.gap, if: !audio.gaps.isEmpty, "audio gaps: \(describe(audio.gaps))")
        findings.add(
            .overlap, if: !audio.overlaps.isEmpty, "repeated or overlapping audio: \(describe(audio.overlaps))")
        findings.add(.clipping, if: audio.clippedSamples > 0, Formatting.count(audio.clippedSamples, "clipped sample"))
        if let correlation = audio.channelCorrelation, correlation < minCorrelation {
            let cause =
                correlation < -minCorrelation
                ? "one is inverted"
                : abs(correlation) < 0.01 ? "one is silent, late or unrelated" : "one is late or damaged"
            let message =
                "the first two channels differ (correlation \(NumberText.number(correlation, decimals: 2))): \(cause)"
            findings.add(.channels, message)
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
            findings.add(
                .truncated,
                "the media ends after \(NumberText.seconds(last - first)), "
                    + "the container declares \(NumberText.seconds(declared))")
        }
        guard report.session != nil, let video, let audio, audio.marks > 0, let first = video.begins,
            let last = video.ends, let audioStart = audio.begins, let audioEnd = audio.ends
        else { return findings }
        // Missing audio beside video is reported as a gap. This is the opposite case.
        let lead = first - audioStart
        findings.add(.uneven, if: lead > longestStub, "video starts \(NumberText.seconds(lead)) after audio")
        findings.add(
            .uneven, if: audioEnd - last > longestStub + frame,
            "video ends at \(NumberText.seconds(last)), audio at \(NumberText.seconds(audioEnd))")
        return findings
    }

    private static func color(_ report: ProbeReport) -> [Finding] {
        guard let color = report.color else { return [] }
        let (luma, chroma) = (NumberText.tenths(color.lumaError), NumberText.tenths(color.chromaError))
        let error = "luma is off by \(luma), chroma by \(chroma)"
        guard let range = color.range, let matrix = color.matrix else {
            return [Finding(kind: .colors, message: "the colours match no known range and matrix: \(error)")]
        }
        var findings: [Finding] = []
        findings.add(.colors, if: max(color.lumaError, color.chromaError) > maximumColorError, error)
        let isTwice = range == "squeezed" || range == "stretched"
        if isTwice || color.expectedRange.map({ $0 != range }) ?? false {
            let silence = "the stream signals no range, which means limited"
            let signalled = color.signalledRange.map { "the stream signals \($0)" } ?? silence
            let found =
                ["squeezed": "converted to limited range twice", "stretched": "converted to full range twice"][range]
                ?? "\(range) range"
            findings.add(.range, "the samples are \(found), but \(signalled)")
        }
        if let signalled = color.signalledMatrix, signalled != matrix {
            let message =
                "the samples are \(Formatting.matrix(matrix)), but the stream signals \(Formatting.matrix(signalled))"
            findings.add(.matrix, message)
        }
        return findings
    }
}

extension [Finding] {
    fileprivate mutating func add(
        _ kind: Finding.Kind, if isFaulty: Bool = true, _ message: @autoclosure () -> String
    ) {
        if isFaulty { append(Finding(kind: kind, message: message())) }
    }
}
