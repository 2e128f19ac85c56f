import SRT
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("SRT failures")
struct SRTFailureTests {
    @Test("a connection that nobody rejected has ended; libsrt gives no reason for it")
    func ended() throws {
        let rejection = try SRTSocket(SRTSettings()).rejection
        #expect(rejection == .none)
        let failure = OutputFailure(rejection, host: "127.0.0.1", port: "\(try unusedPort())")
        #expect(failure.cause == .disconnected)
    }

    @Test("what a listener rejects is rejected, with its reason")
    func rejected() {
        for rejection in [SRTSocket.Rejection.passphrase, .encryption, .other("busy")] {
            #expect(OutputFailure(rejection, host: "127.0.0.1", port: "9").cause == .rejected)
        }
        #expect("\(OutputFailure(.other("busy"), host: "127.0.0.1", port: "9"))".contains("busy"))
    }
}
