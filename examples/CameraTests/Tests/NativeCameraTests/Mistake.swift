import NativeCamera
import ProductionStudioTesting

/// A common mistake: who makes it, in which meeting it shows, and the rule that it breaks.
enum Mistake: String, CaseIterable, Sendable {
    case ignoresTheRole, setsNoDelegate, sendsAfterTheAnswer, sendsAfterTheEnd, padsRows, sendsAnotherSize
    case mixesUpRanges, sendsTheSoundCardsRate, cutsSamplePairs, restartsAtOnce, stopsTwice, catchesUp
    case usesTwoThreads

    func makeWrongCamera(_ studio: StudioController) -> Camera {
        switch self {
        case .ignoresTheRole: PushyCamera(studio)
        case .setsNoDelegate: DeafCamera(studio)
        case .sendsAfterTheAnswer: HastyCamera(studio)
        case .sendsAfterTheEnd: EndlessCamera(studio)
        case .padsRows: PaddedCamera(studio)
        case .sendsAnotherSize: LargerCamera(studio)
        case .mixesUpRanges: WashedOutCamera(studio)
        case .sendsTheSoundCardsRate: SoundCardCamera(studio)
        case .cutsSamplePairs: HalfPairCamera(studio)
        case .restartsAtOnce: ImpatientCamera(studio)
        case .stopsTwice: TwiceStoppingCamera(studio)
        case .catchesUp: CatchingUpCamera(studio)
        case .usesTwoThreads: TwoThreadsCamera(studio)
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
