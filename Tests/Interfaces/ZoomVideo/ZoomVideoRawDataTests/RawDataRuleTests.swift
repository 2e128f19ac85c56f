import Foundation
import MediaReceiving
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomVideoRawData

@Suite("Raw data: rules")
struct RawDataRuleTests {
    private typealias Machine = RawDataStateMachine
    private typealias Pipe = RawDataStateMachine.Pipe

    // MARK: Memory

    @Test("without a memory mode video and share can be referenced, audio cannot; stack memory never: ZV-REF-003")
    func modes() {
        let unset = MemoryModes()
        #expect(unset.referencing(.video) == .granted)
        #expect(unset.referencing(.share) == .granted)
        #expect(unset.referencing(.audio) == .unsetAudio)
        let stack = MemoryModes(video: .stack, share: .stack, audio: .stack)
        let heap = MemoryModes(video: .heap, share: .heap, audio: .heap)
        for content in [MemoryModes.Content.video, .share, .audio] {
            #expect(stack.referencing(content) == .stack)
            #expect(heap.referencing(content) == .granted)
        }
    }

    // MARK: State machine

    private let camera = Pipe(user: UserID(rawValue: 7), isShare: false)

    private func rule<Result>(_ body: () throws(StudioError) -> Result) -> String {
        do throws(StudioError) {
            _ = try body()
            return ""
        } catch {
            return error.rule.id.rawValue
        }
    }

    /// A machine in a joined session.
    private func joined(_ options: Machine.Options = Machine.Options()) throws -> Machine {
        var machine = Machine(options)
        try machine.initialize(MemoryModes())
        try machine.join(name: "room", token: "token")
        #expect(machine.didJoin() == true)
        return machine
    }

    private func subscribe(
        _ machine: inout Machine, _ subscriber: Int? = 1, _ pipe: Pipe? = nil,
        _ resolution: Machine.Resolution = .lines(360), _ presence: Machine.Presence = .present,
        at time: MediaTime = .zero
    ) throws(StudioError) -> Machine.Subscription {
        try machine.subscribe(subscriber, to: pipe ?? camera, resolution, presence, at: time)
    }

    @Test("the order of a session: ZV-JOIN-001 ZV-JOIN-002 ZV-JOIN-003 ZV-JOIN-004 ZV-JOIN-005 ZV-JOIN-006")
    func order() throws {
        var options = Machine.Options()
        options.isStrict = true
        var machine = Machine(options)
        func join(_ name: String, _ token: String) -> String {
            rule { () throws(StudioError) in try machine.join(name: name, token: token) }
        }
        func leave() -> String { rule { () throws(StudioError) in try machine.leave() } }
        func initialize() -> String {
            rule { () throws(StudioError) in try machine.initialize(MemoryModes(video: .heap)) }
        }
        #expect(join("room", "token") == "ZV-JOIN-001")
        #expect(leave() == "ZV-JOIN-005")
        #expect(machine.didJoin() == false)
        #expect(initialize() == "")
        #expect(initialize() == "")
        #expect(join("", "token") == "ZV-JOIN-002")
        #expect(join("room", "") == "ZV-JOIN-003")
        #expect(machine.state == .initialized)
        #expect(join("room", "token") == "")
        #expect(machine.state == .joining)
        #expect(join("room", "token") == "ZV-JOIN-004")
        #expect(initialize() == "ZV-JOIN-006")
        #expect(machine.didJoin() == true)
        #expect(machine.didJoin() == false)
        #expect(machine.state == .joined)
        #expect(join("room", "token") == "ZV-JOIN-004")
        #expect(leave() == "")
        #expect(machine.state == .initialized)
        #expect(machine.modes.video == .heap)
        #expect(leave() == "ZV-JOIN-005")
        #expect(join("room", "token") == "")
        machine.end()
        #expect(machine.didJoin() == false)
    }

