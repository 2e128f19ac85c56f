import CPSStudio
import EmbeddingRules
import Foundation
import MeetingClient
import StudioCore
import StudioTestSupport
import Testing

@testable import PSStudioLibrary

@Suite("C interface: rules")
struct EmbeddingRuleTests {
    private let rules = RuleCatalogue.embedding.rules

    @Test("identifiers are unique and numbered without gaps; every rule has a statement, a source and a C test")
    func catalogue() throws {
        var chapters: [String: [Int]] = [:]
        for rule in rules {
            let parts = rule.id.rawValue.split(separator: "-")
            try #require(parts.count == 3 && parts[0] == "C")
            chapters[String(parts[1]), default: []].append(try #require(Int(parts[2])))
            #expect(rule.statement.hasSuffix("."))
            #expect(!rule.source.isEmpty)
        }
        #expect(chapters.keys.sorted() == ["CALL", "FRAME", "JSON", "SESSION"])
        for numbers in chapters.values { #expect(numbers == Array(1...numbers.count)) }
        var text = ""
        for name in ["wrong_use.c", "studio.c", "lend.c", "no_threads.c", "client.c"] {
            text += try PackageFolder.text("Tests/Programs/Embedding/\(name)")
        }
        let missing = rules.map(\.id.rawValue).filter { !text.contains("\"\($0)\"") }
        #expect(missing == [])
    }

    @Test("The codes of a meeting client have numbers of their own: ZM-SOUND-003, no audio thread, is NoResources")
    func clientCodes() {
        for rule in RuleCatalogue.meetingClient.rules where rule.code != .success {
            let result = rule.code.result
            #expect(result != PS_FAILED)
            #expect(String(cString: ps_result_name(result)) == rule.code.rawValue)
        }
        #expect(Rule.soundThread.code.result == PS_NO_RESOURCES)
    }

    @Test("every code of a rule has a number of its own, with the same name in the header")
    func codes() {
        for rule in rules {
            let result = rule.code.result
            #expect(result != PS_FAILED)
            #expect(String(cString: ps_result_name(result)) == rule.code.rawValue)
        }
        for name in ["NoSuchCode", "Unknown"] { #expect(StudioError.Code(rawValue: name).result == PS_FAILED) }
    }

    @Test(
        "the vendor's codes have numbers",
        arguments: [
            "Success", "Failed", "Uninit", "ServiceFailed", "WrongUsage", "InvalidParameter", "NoPermission",
            "TooFrequentCall", "UnSupportedFeature", "NotInMeeting", "NoVideoDeviceFound", "Malloc_Failed",
        ])
    func vendorCodes(_ name: String) {
        #expect(String(cString: ps_result_name(StudioError.Code(rawValue: name).result)) == name)
    }

    @Test("C-CALL-003 a call inside a log line is rejected, and leaves the message of the call around it")
    func insideLogLine() {
        #expect(psc_fail(ps_result(PS_FAILED), "C-CALL-001", "around") == PS_FAILED)
        psc_enter_inner_callback()
        #expect(psc_check_call() == PS_INSIDE_CALLBACK)
        #expect(ps_is_inside_callback() == 1)
        #expect(ps_last_result() == PS_INSIDE_CALLBACK)
        #expect(String(cString: ps_last_rule()) == Rule.embeddingInsideCallback.id.rawValue)
        let start = "\(Rule.embeddingInsideCallback.id) \(Rule.embeddingInsideCallback.code): "
        #expect(String(cString: ps_last_message()).hasPrefix(start))
        psc_leave_inner_callback()
        #expect(ps_is_inside_callback() == 0)
        #expect(psc_check_call() == PS_OK)
        #expect(String(cString: ps_last_message()) == "around")
    }

    @Test("C-CALL-008 an unknown point of audio is an unknown number, not a track of the wrong kind")
    func unknownPoint() throws {
        var options = ps_studio_options()
        options.size = MemoryLayout<ps_studio_options>.size
        var studio: OpaquePointer?
        try #require(ps_studio_create(&options, nil, &studio) == PS_OK)
        var request = ps_audio_request()
        request.size = MemoryLayout<ps_audio_request>.size
        request.point = 5
        request.on_audio = { _, _ in }
        var subscription: OpaquePointer?
        #expect(ps_studio_subscribe_audio(studio, &request, &subscription) == PS_INVALID_PARAMETER)
        #expect(String(cString: ps_last_rule()) == Rule.embeddingUnknownNumber.id.rawValue)
        #expect(subscription == nil)
        #expect(ps_studio_close(studio) == PS_OK)
    }

    @Test("C-CALL-004 is the rule of a forked child's message, which C code writes")
    func forked() throws {
        let text = try PackageFolder.text("Sources/Programs/CPSStudio/CPSStudio.c")
        #expect(text.contains("PS_FORKED, \"\(Rule.embeddingForked.id)\","))
        #expect(text.contains("\"\(Rule.embeddingForked.id) \(Rule.embeddingForked.code): "))
    }

    @Test("C-CALL-010 a call in the handler of a signal that interrupted another one is rejected")
    func interrupted() {
        psc_enter_call()
        #expect(psc_check_call() == PS_INTERRUPTED)
        #expect(ps_last_result() == PS_INTERRUPTED)
        #expect(String(cString: ps_last_rule()) == Rule.embeddingInterrupted.id.rawValue)
        let start = "\(Rule.embeddingInterrupted.id) \(Rule.embeddingInterrupted.code): "
        #expect(String(cString: ps_last_message()).hasPrefix(start))
        #expect(psc_is_inside_call() == 1)
        // A callback inside the call is code of the host, whatever the library does meanwhile.
        psc_enter_callback()
        #expect(psc_check_call() == PS_OK)
        psc_enter_call()
        #expect(psc_check_call() == PS_INTERRUPTED)
        psc_leave_call()
        psc_leave_callback()
        #expect(psc_check_call() == PS_INTERRUPTED)
        psc_leave_call()
        #expect(psc_check_call() == PS_OK)
        #expect(psc_is_inside_call() == 0)
    }

    @Test("a message that is too long is truncated between characters")
    func truncation() {
        let long = String(repeating: "é", count: 2000)
        #expect(psc_fail(ps_result(PS_FAILED), "C-CALL-001", long) == PS_FAILED)
        #expect(String(cString: ps_last_message()) == String(repeating: "é", count: 511))
        #expect(String(cString: ps_last_rule()) == "C-CALL-001")
        #expect(ps_last_result() == PS_FAILED)
    }
}
