import StudioCore
import Testing

@testable import ProductionStudio

@Suite("The contract of an audio block")
struct AudioContractTests {
    private let contract = SenderContract(VideoCapability(width: 640, height: 360))

    private func refusal(
        bytes: Int = 1920, rate: Int32 = 48_000, channel: AudioChannel = .mono, isNull: Bool = false
    ) -> StudioError? {
        contract.refusal(
            of: AudioSendParameters(isNull: isNull, byteCount: bytes, sampleRate: rate, channel: channel))
    }

    @Test(
        "valid blocks pass",
        arguments: [
            (1920, 48_000, AudioChannel.mono), (2, 32_000, .mono), (4, 48_000, .stereo), (3840, 48_000, .stereo),
            (640, 32_000, .mono), (1_000_000, 48_000, .stereo), (6, 48_000, .mono),
        ] as [(Int, Int32, AudioChannel)])
    func passes(_ bytes: Int, rate: Int32, channel: AudioChannel) {
        #expect(refusal(bytes: bytes, rate: rate, channel: channel) == nil)
    }

    @Test(
        "PS-AUDIO-004 a rate other than 32000 or 48000 Hz is rejected",
        arguments: [44_100, 0, -48_000, 16_000, 8000, 47_999, 96_000, .max, .min] as [Int32])
    func rate(_ rate: Int32) throws {
        let error = try #require(refusal(rate: rate))
        #expect(error.rule == .audioRateUnknown)
        #expect(error.code == .invalidParameter)
        #expect(error.message == "the sample rate is \(rate) Hz")
    }

    @Test("PS-AUDIO-003 an odd length is rejected", arguments: [1, 1921, 1919, 3, 4_000_001])
    func odd(_ bytes: Int) throws {
        for channel in [AudioChannel.mono, .stereo] {
            let error = try #require(refusal(bytes: bytes, channel: channel))
            #expect(error.rule == .audioLengthOdd)
            #expect(error.code == .invalidParameter)
        }
    }

    @Test("PS-AUDIO-005 an unknown channel layout is rejected", arguments: [2, 3, 0xFFFF_FFFF] as [UInt32])
    func channel(_ value: UInt32) throws {
        let error = try #require(refusal(channel: .unknown(value)))
        #expect(error.rule == .audioChannelUnknown)
        #expect(error.code == .invalidParameter)
    }

    @Test("PS-AUDIO-006 a stereo block of half a sample pair is rejected", arguments: [2, 1922, 6, 3842])
    func pair(_ bytes: Int) throws {
        let error = try #require(refusal(bytes: bytes, channel: .stereo))
        #expect(error.rule == .audioPairIncomplete)
        #expect(error.code == .invalidParameter)
        #expect(refusal(bytes: bytes, channel: .mono) == nil)
    }

    @Test("PS-AUDIO-001 a null address is rejected before everything else")
    func null() throws {
        let error = try #require(refusal(bytes: 0, rate: 1, channel: .unknown(9), isNull: true))
        #expect(error.rule == .audioBufferMissing)
        #expect(error.code == .invalidParameter)
        #expect(refusal(isNull: true)?.rule == .audioBufferMissing)
    }

    @Test("PS-AUDIO-002 an empty block is rejected before its rate", arguments: [0, -1, -2])
    func empty(_ bytes: Int) throws {
        let error = try #require(refusal(bytes: bytes, rate: 44_100))
        #expect(error.rule == .audioBufferEmpty)
        #expect(error.code == .invalidParameter)
    }

    @Test("the first of several causes is reported")
    func order() {
        let unknown = AudioChannel.unknown(5)
        #expect(refusal(bytes: 1921, rate: 44_100, channel: unknown)?.rule == .audioLengthOdd)
        #expect(refusal(bytes: 1922, rate: 44_100, channel: unknown)?.rule == .audioRateUnknown)
        #expect(refusal(bytes: 1922, rate: 48_000, channel: unknown)?.rule == .audioChannelUnknown)
    }
}
