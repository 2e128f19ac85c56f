// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public import CPSStudio
import EmbeddingRules
import MeetingClient
import ProductionStudio
import StudioCore

// The functions of psstudio.h, which documents them.

@c @implementation
public func ps_client_create(
    _ options: UnsafePointer<ps_client_options>?, _ client: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: client, "client") { () throws(CallFailure) in
        try ClientHandle(structure(options, "options"))
    }
}

@c @implementation
public func ps_client_dispatch(
    _ client: OpaquePointer?, _ most: Int32, _ left: UnsafeMutablePointer<Int32>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let isPending = try open(client, ClientHandle.self, "client").dispatch(most: most)
        left?.pointee = isPending ? 1 : 0
    }
}

@c @implementation
public func ps_client_initialise(_ client: OpaquePointer?) -> ps_result {
    act(client) { (client) throws(StudioError) in try client.initialise() }
}

@c @implementation
public func ps_client_authenticate(_ client: OpaquePointer?, _ token: UnsafePointer<CChar>?) -> ps_result {
    let token = text(token) ?? ""
    return act(client) { (client) throws(StudioError) in try client.authenticate(token) }
}

@c @implementation
public func ps_client_uninitialise(_ client: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        let handle = try open(client, ClientHandle.self, "client")
        handle.checkDispatched()
        try checked { () throws(StudioError) in
            try handle.client.uninitialise(isInsideCallback: ps_is_inside_callback() != 0)
        }
    }
}

@c @implementation
public func ps_client_join(_ client: OpaquePointer?, _ options: UnsafePointer<ps_join_options>?) -> ps_result {
    answer { () throws(CallFailure) in
        let options = try structure(options, "options")
        let client = try open(client, ClientHandle.self, "client").client
        let join = try MeetingClient.JoinOptions(options)
        try checked { () throws(StudioError) in try client.join(join) }
    }
}

extension MeetingClient.JoinOptions {
    fileprivate init(_ options: ps_join_options) throws(CallFailure) {
        self.init()
        let kind: JoinRequest.Kind
        switch Int(options.kind) {
        case PS_JOIN: kind = .join
        case PS_START_WITH_ACCESS_KEY: kind = .startWithAccessKey
        case PS_START_AS_LOGGED_IN_USER: kind = .startAsLoggedInUser
        default: throw CallFailure(.embeddingUnknownNumber, "the kind is \(options.kind)", hint: "use PS_JOIN")
        }
        request = JoinRequest(
            kind: kind, meetingNumber: Int64(truncatingIfNeeded: options.meeting_number),
            personalName: text(options.vanity_id) ?? "", displayName: text(options.name) ?? "",
            accessKey: text(options.access_key) ?? "")
        (arrival.joinsAudio, arrival.isMuted) = (options.joins_audio != 0, options.is_muted != 0)
        arrival.isVideoOn = options.is_video_off == 0
        hasPrivilegeToken = !(text(options.app_privilege_token) ?? "").isEmpty
        customerKey = text(options.customer_key) ?? ""
        let rate = options.sample_rate == 0 ? 32_000 : options.sample_rate
        let channels = options.channels == 0 ? 1 : options.channels
        guard [32_000, 48_000].contains(rate), (1...2).contains(channels) else {
            throw CallFailure(
                .embeddingUnknownNumber, "received audio has \(rate) Hz and \(channels) channels",
                hint: "use 32000 or 48000 Hz, and 1 or 2 channels")
        }
        audioFormat = AudioFormat(sampleRate: rate, channels: channels)
        (includesOwnVoice, isFullRange) = (options.includes_own_voice != 0, options.is_full_range != 0)
    }
}

@c @implementation
public func ps_client_act(_ client: OpaquePointer?, _ action: Int32, _ value: Int64) -> ps_result {
    answer { () throws(CallFailure) in
        let client = try open(client, ClientHandle.self, "client").client
        let action = try known(action, value)
        try checked { () throws(StudioError) in try client.act(action) }
    }
}

@c @implementation
public func ps_client_check(_ client: OpaquePointer?, _ action: Int32, _ value: Int64) -> ps_result {
    answer { () throws(CallFailure) in
        let client = try open(client, ClientHandle.self, "client").client
        if let refusal = client.refusal(of: try known(action, value)) { throw CallFailure(refusal) }
    }
}

private func known(_ action: Int32, _ value: Int64) throws(CallFailure) -> ClientStateMachine.Action {
    if let action = ClientStateMachine.Action(number: action, value: value) { return action }
    throw CallFailure(.embeddingUnknownNumber, "there is no action \(action)", hint: "use PS_ACTION_...")
}

@c @implementation
public func ps_client_query(_ client: OpaquePointer?, _ query: Int32) -> Int64 {
    var value: Int64 = 0
    let result = answer { () throws(CallFailure) in
        let client = try open(client, ClientHandle.self, "client").client
        guard let answer = client.answer(query) else {
            throw CallFailure(.embeddingUnknownNumber, "there is no query \(query)", hint: "use PS_QUERY_...")
        }
        value = answer
    }
    return result == PS_OK ? value : 0
}

