import MediaReceiving
package import StudioCore
import StudioRuntime

/// What a client may push into one source. Decides, performs nothing.
package struct RawAudioPushContract: Sendable {
    /// Accepted audio.
    package struct Acceptance: Hashable, Sendable {
        /// The time of the first sample.
        package let time: MediaTime
        package let format: AudioFormat
        /// The length of the audio in bytes.
        package let byteCount: Int
    }

    /// The sample rates that can be resampled.
    package static let sampleRates = AudioRequest.otherRates
    /// A call that is later than this begins a new stretch of audio. At the end of the previous one, it would be due before
    /// it arrives: a channel takes audio every tick, up to its latency ago.
    private static let tolerance = AudioEngine.defaultLatency - RawAudioChannel.tick.interval
    /// The longest time from a call to the end of its audio. A channel stores two seconds, also while it is served late.
    private static let longestLead = MediaTime.milliseconds(1500)

    /// Audio without a gap, of one sample rate.
    private struct Stretch: Sendable {
        let start: MediaTime
        let rate: Rate
        var samples: Int64 = 0

        /// Counted in samples, so that roundings do not add up.
        var end: MediaTime { start + MediaTime(count: samples, rate: rate) }
    }

    private var stretch: Stretch?
    /// When the present pace began, and the samples of all channels since then.
    private var pace: (start: MediaTime, samples: Int, format: AudioFormat)?

    package init() {}

    /// Checks a call.
    ///
    /// - Parameters:
    ///   - samples: those of all channels.
    ///   - now: the time of the call, which is that of its first sample unless it continues earlier audio.
    package mutating func push(
        samples: Int, sampleRate: Int, channels: Int, at now: MediaTime
    ) throws(StudioError) -> Acceptance {
        guard Self.sampleRates.contains(Int32(clamping: sampleRate)), (1...2).contains(channels),
            (1...sampleRate * channels).contains(samples)
        else {
            throw StudioError(
                .rawAudioPushedFormat, "\(samples) samples at \(sampleRate) Hz with \(channels) channels",
                hint: "push 10 ms per call, at 8000, 16000, 32000, 44100 or 48000 Hz in mono or stereo")
        }
        let format = AudioFormat(sampleRate: Int32(sampleRate), channels: Int32(channels))
        guard samples.isMultiple(of: channels) else {
            throw Self.unevenCount(samples, format)
        }
        measure(samples, format, at: now)
        let time = stretch.map { now - $0.end > Self.tolerance ? now : $0.end } ?? now
        var next = stretch ?? Stretch(start: time, rate: format.rate)
        if time != next.end || next.rate != format.rate { next = Stretch(start: time, rate: format.rate) }
        next.samples += Int64(samples / channels)
        guard next.end - now <= Self.longestLead else {
            throw refusal(samples, format, lead: next.end - now, at: now)
        }
        stretch = next
        return Acceptance(time: time, format: format, byteCount: samples / channels * format.frameBytes)
    }

    // MARK: The format of the samples

    /// The rates of the vendor's list.
    private static let commonRates = [8000, 16_000, 32_000, 44_100, 48_000]
    /// The share by which a pace may differ when it is measured for long.
    private static let paceTolerance = 0.05
    /// The same for a pace of some calls.
    private static let shortPaceTolerance = 0.3
    private static let byteCount = "a count of bytes"

    private func refusal(_ samples: Int, _ format: AudioFormat, lead: MediaTime, at now: MediaTime) -> StudioError {
        let message = "\(lead.timecode) of audio was pushed ahead of time"
        let causes = causes(of: samples, at: now)
        guard let last = causes.last else {
            return StudioError(
                .rawAudioPushedPace, message,
                hint: "push as much audio as time passes; samples counts those of all channels, not bytes")
        }
        let others = causes.dropLast().joined(separator: ", ")
        let fitting = others.isEmpty ? last : "\(others) or \(last)"
        let declaration =
            if causes.count > 1 {
                "declare the format of the samples, or convert them; "
            } else {
                last == Self.byteCount ? "" : "declare \(last), or convert the samples; "
            }
        return StudioError(
            .rawAudioPushedPace,
            "\(message): \(samples) samples a call, and their pace, fit \(fitting), not \(Self.name(format))",
            hint: "\(declaration)count samples, not bytes")
    }

    /// Whole blocks of 10 ms are those of one channel.
    private static func unevenCount(_ samples: Int, _ format: AudioFormat) -> StudioError {
        let mono = AudioFormat(sampleRate: format.sampleRate, channels: 1)
        let fits = samples.isMultiple(of: Int(format.sampleRate) / 100)
        return StudioError(
            .rawAudioPushedCount,
            "\(samples) samples of \(format.channels) channels" + (fits ? ", which fit \(name(mono))" : ""),
            hint: (fits ? "declare mono, or " : "") + "count those of all channels")
    }

    private static func name(_ format: AudioFormat) -> String {
        "\(format.sampleRate) Hz \(format.channels == 1 ? "mono" : "stereo")"
    }

    private mutating func measure(_ samples: Int, _ format: AudioFormat, at now: MediaTime) {
        guard let pace, pace.format == format else {
            // The first call lasts until the second one.
            return self.pace = (now, samples, format)
        }
        self.pace = (pace.start, pace.samples + samples, format)
    }

    /// Everything that fits both the count and the pace of the calls: formats of which each call has a multiple of
    /// 10 ms, those with the declared channels first, and a count of bytes.
    private func causes(of samples: Int, at now: MediaTime) -> [String] {
        guard let pace, now > pace.start else { return [] }
        let measured = Double(pace.samples - samples) / (now - pace.start).seconds
        // The pace is known to a call.
        let tolerance = min(
            Self.shortPaceTolerance, Self.paceTolerance + Double(samples) / Double(pace.samples))
        func fits(_ format: AudioFormat, countsBytes: Bool = false) -> Bool {
            let expected = Int(format.sampleRate * format.channels) * (countsBytes ? 2 : 1)
            return samples.isMultiple(of: expected / 100) && abs(measured / Double(expected) - 1) <= tolerance
        }
        let formats = [pace.format.channels, 3 - pace.format.channels].flatMap { channels in
            Self.commonRates.map { AudioFormat(sampleRate: Int32($0), channels: channels) }
        }
        let fitting = formats.filter { $0 != pace.format && fits($0) }.map(Self.name)
        return fitting + (fits(pace.format, countsBytes: true) ? [Self.byteCount] : [])
    }
}
