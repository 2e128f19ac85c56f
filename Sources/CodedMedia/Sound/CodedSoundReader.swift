/// A chirp of the coded sound, where it was heard.
public struct HeardChirp: Hashable, Sendable {
    /// Where it begins, in samples since the reader's first one; between samples, too.
    public let position: Double
    /// Whether it goes up.
    public let isRising: Bool
    /// Its height, where 1 is full scale; the writer's is 0.1.
    public let amplitude: Double
}

/// A stretch without sound, in samples since the reader's first one.
public struct HeardSilence: Hashable, Sendable {
    /// The first silent sample.
    public let start: Double
    /// The first one that is not.
    public let end: Double
}

/// Finds the chirps of a ``CodedSoundWriter`` in sound without gaps, and the silences between them.
///
/// Give it one channel, or the mean of all, in order. One thread at a time may use it.
public struct CodedSoundReader: Sendable {
    /// The chirps that were found so far, in order; take them out with ``takeChirps()``.
    private var chirps: [HeardChirp] = []
    private var silences: [HeardSilence] = []
    private var decimator: Decimator
    private var level: LevelWatch
    /// The lowered sound, beginning with sample `start`.
    private var low: [Float] = []
    private var start = 0
    /// Silence was looked for in all lowered samples before this one.
    private var watched = 0
    private let rising: [Float]
    private let falling: [Float]
    private let templateEnergy: Float
    private let chirpLength: Double
    private var next = Next.anywhere(from: 0)

    private enum Next: Sendable {
        /// A chirp may begin at any sample from this one on.
        case anywhere(from: Int)
        /// The next one follows the last: it begins here, or something has happened to the sound.
        case expected(at: Double)
    }

    /// How alike sound and chirp must be, 1 for the same. Noise reaches 0.3 once in a million samples.
    private static let threshold: Float = 0.5
    /// How far from its place an expected chirp is looked for, in lowered samples: a third of a millisecond.
    private static let reach = 4
    /// How many lowered samples a peak may lie behind the first that passes the threshold: the width of its main lobe.
    private static let lobe = 12
    /// A template of silence would be like everything: −90 dBFS over a chirp.
    private static let leastEnergy: Float = 1e-6
    /// Lowered samples that are kept although nothing needs them.
    private static let mostForgettable = 8192

    /// - Parameter sampleRate: in hertz, 8000 to 768000.
    public init(sampleRate: Int) {
        let decimator = Decimator(sampleRate: sampleRate)
        let rate = Double(sampleRate) / Double(decimator.factor)
        let length = rate * SoundCode.chirpSeconds
        func template(isRising: Bool) -> [Float] {
            (0..<Int(length)).map { Float(SoundCode.wave(at: Double($0) / rate, isRising: isRising)) }
        }
        self.decimator = decimator
        chirpLength = length
        rising = template(isRising: true)
        falling = template(isRising: false)
        templateEnergy = rising.product(with: rising, from: 0)
        level = LevelWatch(samplesPerWindow: Int((rate / 1000).rounded()))
    }

    /// Takes the next samples, 1 for full scale.
    public mutating func read(_ samples: UnsafeBufferPointer<Float>) {
        decimator.process(samples, into: &low)
        while advance() {}
        forget()
    }

    /// The chirps that were found since the last call.
    public mutating func takeChirps() -> [HeardChirp] {
        defer { chirps.removeAll(keepingCapacity: true) }
        return chirps
    }

    /// The silences between chirps that ended since the last call; one that lasts to the end is none.
    public mutating func takeSilences() -> [HeardSilence] {
        defer { silences.removeAll(keepingCapacity: true) }
        return silences
    }

    /// Looks for silence up to where chirps were looked for, so that the blocks' lengths change nothing.
    private mutating func watch(upTo end: Int) {
        guard end > watched else { return }
        let factor = Double(decimator.factor)
        for index in watched..<end {
            guard let silence = level.add(low[index - start]) else { continue }
            silences.append(
                HeardSilence(start: Double(silence.lowerBound) * factor, end: Double(silence.upperBound) * factor))
        }
        watched = end
    }

    // MARK: Finding

    /// Looks for one chirp, or for one sample that begins none; false when more sound is needed.
    private mutating func advance() -> Bool {
        switch next {
        case .expected(let place):
            let first = Int(place.rounded()) - Self.reach
            guard hasSound(to: first + 2 * Self.reach + 1) else { return false }
            watch(upTo: first)
            if let best = best(first...first + 2 * Self.reach), best.index > first, best.index < first + 2 * Self.reach
            {
                accept(best)
            } else {
                next = .anywhere(from: Int(place - chirpLength / 2))
            }
        case .anywhere(let from):
            let first = max(from, start)
            guard hasSound(to: first + Self.lobe + 1) else { return false }
            watch(upTo: first)
            if best(first...first) != nil, let best = best(first...first + Self.lobe) {
                accept(best)
            } else {
                next = .anywhere(from: first + 1)
            }
        }
        return true
    }

    private struct Match {
        let index: Int
        let isRising: Bool
        let likeness: Float
        let product: Float
    }

    private func hasSound(to last: Int) -> Bool { last + rising.count <= start + low.count }

    /// The best match that passes the threshold.
    private func best(_ places: ClosedRange<Int>) -> Match? {
        var best: Match?
        for index in places where index >= start {
            let energy = low.energy(from: index - start, count: rising.count)
            guard energy > Self.leastEnergy else { continue }
            let scale = 1 / (energy * templateEnergy).squareRoot()
            for isRising in [true, false] {
                let product = product(index, isRising)
                let likeness = abs(product) * scale
                if likeness >= max(Self.threshold, best?.likeness ?? 0) {
                    best = Match(index: index, isRising: isRising, likeness: likeness, product: product)
                }
            }
        }
        return best
    }

    private func product(_ index: Int, _ isRising: Bool) -> Float {
        (isRising ? rising : falling).product(with: low, from: index - start)
    }

    private mutating func accept(_ match: Match) {
        let (offset, height) = vertex(around: match)
        let place = Double(match.index) + offset
        let amplitude = Double(height / templateEnergy)
        chirps.append(
            HeardChirp(
                position: place * Double(decimator.factor), isRising: match.isRising, amplitude: amplitude))
        // The first chirp may have been faded in, as codecs do: sound is judged from its end on.
        if level.reference == nil { watch(upTo: match.index + rising.count) }
        watch(upTo: match.index)
        level.reference = Float(amplitude)
        level.isRecognised = true
        watch(upTo: match.index + rising.count)
        level.isRecognised = false
        next = .expected(at: place + chirpLength)
    }

    /// Where between samples the peak lies, and how high it is: the vertex of a parabola through three products.
    private func vertex(around match: Match) -> (offset: Double, height: Float) {
        let height = abs(match.product)
        guard match.index > start else { return (0, height) }
        let sign: Float = match.product < 0 ? -1 : 1
        let before = sign * product(match.index - 1, match.isRising)
        let after = sign * product(match.index + 1, match.isRising)
        let curve = before - 2 * height + after
        guard curve < 0 else { return (0, height) }
        let offset = max(-1, min(1, (before - after) / (2 * curve)))
        return (Double(offset), height - (before - after) * offset / 4)
    }

    /// Drops sound that nothing needs any more, rarely, because moving the rest costs.
    private mutating func forget() {
        let needed: Int
        switch next {
        case .anywhere(let from): needed = from - 1
        case .expected(let place): needed = Int(place - chirpLength / 2) - 1
        }
        guard needed - start > Self.mostForgettable else { return }
        let count = min(low.count, needed - start)
        low.removeFirst(count)
        start += count
    }
}
