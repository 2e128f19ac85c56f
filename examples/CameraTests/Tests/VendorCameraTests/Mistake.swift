import ProductionStudioTesting
import VendorCamera

/// A common mistake: who makes it, in which meeting it shows, and the rule that it breaks.
enum Mistake: String, CaseIterable, Sendable {
    case ignoresTheRole, setsNoDelegate, sendsAfterTheAnswer, sendsAfterTheEnd, padsRows, sendsAnotherSize
    case mixesUpRanges, sendsTheSoundCardsRate, cutsSamplePairs, restartsAtOnce, stopsTwice, catchesUp
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
        case .cutsSamplePairs: HalfPairCamera()
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
        case .sendsAfterTheAnswer, .sendsAfterTheEnd: .sendOutsideRun
        case .padsRows: .videoLengthWrong
        case .sendsAnotherSize: .videoSizeDiffers
        case .mixesUpRanges: .videoFormatDiffers
        case .sendsTheSoundCardsRate: .audioRateUnknown
        case .cutsSamplePairs: .audioPairCut
        case .restartsAtOnce: .startTwice
        case .stopsTwice: .stopNothingRunning
        case .catchesUp: .videoTooFrequent
        case .usesTwoThreads: .sendsOverlap
        }
    }

    /// The local user may start, but for the mistake that needs somebody who may not.
    var role: MeetingRole { self == .ignoresTheRole ? .attendee : .host }

    /// Strict about what is served and only counted otherwise.
    var options: StudioController.Options {
        .init(frameRate: self == .catchesUp ? .thirty : nil, isStrict: self == .catchesUp || self == .usesTwoThreads)
    }
}
