import CodedMedia
import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
import StudioTrace
import Testing

/// A client that sends with a mistake, and its right twin.
private struct ContentClient: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rule: String
    let act: @Sendable (_ client: Client, _ isWrong: Bool) throws -> Void

    /// Frames of the same size, from a function of the planes.
    private static func video(
        _ description: String, _ rule: String, width: Int = 320, height: Int = 192,
        wrong: @escaping @Sendable (SyntheticMedia.Planes) -> [UInt8]
    ) -> ContentClient {
        ContentClient(testDescription: description, rule: rule) { client, isWrong in
            try client.sendFrames(width: width, height: height) { number in
                let frame = SyntheticMedia.frame(number, width: width, height: height)
                return isWrong ? wrong(frame) : frame.i420
            }
        }
    }

    /// Rows with padding, cut to the length of a frame without.
    private static func padded(_ frame: SyntheticMedia.Planes, by padding: Int) -> [UInt8] {
        func pad(_ plane: [UInt8], _ width: Int, _ padding: Int) -> [UInt8] {
            stride(from: 0, to: plane.count, by: width).flatMap { row in
                Array(plane[row..<row + width]) + [UInt8](repeating: 0, count: padding)
            }
        }
        let bytes =
            pad(frame.y, frame.width, padding) + pad(frame.u, frame.width / 2, padding / 2)
            + pad(frame.v, frame.width / 2, padding / 2)
        return Array(bytes.prefix(frame.i420.count))
    }

    private static func packed(_ frame: SyntheticMedia.Planes) -> [UInt8] {
        let pixels = (0..<frame.width * frame.height).flatMap { index -> [UInt8] in
            let (x, y) = (index % frame.width, index / frame.width)
            let chroma = y / 2 * (frame.width / 2) + x / 2
            let (luma, u, v) = (Double(frame.y[index]), Double(frame.u[chroma]) - 128, Double(frame.v[chroma]) - 128)
            let colors = [luma + 1.856 * u, luma - 0.187 * u - 0.468 * v, luma + 1.575 * v]
            return colors.map { UInt8(max(0, min(255, $0))) } + [255]
        }
        return Array(pixels.prefix(frame.i420.count))
    }

    static let videoClients: [ContentClient] = [
        video("empty chroma", "CONTENT-VIDEO-001") { $0.y + [UInt8](repeating: 0, count: $0.y.count / 2) },
        video("a buffer of zeros", "CONTENT-VIDEO-001") { [UInt8](repeating: 0, count: $0.i420.count) },
        video("NV12", "CONTENT-VIDEO-002") { frame in frame.y + zip(frame.u, frame.v).flatMap { [$0, $1] } },
        video("NV21", "CONTENT-VIDEO-002") { frame in frame.y + zip(frame.u, frame.v).flatMap { [$1, $0] } },
        video("BGRA", "CONTENT-VIDEO-003") { packed($0) },
        video("BGRA of an odd width", "CONTENT-VIDEO-003", width: 322) { packed($0) },
        video("rows with 16 bytes of padding", "CONTENT-VIDEO-004") { padded($0, by: 16) },
        video("rows with 64 bytes of padding", "CONTENT-VIDEO-004") { padded($0, by: 64) },
        ContentClient(testDescription: "the rows of a matrix as height", rule: "CONTENT-VIDEO-005") { client, isWrong in
            let height = isWrong ? 288 : 192
            try client.sendFrames(width: 320, height: height) { number in
                let bytes = SyntheticMedia.frame(number).i420
                return bytes + [UInt8](repeating: 77, count: 320 * height * 3 / 2 - bytes.count)
            }
        },
        ContentClient(testDescription: "YV12", rule: "CONTENT-VIDEO-006") { client, isWrong in
            try client.sendCards { $0.y + (isWrong ? $0.v + $0.u : $0.u + $0.v) }
        },
        ContentClient(testDescription: "an upside-down card", rule: "CONTENT-VIDEO-007") { client, isWrong in
            try client.sendCards { card in
                func turned(_ plane: [UInt8], _ width: Int) -> [UInt8] {
                    stride(from: plane.count - width, through: 0, by: -width).flatMap { plane[$0..<$0 + width] }
                }
                guard isWrong else { return card.i420 }
                return turned(card.y, card.width) + turned(card.u, card.width / 2) + turned(card.v, card.width / 2)
            }
        },
    ]

    static let audioClients: [ContentClient] = [
        ContentClient(testDescription: "a WAV file with its header", rule: "CONTENT-AUDIO-001") { client, isWrong in
            let samples = SyntheticMedia.stereoMusic(seconds: 1)
            let bytes = isWrong ? TestMedia.wav(samples) : SyntheticMedia.bytes(samples)
            try client.sendAudio(bytes, blockBytes: 1920)
        },
        ContentClient(testDescription: "floating-point samples", rule: "CONTENT-AUDIO-002") { client, isWrong in
            let samples = SyntheticMedia.stereoMusic(seconds: 4)
            let floats = samples.map { Float($0) / 32_768 }.withUnsafeBytes { Array($0) }
            try client.sendAudio(isWrong ? floats : SyntheticMedia.bytes(samples), blockBytes: 1920)
        },
        ContentClient(testDescription: "stereo declared as mono", rule: "CONTENT-AUDIO-003") { client, isWrong in
            let bytes = SyntheticMedia.bytes(SyntheticMedia.stereoMusic(seconds: 4))
            try client.sendAudio(bytes, blockBytes: isWrong ? 960 : 1920, channel: isWrong ? .mono : .stereo)
        },
        ContentClient(testDescription: "equal channels declared as mono", rule: "CONTENT-AUDIO-003") {
            client, isWrong in
            let samples = SyntheticMedia.music(seconds: 4)
            let bytes = SyntheticMedia.bytes(isWrong ? samples.flatMap { [$0, $0] } : samples)
            try client.sendAudio(bytes, blockBytes: 960, channel: .mono)
        },
        ContentClient(testDescription: "mono declared as stereo", rule: "CONTENT-AUDIO-004") { client, isWrong in
            let bytes = SyntheticMedia.bytes(SyntheticMedia.music(seconds: 8))
            try client.sendAudio(bytes, blockBytes: isWrong ? 1920 : 960, channel: isWrong ? .stereo : .mono)
        },
        ContentClient(testDescription: "44.1 kHz declared as 48 kHz", rule: "CONTENT-AUDIO-005") { client, isWrong in
            let rate = isWrong ? 44_100 : 48_000
            let bytes = SyntheticMedia.bytes(SyntheticMedia.stereoMusic(seconds: 6, rate: rate))
            try client.sendAudio(bytes, blockBytes: rate / 100 * 4)
        },
        ContentClient(testDescription: "44.1 kHz in blocks of 1024", rule: "CONTENT-AUDIO-005") { client, isWrong in
            let bytes = SyntheticMedia.bytes(SyntheticMedia.stereoMusic(seconds: 11, rate: isWrong ? 44_100 : 48_000))
            let interval = MediaTime(count: 1024, rate: .samples(isWrong ? 44_100 : 48_000))
            try client.sendAudio(bytes, blockBytes: 4096, every: interval)
        },
        ContentClient(testDescription: "big-endian samples", rule: "CONTENT-AUDIO-006") { client, isWrong in
            let samples = SyntheticMedia.stereoMusic(seconds: 4)
            try client.sendAudio(
                SyntheticMedia.bytes(isWrong ? samples.map(\.byteSwapped) : samples), blockBytes: 1920)
        },
        ContentClient(testDescription: "a whole file in one block", rule: "CONTENT-AUDIO-007") { client, isWrong in
            let bytes = SyntheticMedia.bytes(SyntheticMedia.stereoMusic(seconds: 3))
            try client.sendAudio(bytes, blockBytes: isWrong ? bytes.count : 1920)
        },
    ]
}

