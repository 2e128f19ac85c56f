import StudioTestSupport
import Testing

@testable import psstudio

/// Which processes belong to a command, and what is said of those that it leaves behind.
@Suite(.endToEnd)
struct ProcessFamilyTests {
    private func entry(_ pid: Int32, _ parent: Int32, _ name: String = "sh", _ state: String = "S") throws
        -> ProcessStatus
    {
        try #require(ProcessStatus(stat: "\(pid) (\(name)) \(state) \(parent) 1 1 0 -1 4194560 0 0"))
    }

    @Test("the name of a process may contain spaces and parentheses")
    func stat() throws {
        let odd = try entry(12, 7, "a) S 3 (b")
        #expect((odd.pid, odd.parent, odd.name) == (12, 7, "a) S 3 (b"))
        #expect(try entry(1, 0, "x", "Z").hasEnded)
        #expect(try !entry(1, 0, "x", "T").hasEnded)
        for text in ["", "12", "12 (sh)", "12 (sh) S", "x (sh) S 1", "12 )sh( S 1"] {
            #expect(ProcessStatus(stat: text) == nil, "\(text)")
        }
    }

    @Test("descendants are found in any order, also in a circle of numbers that were used again")
    func descendants() throws {
        let processes = try [entry(9, 8), entry(8, 5), entry(5, 1), entry(6, 5), entry(7, 2), entry(4, 9)]
        for order in [processes, processes.reversed()] {
            #expect(ProcessFamily.descendants(of: 5, among: order).map(\.pid) == [4, 6, 8, 9])
            #expect(ProcessFamily.descendants(of: 3, among: order).isEmpty)
        }
        let circle = try [entry(5, 6), entry(6, 5), entry(5, 5)]
        #expect(ProcessFamily.descendants(of: 5, among: circle).map(\.pid) == [6])
    }

    @Test("a line names what was ended and what was killed, each process once and at most five of each")
    func message() throws {
        var leftovers = CommandLeftovers()
        #expect(leftovers.message == nil)
        let (shell, sleeper) = (try entry(3, 1), try entry(4, 3, "sleep"))
        #expect(leftovers.signal(shell, 15) && leftovers.signal(sleeper, 15) && !leftovers.signal(shell, 15))
        #expect(leftovers.message == "the command left processes behind: ended sh (pid 3), sleep (pid 4)")
        // Its parent has ended, and its name has changed.
        let adopted = try entry(4, 1, "sleep 2")
        #expect(!leftovers.signal(adopted, 15) && leftovers.signal(adopted, 9) && !leftovers.signal(adopted, 9))
        #expect(leftovers.message == "the command left processes behind: ended sh (pid 3); killed sleep 2 (pid 4)")
        var many = CommandLeftovers()
        for pid in Int32(10)...16 { #expect(many.signal(try entry(pid, 1), 9)) }
        #expect(
            many.message?.hasSuffix("killed sh (pid 10), sh (pid 11), sh (pid 12), sh (pid 13), sh (pid 14) and 2 more")
                == true)
    }
}
