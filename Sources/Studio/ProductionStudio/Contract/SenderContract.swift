package import StudioCore

/// The parameters of a `sendVideoFrame` call, checked before its bytes are read.
package struct VideoSendParameters: Hashable, Sendable {
    package var isNull: Bool
    package var byteCount: Int
    package var width: Int
    package var height: Int
    package var format: FrameDataFormat

    package init(isNull: Bool, byteCount: Int, width: Int, height: Int, format: FrameDataFormat) {
        self.isNull = isNull
        self.byteCount = byteCount
        self.width = width
        self.height = height
        self.format = format
    }
}

/// The parameters of a `sendAudio` call, checked before its bytes are read.
package struct AudioSendFacts: Hashable, Sendable {
    package var isNull: Bool
    package var byteCount: Int
    package var sampleRate: Int32
    package var channel: AudioChannel

    package init(isNull: Bool, byteCount: Int, sampleRate: Int32, channel: AudioChannel) {
        self.isNull = isNull
        self.byteCount = byteCount
        self.sampleRate = sampleRate
        self.channel = channel
    }
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
    package func refusal(of facts: VideoSendParameters) -> StudioError? {
        if !facts.isNull, facts.byteCount == frameBytes, facts.width == width, facts.height == height,
            facts.format == capability.format
        {
            return nil
        }
        if facts.isNull { return StudioError(.videoBufferMissing, "the frame's address is null") }
        if facts.byteCount <= 0 {
            return StudioError(
                .videoBufferEmpty, "the frame's length is \(facts.byteCount)", hint: "expected \(frameBytes) bytes")
        }
        if facts.format != capability.format {
            return StudioError(
                .videoFormatDiffers, "the frame is \(facts.format), expected \(capability.format)",
                hint: "declare the format that you send")
        }
        if facts.width != width || facts.height != height {
            let swapped = facts.width == height && facts.height == width
            return StudioError(
                .videoSizeDiffers, "the frame is \(facts.width)x\(facts.height), expected \(width)x\(height)",
                hint: swapped ? "width and height are swapped" : "scale before sending, or restart with this size")
        }
        return LengthDiagnosis(byteCount: facts.byteCount, width: width, height: height).error
    }

    /// The rejection of an audio block; `nil` when it meets the contract.
    ///
    /// Checks run in the order address, emptiness, even length, rate, channels, complete sample pairs.
    package func refusal(of facts: AudioSendFacts) -> StudioError? {
        if facts.isNull { return StudioError(.audioBufferMissing, "the block's address is null") }
        if facts.byteCount <= 0 {
            return StudioError(.audioBufferEmpty, "the block's length is \(facts.byteCount)")
        }
        if facts.byteCount % 2 != 0 {
            return StudioError(
                .audioLengthOdd, "the block has \(facts.byteCount) bytes",
                hint: "samples are 16-bit, so the length must be even")
        }
        if facts.sampleRate != 32_000, facts.sampleRate != 48_000 {
            return StudioError(
                .audioRateUnknown, "the sample rate is \(facts.sampleRate) Hz", hint: "resample to 48000 or 32000 Hz")
        }
        guard let channels = facts.channel.count else {
            return StudioError(.audioChannelUnknown, "\(facts.channel) is unknown", hint: "send mono or stereo")
        }
        if channels == 2, facts.byteCount % 4 != 0 {
            return StudioError(
                .audioPairIncomplete, "a stereo block has \(facts.byteCount) bytes",
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
