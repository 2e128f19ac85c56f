import MeetingClient
import ProductionStudio
import StudioCore
import Testing

/// The media that a client may send.
struct SendContractTests {
    private func frameRule(
        _ width: Int, _ height: Int, _ length: Int, rotation: Int = 0, _ format: FrameDataFormat = .i420Full
    ) -> RuleID? {
        do throws(StudioError) {
            _ = try FrameContract.check(
                width: width, height: height, length: length, rotation: rotation, format: format)
            return nil
        } catch {
            return error.rule.id
        }
    }

    @Test("ZM-SEND-002: frames have an even size")
    func size() {
        #expect(frameRule(640, 360, 345_600) == nil)
        #expect(frameRule(641, 360, 346_140) == "ZM-SEND-002")
        #expect(frameRule(0, 0, 0) == "ZM-SEND-002")
        #expect(frameRule(8192, 2, 24_576) == "ZM-SEND-002")
        #expect(frameRule(-2, -2, 6) == "ZM-SEND-002")
    }

    @Test("ZM-SEND-003: the length fits; the rows of an I420 matrix are recognised")
    func length() throws {
        #expect(frameRule(640, 360, 345_599) == "ZM-SEND-003")
        do throws(StudioError) {
            _ = try FrameContract.check(width: 640, height: 540, length: 345_600, rotation: 0, format: .i420Full)
            Issue.record("a wrong height was accepted")
        } catch {
            #expect(error.hint.contains("probably 360"))
        }
    }

    @Test("ZM-SEND-004: format and rotation are known")
    func format() {
        #expect(frameRule(640, 360, 345_600, .unknown(9)) == "ZM-SEND-004")
        #expect(frameRule(640, 360, 345_600, rotation: 45) == "ZM-SEND-004")
        #expect(frameRule(640, 360, 345_600, rotation: 270, .i420Limited) == nil)
    }

    private func audioRule(
        _ length: Int, _ rate: Int32, _ channels: Int32, of source: AudioContract.Source = .microphone
    ) -> RuleID? {
        var contract = AudioContract(source)
        do throws(StudioError) {
            _ = try contract.check(length: length, sampleRate: rate, channels: channels, at: .zero)
            return nil
        } catch {
            return error.rule.id
        }
    }

    @Test("ZM-SEND-005: audio has whole samples of all channels")
    func audioLength() {
        #expect(audioRule(640, 32_000, 1) == nil)
        #expect(audioRule(0, 32_000, 1) == "ZM-SEND-005")
        #expect(audioRule(641, 32_000, 1) == "ZM-SEND-005")
        #expect(audioRule(642, 32_000, 2) == "ZM-SEND-005")
    }

    @Test(
        "ZM-SEND-006: the sample rate is one of the list; two are for mono only", arguments: AudioContract.sampleRates)
    func audioRate(_ rate: Int32) {
        #expect(audioRule(2, rate, 1) == nil)
        #expect(audioRule(4, rate, 2) == ([11_025, 2_822_400].contains(rate) ? "ZM-SEND-006" : nil))
        #expect(audioRule(2, rate + 1, 1) == "ZM-SEND-006")
        #expect(audioRule(6, rate, 3) == "ZM-SEND-006")
    }

    @Test(
        "ZM-SEND-006: the audio of a share has neither 2822400 Hz, nor 192000 Hz in stereo",
        arguments: AudioContract.sampleRates)
    func shareAudioRate(_ rate: Int32) {
        #expect(audioRule(2, rate, 1, of: .share) == (rate == 2_822_400 ? "ZM-SEND-006" : nil))
        let onlyMono: [Int32] = [11_025, 192_000, 2_822_400]
        #expect(audioRule(4, rate, 2, of: .share) == (onlyMono.contains(rate) ? "ZM-SEND-006" : nil))
        #expect(audioRule(2, rate + 1, 1, of: .share) == "ZM-SEND-006")
        #expect(audioRule(6, rate, 3, of: .share) == "ZM-SEND-006")
    }

    @Test("ZM-SEND-007: at most a minute ahead of time, in one call or in several")
    func audioAmount() throws {
        #expect(audioRule(3_840_000, 32_000, 1) == nil)
        #expect(audioRule(3_840_002, 32_000, 1) == "ZM-SEND-007")
        #expect(audioRule(1 << 52, 48_000, 1) == "ZM-SEND-007")
        var contract = AudioContract(.microphone)
        _ = try contract.check(length: 1_920_000, sampleRate: 32_000, channels: 1, at: .zero)
        let next = try contract.check(length: 1_920_000, sampleRate: 32_000, channels: 1, at: .zero)
        #expect(next.time == .seconds(30))
        do throws(StudioError) {
            _ = try contract.check(length: 640, sampleRate: 32_000, channels: 1, at: .zero)
            Issue.record("audio more than a minute ahead of time was accepted")
        } catch {
            #expect(error.rule.id == "ZM-SEND-007")
        }
        let late = try contract.check(length: 640, sampleRate: 32_000, channels: 1, at: .seconds(99))
        #expect(late.time == .seconds(99))
    }
}
