/// Something that is wrong with what arrived.
public struct Finding: Encodable, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: String, Encodable, Hashable, Sendable, CaseIterable {
        /// Numbers that never came.
        case missing
        /// Pictures that came again.
        case repeated
        /// Pictures that came too late.
        case outOfOrder
        /// A picture that stayed for half a second, and for two and a half pictures, or longer.
        case frozen
        /// Wrong places on pictures.
        case damaged
        /// Pictures without a number.
        case unreadable
        /// A stream of pictures or sound without a single mark, beside one that has some.
        case unmarked
        /// Pictures of another run.
        case foreign
        /// A part of the card that is not on the pictures.
        case cropped
        /// Sound and picture apart by more than broadcasters allow: +40 or −60 ms (EBU R37).
        case offset
        /// Sound and picture that part by more than 20 ppm.
        case drift
        /// Silence, or sound that was left out.
        case gap
        /// Sound that comes again, or lies over itself.
        case overlap
        /// Samples at full scale.
        case clipping
        /// Two channels that should be the same, and are not.
        case channels
        /// Pictures and sound that do not begin or end together.
        case uneven
        /// Media that ends before its container says so.
        case truncated
        /// Samples that are not in the range that the stream says.
        case range
        /// Samples that are not in the matrix that the stream says.
        case matrix
        /// Colours that nothing explains.
        case colors
        /// Reading ended before the source.
        case interrupted
    }

    /// What is wrong.
    public let kind: Kind
    /// One line about it.
    public let message: String

    /// The line.
    public var description: String { message }

    // MARK: The rules

    /// Milliseconds of EBU R37.
    private static let offsets = -60.0...40.0
    /// Parts per million: the two crystals of ordinary devices.
    private static let drift = 20.0
    /// Mean steps of 8 bits by which patches may be off; encoders at low bitrates reach 1.
    private static let mostColorError = 4.0
    /// Seconds of sound whose place would be known if it had marks: 35 chirps say it alone.
    private static let leastSound = 2.0
    /// Two channels below this are not the same any more; codecs that join them keep more.
    private static let leastLikeness = 0.8
    /// Seconds by which the tracks of an ordinary file may differ.
    private static let longestStub = 0.5
    /// Of the card, in each direction; less is rounding.
    private static let leastVisible = 0.995

    static func all(in report: ProbeReport) -> [Finding] {
        guard report.hasMarks else { return [] }
        return unmarked(report) + pictures(report) + sync(report) + sound(report) + color(report) + extent(report)
            + (report.interruption.map { [Finding(kind: .interrupted, message: $0)] } ?? [])
    }

    private static func unmarked(_ report: ProbeReport) -> [Finding] {
        var findings: [Finding] = []
        if let pictures = report.pictures, report.run == nil {
            let message = "none of the \(pictures.count) pictures has marks that can be read"
            findings.append(Finding(kind: .unmarked, message: message))
        }
        if let sound = report.sound, sound.marks == 0, (sound.ends ?? 0) - (sound.begins ?? 0) > leastSound {
            findings.append(Finding(kind: .unmarked, message: "the sound has no marks that can be placed"))
        }
        return findings
    }

    private static func pictures(_ report: ProbeReport) -> [Finding] {
        guard let pictures = report.pictures, report.run != nil else { return [] }
        var findings: [Finding] = []
        func add(_ kind: Kind, _ count: Int, _ message: @autoclosure () -> String) {
            if count > 0 { findings.append(Finding(kind: kind, message: message())) }
        }
        func numbers(_ events: [ProbeReport.PictureEvent]) -> String { Wording.list(runs: events.compactMap(\.number)) }
        func times(_ events: [ProbeReport.PictureEvent]) -> String { Wording.list(times: events.map(\.time)) }
        let nameless = pictures.unreadable.count
        add(
            .missing, pictures.missing,
            "\(pictures.missing) missing: \(Wording.list(ranges: pictures.missingNumbers))"
                + (nameless > 0 ? "; \(nameless) pictures without a readable number came that may be among them" : ""))
        add(.repeated, pictures.repeated.count, "\(pictures.repeated.count) repeated: \(numbers(pictures.repeated))")
        add(
            .outOfOrder, pictures.outOfOrder.count,
            "\(pictures.outOfOrder.count) out of order: \(numbers(pictures.outOfOrder))")
        add(
            .frozen, pictures.frozen.count,
            "frozen: "
                + pictures.frozen.prefix(5).map {
                    "\($0.number ?? 0) for \(Wording.seconds($0.duration ?? 0)) from \(Wording.seconds($0.time))"
                }.joined(separator: ", "))
        let torn = pictures.damaged.count { $0.torn != nil }
        add(
            .damaged, pictures.damaged.count,
            "\(pictures.damaged.count) damaged\(torn > 0 ? ", \(torn) of them torn" : ""): \(numbers(pictures.damaged))"
        )
        add(
            .unreadable, pictures.unreadable.count,
            "\(pictures.unreadable.count) without a readable number: at \(times(pictures.unreadable))")
        let foreign = pictures.foreign.values.reduce(0, +)
        add(.foreign, foreign, "\(foreign) of another run: \(pictures.foreign.keys.sorted().joined(separator: ", "))")
        if let width = pictures.visibleWidth, let height = pictures.visibleHeight, min(width, height) < leastVisible {
            let message = "cropped: \(Wording.percent(width)) of the width and \(Wording.percent(height)) of the height"
            findings.append(Finding(kind: .cropped, message: message + " are left"))
        }
        return findings
    }

    private static func sync(_ report: ProbeReport) -> [Finding] {
        guard let sync = report.sync else { return [] }
        var findings: [Finding] = []
        if !offsets.contains(sync.worst) {
            let side = sync.worst > 0 ? "ahead of" : "behind"
            let message =
                "the sound is \(Wording.milliseconds(abs(sync.worst))) \(side) the picture at "
                + Wording.seconds(sync.worstTime)
            findings.append(Finding(kind: .offset, message: message))
        }
        if let drift = sync.drift, abs(drift) > Self.drift + 2 * (sync.driftError ?? 0) {
            let message = "the sound runs \(Wording.drift(drift)) against the picture"
            findings.append(Finding(kind: .drift, message: message))
        }
        return findings
    }

    private static func sound(_ report: ProbeReport) -> [Finding] {
        guard let sound = report.sound, sound.marks > 0 else { return [] }
        var findings: [Finding] = []
        func describe(_ events: [ProbeReport.SoundEvent]) -> String {
            let shown = events.prefix(5).map {
                "\(Wording.milliseconds($0.milliseconds)) \($0.kind.rawValue) at \(Wording.seconds($0.time))"
            }
            return shown.joined(separator: ", ") + (events.count > 5 ? " and \(events.count - 5) more" : "")
        }
        if !sound.gaps.isEmpty {
            findings.append(Finding(kind: .gap, message: "gaps in the sound: \(describe(sound.gaps))"))
        }
        if !sound.overlaps.isEmpty {
            findings.append(Finding(kind: .overlap, message: "sound twice: \(describe(sound.overlaps))"))
        }
        if sound.clippedSamples > 0 {
            findings.append(Finding(kind: .clipping, message: Wording.count(sound.clippedSamples, "clipped sample")))
        }
        if let likeness = sound.channelLikeness, likeness < leastLikeness {
            let cause =
                likeness < -leastLikeness
                ? "one is inverted" : abs(likeness) < 0.01 ? "one is silent, late or another" : "one is late or damaged"
            let message = "the first two channels differ (likeness \(Wording.number(likeness, decimals: 2))): \(cause)"
            findings.append(Finding(kind: .channels, message: message))
        }
        return findings
    }

    /// Whether both streams are as long as they should be.
    private static func extent(_ report: ProbeReport) -> [Finding] {
        guard report.isWhole else { return [] }
        let (pictures, sound) = (report.pictures, report.sound)
        var findings: [Finding] = []
        let begins = [pictures?.begins, sound?.begins].compactMap(\.self)
        let ends = [pictures?.ends, sound?.ends].compactMap(\.self)
        if let declared = report.declaredDuration, let first = begins.min(), let last = ends.max(),
            declared - (last - first) > longestStub
        {
            let message =
                "it ends after \(Wording.seconds(last - first)), and its container says \(Wording.seconds(declared))"
            findings.append(Finding(kind: .truncated, message: message))
        }
        guard report.run != nil, let pictures, let sound, sound.marks > 0, let first = pictures.begins,
            let last = pictures.ends, let soundFirst = sound.begins, let soundLast = sound.ends
        else { return findings }
        // Sound that is missing beside pictures is told as lost; this is the other way round.
        if first - soundFirst > longestStub {
            let message = "the pictures begin \(Wording.seconds(first - soundFirst)) behind the sound"
            findings.append(Finding(kind: .uneven, message: message))
        }
        if soundLast - last > longestStub + (pictures.interval?.mean ?? 0) / 1000 {
            let message = "the pictures end at \(Wording.seconds(last)), the sound at \(Wording.seconds(soundLast))"
            findings.append(Finding(kind: .uneven, message: message))
        }
        return findings
    }

    private static func color(_ report: ProbeReport) -> [Finding] {
        guard let color = report.color else { return [] }
        guard let range = color.range, let matrix = color.matrix else {
            let (luma, chroma) = (Wording.tenths(color.lumaError), Wording.tenths(color.chromaError))
            let error = "luma is off by \(luma), chroma by \(chroma)"
            return [Finding(kind: .colors, message: "the colours are none of the card's: \(error)")]
        }
        var findings: [Finding] = []
        if max(color.lumaError, color.chromaError) > mostColorError {
            let (luma, chroma) = (Wording.tenths(color.lumaError), Wording.tenths(color.chromaError))
            findings.append(Finding(kind: .colors, message: "luma is off by \(luma), chroma by \(chroma)"))
        }
        let isTwice = range == "squeezed" || range == "stretched"
        if isTwice || color.expectedRange.map({ $0 != range }) ?? false {
            let silence = "the stream says nothing, which means limited"
            let said = color.signalledRange.map { "the stream says \($0)" } ?? silence
            let found = ["squeezed": "made limited twice", "stretched": "made full twice"][range] ?? "\(range) range"
            findings.append(Finding(kind: .range, message: "the samples are \(found), but \(said)"))
        }
        if let signalled = color.signalledMatrix, signalled != matrix {
            let message = "the samples are \(Wording.matrix(matrix)), but the stream says \(Wording.matrix(signalled))"
            findings.append(Finding(kind: .matrix, message: message))
        }
        return findings
    }
}