    @Test("a token is needed in strict mode only")
    func token() throws {
        var machine = Machine()
        try machine.initialize(MemoryModes())
        try machine.join(name: "room", token: "")
        #expect(machine.state == .joining)
    }

    @Test("subscribing checks session, delegate, resolution and user: ZV-PIPE-001 ZV-PIPE-002 ZV-PIPE-003 ZV-PIPE-004")
    func checks() throws {
        var outside = Machine()
        let first = rule { () throws(StudioError) in
            try subscribe(&outside, nil, nil, .automatic, .noMeeting)
        }
        #expect(first == "ZV-PIPE-001")
        var machine = try joined()
        let second = rule { () throws(StudioError) in
            try subscribe(&machine, nil, nil, .automatic, .absent)
        }
        #expect(second == "ZV-PIPE-002")
        let third = rule { () throws(StudioError) in try subscribe(&machine, 1, nil, .automatic, .absent) }
        #expect(third == "ZV-PIPE-003")
        for (isShare, code) in [(false, StudioError.Code.rawDataNoVideo), (true, .rawDataNoShare)] {
            let pipe = Pipe(user: UserID(rawValue: 7), isShare: isShare)
            do throws(StudioError) {
                _ = try subscribe(&machine, 1, pipe, .lines(360), .absent)
                Issue.record("a pipe of a user who left was subscribed")
            } catch {
                #expect(error.rule.id.rawValue == "ZV-PIPE-004")
                #expect(error.code == code)
            }
        }
        let missing = rule { () throws(StudioError) in try machine.unsubscribe(1, from: camera, at: .zero) }
        #expect(missing == "ZV-PIPE-006")
    }

