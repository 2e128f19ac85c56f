import Testing

@testable import StudioProbe

@Suite("Findings")
struct FindingTests {
    private typealias Change = (inout ProbeReport) -> Void

    private func kinds(_ change: Change) -> [Finding.Kind] {
        Finding.all(in: Reports.faultless.with(change)).map(\.kind)
    }

    /// One fault of each kind, and a part of what is said of it.
    private var faults: [(Finding.Kind, String, ProbeReport)] {
        let good = Reports.faultless
        return [
            (.missing, "3 missing: 4-6", good.withPictures { ($0.missing, $0.missingNumbers) = (3, [[4, 6]]) }),
            (.repeated, "2 repeated: 0-1", good.withPictures { $0.repeated = Reports.pictureEvents(2) }),
            (.outOfOrder, "1 out of order: 0", good.withPictures { $0.outOfOrder = Reports.pictureEvents(1) }),
            (
                .frozen, "frozen: 7 for 0.750 s from 2.000 s",
                good.withPictures { $0.frozen = [ProbeReport.PictureEvent(number: 7, time: 2, duration: 0.75)] }
            ),
            (.damaged, "1 damaged: 0", good.withPictures { $0.damaged = Reports.pictureEvents(1) }),
            (
                .damaged, "2 damaged, 1 of them torn: 0-1",
                good.withPictures {
                    $0.damaged = Reports.pictureEvents(2)
                    $0.damaged[1].torn = [0, 1]
                }
            ),
            (
                .unreadable, "1 without a readable number: at 2.500 s",
                good.withPictures { $0.unreadable = [ProbeReport.PictureEvent(number: nil, time: 2.5)] }
            ),
            (
                .foreign, "5 of another run: 0000000a, 0000000b",
                good.withPictures { $0.foreign = ["0000000b": 3, "0000000a": 2] }
            ),
            (
                .cropped, "75.0 % of the width and 100.0 % of the height",
                good.withPictures { $0.visibleWidth = 0.75 }
            ),
            (.offset, "100.0 ms ahead of the picture at 1.250 s", good.with { $0.sync = Reports.sync(worst: 100) }),
            (.drift, "the sound runs +50.0 ppm", good.with { $0.sync = Reports.sync(drift: 50) }),
            (.gap, "80.0 ms silent at 1.000 s", good.withSound { $0.gaps = [Reports.soundEvent(.silent, 80)] }),
            (
                .overlap, "80.0 ms repeated at 1.000 s",
                good.withSound { $0.overlaps = [Reports.soundEvent(.repeated, 80)] }
            ),
            (.clipping, "1 clipped sample", good.withSound { $0.clippedSamples = 1 }),
            (.range, "full range, but the stream says limited", good.with { $0.color = Reports.color(range: "full") }),
            (.matrix, "BT.601, but the stream says BT.709", good.with { $0.color = Reports.color(matrix: "bt601") }),
            (
                .colors, "luma is off by 33.0, chroma by 44.5",
                good.with { $0.color = Reports.color(range: nil, matrix: nil, lumaError: 33, chromaError: 44.5) }
            ),
            (
                .unmarked, "the sound has no marks", good.withSound { $0.marks = 0 }
            ),
            (.channels, "likeness -1.00): one is inverted", good.withSound { $0.channelLikeness = -1 }),
            (
                .uneven, "the pictures end at 3.300 s, the sound at 6.000 s",
                good.with { $0.isWhole = true }.withSound { $0.ends = 6 }
            ),
            (
                .truncated, "it ends after 3.333 s, and its container says 20.000 s",
                good.with { ($0.isWhole, $0.declaredDuration) = (true, 20) }
            ),
            (.interrupted, "the cable", good.with { $0.interruption = "the cable" }),
        ]
    }

