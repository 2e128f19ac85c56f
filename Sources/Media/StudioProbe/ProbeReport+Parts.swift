import CodedMedia
public import StudioCore

extension ProbeReport {
    /// A time range of the source, in seconds.
    public struct Stretch: Encodable, Hashable, Sendable {
        /// Its first and its last moment.
        public let begins, ends: Double
    }

    /// A part of media that consists of several: one source, from its first to its last frame.
    public struct Part: Encodable, Hashable, Sendable {
        /// Its number, from 1.
        public let number: Int
        /// The session that sent it.
        public let session: Session
        /// The presentation times of its first and its last frame.
        public let begins, ends: Double
        /// Frames with a readable number.
        public let frames: Int
        /// The lowest and the highest number.
        public let lowest, highest: UInt32
        /// The number of missing frames between them, without covered ones.
        public let missing: Int
        /// Frames in whose place frames without marks were shown for as long: under a slate.
        public let covered: Int
        /// The missing numbers as ranges: first and last of each.
        public let missingNumbers: [[UInt32]]
        /// Frames that had arrived before, and frames that arrived after one with a higher number.
        public let repeated, outOfOrder: Int
        /// Frames whose card is partly wrong.
        public let damaged: Int
        /// Frames without readable marks, outside of the stretches without marks.
        public let unreadable: Int
        /// Frames of other sessions.
        public let foreign: Int
        /// Marks of the audio with a known position; 0 for a part without audio.
        public let marks: Int
        /// Silent, lost or skipped ranges of its audio.
        public let gaps: [AudioEvent]
        /// Repeated or overlapping ranges of its audio.
        public let overlaps: [AudioEvent]
        /// The A/V offset; `nil` without audio.
        @Nullable public internal(set) var sync: Sync? = nil

        /// Whether all its frames arrived once, in order and undamaged, and its audio without a gap.
        public var isWhole: Bool {
            missing + repeated + outOfOrder + damaged + unreadable + foreign == 0 && gaps.isEmpty && overlaps.isEmpty
        }
    }

    /// The least duration of a stretch without marks, in seconds.
    private static let minimumUnmarked = 0.5

    /// The stretches of frames without marks.
    static func unmarked(_ analyzer: VideoAnalyzer) -> [Stretch] {
        var stretches: [Stretch] = []
        var run: (first: Int, last: Int)?
        func close() {
            guard let ended = run, analyzer.times.indices.contains(ended.last) else { return }
            let end =
                ended.last + 1 < analyzer.times.count ? analyzer.times[ended.last + 1] : analyzer.times[ended.last]
            let stretch = Stretch(begins: analyzer.times[ended.first], ends: end)
            if stretch.ends - stretch.begins >= minimumUnmarked { stretches.append(stretch) }
        }
        for frame in analyzer.unreadable {
            if let current = run, frame.index == current.last + 1 {
                run = (current.first, frame.index)
            } else {
                close()
                run = (frame.index, frame.index)
            }
        }
        close()
        return stretches
    }
}

extension ProbeReport.Part {
    /// A cut divides a chirp of the audio, and a codec blurs it; in seconds.
    private static let edge = 0.1
    /// Shorter silences are the blur of a codec; in seconds.
    private static let minimumSilence = 0.02

