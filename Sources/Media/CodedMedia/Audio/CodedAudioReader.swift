/// A detected chirp of the coded audio.
public struct DetectedChirp: Hashable, Sendable {
    /// Its start, in samples since the reader's first sample; may lie between samples.
    public let position: Double
    /// Whether its frequency rises.
    public let isRising: Bool
    /// Its amplitude, where 1 is full scale. The writer's is 0.1.
    public let amplitude: Double
}

/// A range of silence, in samples since the reader's first sample.
public struct DetectedSilence: Hashable, Sendable {
    /// The first silent sample.
    public let start: Double
    /// The first sample after the silence.
    public let end: Double
}

/// Detects the chirps of a ``CodedAudioWriter`` in gapless audio, and the silences between them.
///
/// Takes one channel, or the mean of all, in order. Not safe for concurrent use.
public struct CodedAudioReader: Sendable {
    /// The chirps found so far, in order. ``takeChirps()`` removes them.
    private var chirps: [DetectedChirp] = []
    private var silences: [DetectedSilence] = []
    private var decimator: Decimator
    private var level: LevelMeter
    /// The decimated audio, starting with sample `start`.
    private var low: [Float] = []
    private var start = 0
    /// All decimated samples before this one were checked for silence.
    private var measured = 0
    private let rising: [Float]
    private let falling: [Float]
    private let templateEnergy: Float
    private let chirpLength: Double
    private var next = Next.anywhere(from: 0)

    private enum Next: Sendable {
        /// A chirp may start at any sample from this one on.
        case anywhere(from: Int)
        /// The next chirp follows the last one. If it does not start here, the audio has changed.
        case expected(at: Double)
    }

    /// The minimum correlation of audio and chirp; 1 is identical. Noise reaches 0.3 once in a million samples.
    private static let threshold: Float = 0.5
    /// The search radius around an expected chirp, in decimated samples: a third of a millisecond.
    private static let reach = 4
    /// The maximum distance of a peak from the first sample above the threshold, in decimated samples: the width of the
    /// main lobe.
    private static let lobe = 12
    /// Silence would correlate with everything. The threshold is −90 dBFS over a chirp.
    private static let minimumEnergy: Float = 1e-6
    /// Decimated samples that are kept although they are no longer needed.
    private static let maximumForgettable = 8192

    /// - Parameter sampleRate: in hertz, 8000 to 768000.
    public init(sampleRate: Int) {
        let decimator = Decimator(sampleRate: sampleRate)
        let rate = Double(sampleRate) / Double(decimator.factor)
        let length = rate * ChirpCode.chirpSeconds
        func template(isRising: Bool) -> [Float] {
            (0..<Int(length)).map { Float(ChirpCode.wave(at: Double($0) / rate, isRising: isRising)) }
        }
        self.decimator = decimator
        chirpLength = length
        rising = template(isRising: true)
        falling = template(isRising: false)
        templateEnergy = rising.product(with: rising, from: 0)
        level = LevelMeter(samplesPerWindow: Int((rate / 1000).rounded()))
    }

    /// Reads the next samples, 1 for full scale.
    public mutating func read(_ samples: UnsafeBufferPointer<Float>) {
        decimator.process(samples, into: &low)
        while advance() {}
        forget()
    }

    /// The chirps found since the last call.
    public mutating func takeChirps() -> [DetectedChirp] {
        defer { chirps.removeAll(keepingCapacity: true) }
        return chirps
    }

    /// The silences between chirps that ended since the last call. A silence that lasts until the end is not returned.
    public mutating func takeSilences() -> [DetectedSilence] {
        defer { silences.removeAll(keepingCapacity: true) }
        return silences
    }

    /// Checks for silence up to the position of the chirp search, so that the result does not depend on block lengths.
    private mutating func measureLevel(upTo end: Int) {
        guard end > measured else { return }
        let factor = Double(decimator.factor)
        for index in measured..<end {
            guard let silence = level.add(low[index - start]) else { continue }
            silences.append(
                DetectedSilence(start: Double(silence.lowerBound) * factor, end: Double(silence.upperBound) * factor))
        }
        measured = end
    }

    // MARK: Detection

    /// Searches one chirp, or skips one sample that starts none; returns false when more audio is needed.
    private mutating func advance() -> Bool {
        switch next {
        case .expected(let place):
            let first = Int(place.rounded()) - Self.reach
            guard hasAudio(to: first + 2 * Self.reach + 1) else { return false }
            measureLevel(upTo: first)
            if let best = best(first...first + 2 * Self.reach), best.index > first, best.index < first + 2 * Self.reach
            {
                accept(best)
            } else {
                next = .anywhere(from: Int(place - chirpLength / 2))
            }
        case .anywhere(let from):
            let first = max(from, start)
            guard hasAudio(to: first + Self.lobe + 1) else { return false }
            measureLevel(upTo: first)
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
        let correlation: Float
        let product: Float
    }

    private func hasAudio(to last: Int) -> Bool { last + rising.count <= start + low.count }

    /// The best match above the threshold.
    private func best(_ places: ClosedRange<Int>) -> Match? {
        var best: Match?
        for index in places where index >= start {
            let energy = low.energy(from: index - start, count: rising.count)
            guard energy > Self.minimumEnergy else { continue }
            let scale = 1 / (energy * templateEnergy).squareRoot()
            for isRising in [true, false] {
                let product = product(index, isRising)
                let correlation = abs(product) * scale
                if correlation >= max(Self.threshold, best?.correlation ?? 0) {
                    best = Match(index: index, isRising: isRising, correlation: correlation, product: product)
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
            DetectedChirp(
                position: place * Double(decimator.factor), isRising: match.isRising, amplitude: amplitude))
        // Codecs may fade in the first chirp, so silence detection starts at its end.
        if level.reference == nil { measureLevel(upTo: match.index + rising.count) }
        measureLevel(upTo: match.index)
        level.reference = Float(amplitude)
        level.isRecognised = true
        measureLevel(upTo: match.index + rising.count)
        level.isRecognised = false
        next = .expected(at: place + chirpLength)
    }

    /// The subsample position of the peak and its height: the vertex of a parabola through three products.
    private func vertex(around match: Match) -> (offset: Double, height: Float) {
        let height = abs(match.product)
        guard match.index > start else { return (0, height) }
        let sign: Float = match.product < 0 ? -1 : 1
        let before = sign * product(match.index - 1, match.isRising)
        let after = sign * product(match.index + 1, match.isRising)
        let curvature = before - 2 * height + after
        guard curvature < 0 else { return (0, height) }
        let offset = max(-1, min(1, (before - after) / (2 * curvature)))
        return (Double(offset), height - (before - after) * offset / 4)
    }

    /// Discards audio that is no longer needed. This happens rarely, because moving the remaining samples costs time.
    private mutating func forget() {
        let needed: Int
        switch next {
        case .anywhere(let from): needed = from - 1
        case .expected(let place): needed = Int(place - chirpLength / 2) - 1
        }
        guard needed - start > Self.maximumForgettable else { return }
        let count = min(low.count, needed - start)
        low.removeFirst(count)
        start += count
    }
}
