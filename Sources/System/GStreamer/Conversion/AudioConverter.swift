import CGStreamer
package import StudioCore
package import StudioRuntime

/// Converts the rate and the channels of a stream of signed 16-bit samples.
///
/// It calls GStreamer's conversion directly, without a pipeline and without a thread. Its output is aligned with its
/// input in time, and arrives up to ``latency`` later. Used by one thread at a time.
package final class AudioConverter: @unchecked Sendable {
    // Safety: the owner serialises the calls of `convert`.
    package let source: AudioFormat
    package let target: AudioFormat
    private let converter: OpaquePointer
    /// How many samples per channel of silence were converted last.
    private var silence = 0
    /// The number of input samples after which it is in the same phase, and the number of output samples of them.
    private let period: (input: Int, output: Int)

    /// - Returns: `nil` when GStreamer cannot be started, or has no such conversion.
    package init?(from source: AudioFormat, to target: AudioFormat) {
        guard (try? GStreamerRuntime.start()) != nil else { return nil }
        var (from, to) = (GstAudioInfo(), GstAudioInfo())
        gst_audio_info_init(&from)
        gst_audio_info_init(&to)
        gst_audio_info_set_format(&from, GST_AUDIO_FORMAT_S16LE, source.sampleRate, source.channels, nil)
        gst_audio_info_set_format(&to, GST_AUDIO_FORMAT_S16LE, target.sampleRate, target.channels, nil)
        guard let converter = gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &from, &to, nil) else {
            return nil
        }
        (self.source, self.target, self.converter) = (source, target, converter)
        let (input, output) = (Int(source.sampleRate), Int(target.sampleRate))
        let divisor = Self.greatestCommonDivisor(input, output)
        period = (input / divisor, output / divisor)
    }

    private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }

    deinit {
        gst_audio_converter_free(converter)
    }

    /// The largest number of output samples per channel by which the output is behind the input.
    package var latency: Int {
        let input = Int(gst_audio_converter_get_max_latency(converter))
        let rate = Int(source.sampleRate)
        return (input * Int(target.sampleRate) + rate - 1) / rate
    }

    /// Converts samples, channels interleaved, and appends the result.
    ///
    /// - Returns: false when GStreamer fails.
    @discardableResult
    package func convert(_ samples: UnsafeBufferPointer<Int16>, into result: SampleQueue) -> Bool {
        silence = 0
        return feed(samples, into: result)
    }

    /// Converts silence, as a buffer of zeros.
    ///
    /// - Parameters:
    ///   - count: samples per channel.
    /// - Returns: false when GStreamer fails.
    @discardableResult
    package func convertSilence(_ count: Int, into result: SampleQueue) -> Bool {
        // When nothing but silence is left inside, whole periods leave it as it is.
        if silence > longestMemory, count.isMultiple(of: period.input) {
            result.appendSilence(count / period.input * period.output * Int(target.channels))
            return true
        }
        silence += count
        let zeros = [Int16](repeating: 0, count: count * Int(source.channels))
        return zeros.withUnsafeBufferPointer { feed($0, into: result) }
    }

    /// More input samples than the filter covers: it reaches to both sides by its latency.
    private var longestMemory: Int { 4 * Int(gst_audio_converter_get_max_latency(converter)) + 256 }

    private func feed(_ samples: UnsafeBufferPointer<Int16>, into result: SampleQueue) -> Bool {
        let count = samples.count / Int(source.channels)
        guard count > 0, let start = samples.baseAddress else { return true }
        let outputCount = Int(gst_audio_converter_get_out_frames(converter, UInt(count)))
        return result.append(outputCount * Int(target.channels)) { output in
            var input: gpointer? = UnsafeMutableRawPointer(mutating: start)
            var target: gpointer? = UnsafeMutableRawPointer(output)
            return gst_audio_converter_samples(
                converter, GST_AUDIO_CONVERTER_FLAG_NONE, &input, UInt(count), &target, UInt(outputCount)) != 0
        }
    }
}