    /// - Parameters:
    ///   - video: the frames of the part.
    ///   - audio: the audio of the whole source.
    ///   - unmarked: where neither marks nor audio are expected.
    init(_ number: Int, _ video: VideoAnalyzer, _ audio: AudioAnalyzer?, beside unmarked: [ProbeReport.Stretch]) {
        let sequence = video.sequence
        self.number = number
        session = ProbeReport.Session(
            identity: video.session?.name ?? "", width: video.session?.width ?? 0, height: video.session?.height ?? 0,
            rate: video.session.map { "\($0.rate)" } ?? "")
        let frames = video.presentationTimes?.sections.flatMap(\.frames) ?? []
        let (start, last) = (frames.first?.time ?? 0, frames.last?.time ?? 0)
        (begins, ends) = (start, last)
        (self.frames, lowest, highest) = (sequence.count, sequence.lowest ?? 0, sequence.highest ?? 0)
        let missing = sequence.missing.filter { !Self.isCovered($0, frames, video.session?.rate, unmarked) }
        self.missing = missing.reduce(0) { $0 + $1.count }
        covered = sequence.missingCount - self.missing
        missingNumbers = missing.map { [$0.lowerBound, $0.upperBound] }
        (repeated, outOfOrder) = (sequence.repeated.count, sequence.disordered.count)
        damaged = video.damaged.count
        unreadable = video.unreadable.count { frame in !unmarked.contains { $0.contains(frame.time) } }
        foreign = video.foreign.values.reduce(0, +)
        guard let audio, let presentationTimes = video.presentationTimes else {
            (marks, gaps, overlaps) = (0, [], [])
            return
        }
        let times = CodedTimeMap(presentationTimes)
        let end = last + 1 / presentationTimes.rate.perSecond
        let chirps = audio.chirps.filter { $0.time >= start && $0.time < end }
        let code = ChirpSequence(chirps) { times.coded(at: $0) }
        marks = code.marks.count
        sync = SyncTimeSeries(video: times, audio: code.marks).map { ProbeReport.Sync($0) }
        guard marks > 0, end - start > 2 * Self.edge else {
            (gaps, overlaps) = ([], [])
            return
        }
        let span = start + Self.edge...end - Self.edge
        let silences = audio.gaps.filter { $0.start < end && $0.end > start }
        let lost = AudioCoverage.lost(code.marks, within: span, beside: silences, chirps: chirps.map(\.time))
        let jumps = code.jumps(beside: silences)
        gaps =
            Self.faults(silences, .silent, span, beside: unmarked) + Self.faults(lost, .lost, span, beside: unmarked)
            + jumps.filter { $0.skipped > 0 }.map {
                ProbeReport.AudioEvent(kind: .skipped, time: $0.time, milliseconds: $0.skipped * 1000)
            }
        overlaps =
            Self.faults(audio.overlaps, .overlapping, span, beside: [])
            + jumps.filter { $0.skipped < 0 }.map {
                ProbeReport.AudioEvent(kind: .repeated, time: $0.time, milliseconds: -$0.skipped * 1000)
            }
    }

    /// Whether a stretch without marks was shown instead of missing frames, and not for a shorter time.
    private static func isCovered(
        _ missing: ClosedRange<UInt32>, _ frames: [PresentationTimes.Frame], _ rate: Rate?,
        _ unmarked: [ProbeReport.Stretch]
    ) -> Bool {
        guard let rate, let before = frames.last(where: { $0.number < missing.lowerBound }),
            let after = frames.first(where: { $0.number > missing.upperBound })
        else { return false }
        let covering = unmarked.filter { $0.begins > before.time && $0.ends <= after.time + 0.001 }
        return covering.contains { Double(missing.count - 1) / rate.perSecond <= $0.ends - $0.begins }
    }

    /// The faults inside of a part, without what stretches without marks explain.
    private static func faults(
        _ stretches: [AudioAnalyzer.Stretch], _ kind: ProbeReport.AudioEvent.Kind, _ span: ClosedRange<Double>,
        beside unmarked: [ProbeReport.Stretch]
    ) -> [ProbeReport.AudioEvent] {
        stretches.compactMap { stretch in
            let (start, end) = (max(stretch.start, span.lowerBound), min(stretch.end, span.upperBound))
            let explained = unmarked.reduce(0) { $0 + max(0, min(end, $1.ends + edge) - max(start, $1.begins - edge)) }
            guard end - start - explained >= minimumSilence else { return nil }
            return ProbeReport.AudioEvent(kind: kind, time: start, milliseconds: (end - start) * 1000)
        }
    }
}

extension ProbeReport.Stretch {
    fileprivate func contains(_ time: Double) -> Bool { time >= begins && time < ends }
}
