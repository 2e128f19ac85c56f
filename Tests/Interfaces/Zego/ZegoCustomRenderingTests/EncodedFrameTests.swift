import PipelineFiles
import StudioCore
import StudioTestSupport
import Testing
import ZegoCustomRendering

@Suite("ZEGO: encoded frames")
struct EncodedFrameTests {
    // NAL units of H.264. The second byte of a slice begins with the number of its first macroblock and its type.
    private static let sets: [[UInt8]] = [[0x67, 1, 2, 3], [0x68, 4]]
    private static let key: [UInt8] = [0x65, 0x88, 9]
    private static let delta: [UInt8] = [0x41, 0x9A, 9]
    private static let bidirectional: [UInt8] = [0x01, 0xA8, 9]

    private func startCoded(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

    private func lengthPrefixed(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 } }

    private func unit(_ units: [[UInt8]]) throws -> EncodedAccessUnit {
        try #require(EncodedAccessUnit(startCoded(units), .annexB))
    }

    // MARK: Access units

    @Test("lengths and start codes of three and four bytes give the same unit")
    func formats() throws {
        let units = Self.sets + [Self.key]
        let unit = try unit(units)
        #expect(EncodedAccessUnit(lengthPrefixed(units), .avcc) == unit)
        #expect(EncodedAccessUnit(units.flatMap { [0, 0, 1] + $0 + [0, 0] }, .annexB) == unit)
        #expect(unit.stream == startCoded(units))
        #expect(unit.isKeyFrame && unit.beginsWithParameterSets && unit.hasPicture && !unit.hasBidirectionalSlices)
    }

    @Test("what a unit contains is known")
    func contents() throws {
        let delta = try unit([[9, 16], Self.delta])
        #expect(!delta.isKeyFrame && !delta.beginsWithParameterSets && delta.hasPicture)
        #expect(!delta.hasBidirectionalSlices)
        let late = try unit([Self.key] + Self.sets)
        #expect(late.isKeyFrame && !late.beginsWithParameterSets)
        let part = try unit([Self.sets[0], Self.key])
        #expect(part.isKeyFrame && !part.beginsWithParameterSets)
        let empty = try unit(Self.sets)
        #expect(!empty.hasPicture)
        let bidirectional = try unit([Self.bidirectional])
        #expect(bidirectional.hasBidirectionalSlices)
    }

    @Test("H.265 needs three parameter sets")
    func hevc() throws {
        let sets: [[UInt8]] = [[0x40, 1, 7], [0x42, 1, 7], [0x44, 1, 7]]
        let picture: [UInt8] = [0x26, 1, 7]
        let whole = try #require(EncodedAccessUnit(lengthPrefixed(sets + [picture]), .hevcAVCC))
        #expect(whole.isKeyFrame && whole.beginsWithParameterSets && whole.hasPicture)
        #expect(EncodedAccessUnit(startCoded(sets + [picture]), .hevcAnnexB) == whole)
        let part = try #require(EncodedAccessUnit(startCoded(Array(sets.dropFirst()) + [picture]), .hevcAnnexB))
        #expect(part.isKeyFrame && !part.beginsWithParameterSets)
        #expect(EncodedAccessUnit(startCoded([[0x02, 1, 7]]), .hevcAnnexB)?.isKeyFrame == false)
    }

