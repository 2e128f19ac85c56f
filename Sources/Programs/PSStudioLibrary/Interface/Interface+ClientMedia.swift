// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public import CPSStudio
import EmbeddingRules
import MediaReceiving
import MeetingClient
import StudioCore

// The functions of psstudio.h, which documents them.

// MARK: Receiving

@c @implementation
public func ps_raw_data_can_add_ref(_ data: OpaquePointer?) -> Int32 {
    query { () throws(CallFailure) in try open(data, ReceivedUnit.self, "data").canAddReference }
}

@c @implementation
public func ps_raw_data_add_ref(_ data: OpaquePointer?) -> Int32 {
    query { () throws(CallFailure) in try open(data, ReceivedUnit.self, "data").addReference("ps_raw_data_add_ref", 0) }
}

@c @implementation
public func ps_raw_data_release(_ data: OpaquePointer?) -> Int32 {
    var remaining: Int?
    let result = answer { () throws(CallFailure) in
        remaining = try open(data, ReceivedUnit.self, "data").releaseReference()
    }
    return result == PS_OK ? remaining.map { Int32($0) } ?? -1 : -1
}

@c @implementation
public func ps_client_set_memory(
    _ client: OpaquePointer?, _ video: Int32, _ share: Int32, _ audio: Int32
) -> ps_result {
    answer { () throws(CallFailure) in
        let client = try open(client, ClientHandle.self, "client").client
        for mode in [video, share, audio] where ![PS_MEMORY_STACK, PS_MEMORY_HEAP].contains(Int(mode)) {
            throw CallFailure(.embeddingUnknownNumber, "the memory mode is \(mode)", hint: "use PS_MEMORY_...")
        }
        func mode(_ number: Int32) -> MemoryMode { number == PS_MEMORY_STACK ? .stack : .heap }
        client.setMemory(MemoryModes(video: mode(video), share: mode(share), audio: mode(audio)))
    }
}

@c @implementation
public func ps_renderer_create(
    _ client: OpaquePointer?, _ callbacks: UnsafePointer<ps_renderer_callbacks>?,
    _ renderer: UnsafeMutablePointer<OpaquePointer?>?
) -> ps_result {
    answer(creating: renderer, "renderer") { () throws(CallFailure) in
        let callbacks = try structure(callbacks, "callbacks")
        return try RendererHandle(open(client, ClientHandle.self, "client").client, callbacks)
    }
}

@c @implementation
public func ps_renderer_set_height(_ renderer: OpaquePointer?, _ height: Int32) -> ps_result {
    render(renderer) { (client, renderer) throws(StudioError) in try client.setHeight(Int(height), of: renderer) }
}

@c @implementation
public func ps_renderer_subscribe(_ renderer: OpaquePointer?, _ user: UInt32, _ isShare: Int32) -> ps_result {
    render(renderer) { (client, renderer) throws(StudioError) in
        try client.subscribe(renderer, to: UserID(rawValue: user), isShare: isShare != 0)
    }
}

@c @implementation
public func ps_renderer_unsubscribe(_ renderer: OpaquePointer?) -> ps_result {
    render(renderer) { (client, renderer) throws(StudioError) in try client.unsubscribe(renderer) }
}

@c @implementation
public func ps_renderer_destroy(_ renderer: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        let handle = try close(renderer, RendererHandle.self, "renderer")
        handle.client.destroy(handle.renderer)
    }
}

private func render(
    _ renderer: OpaquePointer?, _ body: (MeetingClient, Renderer) throws(StudioError) -> Void
) -> ps_result {
    answer { () throws(CallFailure) in
        let handle = try open(renderer, RendererHandle.self, "renderer")
        try checked { () throws(StudioError) in try body(handle.client, handle.renderer) }
    }
}

@c @implementation
public func ps_client_subscribe_audio(
    _ client: OpaquePointer?, _ callbacks: UnsafePointer<ps_raw_audio_callbacks>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let callbacks = try structure(callbacks, "callbacks")
        let client = try open(client, ClientHandle.self, "client").client
        let receiver = SoundReceiver(callbacks: callbacks)
        try checked { () throws(StudioError) in
            try client.subscribeAudio(receiver.identity) { receiver.receive($0) }
        }
    }
}

@c @implementation
public func ps_client_unsubscribe_audio(_ client: OpaquePointer?) -> ps_result {
    act(client) { (client) throws(StudioError) in try client.unsubscribeAudio() }
}

// MARK: Sending

@c @implementation
public func ps_client_set_camera(_ client: OpaquePointer?, _ isSet: Int32) -> ps_result {
    act(client) { (client) throws(StudioError) in try client.set(.camera, isSet: isSet != 0) }
}

@c @implementation
public func ps_client_set_microphone(_ client: OpaquePointer?, _ isSet: Int32) -> ps_result {
    act(client) { (client) throws(StudioError) in try client.set(.microphone, isSet: isSet != 0) }
}

@c @implementation
public func ps_client_get_camera_formats(
    _ client: OpaquePointer?, _ list: UnsafeMutablePointer<ps_camera_format>?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?, _ suggested: UnsafeMutablePointer<Int>?
) -> ps_result {
    answer { () throws(CallFailure) in
        let count = try required(count, "count")
        if capacity > 0 { _ = try required(list, "list") }
        _ = try open(client, ClientHandle.self, "client")
        for (index, format) in CameraFormat.all.prefix(max(0, capacity)).enumerated() {
            list?[index] = ps_camera_format(
                width: format.width, height: format.height, frame_rate: format.frameRate)
        }
        count.pointee = CameraFormat.all.count
        suggested?.pointee = CameraFormat.suggested
    }
}

@c @implementation
public func ps_client_send_camera(
    _ client: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int, _ width: Int32, _ height: Int32,
    _ rotation: Int32, _ format: Int32
) -> ps_result {
    act(client) { (client) throws(StudioError) in
        try client.sendCamera(
            bytes(data, length), width: Int(width), height: Int(height), rotation: Int(rotation),
            format: FrameDataFormat(number: format))
    }
}

@c @implementation
public func ps_client_send_share(
    _ client: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int, _ width: Int32, _ height: Int32,
    _ format: Int32
) -> ps_result {
    act(client) { (client) throws(StudioError) in
        try client.sendShare(
            bytes(data, length), width: Int(width), height: Int(height), format: FrameDataFormat(number: format))
    }
}

@c @implementation
public func ps_client_send_microphone(
    _ client: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int, _ sampleRate: Int32, _ channels: Int32
) -> ps_result {
    act(client) { (client) throws(StudioError) in
        try client.sendMicrophone(bytes(data, length), sampleRate: sampleRate, channels: channels)
    }
}

@c @implementation
public func ps_client_send_share_audio(
    _ client: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int, _ sampleRate: Int32, _ channels: Int32
) -> ps_result {
    act(client) { (client) throws(StudioError) in
        try client.sendShareAudio(bytes(data, length), sampleRate: sampleRate, channels: channels)
    }
}

/// No bytes for NULL, which the rules reject.
func bytes(_ data: UnsafeRawPointer?, _ length: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : max(0, length))
}
