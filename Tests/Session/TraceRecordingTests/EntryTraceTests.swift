import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import StudioTrace
import Testing

@Suite("Recording the way into the meeting")
struct EntryTraceTests {
    private static let names = ["initialise", "authenticate", "authenticated", "join", "meetingStatusChanged"]

    private static func acts(_ trace: Trace) -> [String] {
        trace.records.compactMap { record in
            switch record.event {
            case .call(let call) where names.contains(call.name): "\(call.name) \(call.result ?? .null)"
            case .callback(let callback) where names.contains(callback.name):
                "\(callback.name) \((callback.arguments["status"] ?? callback.arguments["result"] ?? .null))"
            case .violation(let violation): violation.rule
            default: nil
            }
        }
    }

    /// Without credentials at first, then correctly.
    private static func record(_ path: String, inside: (TestMeeting, StudioEntry) throws -> Void = { _, _ in }) throws
        -> Trace
    {
        let test = TestMeeting(isJoined: false, options: .init(seed: 1))
        var defaults = EntryDefaults()
        defaults.responses = .immediate
        let entry = StudioEntry(defaults: defaults) { _ in }
        // There is no meeting yet, so nothing can record these calls.
        #expect(throws: StudioError.self) { try entry.authenticate(token: "", key: "key") }
        try entry.initialise()
        try test.beginTrace(path)
        entry.enter(test.studio)
        #expect(throws: StudioError.self) { try entry.authenticate(token: "", key: "") }
        try entry.authenticate(token: "", key: "key")
        try test.settle()
        try entry.join(JoinRequest(meetingNumber: 123))
        try test.wait(until: "joined") { test.meeting.status == .inMeeting }
        try inside(test, entry)
        try test.finishTrace()
        return try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test("calls before and after the meeting was created, and their callbacks, are recorded in order")
    func order() throws {
        let folder = try TestFolder()
        let trace = try Self.record(folder.file("a.jsonl"))
        #expect(
            Self.acts(trace) == [
                "authenticate Uninit", "PS-ENTRY-005", "initialise Success", "authenticate InvalidParameter",
                "PS-ENTRY-006", "authenticate Success", "authenticated success", "join Success",
                "meetingStatusChanged connecting", "meetingStatusChanged inMeeting", "meetingStatusChanged audioReady",
            ])
        #expect(TraceReport(trace, path: "a").findings.map(\.rule) == ["PS-ENTRY-005", "PS-ENTRY-006"])
        let text = try String(contentsOfFile: folder.file("a.jsonl"), encoding: .utf8)
        #expect(!text.contains("123"), "no meeting number")
    }

    @Test("an expired identity and a second join are recorded, and equal sessions have equal traces")
    func inside() throws {
        let folder = try TestFolder()
        let traces = try ["a", "b"].map { name in
            try Self.record(folder.file(name)) { test, entry in
                #expect(throws: StudioError.self) { try entry.join(JoinRequest(meetingNumber: 123)) }
                entry.expireIdentity()
                try test.settle()
            }
        }
        #expect(Self.acts(traces[0]).contains { $0.hasPrefix("join ") && $0 != "join Success" })
        #expect(traces[0].records.contains { $0.event == .callback(TraceCallback("identityExpired")) })
        #expect(traces[0].records == traces[1].records)
    }
}
