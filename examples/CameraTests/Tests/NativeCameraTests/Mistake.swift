import NativeCamera
import ProductionStudioTesting

/// A common mistake: the camera that makes it, the meeting in which it shows, and the violated rule.
enum Mistake: String, CaseIterable, Sendable {
    case ignoresTheRole, setsNoDelegate, sendsAfterTheAnswer, sendsAfterTheEnd, padsRows, sendsAnotherSize
    case mixesUpRanges, sendsTheSoundCardsRate, splitsSamplePairs, restartsAtOnce, stopsTwice, catchesUp
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
        case .splitsSamplePairs: HalfPairCamera(studio)
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
