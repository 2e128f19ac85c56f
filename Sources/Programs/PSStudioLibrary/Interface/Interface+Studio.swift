// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public import CPSStudio
import ProductionStudio
import StudioCore

// The functions of psstudio.h, which documents them.

@c @implementation
public func ps_studio_create(
    _ options: UnsafePointer<ps_studio_options>?, _ callbacks: UnsafePointer<ps_studio_callbacks>?,
    _ studio: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: studio, "studio") { () throws(CallFailure) in
        let options = try structure(options, "options")
        return try StudioHandle(options, callbacks == nil ? nil : structure(callbacks, "callbacks"))
    }
}

@c @implementation
public func ps_studio_is_supported(_ studio: OpaquePointer?) -> Int32 {
    query { () throws(CallFailure) in try controller(studio).isSupported }
}

@c @implementation
public func ps_studio_can_start(_ studio: OpaquePointer?) -> Int32 {
    query { () throws(CallFailure) in try controller(studio).canStart }
}

@c @implementation
public func ps_studio_is_started(_ studio: OpaquePointer?) -> Int32 {
    query { () throws(CallFailure) in try controller(studio).isStarted }
}

@c @implementation
public func ps_studio_start(
    _ studio: OpaquePointer?, _ width: Int32, _ height: Int32, _ format: Int32
) -> ps_result {
    answer { () throws(CallFailure) in
        let controller = try controller(studio)
        let capability = VideoCapability(width: width, height: height, format: FrameDataFormat(number: format))
        try checked { () throws(StudioError) in try controller.start(capability) }
    }
}

@c @implementation
public func ps_studio_stop(_ studio: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        let controller = try controller(studio)
        try checked { () throws(StudioError) in try controller.stop() }
    }
}

@c @implementation
public func ps_studio_perform(
    _ studio: OpaquePointer?, _ command: UnsafePointer<CChar>?,
    _ reply: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> ps_result {
    answer(copying: reply) { () throws(CallFailure) in
        try open(studio, StudioHandle.self, "studio").perform(decodedCommand(command))
    }
}

@c @implementation
public func ps_studio_copy_violations(
    _ studio: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> ps_result {
    answer(copying: json) { () throws(CallFailure) in
        _ = try required(json, "json")
        return try controller(studio).violations.all.map { ViolationDocument($0) }
    }
}

@c @implementation
public func ps_studio_get_statistics(
    _ studio: OpaquePointer?, _ statistics: UnsafeMutablePointer<ps_statistics>?
) -> ps_result {
    answer { () throws(CallFailure) in try fill(statistics, controller(studio).statistics) }
}

@c @implementation
public func ps_studio_close(_ studio: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_studio_close")
        try close(studio, StudioHandle.self, "studio").close()
    }
}

@c @implementation
public func ps_studio_subscribe_video(
    _ studio: OpaquePointer?, _ request: UnsafePointer<ps_video_request>?,
    _ subscription: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: subscription, "subscription") { () throws(CallFailure) in
        try SubscriptionHandle(video: request, open(studio, StudioHandle.self, "studio").subscribers)
    }
}

@c @implementation
public func ps_studio_subscribe_audio(
    _ studio: OpaquePointer?, _ request: UnsafePointer<ps_audio_request>?,
    _ subscription: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: subscription, "subscription") { () throws(CallFailure) in
        try SubscriptionHandle(audio: request, open(studio, StudioHandle.self, "studio").subscribers)
    }
}

@c @implementation
public func ps_subscription_close(_ subscription: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_subscription_close")
        try close(subscription, SubscriptionHandle.self, "subscription").close()
    }
}

private func controller(_ studio: OpaquePointer?) throws(CallFailure) -> StudioController {
    try open(studio, StudioHandle.self, "studio").studio
}

/// A violation in JSON.
struct ViolationDocument: Encodable {
    let rule: String
    let code: String
    let count: Int
    let message: String
    let isRefusal: Bool

    init(_ violation: Violation) {
        rule = violation.error.rule.id.rawValue
        code = violation.error.code.description
        count = violation.count
        message = violation.error.description
        isRefusal = violation.isRefusal
    }
}
