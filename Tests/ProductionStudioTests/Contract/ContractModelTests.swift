import StudioTestSupport
import Testing

@Suite("The contract's model itself")
struct ContractModelTests {
    @Test(
        "a lawful log has no complaint",
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
    func lawful(_ log: [ContractEvent]) {
        #expect(ContractModel.complaints(about: log, isComplete: true) == [])
    }

    @Test(
        "an unlawful log has a complaint",
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
    func unlawful(_ log: [ContractEvent]) {
        #expect(ContractModel.complaints(about: log, isComplete: false) != [])
    }

    @Test(
        "what is still owed at rest is a complaint",
        arguments: [
            [ContractEvent.startAccepted],
            [.startAccepted, .answered(true)],
            [.startAccepted, .stopAccepted, .answered(false)],
            [.startAccepted, .answered(true), .senderGiven(true), .interrupted],
            [.startAccepted, .answered(true), .senderGiven(false)],
        ])
    func owed(_ log: [ContractEvent]) {
        #expect(ContractModel.complaints(about: log, isComplete: false) == [])
        #expect(ContractModel.complaints(about: log, isComplete: true).count == 1)
    }
}
