import CodedMedia
import GStreamer
import StudioCore

extension ProbeReport {
    /// Builds a report from the analysis.
    ///
    /// - Parameters:
    ///   - isWhole: whether the source was read from its beginning to its end, so that both streams should have the
    ///     same duration.
    ///   - declared: the duration in the container, in seconds.
    init(
        of source: ProbeSource, video: MediaReader.Video, audio: MediaReader.Audio, isWhole: Bool,
        declared: Double?, interruption: String?
    ) {
        self.source = source.description
        declaredDuration = declared
        self.interruption = interruption
        let analyzer = video.analyzer
        session = analyzer.session.map {
            Session(identity: $0.name, width: $0.width, height: $0.height, rate: "\($0.rate)")
        }
        let times = analyzer.presentationTimes.map { CodedTimeMap($0) }
        let marks = audio.analyzer.map { ChirpSequence($0.chirps) { times?.coded(at: $0) } }
        if !video.stream.codec.isEmpty { self.video = Self.video(video) }
        if !audio.stream.codec.isEmpty {
            self.audio = Self.audio(audio.analyzer, marks, beside: session == nil ? nil : self.video, isWhole: isWhole)
        }
        if let times, let marks { sync = SyncTimeSeries(video: times, audio: marks.marks).map { Sync($0) } }
        color = analyzer.colorFinding.map { Color($0, video.stream) }
        streams = Self.streams(video, audio)
        delay = Delay(analyzer.delays)
        intervalTimeSeries = zip(analyzer.times, analyzer.times.dropFirst()).map {
            TimeSeriesPoint(time: $0, value: ($1 - $0) * 1000)
        }
        self.isWhole = isWhole
        let divided = video.parts.parts
        if !divided.isEmpty {
            let slates = Self.unmarked(analyzer)
            unmarked = slates
            parts = divided.enumerated().map { Part($0 + 1, $1, audio.analyzer, beside: slates) }
        }
        findings = Finding.all(in: self)
    }

    // MARK: Video

    private static func video(_ video: MediaReader.Video) -> Video {
        let analyzer = video.analyzer
        let sequence = analyzer.sequence
        var result = Video()
        result.count = analyzer.count
        result.readable = sequence.count
        (result.lowest, result.highest) = (sequence.lowest, sequence.highest)
        result.missing = sequence.missingCount
        result.missingNumbers = sequence.missing.map { [$0.lowerBound, $0.upperBound] }
        result.repeated = sequence.repeated.map { FrameEvent(number: $0.number, time: $0.time.seconds) }
        result.outOfOrder = sequence.disordered.map { FrameEvent(number: $0.number, time: $0.time.seconds) }
        result.frozen = sequence.freezes.map {
            FrameEvent(number: $0.number, time: $0.time.seconds, duration: $0.duration.seconds)
        }
        result.damaged = analyzer.damaged.map {
            FrameEvent(number: $0.number, time: $0.time, share: $0.share, torn: $0.torn)
        }
        result.unreadable = analyzer.unreadable.map { FrameEvent(number: nil, time: $0.time) }
        result.foreign = analyzer.foreign
        (result.width, result.height) = analyzer.size
        if let area = analyzer.area, let session = analyzer.session, let presentationTimes = analyzer.presentationTimes
        {
            (result.visibleWidth, result.visibleHeight) = area.visible(width: result.width, height: result.height)
            (result.scaleX, result.scaleY) = (area.width / Double(session.width), area.height / Double(session.height))
            result.clockError = clockError(
                presentationTimes.sections.flatMap(\.frames).map {
                    ($0.time, Double($0.number) / session.rate.perSecond)
                },
                from: analyzer.times.first ?? 0)
        }
        result.interval = Spread(zip(analyzer.times, analyzer.times.dropFirst()).map { ($1 - $0) * 1000 })
        (result.begins, result.ends) = (analyzer.times.first, analyzer.times.last)
        result.firstDelay = video.firstDelay.map { $0 * 1000 }
        return result
    }

    /// The drift of the session's time against the source's in parts per million; `nil` below three seconds.
    private static func clockError(_ points: [(time: Double, coded: Double)], from start: Double) -> Double? {
        let differences = points.map { (x: $0.time - start, y: $0.coded - $0.time) }
        return LineFit(driftOf: differences).map { $0.slope * 1e6 }
    }

    // MARK: Audio

    private static func audio(
        _ analyzer: AudioAnalyzer?, _ marks: ChirpSequence?, beside video: Video?, isWhole: Bool
    ) -> Audio {
        var result = Audio()
        guard let analyzer, let marks else { return result }
        result.marks = marks.marks.count
        result.clippedSamples = analyzer.clippedSamples
        (result.begins, result.ends) = (analyzer.start, analyzer.end)
        // Without marks it is unknown where audio is expected, so no silence is a fault.
        guard !marks.marks.isEmpty else { return result }
        let silences = analyzer.gaps
        let lost = span(of: analyzer, beside: video, isWhole: isWhole).map {
            AudioCoverage.lost(marks.marks, within: $0, beside: silences, chirps: analyzer.chirps.map(\.time))
        }
        let jumps = marks.jumps(beside: silences)
        let gaps =
            silences.map { AudioEvent(kind: .silent, time: $0.start, milliseconds: $0.duration * 1000) }
            + (lost ?? []).map { AudioEvent(kind: .lost, time: $0.start, milliseconds: $0.duration * 1000) }
            + jumps.filter { $0.skipped > 0 }.map {
                AudioEvent(kind: .skipped, time: $0.time, milliseconds: $0.skipped * 1000)
            }
        result.gaps = gaps.sorted { $0.time < $1.time }
        result.channelCorrelation = analyzer.channelCorrelation?.correlation
        result.overlaps =
            analyzer.overlaps.map { AudioEvent(kind: .overlapping, time: $0.start, milliseconds: $0.duration * 1000) }
            + jumps.filter { $0.skipped < 0 }.map {
                AudioEvent(kind: .repeated, time: $0.time, milliseconds: -$0.skipped * 1000)
            }
        result.level = analyzer.chirps.map(\.amplitude).median.map { Decibels.of($0 / CodedAudioWriter.amplitude) }
        result.clockError = clockError(marks.marks.map { ($0.time, $0.coded) }, from: analyzer.start ?? 0)
        return result
    }

