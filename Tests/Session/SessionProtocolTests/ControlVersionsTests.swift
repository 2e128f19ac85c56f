import FoundationEssentials
import StudioCore
import Testing

@testable import SessionProtocol

/// The versions of the control protocol that two programs have in common.
struct ControlVersionsTests {
    @Test("two ranges overlap when they have a version in common")
    func overlaps() {
        let ranges = (1...5).flatMap { oldest in (oldest...5).map { ControlVersions(oldest: oldest, newest: $0) } }
        #expect(ranges.count == 15)
        for first in ranges {
            for second in ranges {
                let common = Set(first.oldest...first.newest).intersection(second.oldest...second.newest)
                #expect(first.overlaps(second) == !common.isEmpty, "\(first), \(second)")
            }
        }
    }

    @Test("a line names both programs with their versions")
    func obstacle() {
        let old = ControlSpeaker("psstudio", release: "0.1.0", ControlVersions(oldest: 1, newest: 1))
        let middle = ControlSpeaker("session 5f", release: "1.0.0", ControlVersions(oldest: 1, newest: 2))
        let new = ControlSpeaker("psstudio-server", release: "2.0.0", ControlVersions(oldest: 2, newest: 4))
        #expect(old.obstacle(with: middle) == nil)
        #expect(middle.obstacle(with: new) == nil)
        #expect(
            new.obstacle(with: old)
                == "psstudio-server 2.0.0 uses control protocol 2 to 4, and psstudio 0.1.0 uses control protocol 1; "
                + "install both from one release")
    }

    @Test("the greeting says the range; an early program that names one version speaks that one")
    func greeting() throws {
        let line = try JSONLineEncoder().line(ControlGreeting(sessionId: "a", pid: 7, program: "app"))
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"fields":["origin"],"oldestVersion":1,"pid":7,"program":"app","psstudio":"\#(release)","sessionId":"a","version":1}"#
                + "\n")
        let early = #"{"pid":7,"program":"app","psstudio":"0.1.0","sessionId":"a","version":2}"#
        let decoded = try JSONDecoder().decode(ControlGreeting.self, from: Data(early.utf8))
        #expect(decoded.versions == ControlVersions(oldest: 2, newest: 2))
        #expect(decoded.sessionId == "a")
        #expect(decoded.startedAt == nil)
        #expect(!decoded.acceptsOrigin)
    }
}
