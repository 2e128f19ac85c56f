package import StudioCore

/// What is known of one `sendVideoFrame` call before its bytes are read.
package struct VideoSendFacts: Hashable, Sendable {
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

/// What is known of one `sendAudio` call before its bytes are read.
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

/// The checks that every frame and block passes before it is copied.
package struct SenderContract: Hashable, Sendable {
    package let capability: VideoCapability
    package let width: Int
    package let height: Int
    package let frameBytes: Int

    package init(_ capability: VideoCapability) {
        self.capability = capability
        width = Int(capability.width)
        height = Int(capability.height)
        frameBytes = (width / 2) * (height / 2) * 6  // Both are even; this order cannot overflow.
    }

    /// The refusal of a frame, or `nil` when it meets the contract.
    ///
    /// Order: address, emptiness, format, size, length; the first that fails is reported.
    package func refusal(of facts: VideoSendFacts) -> StudioError? {
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
                .videoFormatDiffers, "the frame is \(facts.format), declared was \(capability.format)",
                hint: "declare what you send")
        }
        if facts.width != width || facts.height != height {
            let swapped = facts.width == height && facts.height == width
            return StudioError(
                .videoSizeDiffers, "the frame is \(facts.width)x\(facts.height), declared was \(width)x\(height)",
                hint: swapped ? "width and height are swapped" : "scale before sending, or start anew with this size")
        }
        return LengthDiagnosis(byteCount: facts.byteCount, width: width, height: height).error
    }

    /// The refusal of a block of sound, or `nil` when it meets the contract.
    ///
    /// Order: address, emptiness, even length, rate, channels, whole sample pairs.
    package func refusal(of facts: AudioSendFacts) -> StudioError? {
        if facts.isNull { return StudioError(.audioBufferMissing, "the block's address is null") }
        if facts.byteCount <= 0 {
            return StudioError(.audioBufferEmpty, "the block's length is \(facts.byteCount)")
        }
        if facts.byteCount % 2 != 0 {
            return StudioError(
                .audioLengthOdd, "the block has \(facts.byteCount) bytes",
                hint: "samples are 16-bit: the length is even")
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
                .audioPairCut, "a stereo block has \(facts.byteCount) bytes",
                hint: "a sample pair has 4 bytes: left and right")
        }
        return nil
    }
}

extension FrameRateLimiter {
    /// The refusal of a frame that came at `arrival`, or `nil` when it is within the declared rate.
    package mutating func refusal(at arrival: MediaTime) -> StudioError? {
        if admits(arrival) { return nil }
        return StudioError(
            .videoTooFrequent, "frames come faster than the declared \(rate) a second",
            hint: "pace against deadlines, or declare the real frame rate")
    }
}
