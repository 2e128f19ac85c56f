import ProductionStudioTesting
import ShowApp

/// A bug: the ready scenario that finds it, the app that has it, and the rule that the app violates.
enum Bug: String, CaseIterable, Sendable {
    case coHostRevoked = "co-host-revoked"
    case noSender = "no-sender"
    case startRejected = "start-rejected"
    case startSendNeverComes = "start-send-never-comes"
    case hostEndsMeeting = "host-ends-meeting"
    case networkDrop = "network-drop-3s"
    case breakoutRoom = "breakout-room"
    case authNeverAnswers = "auth-never-answers"

    func makeWrongApp() -> ShowApp {
        switch self {
        case .coHostRevoked: EndlessApp()
        case .noSender: ImpatientApp()
        case .startRejected: TidyApp()
        case .startSendNeverComes: InsistentApp()
        case .hostEndsMeeting: AutomaticApp()
        case .networkDrop: AnxiousApp()
        case .breakoutRoom: StickyApp()
        case .authNeverAnswers: HastyApp()
        }
    }

    var rule: Rule {
        switch self {
        case .coHostRevoked: .sendNotStarted
        case .noSender, .startSendNeverComes, .networkDrop: .startTwice
        case .startRejected, .breakoutRoom: .stopNotStarted
        case .hostEndsMeeting: .startOutsideMeeting
        case .authNeverAnswers: .joinUnauthorised
        }
    }

    /// What the correct app displays at the end.
    var expectedStatus: ShowApp.Status {
        switch self {
        case .coHostRevoked, .hostEndsMeeting: .idle
        case .noSender: .failed("there is no sender")
        case .startRejected: .failed("the start was rejected")
        case .startSendNeverComes: .failed("Production Studio does not start")
        case .networkDrop, .breakoutRoom: .live
        case .authNeverAnswers: .failed("the service does not answer")
        }
    }
}