/// The acts of a client.
private final class Client: Sendable {
    let test = TestMeeting(options: .init(seed: 1))

    private func start(width: Int, height: Int) throws -> Sender {
        test.studio.delegate = test.recorder
        #expect(test.studio.isSupported && test.studio.canStart)
        try test.studio.start(VideoCapability(width: Int32(width), height: Int32(height)))
        try test.wait(for: .sending)
        return try #require(test.recorder.senders.last)
    }

    private func stop() throws {
        try test.studio.stop()
        try test.wait(for: .idle)
    }

    /// Two seconds of three frames in turn.
    func sendFrames(width: Int, height: Int, _ frame: (Int) -> [UInt8]) throws {
        let sender = try start(width: width, height: height)
        let frames = (0..<3).map(frame)
        for number in 0..<20 {
            try frames[number % frames.count].withUnsafeBytes {
                try sender.sendVideo($0, width: width, height: height, format: .i420Full)
            }
            try test.turn(by: .milliseconds(100))
        }
        try stop()
    }

    func sendCards(_ arrange: (SyntheticMedia.Planes) -> [UInt8]) throws {
        let (width, height) = (640, 360)
        let session = try #require(CodedSession(identity: 7, width: width, height: height, rate: .thirty))
        var writer = CodedFrameWriter(session, layout: .tight(width: width, height: height), range: .full)
        var bytes = [UInt8](repeating: 0, count: width * height * 3 / 2)
        try sendFrames(width: width, height: height) { number in
            bytes.withUnsafeMutableBytes { writer.draw(UInt32(number), into: $0) }
            let (y, u) = (width * height, width * height / 4)
            return arrange(
                SyntheticMedia.Planes(
                    width: width, height: height, y: Array(bytes[..<y]), u: Array(bytes[y..<y + u]),
                    v: Array(bytes[(y + u)...])))
        }
    }

