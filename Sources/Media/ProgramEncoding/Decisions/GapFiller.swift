package import StudioCore

/// The position of an audio block that keeps the program's audio track free of gaps and overlaps.
package struct AudioPlacement: Hashable, Sendable {
    /// The time of the first sample, silence included.
    package var start: MediaTime
    /// Samples of silence before the block.
    package var silence: Int64
    /// Samples to trim from the start of the block, because the track has passed them.
    package var skip: Int64
}

/// Keeps the program's audio track continuous: it inserts silence into gaps and trims overlaps.
package struct AudioGapFiller: Sendable {
    // The end is counted from an anchor: 1024 samples are not a whole number of nanoseconds. Accumulated block by
    // block, the error would require an extra sample every few minutes, which is audible as a click.
    private var anchor: MediaTime
    private var count: Int64 = 0
    private var rate: Rate?

    package init(origin: MediaTime) {
        anchor = origin
    }

    /// The end of the placed samples.
    package var end: MediaTime {
        rate.map { anchor + MediaTime(count: count, rate: $0) } ?? anchor
    }

    private mutating func append(_ samples: Int64, rate: Rate) {
        if self.rate != rate {
            anchor = end
            count = 0
            self.rate = rate
        }
        count += samples
    }

    /// Places a block of `samples` that starts at `start`.
    package mutating func place(start: MediaTime, samples: Int64, rate: Rate) -> AudioPlacement {
        let gap = (start - end).count(at: rate)
        let placement = AudioPlacement(start: end, silence: max(0, gap), skip: min(samples, max(0, -gap)))
        append(placement.silence + samples - placement.skip, rate: rate)
        return placement
    }

    /// Fills the track with silence up to `limit`; `nil` when it extends that far already.
    package mutating func fill(upTo limit: MediaTime, rate: Rate) -> AudioPlacement? {
        let samples = (limit - end).count(at: rate)
        guard samples > 0 else { return nil }
        let placement = AudioPlacement(start: end, silence: samples, skip: 0)
        append(samples, rate: rate)
        return placement
    }
}

/// Keeps the program's video track continuous: it repeats the last frame; before the first frame it inserts black.
package struct VideoGapFiller: Sendable {
    /// The times of repeated frames, one interval apart. They are counted from the last frame, so that rounding errors
    /// do not accumulate.
    package struct Repeats: Hashable, Sendable {
        private let base: MediaTime
        private let counts: Range<Int64>
        private let rate: Rate

        fileprivate init(base: MediaTime, counts: Range<Int64>, rate: Rate) {
            self.base = base
            self.counts = counts
            self.rate = rate
        }

        package var times: [MediaTime] { counts.map { base + MediaTime(count: $0, rate: rate) } }
    }

    private let rate: Rate
    /// The time of the last frame, or the origin before the first frame.
    private var base: MediaTime
    /// The interval after `base` of the next repeat.
    private var next: Int64
    /// A gap is being filled until the next frame.
    private var isFilling = true

    /// Creates a track that starts at `origin`; the fill starts there until the first frame.
    package init(origin: MediaTime, rate: Rate) {
        self.rate = rate
        base = origin
        next = 0
    }

    /// The end of the last frame.
    package var end: MediaTime { base + MediaTime(count: next, rate: rate) }

    /// The start of the last frame; `nil` before the first frame.
    fileprivate var lastShown: MediaTime? {
        next > 0 ? base + MediaTime(count: next - 1, rate: rate) : nil
    }

    /// Places a frame. Returns its time and the repeats before it. Returns `nil` for a late frame: repeats of half an
    /// interval or more took its place after it was stamped, and showing it later would break A/V sync.
    ///
    /// A first frame less than half an interval after the origin is placed at the origin. Muxers that start every track
    /// at zero, as fragmented MP4 does, would otherwise shift all frames by that time.
    package mutating func place(at time: MediaTime) -> (time: MediaTime, repeats: Repeats?)? {
        var time = time
        if let earliest = lastShown.map({ $0 + TimeStamps.minimumStep }), time < earliest {
            guard (earliest - time).nanoseconds < rate.interval.nanoseconds / 2 else { return nil }
            time = earliest
        }
        let repeats = isFilling || time - end > GapFiller.delay ? self.repeats(before: time) : nil
        let shown = next == 0 ? base : time
        base = time
        next = 1
        isFilling = false
        return (shown, repeats)
    }

    /// Fills the track up to `limit` if no frame arrived.
    package mutating func fill(upTo limit: MediaTime) -> Repeats? {
        guard let repeats = repeats(before: limit) else { return nil }
        isFilling = true
        return repeats
    }

    /// Repeats one interval apart, the last one at least half an interval before `limit`.
    private mutating func repeats(before limit: MediaTime) -> Repeats? {
        let half = MediaTime(nanoseconds: rate.interval.nanoseconds / 2)
        let room = limit + half - end
        guard room >= rate.interval else { return nil }
        let count = room.nanoseconds / rate.interval.nanoseconds
        defer { next += count }
        return Repeats(base: base, counts: next..<next + count, rate: rate)
    }
}

