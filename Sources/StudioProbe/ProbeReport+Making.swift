import CodedMedia
import GStreamer
import StudioCore

extension ProbeReport {
    /// Puts a report together from what was surveyed.
    ///
    /// - Parameters:
    ///   - isWhole: whether the source was read from its beginning to its end, so that both of its streams should be as long
    ///     as each other.
    ///   - declared: how long its container says that it is, in seconds.
    init(
        of source: ProbeSource, pictures: MediaReader.Pictures, sound: MediaReader.Sound, isWhole: Bool,
        declared: Double?, interruption: String?
    ) {
        declaredDuration = declared
        self.source = source.description
        self.interruption = interruption
        let survey = pictures.survey
        run = survey.run.map { Run(identity: $0.name, width: $0.width, height: $0.height, rate: "\($0.rate)") }
        let times = survey.showings.map { PictureTimes($0) }
        let marks = sound.survey.map { SoundSequence($0.chirps) { times?.coded(at: $0) } }
        if !pictures.stream.codec.isEmpty { self.pictures = Self.pictures(pictures) }
        if !sound.stream.codec.isEmpty {
            self.sound = Self.sound(sound.survey, marks, beside: run == nil ? nil : self.pictures, isWhole: isWhole)
        }
        if let times, let marks { sync = SyncCourse(pictures: times, sound: marks.marks).map { Sync($0) } }
        color = survey.colorFinding.map { Color($0, pictures.stream) }
        streams = Self.streams(pictures, sound)
        delay = Delay(survey.delays)
        intervalCourse = zip(survey.times, survey.times.dropFirst()).map {
            CoursePoint(time: $0, value: ($1 - $0) * 1000)
        }
        self.isWhole = isWhole
        findings = Finding.all(in: self)
    }

    // MARK: Pictures

    private static func pictures(_ pictures: MediaReader.Pictures) -> Pictures {
        let survey = pictures.survey
        let sequence = survey.sequence
        var result = Pictures()
        result.count = survey.count
        result.readable = sequence.count
        (result.lowest, result.highest) = (sequence.lowest, sequence.highest)
        result.missing = sequence.missingCount
        result.missingNumbers = sequence.missing.map { [$0.lowerBound, $0.upperBound] }
        result.repeated = sequence.repeated.map { PictureEvent(number: $0.number, time: $0.time.seconds) }
        result.outOfOrder = sequence.disordered.map { PictureEvent(number: $0.number, time: $0.time.seconds) }
        result.frozen = sequence.freezes.map {
            PictureEvent(number: $0.number, time: $0.time.seconds, duration: $0.duration.seconds)
        }
        result.damaged = survey.damaged.map {
            PictureEvent(number: $0.number, time: $0.time, share: $0.share, torn: $0.torn)
        }
        result.unreadable = survey.unreadable.map { PictureEvent(number: nil, time: $0.time) }
        result.foreign = survey.foreign
        (result.width, result.height) = survey.size
        if let area = survey.area, let run = survey.run, let showings = survey.showings {
            (result.visibleWidth, result.visibleHeight) = area.visible(width: result.width, height: result.height)
            (result.scaleX, result.scaleY) = (area.width / Double(run.width), area.height / Double(run.height))
            result.clockError = clockError(
                showings.sections.flatMap(\.pictures).map { ($0.time, Double($0.number) / run.rate.perSecond) },
                from: survey.times.first ?? 0)
        }
        result.interval = Spread(zip(survey.times, survey.times.dropFirst()).map { ($1 - $0) * 1000 })
        (result.begins, result.ends) = (survey.times.first, survey.times.last)
        result.firstDelay = pictures.firstDelay.map { $0 * 1000 }
        return result
    }

    /// The slope of the run's time over the source's, less one, in parts per million; `nil` below three seconds.
    private static func clockError(_ points: [(time: Double, coded: Double)], from start: Double) -> Double? {
        let differences = points.map { (x: $0.time - start, y: $0.coded - $0.time) }
        return LineFit(clocksPartingBy: differences).map { $0.slope * 1e6 }
    }

    // MARK: Sound

    private static func sound(
        _ survey: SoundSurvey?, _ marks: SoundSequence?, beside pictures: Pictures?, isWhole: Bool
    ) -> Sound {
        var result = Sound()
        guard let survey, let marks else { return result }
        result.marks = marks.marks.count
        result.clippedSamples = survey.clippedSamples
        (result.begins, result.ends) = (survey.start, survey.end)
        // Without the code nothing says what should be heard, so that no silence is wrong.
        guard !marks.marks.isEmpty else { return result }
        let holes = survey.holes
        let lost = span(of: survey, beside: pictures, isWhole: isWhole).map {
            SoundCoverage.lost(marks.marks, within: $0, beside: holes)
        }
        let gaps =
            holes.map { SoundEvent(kind: .silent, time: $0.start, milliseconds: $0.duration * 1000) }
            + (lost ?? []).map { SoundEvent(kind: .lost, time: $0.start, milliseconds: $0.duration * 1000) }
            + marks.jumps.filter { $0.skipped > 0 }.map {
                SoundEvent(kind: .skipped, time: $0.time, milliseconds: $0.skipped * 1000)
            }
        result.gaps = gaps.sorted { $0.time < $1.time }
        result.channelLikeness = survey.channelLikeness?.correlation
        result.overlaps =
            survey.overlaps.map { SoundEvent(kind: .overlapping, time: $0.start, milliseconds: $0.duration * 1000) }
            + marks.jumps.filter { $0.skipped < 0 }.map {
                SoundEvent(kind: .repeated, time: $0.time, milliseconds: -$0.skipped * 1000)
            }
        result.level = survey.chirps.map(\.amplitude).median.map { Decibels.of($0 / CodedSoundWriter.amplitude) }
        result.clockError = clockError(marks.marks.map { ($0.time, $0.coded) }, from: survey.start ?? 0)
        return result
    }

