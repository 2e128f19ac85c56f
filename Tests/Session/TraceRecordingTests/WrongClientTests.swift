import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import StudioTrace
import Testing

/// A client with one mistake, and the rule that `verify` must name.
private struct WrongClient: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rule: String?
    var asksSupport = true
    var asksPermission = true
    var setsDelegate = true
    var capability = VideoCapability(width: 16, height: 8)
    var luma: UInt8?
    /// The time from its stop to the callback.
    var stopDelay = MediaTime.zero
    /// What else it does while it sends, and after the end.
    var whileSending: @Sendable (Client) throws -> Void = { _ in }
    var beforeEnd: @Sendable (Client) throws -> Void = { _ in }
    var whileStopping: @Sendable (Client) throws -> Void = { _ in }
    var afterEnd: @Sendable (Client) throws -> Void = { _ in }

    static let all: [WrongClient] = [
        WrongClient(testDescription: "a correct client", rule: nil),
        WrongClient(testDescription: "no check of the support", rule: "TRACE-ORDER-005", asksSupport: false),
        WrongClient(testDescription: "no check of the permission", rule: "TRACE-ORDER-006", asksPermission: false),
        WrongClient(testDescription: "a start without a delegate", rule: "TRACE-ORDER-004", setsDelegate: false),
        WrongClient(
            testDescription: "an odd size", rule: "PS-START-007", capability: VideoCapability(width: 15, height: 8)),
        WrongClient(
            testDescription: "a wrong size", rule: "PS-SEND-005",
            whileSending: { client in #expect(throws: StudioError.self) { try client.send(width: 18) } }),
        WrongClient(
            testDescription: "a wrong format", rule: "PS-SEND-004",
            whileSending: { client in #expect(throws: StudioError.self) { try client.send(format: .i420Limited) } }),
        WrongClient(
            testDescription: "44.1 kHz", rule: "PS-AUDIO-004",
            whileSending: { client in #expect(throws: StudioError.self) { try client.sendAudio(rate: 44_100) } }),
        WrongClient(
            testDescription: "a delegate that is removed before the end", rule: "TRACE-ORDER-007",
            beforeEnd: { $0.test.studio.delegate = nil }),
        WrongClient(
            testDescription: "a frame after the end", rule: "TRACE-ORDER-002",
            afterEnd: { client in #expect(throws: StudioError.self) { try client.send() } }),
        WrongClient(
            testDescription: "the sender of an earlier start", rule: "TRACE-ORDER-003",
            afterEnd: { client in
                try client.test.studio.start(VideoCapability(width: 16, height: 8))
                try client.test.wait(for: .sending)
                #expect(throws: StudioError.self) { try client.send(with: client.test.recorder.senders.first) }
                try client.send()
                try client.stop()
            }),
        WrongClient(
            testDescription: "a second stop", rule: "PS-STOP-001",
            afterEnd: { client in #expect(throws: StudioError.self) { try client.test.studio.stop() } }),
        WrongClient(
            testDescription: "uneven intervals", rule: "TRACE-QUALITY-001",
            whileSending: { client in
                for index in 0..<40 {
                    try client.send()
                    try client.test.turn(by: .milliseconds(index % 10 == 0 ? 100 : 33))
                }
            }),
        WrongClient(
            testDescription: "a pause of the video", rule: "TRACE-QUALITY-002",
            whileSending: { client in
                try client.test.turn(by: .milliseconds(400))
                try client.send()
            }),
        WrongClient(
            testDescription: "a frame that is repeated for two seconds", rule: "TRACE-QUALITY-003",
            whileSending: { client in
                for _ in 0..<70 {
                    try client.send(luma: 50)
                    try client.test.turn(by: .milliseconds(33))
                }
            }),
        WrongClient(
            testDescription: "an audio gap", rule: "TRACE-QUALITY-005",
            whileSending: { client in
                try client.sendMedia(count: 60) { index in .milliseconds(index == 30 ? 133 : 33) }
            }),
        WrongClient(
            testDescription: "audio at 94.9 % of real time", rule: "TRACE-QUALITY-007",
            whileSending: { client in
                try client.sendMedia(count: 600) { _ in MediaTime(nanoseconds: 34_773_400) }
            }),
        WrongClient(
            testDescription: "audio that begins a second after the video", rule: "TRACE-QUALITY-008",
            whileSending: { client in
                for _ in 0..<30 {
                    try client.send()
                    try client.test.turn(by: .milliseconds(33))
                }
                try client.sendMedia(count: 60) { _ in .milliseconds(33) }
            }),
        WrongClient(
            testDescription: "black in the middle", rule: "TRACE-QUALITY-004",
            whileSending: { client in
                for _ in 0..<80 {
                    try client.send(luma: 0)
                    try client.test.turn(by: .milliseconds(33))
                }
                try client.send()
            }),
        WrongClient(
            testDescription: "twelve seconds of black", rule: "TRACE-QUALITY-013", luma: 0,
            whileSending: { client in
                for _ in 0..<360 {
                    try client.send(luma: 0)
                    try client.test.turn(by: .milliseconds(33))
                }
            }),
        WrongClient(
            testDescription: "twelve seconds of silence", rule: "TRACE-QUALITY-014",
            whileSending: { client in
                for _ in 0..<360 {
                    try client.send()
                    try client.sendAudio(rate: 48_000, samples: 1584, value: 0)
                    try client.test.turn(by: .milliseconds(33))
                }
            }),
        WrongClient(
            testDescription: "no media between the stop and its callback", rule: "TRACE-ORDER-009",
            stopDelay: .seconds(1)),
        WrongClient(
            testDescription: "media until the callback", rule: nil, stopDelay: .seconds(1),
            whileStopping: { client in
                for _ in 0..<30 {
                    try client.send()
                    try client.test.turn(by: .milliseconds(33))
                }
            }),
        WrongClient(
            testDescription: "a loop of starts after rejections", rule: "TRACE-QUALITY-015",
            afterEnd: { client in
                client.test.studio.responses.accepts = false
                for _ in 0..<7 {
                    try client.test.studio.start(VideoCapability(width: 16, height: 8))
                    try client.test.wait(for: .idle)
                    try client.test.turn(by: .milliseconds(100))
                }
            }),
        WrongClient(
            testDescription: "starts with a pause after rejections", rule: nil,
            afterEnd: { client in
                client.test.studio.responses.accepts = false
                for _ in 0..<7 {
                    try client.test.studio.start(VideoCapability(width: 16, height: 8))
                    try client.test.wait(for: .idle)
                    try client.test.turn(by: .milliseconds(250))
                }
            }),
        WrongClient(
            testDescription: "restarts without a rejection", rule: nil,
            afterEnd: { client in
                for _ in 0..<7 {
                    try client.test.studio.start(VideoCapability(width: 16, height: 8))
                    try client.test.wait(for: .sending)
                    try client.send()
                    try client.stop()
                }
            }),
    ]
}

/// The acts of a client.
private final class Client: Sendable {
    let test: TestMeeting

    init(_ responses: StudioResponses = .immediate) {
        test = TestMeeting(options: .init(seed: 1), responses: responses)
    }

    func send(
        luma: UInt8? = nil, width: Int = 16, format: FrameDataFormat = .i420Full, with sender: Sender? = nil
    ) throws {
        // Each picture differs from the previous one.
        let bytes = TestFrame.plain(width: width, height: 8, luma: luma ?? 100 + UInt8(test.media.frames.count % 100))
        guard let sender = sender ?? test.recorder.senders.last else { throw TestFailure("no sender") }
        try bytes.withUnsafeBytes { try sender.sendVideo($0, width: width, height: 8, format: format) }
    }

    /// Frames with 33 ms of audio each.
    func sendMedia(count: Int, _ interval: (_ index: Int) -> MediaTime) throws {
        for index in 0..<count {
            try send()
            try sendAudio(rate: 48_000, samples: 1584)
            try test.turn(by: interval(index))
        }
    }

    func sendAudio(rate: Int32, samples count: Int = 480, value: UInt8 = 7) throws {
        let samples = [UInt8](repeating: value, count: 4 * count)
        try samples.withUnsafeBytes {
            try test.recorder.senders.last?.sendAudio($0, sampleRate: rate, channel: .stereo)
        }
    }

    func stop() throws {
        try test.studio.stop()
        try test.settle()
        try test.wait(for: .idle)
    }

    func act(_ kind: WrongClient) throws {
        if kind.setsDelegate { test.studio.delegate = test.recorder }
        if kind.asksSupport { #expect(test.studio.isSupported) }
        if kind.asksPermission { #expect(test.studio.canStart) }
        do {
            try test.studio.start(kind.capability)
        } catch {
            return
        }
        try test.wait(for: .sending)
        for _ in 0..<12 {
            try send(luma: kind.luma)
            try test.turn(by: .milliseconds(33))
        }
        try kind.whileSending(self)
        try kind.beforeEnd(self)
        test.studio.responses.stopDelay = kind.stopDelay
        try test.studio.stop()
        try kind.whileStopping(self)
        try test.settle()
        try test.wait(for: .idle)
        test.studio.responses.stopDelay = .zero
        try test.turn(by: .milliseconds(100))
        try kind.afterEnd(self)
    }
}

@Suite("verify: wrong clients")
struct WrongClientTests {
    @Test("verify names exactly the rule that a client breaks", arguments: WrongClient.all)
    fileprivate func finding(_ kind: WrongClient) throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        let client = Client()
        try client.test.beginTrace(path)
        try client.act(kind)
        try client.test.finishTrace()
        let trace = try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        let findings = TraceReport(trace, path: path).findings
        #expect(findings.map(\.rule) == [kind.rule].compactMap(\.self), "\(findings.map(\.description))")
    }

    @Test(
        "a client that gives up after a first send that fails is named, one that sends again is not",
        arguments: [true, false])
    func firstSendFails(givesUp: Bool) throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        var responses = StudioResponses.immediate
        responses.failsFirstSend = true
        let client = Client(responses)
        try client.test.beginTrace(path)
        client.test.studio.delegate = client.test.recorder
        #expect(client.test.studio.isSupported && client.test.studio.canStart)
        try client.test.studio.start(VideoCapability(width: 16, height: 8))
        try client.test.wait(for: .sending)
        #expect(throws: StudioError.self) { try client.send() }
        try client.test.settle()
        for _ in 0..<30 {
            if !givesUp { try client.send() }
            try client.test.turn(by: .milliseconds(33))
        }
        try client.stop()
        try client.test.finishTrace()
        let trace = try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        let findings = TraceReport(trace, path: path).findings
        #expect(findings.map(\.rule) == (givesUp ? ["TRACE-QUALITY-011"] : []), "\(findings.map(\.description))")
    }
}
