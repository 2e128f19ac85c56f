import ProductionStudioTesting
import VendorCamera

/// A common mistake: the camera that makes it, the meeting in which it shows, and the violated rule.
enum Mistake: String, CaseIterable, Sendable {
    case ignoresTheRole, setsNoDelegate, sendsAfterTheAnswer, sendsAfterTheEnd, padsRows, sendsAnotherSize
    case mixesUpRanges, sendsTheSoundCardsRate, splitsSamplePairs, restartsAtOnce, stopsTwice, catchesUp
    case usesTwoThreads

    func makeWrongCamera() -> Camera {
        switch self {
        case .ignoresTheRole: PushyCamera()
        case .setsNoDelegate: DeafCamera()
        case .sendsAfterTheAnswer: HastyCamera()
        case .sendsAfterTheEnd: EndlessCamera()
        case .padsRows: PaddedCamera()
        case .sendsAnotherSize: LargerCamera()
        case .mixesUpRanges: WashedOutCamera()
        case .sendsTheSoundCardsRate: SoundCardCamera()
        case .splitsSamplePairs: HalfPairCamera()
        case .restartsAtOnce: ImpatientCamera()
        case .stopsTwice: TwiceStoppingCamera()
        case .catchesUp: CatchingUpCamera()
        case .usesTwoThreads: TwoThreadsCamera()
        }
    }

    var rule: Rule {
        switch self {
        case .ignoresTheRole: .startWithoutPermission
        case .setsNoDelegate: .startWithoutDelegate
        case .sendsAfterTheAnswer, .sendsAfterTheEnd: .sendNotStarted
        case .padsRows: .videoLengthWrong
        case .sendsAnotherSize: .videoSizeDiffers
        case .mixesUpRanges: .videoFormatDiffers
        case .sendsTheSoundCardsRate: .audioRateUnknown
        case .splitsSamplePairs: .audioPairIncomplete
        case .restartsAtOnce: .startTwice
        case .stopsTwice: .stopNotStarted
        case .catchesUp: .videoTooFrequent
        case .usesTwoThreads: .sendsOverlap
        }
    }

    /// The local user may start, except for the mistake that requires a user who may not.
    var role: MeetingRole { self == .ignoresTheRole ? .attendee : .host }

    /// Strict for calls that are otherwise accepted and only counted.
    var options: StudioController.Options {
        .init(frameRate: self == .catchesUp ? .thirty : nil, isStrict: self == .catchesUp || self == .usesTwoThreads)
    }
}
