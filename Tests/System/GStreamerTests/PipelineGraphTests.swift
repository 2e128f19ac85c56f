import GStreamer
import StudioCore
import StudioTestSupport
import Testing

/// Graphs of running pipelines, and what they do not show.
@Suite(.serialized)
struct PipelineGraphTests {
    private func graphs(_ name: String) -> [PipelineGraph] {
        PipelineGraph.ofProcess().filter { $0.name.hasSuffix("-\(name)") }
    }

    @Test("a pipeline has a graph while it runs, with its elements and their numbers")
    func life() throws {
        let name = "graph-test-life"
        let pipeline = try Pipeline("fakesrc num-buffers=1 ! fakesink", named: name)
        #expect(graphs(name).isEmpty)
        try pipeline.play()
        let found = try #require(graphs(name).first)
        #expect(graphs(name).count == 1)
        #expect(Int(found.name.prefix { $0 != "-" }) != nil)
        #expect(found.dot.hasPrefix("digraph"))
        for part in ["GstFakeSrc", "GstFakeSink", "num-buffers=1"] {
            #expect(found.dot.contains(part), "\(part)")
        }
        pipeline.stop()
        #expect(graphs(name).isEmpty)
    }

    @Test("a pipeline that is released without a stop has none")
    func released() throws {
        let name = "graph-test-released"
        var pipeline: Pipeline? = try Pipeline("fakesrc num-buffers=1 ! fakesink", named: name)
        try pipeline?.play()
        #expect(graphs(name).count == 1)
        pipeline = nil
        #expect(graphs(name).isEmpty)
    }

    @Test("texts of properties are not shown: addresses, keys, names of files, also numbers, quotes and line feeds")
    func secrets() throws {
        let secrets = ["s3cr3t", "k3y", "pa55", "fil3", "9876543210123"]
        let pipeline = try Pipeline("fakesrc num-buffers=7 ! fakesink rtmp2sink name=server filesink name=file")
        let server = try pipeline.element("server")
        try server.set("host", to: "9876543210123")
        try server.set("stream", to: .text("s3cr3t\nnum-buffers=k3y\\"))
        try server.set("username", to: .text("\"pa55\" label=\"fil3"))
        try pipeline.element("file").set("location", to: "/tmp/fil3")
        let dot = try #require(pipeline.graphText)
        for secret in secrets { #expect(!dot.contains(secret), "\(secret) in \(dot)") }
        for part in ["stream=***", "host=***", "location=***", "num-buffers=7"] {
            #expect(dot.contains(part), "\(part) in \(dot)")
        }
    }

    @Test(
        "properties are shown by their names, and other lines as they are",
        arguments: [
            (#"label="A\nname\nbitrate=2500""#, #"label="A\nname\nbitrate=2500""#),
            (#"label="A\nuri=\"rtmp://host/live/key\"\nbitrate=1""#, #"label="A\nuri=***\nbitrate=1""#),
            (#"label="A\nuri=word\nbitrate=1""#, #"label="A\nuri=***\nbitrate=1""#),
            (#"label="A\nuri=\"a\\nbitrate=1\"""#, #"label="A\nuri=***""#),
            (#"label="video/x-raw\l  width: 64\l""#, #"label="video/x-raw\l  width: 64\l""#),
            (#"label="application/x-srtp\l  srtp-key: 0011\l""#, #"label="application/x-srtp\l  srtp-key: ***\l""#),
            (#"label="srt://host:9/secret""#, #"label="***""#),
            (#"a -> b [label="x"]"#, #"a -> b [label="x"]"#),
        ])
    func values(_ dot: String, _ shown: String) {
        #expect(PipelineGraphText.redacted(dot, showing: ["bitrate"]) == shown)
    }

    @Test("no text of a property is shown, whatever it is", arguments: 0..<20 as Range<UInt64>)
    func random(_ seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let letters = Array("ab\\\n\"=:;/ \t{}|<>lnr")
        let noise = (0..<12).map { _ in letters.randomElement(using: &generator) ?? "a" }
        let secret = "QZX" + String(noise) + "QZX"
        let pipeline = try Pipeline("fakesrc ! fakesink rtmp2sink name=server")
        try pipeline.element("server").set("stream", to: .text(secret))
        let dot = try #require(pipeline.graphText)
        #expect(!dot.contains("QZX"), "\(secret.debugDescription): \(dot)")
    }
}