    @Test("a frame of VP8 is passed on as it is")
    func vp8() throws {
        let key: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 0, 36, 0]
        let unit = try #require(EncodedAccessUnit(key, .vp8))
        #expect(unit.stream == key)
        #expect(unit.isKeyFrame && unit.beginsWithParameterSets && unit.hasPicture)
        #expect(EncodedAccessUnit([0x11, 0, 0, 5], .vp8)?.isKeyFrame == false)
        #expect(EncodedAccessUnit([0x10, 0, 0, 5], .vp8) == nil)
    }

    @Test("data of another format is none")
    func others() {
        let units = Self.sets + [Self.key]
        #expect(EncodedAccessUnit(startCoded(units), .avcc) == nil)
        #expect(EncodedAccessUnit(lengthPrefixed(units), .annexB) == nil)
        for format in [EncodedFrameFormat.avcc, .annexB, .vp8, .hevcAVCC, .hevcAnnexB] {
            #expect(EncodedAccessUnit([], format) == nil)
        }
        #expect(EncodedAccessUnit(Array(lengthPrefixed(units).dropLast()), .avcc) == nil)
        #expect(EncodedAccessUnit(startCoded([[0xE5, 1]]), .annexB) == nil)
        #expect(EncodedAccessUnit([0, 0, 0, 1], .annexB) == nil)
    }

    // MARK: Streams

    private struct Sent {
        var units: [[UInt8]]
        var isKeyFrame: Bool
        var rotation = 0
        var milliseconds: Int64 = 0
    }

    /// What is found, and which units are decoded.
    private func check(_ sent: [Sent]) throws -> (rules: [String], decoded: [Bool]) {
        var stream = EncodedStreamCheck()
        var rules: [String] = []
        var decoded: [Bool] = []
        for sent in sent {
            let form = EncodedFrameForm(
                .annexB, isKeyFrame: sent.isKeyFrame, rotation: sent.rotation, width: 64, height: 36)
            let taken = stream.take(try unit(sent.units), form, at: .milliseconds(sent.milliseconds))
            rules += taken.findings.map(\.rule.id.rawValue)
            decoded.append(taken.isDecodable)
        }
        return (rules, decoded)
    }

    private static let begin = Sent(units: sets + [key], isKeyFrame: true)

    @Test("a stream that begins with a whole key frame is right, at each angle", arguments: [0, 90, 180, 270])
    func right(rotation: Int) throws {
        var begin = Self.begin
        begin.rotation = rotation
        let next = Sent(units: [Self.delta], isKeyFrame: false, rotation: rotation, milliseconds: 2500)
        let found = try check([begin, next])
        #expect(found.rules == [])
        #expect(found.decoded == [true, true])
    }

    @Test("a key frame without its parameter sets is told, and begins nothing: ZG-CAPTURE-007")
    func parameterSets() throws {
        let bare = Sent(units: [Self.key], isKeyFrame: true)
        let found = try check([Sent(units: Self.sets, isKeyFrame: true), bare, Self.begin, bare])
        #expect(found.rules == ["ZG-CAPTURE-007", "ZG-CAPTURE-007", "ZG-CAPTURE-007"])
        #expect(found.decoded == [false, false, true, true])
    }

    @Test("a param that is wrong about key frames, angle or size is told: ZG-CAPTURE-008")
    func param() throws {
        let found = try check([
            Self.begin, Sent(units: Self.sets + [Self.key], isKeyFrame: false),
            Sent(units: [Self.delta], isKeyFrame: true), Sent(units: [Self.delta], isKeyFrame: false, rotation: 45),
            Sent(units: [Self.delta], isKeyFrame: false, rotation: 360),
            // A recovery point: a key frame that is no IDR picture.
            Sent(units: Self.sets + [Self.delta], isKeyFrame: true),
        ])
        #expect(found.rules == Array(repeating: "ZG-CAPTURE-008", count: 4))
        #expect(found.decoded.allSatisfy { $0 })
        var stream = EncodedStreamCheck()
        let form = EncodedFrameForm(.annexB, isKeyFrame: true, width: 64, height: 36)
        let right = stream.decoded(TrackControls.Size(width: 64, height: 36), of: form)
        #expect(right == nil)
        let wrong = stream.decoded(TrackControls.Size(width: 64, height: 48), of: form)
        #expect(wrong?.rule == .renderingEncodedParam)
    }

    @Test("frames before the first key frame are told, and not decoded: ZG-CAPTURE-009")
    func beginning() throws {
        let delta = Sent(units: [Self.delta], isKeyFrame: false)
        let found = try check([delta, Self.begin, delta])
        #expect(found.rules == ["ZG-CAPTURE-009"])
        #expect(found.decoded == [false, true, true])
    }

    @Test("bidirectional slices are told: ZG-CAPTURE-010")
    func reordering() throws {
        let found = try check([Self.begin, Sent(units: [Self.bidirectional], isKeyFrame: false)])
        #expect(found.rules == ["ZG-CAPTURE-010"])
        #expect(found.decoded == [true, true])
    }

    @Test("a stream of which a decoder makes no frame is told once, one that comes late is not: ZG-CAPTURE-011")
    func undecodable() {
        let form = EncodedFrameForm(.annexB, isKeyFrame: false, width: 64, height: 36)
        let size = TrackControls.Size(width: 64, height: 36)
        var late = EncodedStreamCheck()
        let sizes = Array(repeating: TrackControls.Size?.none, count: 16) + [size, nil]
        let reported = sizes.compactMap { late.decoded($0, of: form) }
        #expect(reported.isEmpty)
        var broken = EncodedStreamCheck()
        let found = (0..<40).compactMap { _ in broken.decoded(nil, of: form) }
        #expect(found.map(\.rule) == [.renderingEncodedDecoding])
    }

    @Test("more than 2.5 s without a key frame are told once, each time: ZG-QUALITY-002")
    func interval() throws {
        func delta(_ milliseconds: Int64) -> Sent {
            Sent(units: [Self.delta], isKeyFrame: false, milliseconds: milliseconds)
        }
        var again = Self.begin
        again.milliseconds = 4000
        let found = try check([Self.begin, delta(2500), delta(2501), delta(3000), again, delta(6500), delta(6600)])
        #expect(found.rules == ["ZG-QUALITY-002", "ZG-QUALITY-002"])
    }

    // MARK: Played streams

    @Test("each rendered frame of a played stream is encoded, and none without a handler")
    func played() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        try fixture.begin(renderer, RenderConfiguration(.encoded, isYUV: false))
        _ = try fixture.addStream("ada")
        try fixture.engine.startPlaying("ada")
        for _ in 0..<5 { try fixture.send("ada") }
        #expect(renderer.units.count == 5)
        #expect(renderer.units.all.map(\.isKeyFrame) == [true, false, false, false, false])
        let first = try #require(renderer.units.all.first)
        let unit = try #require(EncodedAccessUnit(first.bytes, .annexB))
        #expect(unit.isKeyFrame && unit.beginsWithParameterSets)
        #expect(fixture.engine.statistics(of: .remote(stream: "ada")).delivered == 5)
        // A handler that is gone costs no encoding.
        try fixture.engine.setObserver(nil)
        try fixture.send("ada")
        try fixture.engine.setObserver(renderer)
        try fixture.send("ada")
        #expect(renderer.units.all.map(\.isKeyFrame) == [true, false, false, false, false, false])
        #expect(fixture.reported == [])
    }

    @Test(
        "an encoder that cannot be started, or returns nothing, is told once, and frames are dropped: ZG-RENDER-004",
        arguments: [
            ("nosuchencoder", "nosuchencoder"), ("queue min-threshold-buffers=99 ! x264enc", "no unit within 0.5 s"),
        ])
    func noUnits(encoder: String, cause: String) throws {
        var options = CustomRenderingEngine.Options()
        options.pipelines = PipelineSet(replacing: [
            PipelineFile(
                name: "encode-h264", text: "appsrc name=input ! \(encoder) name=encoder ! appsink name=output")
        ])
        options.encoderPatience = 0.5
        let fixture = RenderingFixture(options)
        let renderer = TestRenderer()
        try fixture.begin(renderer, RenderConfiguration(.encoded, isYUV: true))
        _ = try fixture.addStream("ada")
        try fixture.engine.startPlaying("ada")
        for _ in 0..<3 { try fixture.send("ada") }
        #expect(renderer.units.count == 0)
        #expect(fixture.reported == ["ZG-RENDER-004"])
        #expect(fixture.messages.all.map { $0.contains(cause) } == [true])
        #expect(fixture.engine.statistics(of: .remote(stream: "ada")).dropped == [.conversion: 3])
    }
}
