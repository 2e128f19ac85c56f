public import StudioCore

/// Writes the coded audio, in which a ``CodedAudioReader`` finds the sample position. It has an audible click at the
/// start of each second.
///
/// The samples share the time line of a ``CodedFrameWriter``: the time of sample `n` is `n / sampleRate`. Not safe for
/// concurrent use.
public struct CodedAudioWriter: Sendable {
    /// The audio format.
    public let format: AudioFormat
    /// The amplitude of the chirps, where 1 is full scale.
    package static let amplitude = ChirpCode.amplitude

    private let frameRate: Rate
    private let rising: [Int16]
    private let falling: [Int16]
    private let click: [Int16]

    /// - Parameters:
    ///   - format: a sample rate of at least 8 kHz that is a multiple of 20 Hz; all channels are identical.
    ///   - frameRate: the frame rate that defines where a click starts.
    /// - Returns: `nil` for another sample rate.
    public init?(_ format: AudioFormat, frameRate: Rate) {
        guard format.sampleRate >= 8000, Int(format.sampleRate) % ChirpCode.chirpsPerSecond == 0, format.channels > 0
        else { return nil }
        self.format = format
        self.frameRate = frameRate
        let seconds = 1 / Double(format.sampleRate)
        func samples(_ count: Int, _ wave: (Double) -> Double) -> [Int16] {
            (0..<count).map { Int16((wave(Double($0) * seconds) * 32_767).rounded()) }
        }
        let length = Int(format.sampleRate) / ChirpCode.chirpsPerSecond
        rising = samples(length) { ChirpCode.amplitude * ChirpCode.wave(at: $0, isRising: true) }
        falling = samples(length) { ChirpCode.amplitude * ChirpCode.wave(at: $0, isRising: false) }
        click = samples(Int(ChirpCode.click.seconds / seconds)) { ChirpCode.clickWave(at: $0) }
    }

    /// Writes a block, channels interleaved.
    ///
    /// - Parameters:
    ///   - position: the number of its first sample; at least 0.
    ///   - target: its length divided by the number of channels is the number of samples written.
    public func write(from position: Int64, into target: UnsafeMutableBufferPointer<Int16>) {
        let channels = Int(format.channels)
        let count = target.count / channels
        for index in 0..<count {
            let value = chirp(at: position + Int64(index))
            for channel in 0..<channels { target[index * channels + channel] = value }
        }
        let rate = Int64(format.sampleRate)
        for second in position / rate...(position + Int64(count)) / rate {
            let start = Int(clickStart(ofSecond: second) - position)
            for index in max(0, start)..<max(0, start, min(count, start + click.count)) {
                for channel in 0..<channels { target[index * channels + channel] += click[index - start] }
            }
        }
    }

    private func chirp(at sample: Int64) -> Int16 {
        let (chirp, place) = sample.quotientAndRemainder(dividingBy: Int64(rising.count))
        let isRising = ChirpCode.sequence[Int(chirp % Int64(ChirpCode.period))]
        return isRising ? rising[Int(place)] : falling[Int(place)]
    }

    /// The sample at the time of a second's first frame, so that click and flash coincide.
    private func clickStart(ofSecond second: Int64) -> Int64 {
        let frame = TimeCode.firstFrame(ofSecond: second, rate: frameRate)
        return MediaTime(count: frame, rate: frameRate).count(at: format.rate)
    }
}