    func sendAudio(
        _ bytes: [UInt8], blockBytes: Int, channel: AudioChannel = .stereo,
        every interval: MediaTime = .milliseconds(10)
    ) throws {
        let sender = try start(width: 16, height: 8)
        for begin in stride(from: 0, to: bytes.count, by: blockBytes) {
            let block = bytes[begin..<min(bytes.count, begin + blockBytes) / 4 * 4]
            if block.isEmpty { break }
            try block.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: channel) }
            try test.turn(by: interval)
        }
        try stop()
    }
}

@Suite("Contents: wrong clients and their right twins")
struct WrongContentTests {
    @Test("a mistake in frames is found, its right twin is not", arguments: ContentClient.videoClients)
    fileprivate func video(_ kind: ContentClient) throws { try check(kind) }

    @Test("a mistake in audio is found, its right twin is not", arguments: ContentClient.audioClients)
    fileprivate func audio(_ kind: ContentClient) throws { try check(kind) }

    private func check(_ kind: ContentClient) throws {
        for isWrong in [true, false] {
            let client = Client()
            client.test.diagnoseContents()
            try kind.act(client, isWrong)
            let violations = client.test.violations
            #expect(violations.map(\.error.rule.id.rawValue) == (isWrong ? [kind.rule] : []), "\(violations)")
            #expect(violations.allSatisfy { !$0.isRefusal && $0.count == 1 })
        }
    }

    @Test("a finding is in the trace, and verify reports it as a warning")
    func trace() throws {
        let folder = try TestFolder()
        let client = Client()
        try client.test.beginTrace(folder.file("a.jsonl"))
        try client.sendFrames(width: 64, height: 48) { _ in [UInt8](repeating: 0, count: 64 * 48 * 3 / 2) }
        try client.test.finishTrace()
        let trace = try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.jsonl")))))
        let report = TraceReport(trace, path: "a")
        #expect(report.findings.map(\.rule) == ["CONTENT-VIDEO-001"])
        #expect(report.findings.map(\.group) == [.quality])
        #expect(report.findings.first.map { $0.message.contains("fill U and V") } == true)
        #expect(!report.breaksContract)
    }
}