@c @implementation
public func ps_client_get_participants(
    _ client: OpaquePointer?, _ list: UnsafeMutablePointer<ps_participant>?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let count = try required(count, "count")
        if capacity > 0 { _ = try required(list, "list") }
        let participants = try open(client, ClientHandle.self, "client").client.participants
        for (index, participant) in participants.prefix(max(0, capacity)).enumerated() {
            list?[index] = ps_participant(participant)
        }
        count.pointee = participants.count
    }
}

@c @implementation
public func ps_client_get_participant(
    _ client: OpaquePointer?, _ user: UInt32, _ participant: UnsafeMutablePointer<ps_participant>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let target = try required(participant, "participant")
        let client = try open(client, ClientHandle.self, "client").client
        guard let participant = client.participant(UserID(rawValue: user)) else {
            throw CallFailure(
                .embeddingNoParticipant, "no participant has the ID \(user)", hint: "a user who rejoins gets a new ID")
        }
        target.pointee = ps_participant(participant)
    }
}

@c @implementation
public func ps_client_start_studio(
    _ client: OpaquePointer?, _ width: Int32, _ height: Int32, _ format: Int32
) -> ps_result {
    let capability = VideoCapability(width: width, height: height, format: FrameDataFormat(number: format))
    return act(client) { (client) throws(StudioError) in try client.startStudio(capability) }
}

@c @implementation
public func ps_client_send_chat(
    _ client: OpaquePointer?, _ receiver: UInt32, _ text: UnsafePointer<CChar>?
) -> ps_result {
    let message = text.map { String(cString: $0) } ?? ""
    return act(client) { (client) throws(StudioError) in
        try client.sendChat(message, to: UserID(rawValue: receiver))
    }
}

@c @implementation
public func ps_client_reject(
    _ client: OpaquePointer?, _ rule: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?,
    _ hint: UnsafePointer<CChar>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let client = try open(client, ClientHandle.self, "client").client
        let identifier = text(try required(rule, "rule")) ?? ""
        guard let rule = RuleCatalogue.meetingClient.rules.first(where: { $0.id.rawValue == identifier }) else {
            throw CallFailure(
                .embeddingNoRule, "there is no rule '\(identifier)'", hint: "`psstudio rules` lists them")
        }
        let error = StudioError(rule, text(message) ?? "", hint: text(hint) ?? "")
        try checked { () throws(StudioError) in try client.reject(error) }
    }
}

// MARK: For bindings

@c @implementation
public func ps_client_report(
    _ client: OpaquePointer?, _ rule: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let identifier = RuleID(rawValue: text(rule) ?? "")
        let fault = text(try required(message, "message")) ?? ""
        let known = RuleCatalogue.meetingClient.rules + RuleCatalogue.embedding.rules
        guard let broken = known.first(where: { $0.id == identifier }) else {
            throw CallFailure(
                .embeddingUnknownNumber, "'\(identifier)' is not a rule of a client or of the C interface",
                hint: "psstudio rules lists them")
        }
        try open(client, ClientHandle.self, "client").client.note(StudioError(broken, fault.withoutControls))
    }
}

// MARK: For tests

@c @implementation
public func ps_client_perform(
    _ client: OpaquePointer?, _ command: UnsafePointer<CChar>?,
    _ reply: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> ps_result {
    answer(copying: reply) { () throws(CallFailure) in
        try open(client, ClientHandle.self, "client").perform(decodedCommand(command))
    }
}

@c @implementation
public func ps_client_copy_violations(
    _ client: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> ps_result {
    answer(copying: json) { () throws(CallFailure) in
        _ = try required(json, "json")
        return try open(client, ClientHandle.self, "client").client.violations.map { ViolationDocument($0) }
    }
}

@c @implementation
public func ps_client_get_statistics(
    _ client: OpaquePointer?, _ statistics: UnsafeMutablePointer<ps_statistics>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let client = try open(client, ClientHandle.self, "client").client
        if let studio = client.studio { return try fill(statistics, studio.statistics) }
        let target = try required(statistics, "statistics")
        _ = try structure(UnsafePointer(target), "statistics")
        target.pointee = ps_statistics()
        target.pointee.size = MemoryLayout<ps_statistics>.size
    }
}

@c @implementation
public func ps_client_turn(_ client: OpaquePointer?, _ seconds: Double) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_client_turn")
        try open(client, ClientHandle.self, "client").turn(seconds: seconds)
    }
}

@c @implementation
public func ps_client_close(_ client: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        try requireOutsideCallback("ps_client_close")
        try close(client, ClientHandle.self, "client").close()
    }
}

/// A call of a client.
func act(_ client: OpaquePointer?, _ body: (MeetingClient) throws(StudioError) -> Void) -> ps_result {
    answer { () throws(CallFailure) in
        let client = try open(client, ClientHandle.self, "client").client
        try checked { () throws(StudioError) in try body(client) }
    }
}
