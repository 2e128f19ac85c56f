import CameraCapture
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

/// The findings of quality so far, with their counts.
private var findings: [(rule: String, error: StudioError, count: Int)] {
    AVCaptureSession.emulation.qualityFindings.map { ($0.error.rule.id.rawValue, $0.error, $0.count) }
}

@Suite("Capture: findings of quality")
struct QualityTests {
    @Test("late frames are counted at the stop, and are no violation: AV-QUALITY-001")
    func counts() throws {
        try withCamera { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.05
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 1.01)
            fixture.end()
            #expect(reported == [])
            let finding = try #require(findings.first)
            #expect(findings.map(\.rule) == ["AV-QUALITY-001"])
            #expect(
                finding.error.message
                    == "15 of 31 frames were dropped as late, because a call had not returned or the queue was blocked; "
                    + "calls took 79 % of the time, the longest 0.05 s")
            #expect(finding.error.hint.hasPrefix("return within the duration of a frame"))
            // What was reported is not reported again.
            fixture.session.startRunning()
            cameras.occupancy = 0.01
            cameras.advance(seconds: 1)
            fixture.end()
            #expect(findings.map(\.count) == [1])
        }
    }

    @Test("a delegate that is fast enough has no finding: AV-QUALITY-001")
    func fast() throws {
        try withCamera { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.033
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 2)
            fixture.end()
            #expect(fixture.statistics.dropped == [:])
            #expect(findings.isEmpty)
            #expect(reported == [])
        }
    }

    @Test("without discard, a slow delegate breaks the contract: AV-CALL-003")
    func withoutDiscard() throws {
        try withCamera(poolSize: 3) { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.1
            let fixture = try CaptureFixture(client) { $0.alwaysDiscardsLateVideoFrames = false }
            cameras.advance(seconds: 1)
            fixture.end()
            #expect(reported == ["AV-CALL-003"])
            #expect(findings.isEmpty)
        }
    }

    @Test("frames that the machine delivers together are no fault of the delegate")
    func burst() throws {
        try withCamera { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.01
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.1)
            cameras.stall()
            cameras.advance(seconds: 0.3)
            cameras.resume(catchesUp: true)
            cameras.advance(seconds: 0.3)
            fixture.end()
            #expect((fixture.statistics.dropped["FrameWasLate"] ?? 0) > 5)
            #expect(findings.isEmpty)
        }
    }

    @Test("more than five starts in a second are named, five are not: AV-QUALITY-003")
    func starts() throws {
        for (count, expected) in [(5, []), (6, ["AV-QUALITY-003"])] {
            try withCamera { cameras in
                let client = FrameClient()
                let fixture = try CaptureFixture(client, starts: false)
                for _ in 0..<count {
                    fixture.session.startRunning()
                    // Runs already.
                    fixture.session.startRunning()
                    cameras.advance(seconds: 0.15)
                    fixture.end()
                }
                #expect(findings.map(\.rule) == expected)
                #expect(reported == [])
                // A second later, they are few again.
                cameras.advance(seconds: 1)
                fixture.session.startRunning()
                fixture.end()
                #expect(findings.map(\.count) == expected.map { _ in 1 })
            }
        }
    }

    @Test("a start on another thread than the main one is no finding: AV-QUALITY-002")
    func background() throws {
        try withCamera { cameras in
            let fixture = try CaptureFixture(FrameClient(), starts: false)
            DispatchQueue(label: "session").sync { fixture.session.startRunning() }
            cameras.advance(seconds: 0.1)
            fixture.end()
            #expect(findings.isEmpty)
        }
    }
}
