package import StudioCore

/// Analyses the received audio of a session: where it is present, where it is missing, and its level.
package struct AudioAnalyzer: Sendable {
    /// A time range.
    package struct Stretch: Hashable, Sendable {
        package let start: Double
        package let duration: Double
    }

    /// Ranges without samples where audio is expected.
    private var missing: [Stretch] = []
    private var detected: [(place: SampleTimeline.Place, chirp: DetectedChirp)] = []
    private var silent: [(start: SampleTimeline.Place, end: SampleTimeline.Place)] = []
    /// Ranges covered by two blocks.
    package private(set) var overlaps: [Stretch] = []
    /// Full-scale samples next to another full-scale sample.
    package private(set) var clippedSamples = 0
    package private(set) var start: Double?
    package private(set) var end = 0.0
    private let sampleRate: Int
    private let channels: Int
    private var timeline: SampleTimeline
    private var reader: CodedAudioReader
    private var mono: [Float] = []
    /// The analysed channel: the loudest one of the first block that is not silent.
    private var readChannel: Int?
    private var stereo = ChannelCorrelation()
    private var wasFullScale: [Bool]

    package init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
        timeline = SampleTimeline(sampleRate: sampleRate)
        reader = CodedAudioReader(sampleRate: sampleRate)
        wasFullScale = [Bool](repeating: false, count: channels)
    }

    /// Adds a block: interleaved, 1 for full scale.
    package mutating func add(_ samples: UnsafeBufferPointer<Float>, at time: MediaTime) {
        let count = samples.count / channels
        guard count > 0 else { return }
        let expected = end
        if case .restarted(let gap) = timeline.add(samples: count, at: time) {
            reader = CodedAudioReader(sampleRate: sampleRate)
            if start != nil, gap > .zero { missing.append(Stretch(start: expected, duration: gap.seconds)) }
            if start != nil, gap < .zero { overlaps.append(Stretch(start: time.seconds, duration: -gap.seconds)) }
        }
        start = start ?? time.seconds
        separate(samples, count)
        mono.withUnsafeBufferPointer { reader.read($0) }
        detected += reader.takeChirps().map { (timeline.place(ofSample: $0.position), $0) }
        silent += reader.takeSilences().map {
            (timeline.place(ofSample: $0.start), timeline.place(ofSample: $0.end))
        }
        end = time.seconds + Double(count) / Double(sampleRate)
    }

    /// The chirps with their playback times, in seconds. Read it at the end, when all time stamps are known.
    package var chirps: [TimedChirp] {
        detected.map {
            TimedChirp(time: timeline.time(of: $0.place), isRising: $0.chirp.isRising, amplitude: $0.chirp.amplitude)
        }
    }

    /// Ranges without samples, or with silence, where audio is expected; in order.
    package var gaps: [Stretch] {
        let silences = silent.map { silence in
            let start = timeline.time(of: silence.start)
            return Stretch(start: start, duration: timeline.time(of: silence.end) - start)
        }
        return (missing + silences).sorted { $0.start < $1.start }
    }

    /// The correlation of the first two channels; `nil` for one channel and for silence.
    package var channelCorrelation: ChannelCorrelation? { channels > 1 && stereo.hasAudio ? stereo : nil }

    /// Extracts the analysed channel and counts clipped samples.
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
        guard let peak = peaks.max(), peak > Self.minimumPeak else { return nil }
        return peaks.firstIndex(of: peak)
    }

    /// −60 dBFS: 40 dB below the level of the writer.
    private static let minimumPeak: Float = 0.001

    /// The second largest 16-bit sample.
    private static let fullScale: Float = 32_766 / 32_768
}

/// A chirp with its playback time, in seconds.
package struct TimedChirp: Hashable, Sendable {
    package let time: Double
    package let isRising: Bool
    package let amplitude: Double
}