    /// The time range in which audio is expected, in seconds: the range of the video, if known.
    private static func span(
        of analyzer: AudioAnalyzer, beside video: Video?, isWhole: Bool
    ) -> ClosedRange<Double>? {
        guard let start = analyzer.start, analyzer.end > start else { return nil }
        guard let video, let begins = video.begins, let ends = video.ends else { return start...analyzer.end }
        let end = ends + (video.interval?.mean ?? 0) / 1000
        // In an excerpt, each track starts and ends where it was trimmed.
        let (first, last) = isWhole ? (begins, end) : (max(begins, start), min(end, analyzer.end))
        return first < last ? first...last : nil
    }

    // MARK: Streams

    private static func streams(_ video: MediaReader.Video, _ audio: MediaReader.Audio) -> [Stream] {
        var streams: [Stream] = []
        if !video.stream.codec.isEmpty {
            var stream = Stream(video.stream, kind: "video", begins: video.analyzer.times.first)
            (stream.width, stream.height) = (video.analyzer.size.width, video.analyzer.size.height)
            stream.rate = video.stream.rate.map { "\($0)" }
            stream.keyFrameInterval = Spread(video.stream.keyFrameIntervals)
            streams.append(stream)
        }
        if !audio.stream.codec.isEmpty {
            var stream = Stream(audio.stream, kind: "audio", begins: audio.analyzer?.start)
            (stream.sampleRate, stream.channels) = (audio.sampleRate, audio.channels)
            streams.append(stream)
        }
        return streams
    }
}

extension ProbeReport.Stream {
    fileprivate init(_ stream: StreamStatistics, kind: String, begins: Double?) {
        self.init(
            kind: kind, codec: stream.codec, profile: stream.profile, level: stream.level, units: stream.units,
            bitrate: stream.bitrate,
            bitrateTimeSeries: stream.bitrateTimeSeries.map {
                ProbeReport.TimeSeriesPoint(time: $0.time + (begins ?? 0), value: $0.kilobits)
            })
    }
}

extension ProbeReport.Sync {
    init(_ timeSeries: SyncTimeSeries) {
        (from, to) = (timeSeries.from, timeSeries.to)
        start = timeSeries.start * 1000
        end = timeSeries.end * 1000
        worst = timeSeries.worst.offset * 1000
        worstTime = timeSeries.worst.time
        self.timeSeries = timeSeries.points.map { ProbeReport.TimeSeriesPoint(time: $0.time, value: $0.offset * 1000) }
        drift = timeSeries.drift?.partsPerMillion
        driftError = timeSeries.drift?.error
    }
}

extension ProbeReport.Color {
    fileprivate init(_ finding: ColorFinding, _ stream: StreamStatistics) {
        let (range, matrix) = (finding.spread?.rawValue, finding.matrix?.rawValue)
        let signalledMatrix = stream.matrix.map { "\($0)" }
        let expected = stream.range ?? (stream.isUnsignalled ? nil : .limited)
        let isRangeRight = range == expected?.rawValue || expected == nil && range.flatMap(VideoRange.init) != nil
        isAsSignalled = isRangeRight && (signalledMatrix == nil || signalledMatrix == matrix)
        lumaError = finding.lumaError
        chromaError = finding.chromaError
        (self.range, self.matrix) = (range, matrix)
        (signalledRange, self.signalledMatrix) = (stream.range?.rawValue, signalledMatrix)
        expectedRange = expected?.rawValue
    }
}

extension ProbeReport.Delay {
    /// Less media in seconds is not enough to determine its pace.
    private static let minSpan = 1.0
    /// Players send a group of pictures at once and then keep real time. A file is read at a multiple of its pace.
    private static let maxCatchingUp = 0.5

    /// `nil` for media that arrived faster than real time: it was stored on its way.
    fileprivate init?(_ delays: [VideoAnalyzer.Delay]) {
        if let first = delays.first, let last = delays.last, last.time - first.time > Self.minSpan {
            let catching = (first.milliseconds - last.milliseconds) / 1000
            guard catching < (last.time - first.time) * Self.maxCatchingUp else { return nil }
        }
        let sorted = delays.map(\.milliseconds).sorted()
        guard let median = sorted.median, let worst = sorted.last else { return nil }
        self.median = median
        self.worst = worst
        percentile95 = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
        let seconds = Dictionary(grouping: delays) { Int($0.time.rounded(.down)) }
        timeSeries = seconds.sorted { $0.key < $1.key }.map { second, delays in
            ProbeReport.TimeSeriesPoint(time: Double(second) + 0.5, value: delays.map(\.milliseconds).max() ?? 0)
        }
    }
}
