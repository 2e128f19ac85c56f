import AgoraRawAudio
import Foundation
import StudioCore
import StudioTestSupport
import Testing

@Suite("Raw audio: rules")
struct RawAudioRuleTests {
    // MARK: State machine

    private enum Input: CaseIterable {
        case join, joinWithoutName, joinWithLongName, leave, destroy, change, send
    }

    /// A model of the state machine, written in another way.
    private struct Model {
        var joined = false
        var destroyed = false

        mutating func apply(_ input: Input) -> String? {
            if input == .destroy {
                (joined, destroyed) = (false, true)
                return nil
            }
            if destroyed { return "NotInitialized" }
            switch (input, joined) {
            case (.join, false): joined = true
            case (.leave, true): joined = false
            case (.join, true), (.joinWithoutName, true), (.joinWithLongName, true): return "JoinChannelRejected"
            case (.joinWithoutName, false): return "Refused"
            case (.joinWithLongName, false): return "InvalidChannelName"
            case (.leave, false): return "LeaveChannelRejected"
            case (.change, false): return "InvalidState"
            case (.send, false): return "NotInChannel"
            default: break
            }
            return nil
        }
    }

    private func apply(_ input: Input, to machine: inout RawAudioStateMachine) -> String? {
        do throws(StudioError) {
            switch input {
            case .join: _ = try machine.join("room", user: 0, appID: "")
            case .joinWithoutName: _ = try machine.join("", user: 0, appID: "")
            case .joinWithLongName: _ = try machine.join(String(repeating: "a", count: 64), user: 0, appID: "")
            case .leave: _ = try machine.leave()
            case .destroy: machine.destroy()
            case .change: _ = try machine.requireChannel("a change", .rawAudioNeedsChannel)
            case .send: _ = try machine.requireChannel("a message", .rawAudioSendNeedsChannel)
            }
            return nil
        } catch {
            #expect(error.code == error.rule.code)
            return error.code.rawValue
        }
    }

    @Test(
        """
        all sequences of five calls: AG-ENGINE-001 AG-JOIN-001 AG-JOIN-002 AG-JOIN-003 AG-JOIN-004 AG-JOIN-007
        AG-JOIN-008
        """)
    func sequences() {
        let inputs = Input.allCases
        for number in 0..<Int(pow(Double(inputs.count), 5)) {
            var (machine, model, rest) = (RawAudioStateMachine(isStrict: false, seed: 1), Model(), number)
            for _ in 0..<5 {
                let input = inputs[rest % inputs.count]
                rest /= inputs.count
                guard apply(input, to: &machine) == model.apply(input) else {
                    Issue.record("sequence \(number) differs at \(input)")
                    return
                }
                #expect((machine.channel != nil) == model.joined)
                #expect((machine.state == .destroyed) == model.destroyed)
            }
        }
    }

    @Test("limits of names, users and app IDs: AG-ENGINE-002 AG-JOIN-001 AG-JOIN-005 AG-JOIN-006 AG-JOIN-007")
    func limits() throws {
        func rule(_ name: String, user: UInt = 7, appID: String = "app", isStrict: Bool = true) -> Rule? {
            var machine = RawAudioStateMachine(isStrict: isStrict, seed: 1)
            do throws(StudioError) {
                _ = try machine.join(name, user: user, appID: appID)
                return nil
            } catch {
                return error.rule
            }
        }
        #expect(rule("") == .rawAudioEmptyChannelName)
        #expect(rule("a") == nil)
        #expect(rule(String(repeating: "a", count: 63)) == nil)
        #expect(rule(String(repeating: "a", count: 64)) == .rawAudioChannelName)
        #expect(rule(String(repeating: "ä", count: 32)) == .rawAudioChannelName)
        #expect(rule("Az 09!#$%&()+-:;<=.>?@[]^_{|}~,") == nil)
        for name in ["日本", "Räum", "room/1", "a\tb", "a\"b", "a'b", "a*b", "a\\b", "a`b", "１"] {
            #expect(rule(name) == .rawAudioChannelCharacters)
        }
        #expect(rule("room", user: UInt(UInt32.max)) == nil)
        #expect(rule("room", user: UInt(UInt32.max) + 1) == .rawAudioUserID)
        #expect(rule("room", appID: "") == .rawAudioAppID)
        #expect(rule("room", appID: "", isStrict: false) == nil)
        var (first, second) = (
            RawAudioStateMachine(isStrict: false, seed: 5), RawAudioStateMachine(isStrict: false, seed: 5)
        )
        let user = try first.join("room", user: 0, appID: "").user
        #expect(user != 0)
        #expect(try second.join("room", user: 0, appID: "").user == user)
    }

    // MARK: Formats

    /// The error of a setter, derived in another way: from the duration in microseconds.
    private func expectedRule(_ rate: Int, _ channels: Int, _ samples: Int, isStrict: Bool) -> Rule? {
        guard [8000, 16_000, 32_000, 44_100, 48_000].contains(rate) else { return .rawAudioRate }
        guard channels == 1 || channels == 2 else { return .rawAudioChannels }
        let seconds = Double(samples) / Double(rate * channels)
        if seconds > 1 { return .rawAudioLongInterval }
        if seconds < 0.01 { return .rawAudioShortInterval }
        return isStrict && samples % channels != 0 ? .rawAudioOddInterval : nil
    }