    @Test("unsubscribing without a subscription is a clean-up, unless another delegate is meant: ZV-PIPE-006")
    func cleanUp() throws {
        var machine = try joined()
        #expect(machine.isCleanUp(1, from: camera))
        #expect(!machine.isCleanUp(nil, from: camera))
        for subscriber in 1...2 { #expect(try !subscribe(&machine, subscriber, camera).isReplacement) }
        #expect(!machine.isCleanUp(3, from: camera))
        try machine.unsubscribe(1, from: camera, at: .zero)
        #expect(machine.isCleanUp(1, from: camera))
        #expect(!machine.isCleanUp(3, from: camera))
        try machine.leave()
        #expect(machine.isCleanUp(3, from: camera))
    }

    @Test("while a session is being joined, only the own video is subscribed, once the call has returned: ZV-PIPE-001")
    func joining() throws {
        var machine = Machine()
        try machine.initialize(MemoryModes())
        try machine.join(name: "room", token: "token")
        let own = Pipe(user: .none, isShare: false)
        let others = [camera, Pipe(user: UserID(rawValue: 7), isShare: true), Pipe(user: .none, isShare: true)]
        for pipe in others {
            #expect(rule { () throws(StudioError) in try subscribe(&machine, 1, pipe) } == "ZV-PIPE-001")
            #expect(
                rule { () throws(StudioError) in try machine.subscribeCanvas(1, to: pipe, .present) } == "ZV-PIPE-001")
            #expect(
                rule { () throws(StudioError) in try machine.unsubscribe(1, from: pipe, at: .zero) } == "ZV-PIPE-001")
            #expect(rule { () throws(StudioError) in try machine.changeCanvas(1, of: pipe) } == "ZV-PIPE-001")
        }
        #expect(
            rule { () throws(StudioError) in try subscribe(&machine, 1, own, .lines(360), .noMeeting) }
                == "ZV-PIPE-001")
        #expect(
            rule { () throws(StudioError) in try machine.subscribeCanvas(1, to: own, .noMeeting) } == "ZV-PIPE-001")
        #expect(try !subscribe(&machine, 1, own).isReplacement)
        try machine.subscribeCanvas(1, to: own, .present)
        try machine.changeCanvas(1, of: own)
        #expect(machine.canvasCount == 1)
        #expect(machine.didJoin() == true)
        #expect(try subscribe(&machine, 1, own).isReplacement)
        try machine.unsubscribe(1, from: own, at: .zero)
        try machine.unsubscribeCanvas(1, from: own)
        #expect(rule { () throws(StudioError) in try machine.requireVideo() } == "")
        #expect(rule { () throws(StudioError) in try subscribe(&machine, 1, camera) } == "")
    }

    @Test("each number of lines is a 16:9 size; shares keep theirs; 720 lines may become 1080 on request")
    func sizes() throws {
        var machine = try joined()
        for (lines, width) in [(90, 160), (180, 320), (360, 640), (720, 1280)] {
            let request = try subscribe(&machine, 1, nil, .lines(lines)).request
            #expect(request.format == .i420)
            #expect(request.isWritable)
            let size = request.outputSize(width: 1920, height: 1080, kind: .camera)
            #expect(size == (width, lines))
        }
        let share = Pipe(user: UserID(rawValue: 7), isShare: true)
        #expect(try subscribe(&machine, 1, share, .lines(90)).request.size == .native)
        var options = Machine.Options()
        options.deliversFullHD = true
        var full = try joined(options)
        #expect(try subscribe(&full, 1, nil, .lines(720)).request.size == .fit(height: 1080))
        #expect(try subscribe(&full, 1, nil, .lines(360)).request.size == .fit(height: 360))
    }

    @Test("the same delegate replaces its subscription; a pipe is released slowly on request: ZV-PIPE-005")
    func releasing() throws {
        var options = Machine.Options()
        options.releaseDelay = .seconds(2)
        var machine = try joined(options)
        #expect(try !subscribe(&machine).isReplacement)
        #expect(try subscribe(&machine, 1, nil, .lines(90)).isReplacement)
        #expect(try !subscribe(&machine, 2).isReplacement)
        try machine.unsubscribe(1, from: camera, at: .seconds(10))
        // The other delegate still uses the pipe.
        #expect(try !subscribe(&machine, 1, at: .seconds(10)).isReplacement)
        try machine.unsubscribe(1, from: camera, at: .seconds(10))
        machine.forget(2, camera, at: .seconds(11))
        let early = rule { () throws(StudioError) in
            try subscribe(&machine, 3, at: MediaTime.seconds(13) - MediaTime(nanoseconds: 1))
        }
        #expect(early == "ZV-PIPE-005")
        #expect(try !subscribe(&machine, 3, at: .seconds(13)).isReplacement)
    }

    @Test("a third remote video with 720 lines is reported, and served: ZV-PIPE-007")
    func highDefinition() throws {
        var machine = try joined()
        func note(_ user: UInt32, _ lines: Int) throws -> String? {
            try subscribe(&machine, 1, Pipe(user: UserID(rawValue: user), isShare: false), .lines(lines))
                .note?.rule.id.rawValue
        }
        #expect(try note(0, 720) == nil)
        #expect(try note(1, 720) == nil)
        #expect(try note(2, 720) == nil)
        #expect(try note(3, 360) == nil)
        #expect(try note(3, 720) == "ZV-PIPE-007")
        #expect(try note(2, 360) == nil)
        #expect(try note(3, 720) == nil)
    }

    @Test("a view may be unsubscribed without a subscription, and not changed: ZV-CANVAS-001 ZV-CANVAS-002")
    func canvases() throws {
        var machine = try joined()
        try machine.unsubscribeCanvas(1, from: camera)
        #expect(rule { () throws(StudioError) in try machine.changeCanvas(1, of: camera) } == "ZV-CANVAS-002")
        #expect(
            rule { () throws(StudioError) in try machine.unsubscribeCanvas(nil, from: camera) } == "ZV-CANVAS-001")
        try machine.subscribeCanvas(1, to: camera, .present)
        // Another view ends no subscription.
        try machine.unsubscribeCanvas(2, from: camera)
        try machine.changeCanvas(1, of: camera)
        #expect(machine.canvasCount == 1)
        try machine.unsubscribeCanvas(1, from: camera)
        try machine.unsubscribeCanvas(1, from: camera)
        #expect(machine.canvasCount == 0)
        #expect(rule { () throws(StudioError) in try machine.changeCanvas(1, of: camera) } == "ZV-CANVAS-002")
    }

    @Test(
        "audio needs a session; a second subscription changes nothing, nor does a second end: ZV-AUDIO-001 ZV-AUDIO-002"
    )
    func audio() throws {
        var outside = Machine()
        #expect(rule { () throws(StudioError) in try outside.subscribeAudio() } == "ZV-AUDIO-001")
        #expect(rule { () throws(StudioError) in try outside.unsubscribeAudio() } == "ZV-AUDIO-001")
        var machine = try joined()
        try machine.unsubscribeAudio()
        #expect(try machine.subscribeAudio())
        #expect(try !machine.subscribeAudio())
        try machine.unsubscribeAudio()
        try machine.unsubscribeAudio()
        #expect(try machine.subscribeAudio())
        machine.audioRevoked()
        #expect(machine.isAudioSubscribed)
        #expect(try machine.subscribeAudio())
        #expect(try !machine.subscribeAudio())
        machine.audioRevoked()
        try machine.unsubscribeAudio()
        machine.audioRevoked()
        #expect(!machine.isAudioSubscribed)
        #expect(try machine.subscribeAudio())
        machine.audioEnded()
        #expect(!machine.isAudioSubscribed)
    }

    // MARK: Virtual microphone

    @Test(
        """
        what may be sent: ZV-MIC-001 ZV-MIC-002 ZV-MIC-003 ZV-MIC-004 ZV-MIC-005 ZV-MIC-006
        """)
    func microphone() throws {
        var contract = RawDataMicrophoneContract()
        func send(_ bytes: UInt, _ rate: UInt = 48_000, at time: MediaTime = .zero) -> String {
            rule { () throws(StudioError) in try contract.send(bytes, sampleRate: rate, at: time) }
        }
        #expect(send(960) == "ZV-MIC-002")
        #expect(contract.start() == true)
        #expect(contract.start() == false)
        #expect(send(0) == "ZV-MIC-003")
        #expect(send(959) == "ZV-MIC-003")
        #expect(send(UInt.max) == "ZV-MIC-003")
        #expect(send(960, 16_000) == "ZV-MIC-004")
        #expect(send(960, UInt.max) == "ZV-MIC-004")
        #expect(send(96_002) == "ZV-MIC-005")
        #expect(send(UInt.max - 1) == "ZV-MIC-005")
        for rate in RawDataMicrophoneContract.sampleRates {
            var fresh = RawDataMicrophoneContract()
            #expect(fresh.start() == true)
            #expect(rule { () throws(StudioError) in try fresh.send(rate * 2, sampleRate: rate, at: .zero) } == "")
        }
        #expect(send(96_000) == "")
        #expect(send(96_000) == "")
        #expect(send(960) == "ZV-MIC-006")
        #expect(send(960, at: .seconds(1)) == "")
        #expect(contract.stop() == true)
        #expect(contract.stop() == false)
        #expect(send(960) == "ZV-MIC-002")
        contract.finish()
        #expect(contract.start() == false)
        #expect(send(960) == "ZV-MIC-001")
    }

    @Test("calls continue each other; a late one begins at the present")
    func microphoneTimes() throws {
        var contract = RawDataMicrophoneContract()
        #expect(contract.start() == true)
        func time(at now: MediaTime) throws -> MediaTime { try contract.send(960, sampleRate: 48_000, at: now).time }
        #expect(try time(at: .seconds(1)) == .seconds(1))
        #expect(try time(at: .seconds(1)) == .milliseconds(1010))
        #expect(try time(at: .milliseconds(1060)) == .milliseconds(1020))
        #expect(try time(at: .milliseconds(1071)) == .milliseconds(1071))
    }
}
