// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public import CPSStudio
import EmbeddingRules
import Glibc
import ProductionStudio
import StudioCore

// The functions of psstudio.h, which documents them.

@c @implementation
public func ps_abi_version() -> UInt32 { UInt32(PS_ABI_VERSION) }

@c @implementation
public func ps_version() -> UnsafePointer<CChar>? {
    UnsafeRawPointer(release.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
public func ps_string_free(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

@c @implementation
public func ps_set_log(_ callback: ps_log_callback?, _ user: UnsafeMutableRawPointer?) -> ps_result {
    answer { LogReceiver.current.set(callback.map { LogReceiver(callback: $0, user: user) }) }
}

@c @implementation
public func ps_sender_send_video(
    _ sender: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int, _ width: Int32, _ height: Int32,
    _ format: Int32
) -> ps_result {
    answer { () throws(CallFailure) in
        let sender = try open(sender, SenderHandle.self, "sender").sender
        let format = FrameDataFormat(number: format)
        try checked { () throws(StudioError) in
            try sender.sendVideo(
                bytes(data, length), width: Int(width), height: Int(height), format: format)
        }
    }
}

@c @implementation
public func ps_sender_send_audio(
    _ sender: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int, _ sampleRate: Int32, _ channels: Int32
) -> ps_result {
    answer { () throws(CallFailure) in
        let sender = try open(sender, SenderHandle.self, "sender").sender
        try checked { () throws(StudioError) in
            try sender.sendAudio(
                bytes(data, length), sampleRate: sampleRate, channel: AudioChannel(count: channels))
        }
    }
}

@c @implementation
public func ps_sender_borrow_frame(
    _ sender: OpaquePointer?, _ frame: UnsafeMutablePointer<OpaquePointer?>?, _ planes: UnsafeMutablePointer<ps_planes>?
) -> ps_result {
    frame?.pointee = nil
    return answer { () throws(CallFailure) in
        let frame = try required(frame, "frame")
        let planes = try required(planes, "planes")
        let sender = try open(sender, SenderHandle.self, "sender").sender
        let borrowed = try checked { () throws(StudioError) in try sender.borrowFrame() }
        // Pooled buffers are system memory, whose address does not change while the buffer exists.
        let layout = borrowed.layout
        guard let bytes = borrowed.withBytes({ $0.baseAddress }) else {
            throw CallFailure(.sendOutOfMemory, "the frame has no memory")
        }
        planes.pointee = ps_planes(bytes, layout)
        frame.pointee = HandleTable.shared.insert(FrameHandle(borrowed))
    }
}

@c @implementation
public func ps_sender_send_frame(_ sender: OpaquePointer?, _ frame: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in
        let sender = try open(sender, SenderHandle.self, "sender").sender
        guard let borrowed = try close(frame, FrameHandle.self, "frame").take() else { return }
        do throws(StudioError) {
            try sender.send(borrowed)
        } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func ps_sender_lend_frame(
    _ sender: OpaquePointer?, _ planes: UnsafePointer<ps_planes>?, _ release: ps_release_callback?,
    _ user: UnsafeMutableRawPointer?
) -> ps_result {
    // The loan ends with its last reference: here, or in the studio.
    let loan = release.map { Loan($0, user) }
    return answer { () throws(CallFailure) in
        let loan = try required(loan, "release")
        let planes = try required(planes, "planes").pointee
        let sender = try open(sender, SenderHandle.self, "sender").sender
        guard let frame = BorrowedFrame(planes, owner: loan) else {
            let stride = planes.stride
            throw CallFailure(
                .embeddingWrongLayout,
                "the lent frame is \(planes.width)x\(planes.height) with strides \(stride.0), \(stride.1), \(stride.2)",
                hint: "pad rows to multiples of 4 bytes, and leave no gap between planes; or borrow a frame")
        }
        do throws(StudioError) {
            try sender.send(frame)
        } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func ps_frame_release(_ frame: OpaquePointer?) -> ps_result {
    answer { () throws(CallFailure) in _ = try close(frame, FrameHandle.self, "frame") }
}