/// The time line of a program. Its origin is the first accepted media of any kind. Gaps in its tracks are filled
/// ``delay`` behind the present.
package struct GapFiller: Sendable {
    /// The delay after which missing media is filled in. It is well above the 40 ms tolerance of time stamps, so that a
    /// fill never overtakes media in flight, and long enough for scheduling delays.
    package static let delay = MediaTime.milliseconds(250)

    private let rate: Rate
    package private(set) var origin: MediaTime?
    /// Whether ``finish(audioRate:)`` was called; nothing may be filled after that.
    package private(set) var isFinished = false
    private var audio: AudioGapFiller?
    private var video: VideoGapFiller?
    private let hasAudio: Bool

    /// Fills no more gaps, because nothing receives them.
    package mutating func abandon() { isFinished = true }

    package init(rate: Rate, hasAudio: Bool) {
        self.rate = rate
        self.hasAudio = hasAudio
    }

    private mutating func begin(at time: MediaTime) -> MediaTime {
        if let origin { return origin }
        origin = time
        if hasAudio { audio = AudioGapFiller(origin: .zero) }
        video = VideoGapFiller(origin: .zero, rate: rate)
        return time
    }

    /// Places a frame: returns its time in the program and the repeats before it. Returns `nil` for a frame before the
    /// origin, or one that repeats have overtaken.
    package mutating func placeVideo(at time: MediaTime) -> (time: MediaTime, repeats: VideoGapFiller.Repeats?)? {
        let position = time - begin(at: time)
        guard position >= .zero else { return nil }
        return video?.place(at: position)
    }

    /// Places an audio block; `nil` when the program has no audio track.
    package mutating func placeAudio(at time: MediaTime, samples: Int64, rate: Rate) -> AudioPlacement? {
        let position = time - begin(at: time)
        return audio?.place(start: position, samples: samples, rate: rate)
    }

    /// The missing media up to ``delay`` before `now`.
    package mutating func fill(now: MediaTime, audioRate: Rate) -> (
        repeats: VideoGapFiller.Repeats?, silence: AudioPlacement?
    ) {
        guard let origin else { return (nil, nil) }
        return fill(upTo: now - Self.delay - origin, audioRate: audioRate)
    }

    /// When the shorter track will be ``delay`` behind if nothing arrives; `nil` before the origin.
    package var nextFill: MediaTime? {
        guard let origin, let video else { return nil }
        return origin + Self.delay + min(video.end, audio?.end ?? video.end)
    }

    /// Extends both tracks to the same end.
    package mutating func finish(audioRate: Rate) -> (repeats: VideoGapFiller.Repeats?, silence: AudioPlacement?) {
        isFinished = true
        return fill(upTo: end, audioRate: audioRate)
    }

    private mutating func fill(upTo limit: MediaTime, audioRate: Rate) -> (VideoGapFiller.Repeats?, AudioPlacement?) {
        (video?.fill(upTo: limit), audio?.fill(upTo: limit, rate: audioRate))
    }

    /// The time of the last frame; `nil` before the first one.
    package var lastFrame: MediaTime? { video?.lastShown }

    /// The end of the longer track.
    package var end: MediaTime {
        max(audio?.end ?? .zero, video?.end ?? .zero)
    }
}
