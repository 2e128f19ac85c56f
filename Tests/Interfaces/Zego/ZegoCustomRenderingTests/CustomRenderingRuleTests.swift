import Foundation
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoCustomRendering

@Suite("Custom rendering: rules")
struct CustomRenderingRuleTests {
    // MARK: State machine

    private enum Input: CaseIterable {
        case login, logout, preview, stopPreview, publish, stopPublish, play, stopPlay, enable, disable, deliverStop
    }

    /// A model of the state machine, written in another way: counts instead of sets.
    private struct Model {
        var isIn = false
        var previews = 0
        var publishes = 0
        var plays = 0
        var owedStops = 0
        var isEnabled = false

        var isActive: Bool { previews + publishes + plays > 0 }

        mutating func apply(_ input: Input, stopsWithEvent: Bool) -> String? {
            let wasActive = isActive
            defer { if wasActive, !isActive, stopsWithEvent { owedStops += 1 } }
            switch input {
            case .login:
                if isIn { return "RoomCountExceed" }
                isIn = true
            case .logout:
                if !isIn { return nil }
                (isIn, previews, publishes, plays) = (false, 0, 0, 0)
            case .preview: previews = 1
            case .stopPreview: previews = 0
            case .publish:
                if !isIn { return "NotLoginRoom" }
                publishes = 1
            case .stopPublish: publishes = 0
            case .play:
                if !isIn { return "NotLoginRoom" }
                plays = 1
            case .stopPlay: plays = 0
            case .enable, .disable:
                if isActive || owedStops > 0 { return "EnableCustomIoFailed" }
                isEnabled = input == .enable
            case .deliverStop: owedStops = max(0, owedStops - 1)
            }
            return nil
        }
    }

    private func apply(_ input: Input, to machine: inout CustomRenderingStateMachine) -> String? {
        do throws(StudioError) {
            switch input {
            case .login: _ = try machine.login("room", user: "me")
            case .logout: _ = try machine.logout()
            case .preview: _ = try machine.startPreview(0)
            case .stopPreview: _ = try machine.stopPreview(0)
            case .publish: _ = try machine.startPublishing("mine", channel: 0)
            case .stopPublish: _ = try machine.stopPublishing(channel: 0)
            case .play: _ = try machine.startPlaying("ada")
            case .stopPlay: _ = try machine.stopPlaying("ada")
            case .enable: try machine.enable(RenderConfiguration(.raw, isYUV: true))
            case .disable: try machine.disable()
            case .deliverStop: machine.stopDelivered()
            }
            return nil
        } catch {
            #expect(error.code == error.rule.code)
            return error.code.rawValue
        }
    }

    @Test(
        "all sequences of calls: ZG-ROOM-005 ZG-ROOM-006 ZG-ROOM-007 ZG-RENDER-001", arguments: [false, true])
    func sequences(stopsWithEvent: Bool) {
        let inputs = Input.allCases
        let length = LongRun.repetitions(ordinary: 4, long: 5)
        for number in 0..<Int(pow(Double(inputs.count), Double(length))) {
            var (machine, model, rest) = (
                CustomRenderingStateMachine(stopsWithEvent: stopsWithEvent), Model(), number
            )
            for _ in 0..<length {
                let input = inputs[rest % inputs.count]
                rest /= inputs.count
                let isSame =
                    apply(input, to: &machine) == model.apply(input, stopsWithEvent: stopsWithEvent)
                    && (machine.room != nil) == model.isIn && machine.played.count == model.plays
                    && machine.isRunning == (model.isActive || model.owedStops > 0)
                    && machine.cameras.isEmpty == (model.previews + model.publishes == 0)
                    && machine.renderedChannels.count == (model.isEnabled ? model.previews : 0)
                    && machine.renderedStreams.count == (model.isEnabled ? model.plays : 0)
                guard isSame else {
                    Issue.record("sequence \(number) differs at \(input)")
                    return
                }
            }
        }
    }

