public import Foundation
import StudioCore

/// A line of live transcription with an optional argument.
public protocol ZoomSDKCaptionReceiver: AnyObject {
    /// A line was added, changed or deleted.
    func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?)
}

/// A line of live transcription with an implicitly unwrapped argument.
public protocol ZoomSDKCaptionUnwrappedReceiver: AnyObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless the header's one is implemented.
    func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo!)
}

extension ZoomSDKCaptionReceiver where Self: ZoomSDKCaptionUnwrappedReceiver {
    /// Calls the other spelling (PS-SDK-017).
    public func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?) {
        deliverUnwrapped(messageInfo, to: self)
    }
}

extension ZoomSDKCaptionUnwrappedReceiver {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo!) {}
}

extension ZoomSDKCaptionReceiver {
    /// Delivers to the implemented spelling. Only one protocol is visible here, so that the call is not ambiguous.
    func deliver(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?) {
        onLiveTranscriptionMsgInfoReceived(messageInfo)
    }
}

private func deliverUnwrapped(
    _ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?, to receiver: some ZoomSDKCaptionUnwrappedReceiver
) {
    receiver.onLiveTranscriptionMsgInfoReceived(messageInfo)
}

/// Receives captions, on the meeting's callback queue. All methods are optional; the status and lines are called.
public protocol ZoomSDKCloseCaptionControllerDelegate: ZoomSDKCaptionReceiver, ZoomSDKCaptionUnwrappedReceiver {
    /// Live transcription started or stopped. Called.
    func onLiveTranscriptionStatus(_ status: ZoomSDKLiveTranscriptionStaus)
    /// A line was added, changed or deleted. Called.
    func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?)
    /// A line in the spoken language; never called: captions are not translated.
    func onOriginalLanguageMsgReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?)
    /// A translation failed; never called.
    func onLiveTranscriptionMsgError(
        _ spokenLanguage: ZoomSDKLiveTranscriptionLanguage?, transcriptLanguage: ZoomSDKLiveTranscriptionLanguage?)
    /// The local user may send captions; never called.
    func onGetCCPrivilege()
    /// The local user may not send captions any more; never called.
    func onLostCCPrivilege()
    /// A caption that a user has typed; never called.
    func onReceiveCCMessage(with inString: String, senderID: UInt32)
    /// A caption that a user is typing; never called.
    func onReceiveCCRealtimeMessage(_ realtimeMessage: String)
    /// A user requests live transcription; never called.
    func onRequestForLiveTranscriptReceived(_ requesterID: UInt32, anonymous bAnonymous: Bool)
    /// The permission to request live transcription changed; never called.
    func onRequestLiveTranscriptionStatusChange(_ bEnabled: Bool)
    /// The host enabled or disabled captions; never called.
    func onCaptionStatusChanged(_ enable: Bool)
    /// A user requests captions; never called.
    func onStartCaptionsRequestReceived(_ handler: ZoomSDKCCRequestHandler)
    /// A request for captions was approved; never called.
    func onStartCaptionsRequestApproved()
    /// The host enabled or disabled typed captions; never called.
    func onManualCaptionStatusChanged(_ bEnabled: Bool)
    /// The spoken language changed; never called.
    func onSpokenLanguageChanged(_ spokenLanguage: ZoomSDKLiveTranscriptionLanguage?)
}

extension ZoomSDKCloseCaptionControllerDelegate {
    /// Does nothing.
    public func onLiveTranscriptionStatus(_ status: ZoomSDKLiveTranscriptionStaus) {}
    /// Does nothing.
    public func onOriginalLanguageMsgReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?) {}
    /// Does nothing.
    public func onLiveTranscriptionMsgError(
        _ spokenLanguage: ZoomSDKLiveTranscriptionLanguage?, transcriptLanguage: ZoomSDKLiveTranscriptionLanguage?
    ) {}
    /// Does nothing.
    public func onGetCCPrivilege() {}
    /// Does nothing.
    public func onLostCCPrivilege() {}
    /// Does nothing.
    public func onReceiveCCMessage(with inString: String, senderID: UInt32) {}
    /// Does nothing.
    public func onReceiveCCRealtimeMessage(_ realtimeMessage: String) {}
    /// Does nothing.
    public func onRequestForLiveTranscriptReceived(_ requesterID: UInt32, anonymous bAnonymous: Bool) {}
    /// Does nothing.
    public func onRequestLiveTranscriptionStatusChange(_ bEnabled: Bool) {}
    /// Does nothing.
    public func onCaptionStatusChanged(_ enable: Bool) {}
    /// Does nothing.
    public func onStartCaptionsRequestReceived(_ handler: ZoomSDKCCRequestHandler) {}
    /// Does nothing.
    public func onStartCaptionsRequestApproved() {}
    /// Does nothing.
    public func onManualCaptionStatusChanged(_ bEnabled: Bool) {}
    /// Does nothing.
    public func onSpokenLanguageChanged(_ spokenLanguage: ZoomSDKLiveTranscriptionLanguage?) {}
}

/// A line of live transcription. Corresponds to `Caption`.
open class ZoomSDKLiveTranscriptionMessageInfo: NSObject, @unchecked Sendable {
    // Safety: it does not change.
    private let caption: Caption?
    private let time: Int

    /// A line without text.
    public override init() {
        (caption, time) = (nil, 0)
    }

    init(_ caption: Caption) {
        self.caption = caption
        time = Int(Date().timeIntervalSince1970)
    }

    /// The line; equal for all its changes.
    open var messageID: String? { caption?.id }
    /// The ID of the user who speaks.
    open var speakerID: UInt32 { caption?.speaker.rawValue ?? 0 }
    /// The display name of the user who speaks.
    open var speakerName: String? { caption?.speakerName }
    /// The text so far.
    open var messageContent: String? { caption?.text }
    /// The time in seconds since 1970.
    open var timeStamp: Int { time }
    /// What happens to the line.
    open var messageType: ZoomSDKLiveTranscriptionOperationType {
        switch caption?.change {
        case .add: ZoomSDK_LiveTranscription_OperationType_Add
        case .update: ZoomSDK_LiveTranscription_OperationType_Update
        case .complete: ZoomSDK_LiveTranscription_OperationType_Complete
        case .delete: ZoomSDK_LiveTranscription_OperationType_Delete
        case nil: ZoomSDK_LiveTranscription_OperationType_None
        }
    }
}

/// A language of captions. None is emulated.
open class ZoomSDKLiveTranscriptionLanguage: NSObject {
    /// Creates a language without a name.
    public override init() {}

    /// 0.
    open var languageID: Int32 { 0 }
    /// `nil`.
    open var languageName: String? { nil }
}

/// A request for captions. Never delivered.
open class ZoomSDKCCRequestHandler: NSObject {
    /// Creates a request of nobody.
    public override init() {}

    /// 0.
    open var senderUserID: UInt32 { 0 }
    /// False.
    open var isRequestTranslationOn: Bool { false }
    /// Recorded.
    @discardableResult
    open func deny() -> ZoomSDKError { MeetingEngine.shared.record("ZoomSDKCCRequestHandler.deny()") }
}
