/// What belongs before a block of sound, so that the program's sound track has no gap and no overlap.
package struct AudioPlacement: Hashable, Sendable {
    /// Where the first sample goes, silence included.
    package var start: MediaTime
    /// Samples of silence before the block.
    package var silence: Int64
    /// Samples to cut off the block's beginning, because the track is past them.
    package var skip: Int64
}

/// Keeps the program's sound track without gaps: silence where nothing came, cuts where the track is already past.
package struct AudioGapFiller: Sendable {
    // The end is counted from an anchor: 1024 samples are no whole number of nanoseconds, and added up block by block
    // they would drift until a sample had to be put in every few minutes, which is heard as a click.
    private var anchor: MediaTime
    private var count: Int64 = 0
    private var rate: Rate?

    package init(origin: MediaTime) {
        anchor = origin
    }

    /// The end of what was placed.
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

    /// Places a block of `samples` that begins at `start`.
    package mutating func place(start: MediaTime, samples: Int64, rate: Rate) -> AudioPlacement {
        let gap = (start - end).count(at: rate)
        let placement = AudioPlacement(start: end, silence: max(0, gap), skip: min(samples, max(0, -gap)))
        append(placement.silence + samples - placement.skip, rate: rate)
        return placement
    }

    /// Fills the track with silence up to `limit`; `nil` when it is there already.
    package mutating func fill(upTo limit: MediaTime, rate: Rate) -> AudioPlacement? {
        let samples = (limit - end).count(at: rate)
        guard samples > 0 else { return nil }
        let placement = AudioPlacement(start: end, silence: samples, skip: 0)
        append(samples, rate: rate)
        return placement
    }
}

/// Keeps the program's picture going: repeats the last picture, black before the first.
package struct VideoGapFiller: Sendable {
    /// Times at which the last picture is shown again, one interval apart, counted from it so that nothing adds up.
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
    /// The time of the last picture, or the origin before the first.
    private var base: MediaTime
    /// How many intervals behind `base` the next repeat belongs.
    private var next: Int64
    /// A gap is being filled: go on until the next picture.
    private var isFilling = true

    /// The track begins at `origin`; before the first picture the fill begins there.
    package init(origin: MediaTime, rate: Rate) {
        self.rate = rate
        base = origin
        next = 0
    }

    /// When the picture shown last ends.
    package var end: MediaTime { base + MediaTime(count: next, rate: rate) }

    /// When the frame shown last begins; `nil` before the first one.
    private var lastShown: MediaTime? {
        next > 0 ? base + MediaTime(count: next - 1, rate: rate) : nil
    }

    /// Places a frame; returns when it is shown, and the repeats that belong before it. `nil` for one that is late: its place was
    /// filled by half an interval or more while it was on its way from its stamp to here, and shown later it would be out of
    /// sync.
    ///
    /// A first picture that comes less than half an interval behind the origin is shown from the origin on: muxers that
    /// let every track begin at zero, as MP4's fragments do, would else show all pictures too early by that time.
    package mutating func place(at time: MediaTime) -> (time: MediaTime, repeats: Repeats?)? {
        var time = time
        if let earliest = lastShown.map({ $0 + VideoTimeline.minimumStep }), time < earliest {
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

    /// Fills the track up to `limit` when no picture came until then.
    package mutating func fill(upTo limit: MediaTime) -> Repeats? {
        guard let repeats = repeats(before: limit) else { return nil }
        isFilling = true
        return repeats
    }

    /// Repeats one interval apart whose last one is at least half an interval before `limit`.
    private mutating func repeats(before limit: MediaTime) -> Repeats? {
        let half = MediaTime(nanoseconds: rate.interval.nanoseconds / 2)
        let room = limit + half - end
        guard room >= rate.interval else { return nil }
        let count = room.nanoseconds / rate.interval.nanoseconds
        defer { next += count }
        return Repeats(base: base, counts: next..<next + count, rate: rate)
    }
}

/// The time line of one program: its origin is the first accepted media of any kind, its tracks are filled behind the
/// present by ``delay``.
package struct GapFiller: Sendable {
    /// How far behind the present missing media is filled in. Far beyond the 40 ms by which a stamp may be behind its
    /// arrival, so a fill never meets media that is still to come; long enough to outlast a scheduler's hiccup.
    package static let delay = MediaTime.milliseconds(250)

    private let rate: Rate
    package private(set) var origin: MediaTime?
    private var audio: AudioGapFiller?
    private var video: VideoGapFiller?
    private let hasAudio: Bool

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

    /// Places a frame: when the program shows it and the repeats before it. `nil` for one whose place is past: from before the
    /// origin, or overtaken by repeats.
    package mutating func placeVideo(at time: MediaTime) -> (time: MediaTime, repeats: VideoGapFiller.Repeats?)? {
        let position = time - begin(at: time)
        guard position >= .zero else { return nil }
        return video?.place(at: position)
    }

    /// Places a block of sound. `nil` where the program has no sound track.
    package mutating func placeAudio(at time: MediaTime, samples: Int64, rate: Rate) -> AudioPlacement? {
        let position = time - begin(at: time)
        return audio?.place(start: position, samples: samples, rate: rate)
    }

    /// What is missing ``delay`` before `now`.
    package mutating func fill(now: MediaTime, audioRate: Rate) -> (
        repeats: VideoGapFiller.Repeats?, silence: AudioPlacement?
    ) {
        guard let origin else { return (nil, nil) }
        return fill(upTo: now - Self.delay - origin, audioRate: audioRate)
    }

    /// Brings both tracks to the same end.
    package mutating func finish(audioRate: Rate) -> (repeats: VideoGapFiller.Repeats?, silence: AudioPlacement?) {
        fill(upTo: end, audioRate: audioRate)
    }

    private mutating func fill(upTo limit: MediaTime, audioRate: Rate) -> (VideoGapFiller.Repeats?, AudioPlacement?) {
        (video?.fill(upTo: limit), audio?.fill(upTo: limit, rate: audioRate))
    }

    /// The end of the longer track.
    package var end: MediaTime {
        max(audio?.end ?? .zero, video?.end ?? .zero)
    }
}
