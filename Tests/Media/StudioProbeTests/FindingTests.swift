import Testing

@testable import StudioProbe

@Suite("Findings")
struct FindingTests {
    private typealias Change = (inout ProbeReport) -> Void

    private func kinds(_ change: Change) -> [Finding.Kind] {
        Finding.all(in: Reports.faultless.with(change)).map(\.kind)
    }

    /// One fault of each kind, and a part of its message.
    private var faults: [(Finding.Kind, String, ProbeReport)] {
        let good = Reports.faultless
        return [
            (.missing, "3 missing: 4-6", good.withFrames { ($0.missing, $0.missingNumbers) = (3, [[4, 6]]) }),
            (.repeated, "2 repeated: 0-1", good.withFrames { $0.repeated = Reports.frameEvents(2) }),
            (.outOfOrder, "1 out of order: 0", good.withFrames { $0.outOfOrder = Reports.frameEvents(1) }),
            (
                .frozen, "frozen: 7 for 0.750 s from 2.000 s",
                good.withFrames { $0.frozen = [ProbeReport.FrameEvent(number: 7, time: 2, duration: 0.75)] }
            ),
            (.damaged, "1 damaged: 0", good.withFrames { $0.damaged = Reports.frameEvents(1) }),
            (
                .damaged, "2 damaged, 1 of them torn: 0-1",
                good.withFrames {
                    $0.damaged = Reports.frameEvents(2)
                    $0.damaged[1].torn = [0, 1]
                }
            ),
            (
                .unreadable, "1 without a readable number, at 2.500 s",
                good.withFrames { $0.unreadable = [ProbeReport.FrameEvent(number: nil, time: 2.5)] }
            ),
            (
                .foreign, "5 of another session: 0000000a, 0000000b",
                good.withFrames { $0.foreign = ["0000000b": 3, "0000000a": 2] }
            ),
            (
                .cropped, "cropped to 75.0 % of the width and 100.0 % of the height",
                good.withFrames { $0.visibleWidth = 0.75 }
            ),
            (.offset, "audio is 100.0 ms ahead of video at 1.250 s", good.with { $0.sync = Reports.sync(worst: 100) }),
            (.drift, "audio drifts by +50.0 ppm against video", good.with { $0.sync = Reports.sync(drift: 50) }),
            (.gap, "80.0 ms silent at 1.000 s", good.withAudio { $0.gaps = [Reports.audioEvent(.silent, 80)] }),
            (
                .overlap, "80.0 ms repeated at 1.000 s",
                good.withAudio { $0.overlaps = [Reports.audioEvent(.repeated, 80)] }
            ),
            (.clipping, "1 clipped sample", good.withAudio { $0.clippedSamples = 1 }),
            (
                .range, "full range, but the stream signals limited",
                good.with { $0.color = Reports.color(range: "full") }
            ),
            (.matrix, "BT.601, but the stream signals BT.709", good.with { $0.color = Reports.color(matrix: "bt601") }),
            (
                .colors, "luma is off by 33.0, chroma by 44.5",
                good.with { $0.color = Reports.color(range: nil, matrix: nil, lumaError: 33, chromaError: 44.5) }
            ),
            (
                .unmarked, "the audio has no marks", good.withAudio { $0.marks = 0 }
            ),
            (.channels, "correlation -1.00): one is inverted", good.withAudio { $0.channelCorrelation = -1 }),
            (
                .uneven, "video ends at 3.300 s, audio at 6.000 s",
                good.with { $0.isWhole = true }.withAudio { $0.ends = 6 }
            ),
            (
                .truncated, "the media ends after 3.333 s, the container declares 20.000 s",
                good.with { ($0.isWhole, $0.declaredDuration) = (true, 20) }
            ),
            (.interrupted, "the cable", good.with { $0.interruption = "the cable" }),
        ]
    }

