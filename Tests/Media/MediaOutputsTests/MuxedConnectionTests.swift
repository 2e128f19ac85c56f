import GStreamer
import ProgramEncoding
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// The pipelines of outputs: they parse, their elements exist, and every setting is valid.
struct MuxedConnectionTests {
    /// An unopened connection.
    private static func connection(to text: String, hasAudio: Bool) throws -> MuxedConnection {
        let media = OutputMedia(
            VideoCapability(width: 64, height: 36, format: .i420Full), frameRate: nil, hasAudio: hasAudio)
        let delivery = DeliveryReport(taken: { _ in }, dropped: { _ in }, broken: {})
        let context = ConnectionContext(
            media: media, options: OutputOptions(), delivery: delivery, backpressure: Backpressure())
        let connection = try OutputRegistry.standard.driver(for: text).connect(context)
        return try #require(connection as? MuxedConnection)
    }

    @Test(
        "every output's pipeline, with and without audio",
        arguments: OutputRegistry.standard.samples.filter { $0.driver.traits.input.form != nil }.map(\.form.sample),
        [true, false])
    func outputs(_ text: String, _ hasAudio: Bool) throws {
        let folder = try TestFolder()
        let isFile = try OutputRegistry.standard.driver(for: text).traits.path != nil
        let connection = try Self.connection(to: isFile ? folder.file(text) : text, hasAudio: hasAudio)
        #expect(connection.hasCapacity)
        #expect(connection.congestion == 0)
        #expect(connection.peer.bytesTaken == 0)
        let takesStream = try OutputRegistry.standard.driver(for: text).traits.input == .encoded(.transportStream)
        #expect((connection.pipeline.optionalElement("stream") != nil) == takesStream)
        #expect((connection.pipeline.optionalElement("video") != nil) == !takesStream)
        #expect((connection.pipeline.optionalElement("audio") != nil) == (hasAudio && !takesStream))
        #expect(!connection.end(), "without media there is nothing to end")
    }

    @Test("an address is a property and never a part of the pipeline description")
    func hostileAddress() throws {
        let folder = try TestFolder()
        let key = "key\" ! filesink location=\"\(folder.file("victim"))"
        _ = try Self.connection(
            to: "rtmp://127.0.0.1:9/live/" + key.replacing("/", with: "\\/"), hasAudio: true)
        #expect(try folder.names.isEmpty)
    }
}
