import Foundation
import SessionClient
import SessionProtocol
import StudioCore
import StudioTestSupport
import Testing

/// Levels and previews, as a controller receives them.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ControlMonitorTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private struct Line: Decodable {
        let levels: ControlLevels?
        let preview: ControlPreview?
        let error: ControlError?
    }

    /// Connects when the session listens.
    private func connect(_ program: StudioProgram) throws -> SessionClientSocket {
        let path = folder.file("s.sock")
        try waitUntil("it listens: \(program.errorsSoFar)") { (try? SessionClientSocket(path)) != nil }
        let client = try SessionClientSocket(path)
        _ = client.next(seconds: 20)
        return client
    }

    /// The lines until there are so many levels and previews.
    private func receive(
        _ subscription: ControlSubscription, levels: Int, previews: Int, _ client: SessionClientSocket
    ) throws -> (levels: [ControlLevels], previews: [ControlPreview]) {
        var result: (levels: [ControlLevels], previews: [ControlPreview]) = ([], [])
        #expect(try client.send(ControlRequest(id: 1, .subscribe(subscription))))
        while result.levels.count < levels || result.previews.count < previews {
            let bytes = try #require(client.next(seconds: 30), "no line")
            let line = try JSONDecoder().decode(Line.self, from: Data(bytes))
            if let error = line.error { throw TestFailure(error.message) }
            result.levels += [line.levels].compactMap(\.self)
            result.previews += [line.preview].compactMap(\.self)
        }
        return result
    }

    private func size(_ preview: ControlPreview) throws -> String {
        let stream = try #require(try MediaProbe(try file(preview)).streams.first)
        return "\(stream.codec_name) \(stream.width ?? 0)x\(stream.height ?? 0)"
    }

    private func file(_ preview: ControlPreview) throws -> String {
        try folder.write("preview." + preview.format.rawValue, preview.image)
    }

    @Test("a session that sends shows its frames and measures its audio, as often as asked")
    func sending() throws {
        let program = try StudioProgram([
            "start", "--width", "640", "--height", "360", "--control", folder.file("s.sock"), "--out", "null:",
        ])
        let client = try connect(program)
        let subscription = ControlSubscription(levels: 20, preview: .init(width: 320, perSecond: 5))
        let (levels, previews) = try receive(subscription, levels: 40, previews: 6, client)
        // The tone beeps once a second.
        #expect(levels.allSatisfy { $0.peak.count == 2 && $0.rms.count == 2 })
        #expect(levels.contains { $0.peak[0] > -40 })
        #expect(levels.allSatisfy { $0.peak[0] <= 0 && $0.rms[0] <= $0.peak[0] })
        for (first, second) in zip(levels, levels.dropFirst()) {
            #expect((second.time - first.time).seconds >= 0.049)
        }
        #expect(try size(previews[0]) == "mjpeg 320x180")
        for (first, second) in zip(previews, previews.dropFirst()) {
            #expect((second.time - first.time).seconds >= 0.19)
        }
        #expect(client.send(line: Array("{\"id\":2,\"command\":{\"stop\":{}}}\n".utf8)))
        #expect(try program.finish().exitCode == 0)
    }

    @Test("JPEG has luma and subsampled chroma and the colours of the frame, PNG is RGB; the quality decides the size")
    func formats() throws {
        let program = try StudioProgram([
            "start", "--width", "640", "--height", "360", "--control", folder.file("s.sock"), "--out", "null:",
        ])
        func image(_ format: PreviewFormat, _ quality: Int?) throws -> ControlPreview {
            let preview = ControlSubscription.Preview(width: 640, perSecond: 10, format: format, quality: quality)
            // One of an earlier subscription could come on the same connection.
            let client = try connect(program)
            return try receive(ControlSubscription(preview: preview), levels: 0, previews: 1, client).previews[0]
        }
        let jpeg = try image(.jpeg, nil)
        let png = try image(.png, nil)
        // Chroma has half the width and half the height.
        #expect(try MediaProbe(file(jpeg)).streams.first?.pix_fmt == "yuvj420p")
        #expect(try size(png) == "png 640x360")
        #expect(try MediaProbe(file(png)).streams.first?.pix_fmt == "rgb24")
        // The bars of the pattern, which do not move.
        let bars = [
            (191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0), (0, 0, 191),
        ]
        let pictures = [try DecodedPicture(file(jpeg)), try DecodedPicture(file(png))]
        for (number, bar) in bars.enumerated() {
            let x = (Double(number) + 0.5) / Double(bars.count)
            for picture in pictures {
                #expect(picture.color(x, 0.1).distance(to: .init(bar.0, bar.1, bar.2)) <= 5, "bar \(number)")
            }
        }
        let sizes = try [10, 50, 95].map { try image(.jpeg, $0).image.count }
        #expect(sizes == sizes.sorted())
        #expect(sizes[0] * 2 < sizes[2])
        let (small, large) = (try image(.png, 0).image.count, try image(.png, 100).image.count)
        #expect(small < large)
        let client = try connect(program)
        #expect(client.send(line: Array("{\"id\":2,\"command\":{\"stop\":{}}}\n".utf8)))
        #expect(try program.finish().exitCode == 0)
    }

    @Test("a session that receives shows the participant whom the request names")
    func receiving() throws {
        let program = try StudioProgram(
            ["receive", "--participant", "Ada=coded:", "--participant", "Bob", "--duration", "10m", "--no-files"],
            environment: ["PSSTUDIO_CONTROL": folder.file("s.sock")])
        let client = try connect(program)
        #expect(try client.send(ControlRequest(id: 0, .snapshot)))
        struct Answer: Decodable {
            struct Reply: Decodable { let participants: [ControlParticipant] }
            let reply: Reply
        }
        let line = try #require(client.next(seconds: 20))
        let participants = try JSONDecoder().decode(Answer.self, from: Data(line)).reply.participants
        let ada = try #require(participants.first { $0.name == "Ada" })
        let subscription = ControlSubscription(levels: 10, preview: .init(width: 160, perSecond: 10), user: ada.user)
        let (levels, previews) = try receive(subscription, levels: 5, previews: 2, client)
        #expect(levels.contains { $0.peak[0] > -60 })
        #expect(try size(previews[0]).hasPrefix("mjpeg 160x"))
        let stranger = ControlSubscription(levels: 10, user: UserID(rawValue: 5))
        #expect(throws: TestFailure.self) { try receive(stranger, levels: 100_000, previews: 0, client) }
        #expect(client.send(line: Array("{\"id\":2,\"command\":{\"stop\":{}}}\n".utf8)))
        #expect(try program.finish().exitCode == 0)
    }
}
