import StudioTestSupport
import Testing

/// The words of the command line, and their absence.
@Suite(.endToEnd)
struct ProgramArgumentsTests {
    @Test("without a command, the help is an error", arguments: [[], ["--"]])
    func noCommand(_ arguments: [String]) throws {
        let outcome = try StudioProgram.run(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("OVERVIEW: "))
        #expect(try outcome.errors == StudioProgram.run(["--help"]).outputText)
    }

    @Test("the arguments do not come from /proc")
    func noProc() throws {
        // As root, and as a user where namespaces of users are permitted.
        let calls = ["unshare -m", "unshare --map-root-user --mount"]
        let call = calls.first { (try? Tool.run("/bin/sh", ["-c", "\($0) mount -t tmpfs none /proc"])) != nil }
        // A machine that hides /proc from nobody cannot show it.
        guard let call else { return }
        let hide = "exec \(call) sh -c 'mount -t tmpfs none /proc; exec \"$@\"' sh \"$0\" \"$@\""
        let listed = try StudioProgram.run(["rules", "PS-SEND-001"], after: hide)
        #expect(listed.exitCode == 0)
        #expect(listed.outputText.hasPrefix("PS-SEND-001 "), "\(listed.outputText)")
        #expect(listed.outputText.count(of: "\n") == 1)
        let wrong = try StudioProgram.run(["start", "--no-such-option"], after: hide)
        #expect(wrong.exitCode == 2)
        #expect(wrong.errors.contains("--no-such-option"), "\(wrong.errors)")
        // The program beside this one is found, too.
        let server = try StudioProgram.run(["serve", "--openapi"], after: hide)
        #expect(server.exitCode == 0, "\(server.errors)")
        #expect(server.outputText.hasPrefix("{"))
    }
}
