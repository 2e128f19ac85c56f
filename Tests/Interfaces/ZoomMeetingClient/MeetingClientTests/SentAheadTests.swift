import MediaReceiving
import MeetingClient
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import Testing

/// Audio that a client sends ahead of time.
struct SentAheadTests {
    private let format = AudioFormat(sampleRate: 32_000, channels: 1)

    @Test("the queue gives pieces of 20 ms, each 100 ms before its time, across calls and formats")
    func pieces() {
        var queue = AudioQueue()
        let samples = [UInt8](repeating: 1, count: 3200)  // 50 ms
        samples.withUnsafeBytes { queue.add($0, format, at: .milliseconds(500)) }
        samples.withUnsafeBytes { queue.add($0, format, at: .milliseconds(550)) }
        let other = AudioFormat(sampleRate: 48_000, channels: 2)
        [UInt8](repeating: 2, count: 40).withUnsafeBytes { queue.add($0, other, at: .milliseconds(600)) }
        #expect(queue.dueTime == .milliseconds(400))
        #expect(queue.takeDue(at: .milliseconds(399)) == nil)
        var pieces: [AudioQueue.Piece] = []
        while let time = queue.dueTime, let piece = queue.takeDue(at: time) { pieces.append(piece) }
        #expect(pieces.map(\.time) == [500, 520, 540, 560, 580, 600].map { .milliseconds($0) })
        #expect(pieces.map(\.bytes.count) == [1280, 1280, 1280, 1280, 1280, 40])
        #expect(pieces.map(\.format) == Array(repeating: format, count: 5) + [other])
        #expect(queue.isEmpty)
        #expect(queue.duration == .zero)
    }

    @Test("a rate whose 20 ms are not whole samples loses none", arguments: AudioContract.sampleRates)
    func oddRates(_ rate: Int32) {
        var queue = AudioQueue()
        let format = AudioFormat(sampleRate: rate, channels: 1)
        let second = [UInt8](repeating: 0, count: Int(rate) * 2)
        second.withUnsafeBytes { queue.add($0, format, at: .zero) }
        #expect(queue.duration == .seconds(1))
        var count = 0
        while let piece = queue.takeDue(at: .seconds(1)) { count += piece.bytes.count }
        #expect(count == second.count)
    }

    /// A bot whose own voice is in the mix that it receives.
    private func bot() throws -> (fixture: ClientFixture, heard: @Sendable () -> Int) {
        let fixture = try ClientFixture(role: .coHost)
        try fixture.join { options in
            options.arrival.joinsAudio = true
            options.includesOwnVoice = true
        }
        try fixture.client.act(.startRecording)
        try fixture.client.set(.microphone, isSet: true)
        fixture.turn()
        let heard = Lock(0)
        try fixture.client.subscribeAudio { block in
            guard block.content == .mixed, block.unit.bytes?.contains(where: { $0 != 0 }) == true else { return }
            heard.withLock { $0 += 1 }
        }
        return (fixture, { heard.exchange(0) })
    }

    private func send(_ fixture: ClientFixture, seconds: Int) -> RuleID? {
        let samples = [Int16](repeating: 1000, count: 32_000 * seconds)
        return samples.withUnsafeBytes { bytes in
            fixture.rule { () throws(StudioError) in
                try fixture.client.sendMicrophone(bytes, sampleRate: 32_000, channels: 1)
            }
        }
    }

    @Test("ZM-SEND-007: ten seconds in one call are played in real time, and in full")
    func inOneCall() throws {
        let (fixture, heard) = try bot()
        #expect(send(fixture, seconds: 10) == nil)
        fixture.turn(5000)
        #expect((480...501).contains(heard()))
        fixture.turn(6000)
        #expect((490...521).contains(heard()))
        fixture.turn(1000)
        #expect(heard() == 0)
        #expect(fixture.client.violations == [])
    }

    @Test("ZM-SEND-007: a minute may be sent ahead, and no more; more is accepted as time passes")
    func aMinute() throws {
        let (fixture, _) = try bot()
        for _ in 0..<6 { #expect(send(fixture, seconds: 10) == nil) }
        #expect(send(fixture, seconds: 1) == "ZM-SEND-007")
        fixture.turn(2000)
        #expect(send(fixture, seconds: 1) == nil)
    }

    @Test("ZM-SEND-007: muting, removing, disconnecting and leaving discard what is queued", arguments: 0...4)
    func discarding(_ way: Int) throws {
        let (fixture, heard) = try bot()
        let client = fixture.client
        #expect(send(fixture, seconds: 30) == nil)
        fixture.turn(1000)
        #expect(heard() > 80)
        switch way {
        case 0: try client.act(.mute(.none))
        case 1: try client.set(.microphone, isSet: false)
        case 2: try client.act(.disconnectAudio)
        case 3: try client.act(.leave)
        default: try client.uninitialise()
        }
        fixture.turn(1000)
        _ = heard()
        switch way {
        case 0: try client.act(.unmute(.none))
        case 1: try client.set(.microphone, isSet: true)
        case 2: try client.act(.connectAudio)
        default: break
        }
        fixture.turn(3000)
        #expect(heard() == 0)
        guard way < 3 else { return }
        // The next audio is heard at once.
        #expect(send(fixture, seconds: 1) == nil)
        fixture.turn(500)
        #expect(heard() > 30)
    }

    @Test("ZM-SEND-008: a microphone whose audio the client never connects is reported after ten seconds, once")
    func waitsForEver() throws {
        let fixture = try ClientFixture(role: .coHost)
        try fixture.join()
        try fixture.client.set(.microphone, isSet: true)
        fixture.turn(9000)
        #expect(fixture.warnings == [])
        fixture.turn(60_000)
        #expect(fixture.warnings == ["ZM-SEND-008"])
        #expect(fixture.client.violations.map(\.count) == [1])
    }

    @Test("ZM-SEND-008: a client that connects audio, even in vain or late, waits for nothing", arguments: 0...3)
    func waitsRightly(_ way: Int) throws {
        let fixture = try ClientFixture(role: .coHost)
        try fixture.join { $0.arrival.joinsAudio = way == 0 }
        if way == 1 { _ = try fixture.client.perform(.setAudioConnection(isPossible: false)) }
        try fixture.client.set(.microphone, isSet: true)
        fixture.turn(9000)
        switch way {
        case 1, 2: try fixture.client.act(.connectAudio)
        case 3: try fixture.client.act(.leave)
        default: break
        }
        fixture.turn(60_000)
        #expect(fixture.warnings == [])
    }

    @Test("ZM-QUALITY-001: three slow callbacks in a row that cost frames are reported once, others never")
    func slowCallbacks() {
        var check = SlowCallbackCheck()
        func callback(_ milliseconds: Int, missed: Int) -> RuleID? {
            for _ in 0..<missed { check.frameWasMissed() }
            return check.callbackReturned(after: .milliseconds(milliseconds))?.rule.id
        }
        // A slow callback that costs nothing, and two in a row.
        for _ in 0..<9 { #expect(callback(500, missed: 0) == nil) }
        for _ in 0..<2 { #expect(callback(500, missed: 14) == nil) }
        // Frames are missed because the machine is late.
        for _ in 0..<9 { #expect(callback(60, missed: 3) == nil) }
        for _ in 0..<2 { #expect(callback(500, missed: 14) == nil) }
        #expect(callback(500, missed: 14) == "ZM-QUALITY-001")
        #expect(callback(500, missed: 14) == nil)
    }
}
