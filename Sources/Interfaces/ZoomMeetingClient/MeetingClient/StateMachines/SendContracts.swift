import ProductionStudio
package import StudioCore

/// The form of a frame that a client sends as camera or share. Decides, performs nothing.
package enum FrameContract {
    private static let largest = 4096

    /// Checks a frame; the memory must have its length.
    ///
    /// - Parameter length: the number of bytes.
    /// - Returns: the layout and the range.
    package static func check(
        width: Int, height: Int, length: Int, rotation: Int, format: FrameDataFormat
    ) throws(StudioError) -> (layout: I420Layout, range: VideoRange, rotation: FrameRotation) {
        let sizes = 2...largest
        guard sizes.contains(width), sizes.contains(height), width.isMultiple(of: 2), height.isMultiple(of: 2) else {
            throw StudioError(
                .sendFrameSize, "the frame is \(width)x\(height)", hint: "use an even width and height, at most 4096")
        }
        guard length == width * height * 3 / 2 else {
            // The rows of an I420 matrix are three halves of the frame's.
            let isMatrix = height.isMultiple(of: 3) && length == width * height
            throw StudioError(
                .sendFrameLength,
                "a frame of \(width)x\(height) has \(width * height * 3 / 2) bytes, not \(length)",
                hint: isMatrix
                    ? "the height is probably \(height * 2 / 3): it counts the rows of luma, not of all planes"
                    : "send planes Y, U, V without padding")
        }
        guard let range = format.range, let angle = FrameRotation(rawValue: rotation) else {
            throw StudioError(
                .sendFrameFormat, "the format is \(format), the rotation \(rotation)",
                hint: "use I420 in limited or full range, and a rotation of 0, 90, 180 or 270")
        }
        return (.tight(width: width, height: height), range, angle)
    }
}

/// What a client may send as its microphone or as the audio of its share. Decides, performs nothing.
package struct AudioContract: Sendable {
    package enum Source: Hashable, Sendable {
        case microphone
        case share
    }

    /// The sample rates of a microphone in mono: the longest list.
    package static let sampleRates: [Int32] = [
        8000, 11_025, 16_000, 32_000, 44_100, 48_000, 50_000, 50_400, 96_000, 192_000, 2_822_400,
    ]
    /// A call that is later than this begins a new stretch of audio.
    private static let tolerance = MediaTime.milliseconds(40)
    /// How much audio may be sent ahead of time, in seconds.
    private static let longestLead = 60

    private let source: Source
    /// The end of the audio so far.
    private var end: MediaTime?

    package init(_ source: Source) { self.source = source }

    /// Stereo lacks two rates, and the audio of a share the highest one of mono and of stereo.
    private func accepts(_ format: AudioFormat) -> Bool {
        guard Self.sampleRates.contains(format.sampleRate), (1...2).contains(format.channels) else { return false }
        let isMono = format.channels == 1
        return switch format.sampleRate {
        case 11_025: isMono
        case 192_000: isMono || source == .microphone
        case 2_822_400: isMono && source == .microphone
        default: true
        }
    }

    /// Audio begins again.
    package mutating func reset() { end = nil }

    /// Checks a call of `length` bytes.
    ///
    /// - Returns: the format, and the time of the first sample.
    package mutating func check(
        length: Int, sampleRate: Int32, channels: Int32, at now: MediaTime
    ) throws(StudioError) -> (format: AudioFormat, time: MediaTime) {
        let format = AudioFormat(sampleRate: sampleRate, channels: channels)
        guard accepts(format) else {
            throw StudioError(
                .sendAudioRate, "the format of the \(source)'s audio is \(format)", hint: "use 32000 or 48000 Hz")
        }
        guard length > 0, length.isMultiple(of: format.frameBytes) else {
            throw StudioError(
                .sendAudioLength, "the length is \(length) bytes, and a sample of \(format) has \(format.frameBytes)",
                hint: "send whole 16-bit samples of all channels")
        }
        // The duration of an absurd length does not fit a time.
        guard length / format.frameBytes <= Self.longestLead * Int(sampleRate) else {
            throw StudioError(
                .sendAudioAmount, "a call has \(length) bytes, more than \(Self.longestLead) s", hint: Self.leadHint)
        }
        let duration = MediaTime(count: Int64(length / format.frameBytes), rate: format.rate)
        // A call continues the previous one, unless it is late.
        let begin = end.map { now - $0 > Self.tolerance ? now : $0 } ?? now
        guard begin + duration - now <= .seconds(Double(Self.longestLead)) else {
            throw StudioError(
                .sendAudioAmount, "\((begin + duration - now).timecode) of audio would be sent ahead of time",
                hint: Self.leadHint)
        }
        end = begin + duration
        return (format, begin)
    }

    private static let leadHint = "send at most \(longestLead) s ahead of time, best as much audio as time passes"
}
