// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public import CPSStudio
import EmbeddingRules
import ProductionStudio
import SessionProtocol
import StudioCore
import StudioEngine

// The functions of psstudio.h, which documents them.

@c @implementation
public func ps_session_create(
    _ options: UnsafePointer<ps_session_options>?, _ session: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: session, "session") { () throws(CallFailure) in
        try SessionHandle(structure(options, "options"))
    }
}

@c @implementation
public func ps_session_begin(_ session: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in try open(session, SessionHandle.self, "session").session.begin() }
}

@c @implementation
public func ps_session_wait_for_sender(
    _ session: OpaquePointer?, _ seconds: Double, _ sender: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    sender?.pointee = nil
    return answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_session_wait_for_sender")
        let sender = try required(sender, "sender")
        sender.pointee = try open(session, SessionHandle.self, "session").waitForSender(seconds: limited(seconds))
    }
}

@c @implementation
public func ps_session_wait_for_next_frame(_ session: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_session_wait_for_next_frame")
        try open(session, SessionHandle.self, "session").session.waitForNextFrame()
    }
}

@c @implementation
public func ps_session_perform(
    _ session: OpaquePointer?, _ command: UnsafePointer<CChar>?,
    _ reply: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> ps_result {
    answer(copying: reply) { () throws(CallFailure) in
        let session = try open(session, SessionHandle.self, "session").session
        let command = try decodedCommand(command)
        do throws(SessionCommandError) {
            return try session.perform(command)
        } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func ps_session_copy_snapshot(
    _ session: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> ps_result {
    answer(copying: json) { () throws(CallFailure) in
        _ = try required(json, "json")
        return try open(session, SessionHandle.self, "session").session.snapshot
    }
}

@c @implementation
public func ps_session_get_statistics(
    _ session: OpaquePointer?, _ statistics: UnsafeMutablePointer<ps_statistics>?
) -> ps_result {
    answer { () throws(CallFailure) in
        try fill(statistics, open(session, SessionHandle.self, "session").session.studio.statistics)
    }
}

@c @implementation
public func ps_session_stop(_ session: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in try open(session, SessionHandle.self, "session").session.stop() }
}

@c @implementation
public func ps_session_finish(_ session: OpaquePointer?, _ seconds: Double) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_session_finish")
        let handle = try open(session, SessionHandle.self, "session")
        handle.session.requestEnd()
        try handle.waitUntilOver(seconds: limited(seconds))
    }
}

@c @implementation
public func ps_session_wait(_ session: OpaquePointer?, _ seconds: Double) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_session_wait")
        try open(session, SessionHandle.self, "session").waitUntilOver(seconds: limited(seconds))
    }
}

@c @implementation
public func ps_session_close(_ session: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_session_close")
        try close(session, SessionHandle.self, "session").close()
    }
}

@c @implementation
public func ps_session_subscribe_video(
    _ session: OpaquePointer?, _ request: UnsafePointer<ps_video_request>?,
    _ subscription: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: subscription, "subscription") { () throws(CallFailure) in
        try SubscriptionHandle(video: request, open(session, SessionHandle.self, "session").subscribers)
    }
}

@c @implementation
public func ps_session_subscribe_audio(
    _ session: OpaquePointer?, _ request: UnsafePointer<ps_audio_request>?,
    _ subscription: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: subscription, "subscription") { () throws(CallFailure) in
        try SubscriptionHandle(audio: request, open(session, SessionHandle.self, "session").subscribers)
    }
}

/// A time to wait: not negative, and 0 for what is not a number.
private func limited(_ seconds: Double) -> Double { seconds > 0 ? seconds : 0 }