    @Test(
        """
        setters accept and reject: AG-FORMAT-001 AG-FORMAT-002 AG-FORMAT-003 AG-FORMAT-004 AG-FORMAT-005
        """, arguments: [false, true])
    func setters(isStrict: Bool) {
        for rate in [Int.min, -1, 0, 1024, 8000, 11_025, 16_000, 24_000, 32_000, 44_100, 48_000, 96_000, Int.max] {
            for channels in [-1, 0, 1, 2, 3] {
                for samples in [
                    Int.min, -1, 0, 1, 79, 80, 320, 441, 480, 881, 882, 960, 961, 1024, 4410, 48_000, 96_001,
                ] {
                    let parameters = RawAudioParameters(
                        sampleRate: rate, channels: channels, mode: .readWrite, samplesPerCall: samples)
                    var formats = RawAudioFormats(isStrict: isStrict)
                    do throws(StudioError) {
                        try formats.set(parameters, at: .record)
                        #expect(expectedRule(rate, channels, samples, isStrict: isStrict) == nil)
                        #expect(formats[.record] == parameters)
                    } catch {
                        #expect(error.rule == expectedRule(rate, channels, samples, isStrict: isStrict))
                        #expect(error.code == .rawAudioInvalidArgument)
                        #expect(formats[.record] == nil)
                    }
                    #expect(formats[.mixed] == nil)
                }
            }
        }
    }

    @Test("a rejected setter keeps the old format; samplesPerCall counts all channels")
    func keeping() throws {
        var formats = RawAudioFormats(isStrict: false)
        let good = RawAudioParameters(sampleRate: 44_100, channels: 2, mode: .readOnly, samplesPerCall: 4410)
        try formats.set(good, at: .playback)
        var bad = good
        bad.sampleRate = 22_050
        #expect(throws: StudioError.self) { try formats.set(bad, at: .playback) }
        #expect(formats[.playback] == good)
        #expect(good.blockSamples == 2205)
        #expect(RawAudioParameters.native.blockSamples == 480)
    }

    @Test(
        """
        the setter wins over parameters, and parameters over the default: AG-FORMAT-006 AG-FORMAT-007 AG-FORMAT-008
        """)
    func resolution() throws {
        func asked(_ rate: Int, _ channels: Int = 1, _ samples: Int = 1024) -> RawAudioParameters {
            RawAudioParameters(sampleRate: rate, channels: channels, mode: .readOnly, samplesPerCall: samples)
        }
        var formats = RawAudioFormats(isStrict: true)
        func resolve(_ asked: RawAudioParameters?) -> (RawAudioParameters, [Rule]) {
            let (parameters, notes) = formats.resolve(.record, asked: asked)
            return (parameters, notes.map(\.rule))
        }
        #expect(resolve(nil) == (.native, []))
        #expect(resolve(asked(16_000)) == (asked(16_000), []))
        #expect(resolve(asked(24_000)) == (asked(24_000), [.rawAudioParameterRate]))
        #expect(resolve(asked(1024)) == (asked(1024), [.rawAudioParameterRate]))
        for unusable in [asked(0), asked(999), asked(Int.max), asked(16_000, 3), asked(16_000, 1, 159)] {
            #expect(resolve(unusable) == (.native, [.rawAudioUnusableParameters]))
        }
        try formats.set(asked(32_000), at: .record)
        #expect(resolve(nil) == (asked(32_000), []))
        #expect(resolve(asked(32_000)) == (asked(32_000), []))
        #expect(resolve(asked(1024)) == (asked(32_000), [.rawAudioSetterWins]))
    }

    // MARK: Write-back

    @Test(
        "which bytes continue, for every combination: AG-BUFFER-002 AG-BUFFER-003",
        arguments: [RawAudioMode.readOnly, .writeOnly, .readWrite], [nil, 882, 884] as [Int?])
    func writeBack(_ mode: RawAudioMode, _ replacement: Int?) {
        let shape = RawAudioShape(samples: 441, channels: 1, sampleRate: 44_100)
        #expect(shape.byteCount == 882)
        #expect(RawAudioShape(samples: 441, channels: 2, sampleRate: 44_100).byteCount == 1764)
        var changes = [shape, shape, shape, shape, shape]
        changes[1].samples = 442
        changes[2].channels = 2
        changes[3].sampleRate = 48_000
        changes[4].bytesPerSample = 4
        for returned in changes {
            let result = RawAudioWriteBack(mode: mode, shape: shape, returned: returned, replacement: replacement)
            let isOther = mode != .readOnly && replacement == 884
            #expect(result.rules.contains(.rawAudioChangedFormat) == (returned != shape))
            #expect(result.rules.contains(.rawAudioOtherLength) == isOther)
            let isCopied = mode != .readOnly && replacement == 882
            #expect(result.source == (mode == .readOnly ? .original : isCopied ? .replacement : .memory))
        }
    }
}
