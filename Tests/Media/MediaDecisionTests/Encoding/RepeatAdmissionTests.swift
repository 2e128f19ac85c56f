import ProgramEncoding
import StudioCore
import Testing

@Suite("Repeated frames in front of a slow encoder")
struct RepeatAdmissionTests {
    @Test("a burst after a suspension is taken, and so are the repeats that follow it")
    func burst() {
        var admission = RepeatAdmission()
        #expect(admission.admits(waiting: 0, now: .seconds(10)) == true)
        #expect(admission.admits(waiting: 300, now: .milliseconds(10_050)) == true)
        #expect(admission.admits(waiting: 2, now: .milliseconds(15_049)) == true)
    }

    @Test("an encoder that is behind for 5 s catches up first")
    func behind() {
        var admission = RepeatAdmission()
        #expect(admission.admits(waiting: 2, now: .seconds(1)) == true)
        #expect(admission.admits(waiting: 90, now: .milliseconds(5_999)) == true)
        #expect(admission.admits(waiting: 100, now: .seconds(6)) == false)
        #expect(admission.admits(waiting: 2, now: .seconds(9)) == false)
        #expect(admission.admits(waiting: 1, now: .seconds(10)) == true)
        #expect(admission.admits(waiting: 2, now: .seconds(11)) == true)
    }
}