    /// When sound of the run should be heard, in seconds: as long as its pictures are shown, where those are known.
    private static func span(
        of survey: SoundSurvey, beside pictures: Pictures?, isWhole: Bool
    ) -> ClosedRange<Double>? {
        guard let start = survey.start, survey.end > start else { return nil }
        guard let pictures, let begins = pictures.begins, let ends = pictures.ends else { return start...survey.end }
        let end = ends + (pictures.interval?.mean ?? 0) / 1000
        // Of a piece of a stream each track begins and ends where it was cut.
        let (first, last) = isWhole ? (begins, end) : (max(begins, start), min(end, survey.end))
        return first < last ? first...last : nil
    }

    // MARK: Streams

    private static func streams(_ pictures: MediaReader.Pictures, _ sound: MediaReader.Sound) -> [Stream] {
        var streams: [Stream] = []
        let video = pictures.stream
        if !video.codec.isEmpty {
            var stream = Stream(video, kind: "pictures", begins: pictures.survey.times.first)
            (stream.width, stream.height) = (pictures.survey.size.width, pictures.survey.size.height)
            stream.rate = video.rate.map { "\($0)" }
            stream.keyDistance = Spread(video.keyDistances)
            streams.append(stream)
        }
        if !sound.stream.codec.isEmpty {
            var stream = Stream(sound.stream, kind: "sound", begins: sound.survey?.start)
            (stream.sampleRate, stream.channels) = (sound.sampleRate, sound.channels)
            streams.append(stream)
        }
        return streams
    }
}

extension ProbeReport.Stream {
    fileprivate init(_ survey: StreamSurvey, kind: String, begins: Double?) {
        self.init(
            kind: kind, codec: survey.codec, profile: survey.profile, level: survey.level, units: survey.units,
            bitrate: survey.bitrate,
            bitrateCourse: survey.bitrateCourse.map {
                ProbeReport.CoursePoint(time: $0.time + (begins ?? 0), value: $0.kilobits)
            })
    }
}

extension ProbeReport.Sync {
    fileprivate init(_ course: SyncCourse) {
        (from, to) = (course.from, course.to)
        start = course.start * 1000
        end = course.end * 1000
        worst = course.worst.offset * 1000
        worstTime = course.worst.time
        drift = course.drift?.partsPerMillion
        driftError = course.drift?.error
        self.course = course.points.map { ProbeReport.CoursePoint(time: $0.time, value: $0.offset * 1000) }
    }
}

extension ProbeReport.Color {
    fileprivate init(_ finding: ColorFinding, _ stream: StreamSurvey) {
        range = finding.spread?.rawValue
        matrix = finding.matrix?.rawValue
        signalledRange = stream.range?.rawValue
        signalledMatrix = stream.matrix.map { "\($0)" }
        let expected = stream.range ?? (stream.saysNothing ? nil : .limited)
        expectedRange = expected?.rawValue
        let isRangeRight = range == expectedRange || expected == nil && range.flatMap(VideoRange.init) != nil
        isAsSignalled = isRangeRight && (signalledMatrix == nil || signalledMatrix == matrix)
        lumaError = finding.lumaError
        chromaError = finding.chromaError
    }
}

extension ProbeReport.Delay {
    /// Seconds of media below which its pace says nothing.
    private static let leastSpan = 1.0
    /// Players send a group of pictures at once and are on time from then on; a file comes at a multiple of its pace.
    private static let mostCatchingUp = 0.5

    /// `nil` for media that came faster than it plays: it was stored on its way, and nobody waited for it.
    fileprivate init?(_ delays: [PictureSurvey.Delay]) {
        if let first = delays.first, let last = delays.last, last.time - first.time > Self.leastSpan {
            let catching = (first.milliseconds - last.milliseconds) / 1000
            guard catching < (last.time - first.time) * Self.mostCatchingUp else { return nil }
        }
        let sorted = delays.map(\.milliseconds).sorted()
        guard let median = sorted.median, let worst = sorted.last else { return nil }
        self.median = median
        self.worst = worst
        percentile95 = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
        let seconds = Dictionary(grouping: delays) { Int($0.time.rounded(.down)) }
        course = seconds.sorted { $0.key < $1.key }.map { second, delays in
            ProbeReport.CoursePoint(time: Double(second) + 0.5, value: delays.map(\.milliseconds).max() ?? 0)
        }
    }
}
