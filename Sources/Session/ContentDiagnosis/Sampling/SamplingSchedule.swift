package import StudioCore

/// Chooses the media to diagnose: often in the first ten seconds, rarely later. A pure value, used on the send path.
package struct SamplingSchedule: Sendable {
    /// The time of frequent samples.
    static let frequent = MediaTime.seconds(10)
    /// The distance of two frames at first, and later.
    static let frames = (first: MediaTime.milliseconds(500), later: MediaTime.seconds(2))
    /// The distance of the beginnings of two windows of audio at first, and later.
    static let windows = (first: MediaTime.seconds(1), later: MediaTime.seconds(4))

    private var start: MediaTime?
    private var nextFrame = MediaTime.zero
    private var nextWindow = MediaTime.zero
    private var window = 0
    /// The samples of the current window so far; `nil` between windows.
    private var offset: Int?
    private var format = AudioFormat.program
    private var pace = AudioPace()

    package init() {}

    /// A new start: everything is sampled often again.
    package mutating func begin() {
        let number = window
        self = SamplingSchedule()
        window = number
    }

    private mutating func isFrequent(at time: MediaTime) -> Bool {
        let begin = start ?? time
        start = begin
        return time - begin < Self.frequent
    }

    /// Whether a frame that is accepted now is diagnosed.
    package mutating func takesFrame(at time: MediaTime) -> Bool {
        let isFrequent = isFrequent(at: time)
        guard time >= nextFrame else { return false }
        nextFrame = time + (isFrequent ? Self.frames.first : Self.frames.later)
        return true
    }

    /// The place of a block that is accepted now in the windows, and the pace when it has been measured.
    package mutating func takeBlock(
        _ samples: Int, _ format: AudioFormat, at time: MediaTime
    ) -> (place: AudioWindowPlace?, pace: AudioPace.Reading?) {
        let isFrequent = isFrequent(at: time)
        if format != self.format {
            (self.format, offset, pace) = (format, nil, AudioPace())
        }
        let reading = pace.add(samples: samples, at: time)
        if offset == nil, time >= nextWindow {
            nextWindow = time + (isFrequent ? Self.windows.first : Self.windows.later)
            offset = 0
            window += 1
        }
        guard let begin = offset else { return (nil, reading) }
        let end = begin + samples
        offset = end < Int(format.sampleRate) / AudioDiagnosis.windowsPerSecond ? end : nil
        return (AudioWindowPlace(number: window, offset: begin), reading)
    }
}
