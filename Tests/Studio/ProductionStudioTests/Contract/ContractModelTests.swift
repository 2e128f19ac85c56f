import StudioTestSupport
import Testing

@Suite("The contract model")
struct ContractModelTests {
    @Test(
        "a valid log has no violations",
        arguments: [
            [ContractEvent.startAccepted, .answered(true), .senderGiven(true), .stopAccepted, .ended],
            [.startAccepted, .answered(false)],
            [.startAccepted, .stopAccepted, .answered(false), .ended, .startAccepted, .answered(false)],
            [.startAccepted, .interrupted, .answered(false)],
            [.startAccepted, .interrupted, .stopAccepted, .answered(false), .ended],
            [.startAccepted, .answered(true), .interrupted, .ended],
            [.startAccepted, .answered(true), .senderGiven(false), .stopRefused, .ended],
            [.startAccepted, .startRefused, .answered(true), .stopAccepted, .startRefused, .ended],
            [.stopRefused, .interrupted],
        ])
    func validLog(_ log: [ContractEvent]) {
        #expect(ContractModel.violations(in: log, isComplete: true) == [])
    }

    @Test(
        "an invalid log has a violation",
        arguments: [
            [ContractEvent.answered(true)],
            [.ended],
            [.startAccepted, .answered(true), .answered(true)],
            [.startAccepted, .answered(false), .answered(false)],
            [.startAccepted, .answered(false), .ended],
            [.startAccepted, .senderGiven(true)],
            [.startAccepted, .stopAccepted, .answered(true)],
            [.startAccepted, .interrupted, .answered(true)],
            [.startAccepted, .answered(true), .stopAccepted, .senderGiven(true)],
            [.startAccepted, .answered(true), .interrupted, .senderGiven(true)],
            [.startAccepted, .stopAccepted, .ended],
            [.startAccepted, .answered(true), .senderGiven(true), .ended],
            [.startAccepted, .answered(true), .stopAccepted, .ended, .ended],
            [.startAccepted, .startAccepted],
            [.startAccepted, .stopAccepted, .stopAccepted],
            [.startRefused],
            [.startAccepted, .stopRefused],
        ])
    func invalidLog(_ log: [ContractEvent]) {
        #expect(ContractModel.violations(in: log, isComplete: false) != [])
    }

    @Test(
        "an outstanding callback at rest is a violation",
        arguments: [
            [ContractEvent.startAccepted],
            [.startAccepted, .answered(true)],
            [.startAccepted, .stopAccepted, .answered(false)],
            [.startAccepted, .answered(true), .senderGiven(true), .interrupted],
            [.startAccepted, .answered(true), .senderGiven(false)],
        ])
    func owed(_ log: [ContractEvent]) {
        #expect(ContractModel.violations(in: log, isComplete: false) == [])
        #expect(ContractModel.violations(in: log, isComplete: true).count == 1)
    }
}