    @Test("each change of the engine's state is notified once, and destroying notifies nothing")
    func changes() throws {
        var machine = CustomRenderingStateMachine()
        _ = try machine.login("room", user: "me")
        #expect(try machine.startPreview(0) == .started)
        #expect(try machine.startPreview(0) == nil)
        #expect(try machine.startPreview(1) == nil)
        #expect(try machine.startPlaying("ada").change == nil)
        #expect(try machine.startPlaying("ada").isNew == false)
        #expect(try machine.stopPreview(0) == nil)
        #expect(try machine.stopPreview(1) == nil)
        #expect(try machine.stopPlaying("ada").change == .stopped)
        #expect(try machine.stopPlaying("ada").wasPlayed == false)
        #expect(try machine.startPublishing("mine", channel: 0) == .started)
        let refusal = #expect(throws: StudioError.self) { try machine.startPublishing("other", channel: 0) }
        #expect(refusal?.rule == .renderingSecondPublish)
        #expect(try machine.startPublishing("mine", channel: 0) == nil)
        #expect(try machine.startPublishing("other", channel: 1) == nil)
        #expect(machine.published == [0: "mine", 1: "other"])
        #expect(try machine.logout("room")?.change == .stopped)
        #expect(machine.cameras.isEmpty)
    }

    /// The rule of a rejected call.
    private func rule(_ call: (inout CustomRenderingStateMachine) throws -> Void) -> Rule? {
        var machine = CustomRenderingStateMachine()
        do {
            try call(&machine)
            return nil
        } catch {
            return (error as? StudioError)?.rule
        }
    }

