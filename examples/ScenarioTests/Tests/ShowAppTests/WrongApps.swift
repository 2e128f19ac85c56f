import ShowApp
import ZoomSDK

// Each app has one bug, and is correct otherwise.

/// Keeps the sender after `onStopSend`.
final class EndlessApp: ShowApp {
    override func sendingEnded() {
        let kept = sender
        super.sendingEnded()
        sender = kept
    }
}

/// Starts again at once when the sender is missing, instead of after `onStopSend`.
final class ImpatientApp: ShowApp {
    override func senderIsMissing() {
        callStart()
    }
}

/// Stops after each failure, also when nothing has started.
final class TidyApp: ShowApp {
    override func startWasRejected() {
        controller?.stopPSMode()
    }
}

/// Calls start again until a sender arrives.
final class InsistentApp: ShowApp {
    override func startTimedOut() {
        callStart()
    }
}

/// Starts again whenever sending ends.
final class AutomaticApp: ShowApp {
    override func sendingEnded() {
        sender = nil
        callStart()
    }
}

/// Starts again when the connection is restored, as if sending had ended.
final class AnxiousApp: ShowApp {
    override func meetingReconnected() {
        callStart()
    }
}

/// Stops when the room changes, which has ended sending already.
final class StickyApp: ShowApp {
    override func roomChanged() {
        controller?.stopPSMode()
    }
}

/// Joins without an answer, through a service that it creates itself.
final class HastyApp: ShowApp {
    override func authenticationTimedOut() {
        join(ZoomSDKMeetingService())
    }
}