    @Test("pictures without a readable number may be those that are missing")
    func namelessPictures() {
        let report = Reports.faultless.withPictures {
            ($0.missing, $0.missingNumbers) = (3, [[4, 6]])
            $0.unreadable = Reports.pictureEvents(2)
        }
        #expect(
            Finding.all(in: report).first?.message
                == "3 missing: 4-6; 2 pictures without a readable number came that may be among them")
    }

    @Test("each fault is found, as itself and nothing else; without one nothing is")
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

    @Test("all faults together are found together")
    func together() {
        let report = Reports.faultless.with {
            $0.interruption = "the cable"
            $0.sync = Reports.sync(worst: -61, drift: -50)
            $0.color = Reports.color(range: "full", matrix: "bt601")
        }
        #expect(Finding.all(in: report).map(\.kind) == [.offset, .drift, .range, .matrix, .interrupted])
    }

    @Test("nothing is found in what has no marks: it is no coded run")
    func unmarked() {
        for (_, _, report) in faults {
            #expect(Finding.all(in: report.with { $0.run = nil }.withSound { $0.marks = 0 }) == [])
        }
    }

    @Test("pictures without a run have no faults of pictures, sound without marks none of sound")
    func halves() {
        for (kind, _, report) in faults where kind != .unmarked {
            let ofPictures: Set<Finding.Kind> = [
                .missing, .repeated, .outOfOrder, .frozen, .damaged, .unreadable, .foreign, .cropped, .uneven,
            ]
            let ofSound: Set<Finding.Kind> = [.gap, .overlap, .clipping, .channels, .uneven]
            let blind = Finding.all(in: report.with { $0.run = nil }).map(\.kind)
            #expect(blind.first == .unmarked && blind.count == (ofPictures.contains(kind) ? 1 : 2), "\(kind)")
            let deaf = Finding.all(in: report.withSound { $0.marks = 0 }).map(\.kind)
            #expect(deaf.first == .unmarked && deaf.count == (ofSound.contains(kind) ? 1 : 2), "\(kind)")
        }
    }

    @Test("what is uneven, truncated or silent in one channel has its limits")
    func extents() {
        let whole = Reports.faultless.with { $0.isWhole = true }
        #expect(Finding.all(in: whole.withSound { $0.ends = 3.8 }).isEmpty)
        #expect(Finding.all(in: whole.withSound { $0.ends = 3.81 }).map(\.kind) == [.uneven])
        #expect(Finding.all(in: whole.withPictures { $0.begins = 0.51 }).map(\.kind) == [.uneven])
        #expect(Finding.all(in: whole.with { $0.declaredDuration = 3.8 }).isEmpty)
        #expect(Finding.all(in: whole.with { $0.declaredDuration = 3.84 }).map(\.kind) == [.truncated])
        // Of a piece of a stream nobody knows where it should end.
        let piece = Reports.faultless.with { $0.declaredDuration = 20 }.withSound { $0.ends = 9 }
        #expect(Finding.all(in: piece).isEmpty)
        #expect(Finding.all(in: whole.withSound { $0.channelLikeness = 0.8 }).isEmpty)
        #expect(Finding.all(in: whole.withSound { $0.channelLikeness = 0.79 }).map(\.kind) == [.channels])
        let short = Reports.faultless.withSound { ($0.marks, $0.ends) = (0, 1.9) }
        #expect(Finding.all(in: short).isEmpty, "a piece that is too short to be placed says nothing")
    }

    // MARK: Limits

    @Test(
        "sound may be 40 ms ahead and 60 ms behind",
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
        "drift counts from 20 ppm on, as far as it is sure",
        arguments: [
            (20, nil, false), (20.01, nil, true), (-20, nil, false), (-20.01, nil, true), (30, 5, false),
            (30.01, 5, true), (-30, 5, false), (-30.01, 5, true), (1000, 490, false), (nil, nil, false),
            (nil, 3, false),
        ] as [(Double?, Double?, Bool)])
    func drift(_ drift: Double?, _ error: Double?, _ isFound: Bool) {
        #expect(kinds { $0.sync = Reports.sync(drift: drift, driftError: error) } == (isFound ? [.drift] : []))
    }

    @Test(
        "a card is cropped when more than rounding is gone, in either direction",
        arguments: [(1, 1, false), (0.995, 0.995, false), (0.9949, 1, true), (1, 0.9949, true), (0, 0, true)])
    func cropped(_ width: Double, _ height: Double, _ isFound: Bool) {
        let report = Reports.faultless.withPictures { ($0.visibleWidth, $0.visibleHeight) = (width, height) }
        #expect(Finding.all(in: report).map(\.kind) == (isFound ? [.cropped] : []))
        #expect(Finding.all(in: report.withPictures { $0.visibleWidth = nil }) == [])
    }

    // MARK: Colours

    @Test(
        "samples in another range than players expect are found, and what was converted twice always is",
        arguments: [
            ("limited", "limited", "limited", nil), ("full", "full", "full", nil), ("limited", nil, "limited", nil),
            ("full", nil, "limited", "full range, but the stream says nothing, which means limited"),
            ("full", "limited", "limited", "full range, but the stream says limited"),
            ("limited", "full", "full", "limited range, but the stream says full"),
            ("squeezed", "limited", "limited", "limited twice"), ("squeezed", nil, nil, "limited twice"),
            ("stretched", "full", "full", "full twice"), ("stretched", nil, nil, "full twice"),
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
        "samples in another matrix than the stream says are found; one that it does not name is not judged",
        arguments: [
            ("bt709", "bt709", false), ("bt709", nil, false), ("bt601", nil, false), ("bt601", "bt601", false),
            ("bt709", "bt601", true), ("bt709", "bt2020", true), ("bt601", "other", true),
        ] as [(String, String?, Bool)])
    func matrix(_ matrix: String, _ signalled: String?, _ isFound: Bool) {
        let found = kinds { $0.color = Reports.color(matrix: matrix, signalledMatrix: signalled) }
        #expect(found == (isFound ? [.matrix] : []))
    }

    @Test("without colours or without a known one there is no word about range and matrix")
    func unknownColors() {
        #expect(kinds { $0.color = nil } == [])
        #expect(kinds { $0.color = Reports.color(range: nil, matrix: "bt601") } == [.colors])
        #expect(kinds { $0.color = Reports.color(range: "full", matrix: nil) } == [.colors])
    }

    @Test("colours that a player shows wrongly are found, though range and matrix are right")
    func offColors() {
        #expect(kinds { $0.color = Reports.color(lumaError: 4, chromaError: 4) } == [])
        #expect(kinds { $0.color = Reports.color(lumaError: 4.1) } == [.colors])
        #expect(kinds { $0.color = Reports.color(chromaError: 6.3) } == [.colors])
    }

    @Test("of many gaps the first five are told")
    func manyGaps() {
        let report = Reports.faultless.withSound { $0.gaps = (0..<9).map { Reports.soundEvent(.skipped, Double($0)) } }
        let message = Finding.all(in: report).first?.message
        #expect(message?.hasSuffix("4.0 ms skipped at 1.000 s and 4 more") ?? false)
    }
}