    @Test("without an engine, every call is rejected: ZG-ENGINE-001")
    func destroyed() {
        let calls: [(inout CustomRenderingStateMachine) throws -> Void] = [
            { _ = try $0.login("room", user: "me") }, { _ = try $0.logout() }, { _ = try $0.startPreview(0) },
            { _ = try $0.stopPreview(0) }, { _ = try $0.startPublishing("", channel: 0) },
            { _ = try $0.stopPublishing(channel: 0) }, { _ = try $0.startPlaying("") },
            { _ = try $0.stopPlaying("ada") }, { try $0.enable(nil) }, { try $0.disable() },
            { try $0.setCustomCapture(true, channel: 0) }, { _ = try $0.setRendered(true, .captured(channel: 0)) },
            { try $0.setCamera(true, channel: 0) }, { try $0.requireEngine() },
        ]
        for call in calls {
            #expect(
                rule { machine in
                    machine.destroy()
                    try call(&machine)
                } == .renderingNoEngine)
        }
    }

    @Test(
        """
        IDs of rooms, users and streams: ZG-ROOM-001 ZG-ROOM-002 ZG-ROOM-003 ZG-ROOM-004 ZG-ROOM-006 ZG-STREAM-001 \
        ZG-STREAM-002 ZG-STREAM-003
        """)
    func identifiers() {
        func text(_ count: Int) -> String { String(repeating: "a", count: count) }
        #expect(rule { _ = try $0.login(text(127), user: text(63)) } == nil)
        #expect(rule { _ = try $0.login("", user: "me") } == .renderingRoomEmpty)
        #expect(rule { _ = try $0.login(text(128), user: "me") } == .renderingRoomTooLong)
        #expect(rule { _ = try $0.login("room", user: "") } == .renderingUserEmpty)
        #expect(rule { _ = try $0.login("room", user: text(64)) } == .renderingUserTooLong)
        #expect(rule { _ = try $0.logout("room") } == .renderingOtherRoom)
        let left = rule { machine in
            _ = try machine.startPreview(0)
            let (departure, isRunning) = (try machine.logout(), machine.isRunning)
            #expect(departure == nil)
            #expect(isRunning)
        }
        #expect(left == nil, "ZG-ROOM-006: without an ID, outside a room")
        let expected: [(String, Rule?)] = [
            ("Az09-_", nil), (text(255), nil), ("", .renderingStreamEmpty), (text(256), .renderingStreamTooLong),
            ("a b", .renderingStreamCharacters), ("ä", .renderingStreamCharacters), ("a.b", .renderingStreamCharacters),
            ("٣", .renderingStreamCharacters),
        ]
        for (stream, expected) in expected {
            let played = rule { machine in
                _ = try machine.login("room", user: "me")
                _ = try machine.startPlaying(stream)
            }
            #expect(played == expected)
            let published = rule { machine in
                _ = try machine.login("room", user: "me")
                _ = try machine.startPublishing(stream, channel: 0)
            }
            #expect(published == expected)
        }
    }

    @Test("what is rendered: configurations and switches: ZG-RENDER-002 ZG-RENDER-003 ZG-RENDER-006")
    func configurations() throws {
        #expect(rule { try $0.enable(nil) } == .renderingNoConfig)
        var machine = CustomRenderingStateMachine()
        #expect(throws: StudioError.self) {
            try machine.enable(RenderConfiguration(.unsupported(name: "unknown"), isYUV: false))
        }
        _ = try machine.login("room", user: "me")
        _ = try machine.startPreview(0)
        _ = try machine.startPlaying("ada")
        #expect(machine.renderedChannels.isEmpty)
        #expect(machine.renderedStreams.isEmpty)
        _ = try machine.logout()
        for type in [RenderConfiguration.BufferType.raw, .pixelBuffer] {
            try machine.enable(RenderConfiguration(type, isYUV: true))
            _ = try machine.login("room", user: "me")
            _ = try machine.startPreview(0)
            _ = try machine.startPreview(1)
            _ = try machine.startPlaying("ada")
            #expect(machine.renderedChannels == [0, 1])
            #expect(machine.renderedStreams == ["ada"])
            #expect(try machine.setRendered(false, .captured(channel: 1)))
            #expect(try machine.setRendered(false, .remote(stream: "ada")))
            #expect(machine.renderedChannels == [0])
            #expect(machine.renderedStreams.isEmpty)
            _ = try machine.logout()
            try machine.disable()
            #expect(try machine.setRendered(true, .captured(channel: 1)) == false)
        }
        try machine.enable(RenderConfiguration(.raw, isYUV: true))
        try machine.setCustomCapture(true, channel: 0)
        _ = try machine.startPreview(0)
        #expect(machine.renderedChannels.isEmpty)
        #expect(machine.cameras.isEmpty)
    }

    @Test("the request of each configuration")
    func requests() {
        func request(_ type: RenderConfiguration.BufferType, _ isYUV: Bool, _ isHardware: Bool) -> VideoRequest {
            RenderConfiguration(type, isYUV: isYUV).request(.uneven, alignment: 64, isHardwareDecoded: isHardware)
        }
        var raw = VideoRequest(format: .i420, strideAlignment: 64, isWritable: true)
        raw.hasUnevenStrides = true
        #expect(request(.raw, true, false) == raw)
        #expect(request(.raw, true, true).format == .nv12)
        #expect(request(.raw, false, true).format == .bgra)
        #expect(request(.pixelBuffer, false, false).format == .bgra)
        #expect(request(.pixelBuffer, true, true).format == .i420)
        #expect(request(.pixelBuffer, true, true).range == .full)
    }

    @Test("a participant without an ID of a stream publishes one with the name's letters")
    func directory() {
        let meeting = Meeting(callbackQueue: .init(label: "test.directory"))
        let directory = StreamDirectory()
        let ada = meeting.add("Ada Ö. 1", isVideoOn: true)
        let bob = meeting.add("Bob")
        #expect(directory.stream(of: ada)?.id == "Ada____1")
        #expect(directory.user(of: "Ada____1", in: meeting) == ada.id)
        directory.register("screen", of: ada.id)
        #expect(directory.user(of: "screen", in: meeting) == ada.id)
        #expect(directory.user(of: "Bob", in: meeting) == nil)
        meeting.setVideo(true, of: bob.id)
        #expect(directory.user(of: "Bob", in: meeting) == bob.id)
        #expect(meeting.serverParticipants.first { $0.isMyself }.flatMap { directory.stream(of: $0) } == nil)
    }
}
