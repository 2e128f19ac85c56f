package import StudioCore

/// The parameters of a `sendVideoFrame` call, checked before its bytes are read.
package struct VideoSendParameters: Hashable, Sendable {
    package var isNull: Bool
    package var byteCount: Int
    package var width: Int
    package var height: Int
    package var format: FrameDataFormat
}

/// The parameters of a `sendAudio` call, checked before its bytes are read.
package struct AudioSendParameters: Hashable, Sendable {
    package var isNull: Bool
    package var byteCount: Int
    package var sampleRate: Int32
    package var channel: AudioChannel
}

/// The checks of every frame and block before it is copied.
package struct SenderContract: Hashable, Sendable {
    package let capability: VideoCapability
    package let width: Int
    package let height: Int
    package let frameBytes: Int

    package init(_ capability: VideoCapability) {
        self.capability = capability
        width = Int(capability.width)
        height = Int(capability.height)
        frameBytes = (width / 2) * (height / 2) * 6  // Both are even, and this order cannot overflow.
    }

    /// The rejection of a frame; `nil` when it meets the contract.
    ///
    /// Checks run in the order address, emptiness, format, size, length. The first failure is reported.
    package func refusal(of call: VideoSendParameters) -> StudioError? {
        if !call.isNull, call.byteCount == frameBytes, call.width == width, call.height == height,
            call.format == capability.format
        {
            return nil
        }
        if call.isNull { return StudioError(.videoBufferMissing, "the frame's address is null") }
        if call.byteCount <= 0 {
            return StudioError(
                .videoBufferEmpty, "the frame's length is \(call.byteCount)", hint: "expected \(frameBytes) bytes")
        }
        if call.format != capability.format {
            return StudioError(
                .videoFormatDiffers, "the frame is \(call.format), expected \(capability.format)",
                hint: "declare the format that you send")
        }
        if call.width != width || call.height != height {
            let swapped = call.width == height && call.height == width
            return StudioError(
                .videoSizeDiffers, "the frame is \(call.width)x\(call.height), expected \(width)x\(height)",
                hint: swapped ? "width and height are swapped" : "scale before sending, or restart with this size")
        }
        return LengthDiagnosis(byteCount: call.byteCount, width: width, height: height).error
    }

    /// The rejection of an audio block; `nil` when it meets the contract.
    ///
    /// Checks run in the order address, emptiness, even length, rate, channels, complete sample pairs.
    package func refusal(of call: AudioSendParameters) -> StudioError? {
        if call.isNull { return StudioError(.audioBufferMissing, "the block's address is null") }
        if call.byteCount <= 0 {
            return StudioError(.audioBufferEmpty, "the block's length is \(call.byteCount)")
        }
        if call.byteCount % 2 != 0 {
            return StudioError(
                .audioLengthOdd, "the block has \(call.byteCount) bytes",
                hint: "samples are 16-bit, so the length must be even")
        }
        if call.sampleRate != 32_000, call.sampleRate != 48_000 {
            return StudioError(
                .audioRateUnknown, "the sample rate is \(call.sampleRate) Hz", hint: "resample to 48000 or 32000 Hz")
        }
        guard let channels = call.channel.count else {
            return StudioError(.audioChannelUnknown, "\(call.channel) is unknown", hint: "send mono or stereo")
        }
        if channels == 2, call.byteCount % 4 != 0 {
            return StudioError(
                .audioPairIncomplete, "a stereo block has \(call.byteCount) bytes",
                hint: "a sample pair has 4 bytes: left and right")
        }
        return nil
    }
}

extension FrameRateLimiter {
    /// The rejection of a frame that arrived at `arrival`; `nil` when it is within the declared rate.
    package mutating func refusal(at arrival: MediaTime) -> StudioError? {
        if admits(arrival) { return nil }
        return StudioError(
            .videoTooFrequent, "frames arrive faster than the declared \(rate) fps",
            hint: "pace against deadlines, or declare the real frame rate")
    }
}
