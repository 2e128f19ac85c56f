public import StudioCore

/// Writes the coded sound: what a ``CodedSoundReader`` finds its sample position in, with a click for people at the
/// beginning of each second.
///
/// The samples belong to the same time line as the pictures of a ``CodedPictureWriter``: sample `n` to `n / sampleRate`.
/// One thread at a time may use it.
public struct CodedSoundWriter: Sendable {
    /// What is written.
    public let format: AudioFormat
    /// The height of the chirps, where 1 is full scale.
    package static let amplitude = SoundCode.amplitude

    private let pictureRate: Rate
    private let rising: [Int16]
    private let falling: [Int16]
    private let click: [Int16]

    /// - Parameters:
    ///   - format: any rate of at least 8 kHz that is a multiple of 20 Hz; all channels hold the same.
    ///   - pictureRate: whose seconds the clicks mark.
    /// - Returns: `nil` for another sample rate.
    public init?(_ format: AudioFormat, pictureRate: Rate) {
        guard format.sampleRate >= 8000, Int(format.sampleRate) % SoundCode.chirpsPerSecond == 0, format.channels > 0
        else { return nil }
        self.format = format
        self.pictureRate = pictureRate
        let seconds = 1 / Double(format.sampleRate)
        func samples(_ count: Int, _ wave: (Double) -> Double) -> [Int16] {
            (0..<count).map { Int16((wave(Double($0) * seconds) * 32_767).rounded()) }
        }
        let length = Int(format.sampleRate) / SoundCode.chirpsPerSecond
        rising = samples(length) { SoundCode.amplitude * SoundCode.wave(at: $0, isRising: true) }
        falling = samples(length) { SoundCode.amplitude * SoundCode.wave(at: $0, isRising: false) }
        click = samples(Int(SoundCode.click.seconds / seconds)) { SoundCode.clickWave(at: $0) }
    }

    /// Writes a block, channels interleaved.
    ///
    /// - Parameters:
    ///   - position: the number of its first sample; at least 0.
    ///   - target: its length over the number of channels is how many samples are written.
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
        let isRising = SoundCode.sequence[Int(chirp % Int64(SoundCode.period))]
        return isRising ? rising[Int(place)] : falling[Int(place)]
    }

    /// The sample of a second's first picture, so that click and flash meet.
    private func clickStart(ofSecond second: Int64) -> Int64 {
        let picture = TimeCode.firstPicture(ofSecond: second, rate: pictureRate)
        return MediaTime(count: picture, rate: pictureRate).count(at: format.rate)
    }
}
