import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("FLV: metadata")
struct FLVMetadataTests {
    private static func name(_ text: String) -> [UInt8] { [0, UInt8(text.utf8.count)] + Array(text.utf8) }

    /// A tag as flvmux writes it.
    private static let metadata: [UInt8] = {
        var data: [UInt8] = [2] + name("onMetaData") + [8, 0, 0, 0, 3]
        data += name("videodatarate") + [0, 0, 0, 0, 0, 0, 0, 0, 0]
        data += name("encoder") + [2] + name("GStreamer")
        data += name("hasAudio") + [1, 1] + [0, 0, 9]
        let tag: [UInt8] = [18, 0, 0, UInt8(data.count), 0, 0, 0, 0, 0, 0, 0] + data
        return tag + [0, 0, 0, UInt8(tag.count)]
    }()

    private func audio(_ configuration: [UInt8]) -> [UInt8] {
        [8, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0xAF, 0] + configuration + [0, 0, 0, 15]
    }

    private func properties(_ tag: [UInt8]) throws -> AMFValue {
        #expect(tag.suffix(4).reduce(0) { $0 << 8 | Int($1) } == tag.count - 4)
        #expect(tag[1..<4].reduce(0) { $0 << 8 | Int($1) } == tag.count - 15)
        let values = try AMFValue.all(in: Array(tag[11...].dropLast(4)))
        #expect(values.count == 2)
        #expect(values.first == .string("onMetaData"))
        return try #require(values.last)
    }

    @Test(
        "rates, sample rate and channels are added or replaced; the rest stays",
        arguments: [([0x11, 0x90], 48_000, true), ([0x12, 0x88], 32_000, false), ([0x12, 0x10], 44_100, true)])
    func completed(_ configuration: [UInt8], _ sampleRate: Double, _ isStereo: Bool) throws {
        let headers = [Array("FLV".utf8), Self.metadata, audio(configuration)]
        let new = FLVMetadata(videoBitrate: 2_500_000, audioBitrate: 160_000).completing(headers)
        #expect(new.count == 3)
        #expect(new[0] == headers[0])
        #expect(new[2] == headers[2])
        let properties = try properties(new[1])
        #expect(properties["videodatarate"] == .number(2500))
        #expect(properties["audiodatarate"] == .number(160))
        #expect(properties["audiosamplerate"] == .number(sampleRate))
        #expect(properties["audiosamplesize"] == .number(16))
        #expect(properties["stereo"] == .boolean(isStereo))
        #expect(properties["encoder"] == .string("GStreamer"))
        #expect(properties["hasAudio"] == .boolean(true))
    }

    @Test("without audio, nothing is said about it")
    func silent() throws {
        let new = FLVMetadata(videoBitrate: 1_000_000, audioBitrate: 160_000).completing([Self.metadata])
        let properties = try properties(try #require(new.first))
        #expect(properties["videodatarate"] == .number(1000))
        #expect(properties["audiodatarate"] == nil)
        #expect(properties["stereo"] == nil)
    }

    @Test("other bytes stay as they are")
    func untouched() {
        let bad: [[UInt8]] = [[], [18], Array(Self.metadata.prefix(40)), [18] + [UInt8](repeating: 0, count: 30)]
        #expect(FLVMetadata(videoBitrate: 1, audioBitrate: 1).completing(bad) == bad)
        #expect(FLVMetadata(videoBitrate: nil, audioBitrate: nil).completing([Self.metadata]) == [Self.metadata])
    }
}