    @Test("frames without a readable number may be the missing ones")
    func namelessFrames() {
        let report = Reports.faultless.withFrames {
            ($0.missing, $0.missingNumbers) = (3, [[4, 6]])
            $0.unreadable = Reports.frameEvents(2)
        }
        #expect(
            Finding.all(in: report).first?.message
                == "3 missing: 4-6; 2 frames have no readable number and may be among them")
    }

    @Test("each fault is reported once, and a faultless report has no findings")
    func each() {
        #expect(Finding.all(in: Reports.faultless) == [])
        for (kind, text, report) in faults {
            let findings = Finding.all(in: report)
            #expect(findings.map(\.kind) == [kind])
            #expect(findings.first?.message.contains(text) ?? false, "\(findings)")
            #expect(findings.first?.description == findings.first?.message)
        }
        #expect(Set(faults.map(\.0)) == Set(Finding.Kind.allCases))
    }

    @Test("simultaneous faults are all reported")
    func together() {
        let report = Reports.faultless.with {
            $0.interruption = "the cable"
            $0.sync = Reports.sync(worst: -61, drift: -50)
            $0.color = Reports.color(range: "full", matrix: "bt601")
        }
        #expect(Finding.all(in: report).map(\.kind) == [.offset, .drift, .range, .matrix, .interrupted])
    }

    @Test("media without marks has no findings, because it is not coded")
    func unmarked() {
        for (_, _, report) in faults {
            #expect(Finding.all(in: report.with { $0.session = nil }.withAudio { $0.marks = 0 }) == [])
        }
    }

    @Test("video without a session has no video findings, audio without marks no audio findings")
    func halves() {
        for (kind, _, report) in faults where kind != .unmarked {
            let ofFrames: Set<Finding.Kind> = [
                .missing, .repeated, .outOfOrder, .frozen, .damaged, .unreadable, .foreign, .cropped, .uneven,
            ]
            let ofAudio: Set<Finding.Kind> = [.gap, .overlap, .clipping, .channels, .uneven]
            let blind = Finding.all(in: report.with { $0.session = nil }).map(\.kind)
            #expect(blind.first == .unmarked, "\(kind)")
            #expect(blind.count == (ofFrames.contains(kind) ? 1 : 2), "\(kind)")
            let deaf = Finding.all(in: report.withAudio { $0.marks = 0 }).map(\.kind)
            #expect(deaf.first == .unmarked, "\(kind)")
            #expect(deaf.count == (ofAudio.contains(kind) ? 1 : 2), "\(kind)")
        }
    }

    @Test("uneven, truncated and one-sided media are reported above their limits")
    func extents() {
        let whole = Reports.faultless.with { $0.isWhole = true }
        #expect(Finding.all(in: whole.withAudio { $0.ends = 3.8 }).isEmpty)
        #expect(Finding.all(in: whole.withAudio { $0.ends = 3.81 }).map(\.kind) == [.uneven])
        #expect(Finding.all(in: whole.withFrames { $0.begins = 0.51 }).map(\.kind) == [.uneven])
        #expect(Finding.all(in: whole.with { $0.declaredDuration = 3.8 }).isEmpty)
        #expect(Finding.all(in: whole.with { $0.declaredDuration = 3.84 }).map(\.kind) == [.truncated])
        // The end of an excerpt is unknown.
        let piece = Reports.faultless.with { $0.declaredDuration = 20 }.withAudio { $0.ends = 9 }
        #expect(Finding.all(in: piece).isEmpty)
        #expect(Finding.all(in: whole.withAudio { $0.channelCorrelation = 0.8 }).isEmpty)
        #expect(Finding.all(in: whole.withAudio { $0.channelCorrelation = 0.79 }).map(\.kind) == [.channels])
        let short = Reports.faultless.withAudio { ($0.marks, $0.ends) = (0, 1.9) }
        #expect(Finding.all(in: short).isEmpty, "an excerpt that is too short for a position has no findings")
    }

    // MARK: Limits

    @Test(
        "audio may be 40 ms ahead and 60 ms behind",
        arguments: [
            (-1000, true), (-60.01, true), (-60, false), (-59.9, false), (0, false), (39.9, false), (40, false),
            (40.01, true), (60, true),
        ])
    func offset(_ worst: Double, _ isFound: Bool) {
        #expect(kinds { $0.sync = Reports.sync(worst: worst) } == (isFound ? [.offset] : []))
        let message = Finding.all(in: Reports.faultless.with { $0.sync = Reports.sync(worst: worst) }).first?.message
        #expect(message?.contains(worst > 0 ? "ahead of" : "behind") ?? true)
    }

    @Test(
        "drift is reported above 20 ppm plus its error",
        arguments: [
            (20, nil, false), (20.01, nil, true), (-20, nil, false), (-20.01, nil, true), (30, 5, false),
            (30.01, 5, true), (-30, 5, false), (-30.01, 5, true), (1000, 490, false), (nil, nil, false),
            (nil, 3, false),
        ] as [(Double?, Double?, Bool)])
    func drift(_ drift: Double?, _ error: Double?, _ isFound: Bool) {
        #expect(kinds { $0.sync = Reports.sync(drift: drift, driftError: error) } == (isFound ? [.drift] : []))
    }

    @Test(
        "cropping is reported when more than rounding is missing in either direction",
        arguments: [(1, 1, false), (0.995, 0.995, false), (0.9949, 1, true), (1, 0.9949, true), (0, 0, true)])
    func cropped(_ width: Double, _ height: Double, _ isFound: Bool) {
        let report = Reports.faultless.withFrames { ($0.visibleWidth, $0.visibleHeight) = (width, height) }
        #expect(Finding.all(in: report).map(\.kind) == (isFound ? [.cropped] : []))
        #expect(Finding.all(in: report.withFrames { $0.visibleWidth = nil }) == [])
    }

    // MARK: Colours

    @Test(
        "a range other than the expected one is reported, and a double conversion always",
        arguments: [
            ("limited", "limited", "limited", nil), ("full", "full", "full", nil), ("limited", nil, "limited", nil),
            ("full", nil, "limited", "full range, but the stream signals no range, which means limited"),
            ("full", "limited", "limited", "full range, but the stream signals limited"),
            ("limited", "full", "full", "limited range, but the stream signals full"),
            ("squeezed", "limited", "limited", "converted to limited range twice"),
            ("squeezed", nil, nil, "converted to limited range twice"),
            ("stretched", "full", "full", "converted to full range twice"),
            ("stretched", nil, nil, "converted to full range twice"),
            ("full", nil, nil, nil), ("limited", nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func range(_ range: String, _ signalled: String?, _ expected: String?, _ text: String?) {
        let report = Reports.faultless.with {
            $0.color = Reports.color(range: range, signalledRange: signalled, expectedRange: expected)
        }
        let findings = Finding.all(in: report)
        #expect(findings.map(\.kind) == (text == nil ? [] : [.range]))
        if let text { #expect(findings.first?.message.contains(text) ?? false, "\(findings)") }
    }

    @Test(
        "a matrix other than the signalled one is reported; an unsignalled matrix is not",
        arguments: [
            ("bt709", "bt709", false), ("bt709", nil, false), ("bt601", nil, false), ("bt601", "bt601", false),
            ("bt709", "bt601", true), ("bt709", "bt2020", true), ("bt601", "other", true),
        ] as [(String, String?, Bool)])
    func matrix(_ matrix: String, _ signalled: String?, _ isFound: Bool) {
        let found = kinds { $0.color = Reports.color(matrix: matrix, signalledMatrix: signalled) }
        #expect(found == (isFound ? [.matrix] : []))
    }

    @Test("without known colours, range and matrix are not reported")
    func unknownColors() {
        #expect(kinds { $0.color = nil } == [])
        #expect(kinds { $0.color = Reports.color(range: nil, matrix: "bt601") } == [.colors])
        #expect(kinds { $0.color = Reports.color(range: "full", matrix: nil) } == [.colors])
    }

    @Test("wrong colours are reported even if range and matrix are correct")
    func offColors() {
        #expect(kinds { $0.color = Reports.color(lumaError: 4, chromaError: 4) } == [])
        #expect(kinds { $0.color = Reports.color(lumaError: 4.1) } == [.colors])
        #expect(kinds { $0.color = Reports.color(chromaError: 6.3) } == [.colors])
    }

    @Test("the first five of many gaps are listed")
    func manyGaps() {
        let report = Reports.faultless.withAudio { $0.gaps = (0..<9).map { Reports.audioEvent(.skipped, Double($0)) } }
        let message = Finding.all(in: report).first?.message
        #expect(message?.hasSuffix("4.0 ms skipped at 1.000 s and 4 more") ?? false)
    }
}
