package import StudioCore

/// What became of the sound of a run: where it is, where it is not, and how loud.
package struct SoundSurvey: Sendable {
    /// A stretch of time.
    package struct Stretch: Hashable, Sendable {
        package let start: Double
        package let duration: Double
    }

    /// No samples where sound should be.
    private var missing: [Stretch] = []
    private var heard: [(place: SoundTimeline.Place, chirp: HeardChirp)] = []
    private var silent: [(start: SoundTimeline.Place, end: SoundTimeline.Place)] = []
    /// Blocks that begin before the end of what came.
    package private(set) var overlaps: [Stretch] = []
    /// Samples at full scale next to another one.
    package private(set) var clippedSamples = 0
    package private(set) var start: Double?
    package private(set) var end = 0.0
    private let sampleRate: Int
    private let channels: Int
    private var timeline: SoundTimeline
    private var reader: CodedSoundReader
    private var mono: [Float] = []
    /// The channel that is read: the loudest one of the first block that is not silent.
    private var readChannel: Int?
    private var stereo = StereoLikeness()
    private var wasFullScale: [Bool]

    package init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
        timeline = SoundTimeline(sampleRate: sampleRate)
        reader = CodedSoundReader(sampleRate: sampleRate)
        wasFullScale = [Bool](repeating: false, count: channels)
    }

    /// Takes a block: interleaved, 1 for full scale.
    package mutating func add(_ samples: UnsafeBufferPointer<Float>, at time: MediaTime) {
        let count = samples.count / channels
        guard count > 0 else { return }
        let expected = end
        if case .restarted(let hole) = timeline.add(samples: count, at: time) {
            reader = CodedSoundReader(sampleRate: sampleRate)
            if start != nil, hole > .zero { missing.append(Stretch(start: expected, duration: hole.seconds)) }
            if start != nil, hole < .zero { overlaps.append(Stretch(start: time.seconds, duration: -hole.seconds)) }
        }
        start = start ?? time.seconds
        separate(samples, count)
        mono.withUnsafeBufferPointer { reader.read($0) }
        heard += reader.takeChirps().map { (timeline.place(ofSample: $0.position), $0) }
        silent += reader.takeSilences().map {
            (timeline.place(ofSample: $0.start), timeline.place(ofSample: $0.end))
        }
        end = time.seconds + Double(count) / Double(sampleRate)
    }

    /// The chirps as they are heard, in seconds; asked for at the end, when all stamps are known.
    package var chirps: [TimedChirp] {
        heard.map {
            TimedChirp(time: timeline.time(of: $0.place), isRising: $0.chirp.isRising, amplitude: $0.chirp.amplitude)
        }
    }

    /// No samples, or silent ones, where sound should be, in order.
    package var holes: [Stretch] {
        let silences = silent.map { silence in
            let start = timeline.time(of: silence.start)
            return Stretch(start: start, duration: timeline.time(of: silence.end) - start)
        }
        return (missing + silences).sorted { $0.start < $1.start }
    }

    /// How alike the first two channels are; `nil` for fewer, and for silence.
    package var channelLikeness: StereoLikeness? { channels > 1 && stereo.hasSound ? stereo : nil }

    /// Takes the channel that is read out of all; counts what is clipped on the way.
    private mutating func separate(_ samples: UnsafeBufferPointer<Float>, _ count: Int) {
        mono.removeAll(keepingCapacity: true)
        if readChannel == nil { readChannel = loudestChannel(samples, count) }
        let read = readChannel ?? 0
        for index in 0..<count {
            for channel in 0..<channels {
                let isFullScale = abs(samples[index * channels + channel]) >= Self.fullScale
                if isFullScale, wasFullScale[channel] { clippedSamples += 1 }
                wasFullScale[channel] = isFullScale
            }
            if channels > 1 { stereo.add(samples[index * channels], samples[index * channels + 1]) }
            mono.append(samples[index * channels + read])
        }
    }

    private func loudestChannel(_ samples: UnsafeBufferPointer<Float>, _ count: Int) -> Int? {
        let peaks = (0..<channels).map { channel in
            (0..<count).reduce(Float(0)) { max($0, abs(samples[$1 * channels + channel])) }
        }
        guard let peak = peaks.max(), peak > Self.leastPeak else { return nil }
        return peaks.firstIndex(of: peak)
    }

    /// −60 dBFS: 40 dB below the code as it is made.
    private static let leastPeak: Float = 0.001

    /// The largest 16-bit sample but one.
    private static let fullScale: Float = 32_766 / 32_768
}

/// A chirp, and when it is heard, in seconds.
package struct TimedChirp: Hashable, Sendable {
    package let time: Double
    package let isRising: Bool
    package let amplitude: Double

    package init(time: Double, isRising: Bool, amplitude: Double) {
        self.time = time
        self.isRising = isRising
        self.amplitude = amplitude
    }
}
