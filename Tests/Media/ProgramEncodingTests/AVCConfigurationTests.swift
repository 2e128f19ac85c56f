import Testing

@testable import ProgramEncoding

@Suite("The configuration of H.264 tracks")
struct AVCConfigurationTests {
    private func configuration(profile: UInt8) -> [UInt8] { [1, profile, 0, 20, 0xFF, 0xE1, 0, 2, 7, 7, 1, 0, 1, 8] }

    @Test(
        "High profile and its extensions have the sample format at the end", arguments: [100, 110, 122, 144] as [UInt8])
    func high(_ profile: UInt8) {
        let bytes = configuration(profile: profile)
        #expect(AVCConfiguration(completing: bytes).bytes == bytes + [0xFD, 0xF8, 0xF8, 0])
    }

    @Test("others have not", arguments: [66, 77, 88] as [UInt8])
    func others(_ profile: UInt8) {
        let bytes = configuration(profile: profile)
        #expect(AVCConfiguration(completing: bytes).bytes == bytes)
    }

    @Test("one that is complete, or damaged, stays as it is")
    func complete() {
        let bytes = configuration(profile: 100) + [0xFD, 0xF8, 0xF8, 0]
        #expect(AVCConfiguration(completing: bytes).bytes == bytes)
        for count in 0..<14 {
            let part = Array(bytes.prefix(count))
            #expect(AVCConfiguration(completing: part).bytes == part, "\(count) bytes")
        }
    }
}
