// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CameraCapture
import StudioCore

/// The key of the form of audio, an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the samples per second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits per second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The key of the bits of a sample.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of whether the most significant byte is first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of whether samples are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key of whether each channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

extension CaptureAudioForm {
    /// The form that a client's settings ask for.
    ///
    /// - Parameter device: the microphone's format, for what the settings do not have.
    init(_ settings: [String: Any], _ device: AudioFormat?) throws(StudioError) {
        let kind = try Self.number(settings, AVFormatIDKey, Int(kAudioFormatLinearPCM))
        try Self.require(kind == Int(kAudioFormatLinearPCM), settings, AVFormatIDKey)
        for key in [AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved] {
            try Self.require(try !Self.flag(settings, key), settings, key)
        }
        let isFloat = try Self.flag(settings, AVLinearPCMIsFloatKey)
        let bits = try Self.number(settings, AVLinearPCMBitDepthKey, isFloat ? 32 : 16)
        try Self.require(bits == (isFloat ? 32 : 16), settings, AVLinearPCMBitDepthKey)
        let rate = try Self.number(settings, AVSampleRateKey, Int(device?.sampleRate ?? 44_100))
        try Self.require(Self.rates.contains(rate), settings, AVSampleRateKey)
        let channels = try Self.number(settings, AVNumberOfChannelsKey, Int(device?.channels ?? 1))
        try Self.require((1...2).contains(channels), settings, AVNumberOfChannelsKey)
        self.init(AudioFormat(sampleRate: Int32(rate), channels: Int32(channels)), isFloat: isFloat)
    }

    private static let rates = [8000, 16_000, 32_000, 44_100, 48_000]

    private static func require(
        _ condition: Bool, _ settings: [String: Any], _ key: String
    ) throws(StudioError) {
        guard !condition else { return }
        let value = settings[key].map { "\($0)" } ?? "missing"
        throw StudioError(
            .captureAudioSettings, "\(key) is \(value)",
            hint:
                "use nil, or linear PCM: 16-bit integers or 32-bit floats, little-endian, interleaved, 1 or 2 channels, "
                + "8000, 16000, 32000, 44100 or 48000 Hz")
    }

    private static func number(
        _ settings: [String: Any], _ key: String, _ missing: Int
    ) throws(StudioError) -> Int {
        guard let value = settings[key] else { return missing }
        let number = (value as? any BinaryFloatingPoint).flatMap { Int(exactly: Double($0)) } ?? wholeNumber(value)
        try require(number != nil, settings, key)
        return number ?? missing
    }

    private static func flag(_ settings: [String: Any], _ key: String) throws(StudioError) -> Bool {
        guard let value = settings[key] else { return false }
        let flag = value as? Bool ?? (value as? NSNumber)?.boolValue
        try require(flag != nil, settings, key)
        return flag ?? false
    }
}

extension AudioStreamBasicDescription {
    init(_ form: CaptureAudioForm) {
        self.init(
            sampleRate: Int(form.format.sampleRate), channels: Int(form.format.channels), isFloat: form.isFloat)
    }
}
