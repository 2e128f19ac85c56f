// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import ZoomVideoSDK

/// What a client saw, for its test.
final class Notes: @unchecked Sendable {
    // Safety: the lock.
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
    func count(_ line: String) -> Int { all.filter { $0 == line }.count }
}

/// Reads the frames of a pipe, as the guide does: with free constants, and planes without padding.
class RawDataExample: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    let notes = Notes()
    var lastSize = CGSize.zero
    var lastPlanes: [UInt8] = []
    var lastTime: Date?

    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) {
        switch rawData.rotation {
        case ZoomVideoSDKVideoRawDataRotation90: notes.add("rotated by 90")
        case ZoomVideoSDKVideoRawDataRotation180: notes.add("rotated by 180")
        case ZoomVideoSDKVideoRawDataRotation270: notes.add("rotated by 270")
        default: notes.add("upright")
        }
        switch rawData.format {
        case ZoomVideoSDKFrameDataFormat_I420: notes.add("full range")
        case ZoomVideoSDKFrameDataFormat_I420_Limit: notes.add("limited range")
        default: notes.add("unknown range")
        }
        guard let y = rawData.yBuffer, let u = rawData.uBuffer, let v = rawData.vBuffer else { return }
        let (width, height) = (Int(rawData.size.width), Int(rawData.size.height))
        let luma = Data(bytes: y, count: width * height)
        let chroma = Data(bytes: u, count: (width + 1) / 2 * ((height + 1) / 2))
        lastPlanes = [luma[0], luma[luma.count - 1], chroma[0], chroma[chroma.count - 1], UInt8(bitPattern: v[0])]
        lastSize = rawData.size
        lastTime = rawData.timeStamp
    }

    func onRawDataStatusChanged(_ userRawdataStatus: ZoomVideoSDKUserRawdataStatus) {
        switch userRawdataStatus {
        case ZoomVideoSDKUserRawdataOn: notes.add("on")
        case ZoomVideoSDKUserRawdataOff: notes.add("off")
        default: break
        }
    }

    func subscribe(_ user: ZoomVideoSDKUser?) -> Bool {
        let error = user?.getVideoPipe()?.subscribe(with: self, resolution: ZoomVideoSDKVideoResolution_720)
        return error == .Errors_Success
    }

    func subscribeWithAuto(_ user: ZoomVideoSDKUser?) -> Bool {
        let error = user?.getVideoPipe()?.subscribe(with: self, resolution: ZoomVideoSDKVideoResolution_Auto)
        return error == .Errors_Success
    }

    func subscribeToShare(_ user: ZoomVideoSDKUser?) -> Bool {
        user?.getSharePipe()?.subscribe(with: self, resolution: ZoomVideoSDKVideoResolution_720) == .Errors_Success
    }

    func unsubscribe(_ user: ZoomVideoSDKUser?) {
        user?.getVideoPipe()?.unSubscribe(with: self)
    }
}

/// Holds frames beyond their callback, as the guide does.
class RetainExample: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    let notes = Notes()
    let backgroundQueue = DispatchQueue(label: "com.example.background")

    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) {
        guard let frame = rawData, frame.canAddRef() else {
            notes.add("not held")
            return
        }
        frame.addRef()
        let notes = notes
        let expected = frame.yBuffer?.pointee
        backgroundQueue.async {
            defer { frame.releaseRef() }
            notes.add(frame.yBuffer?.pointee == expected && expected != nil ? "intact" : "lost")
        }
    }
}

/// Gets the audio of a session, as the guide does.
class AudioExample: NSObject, ZoomVideoSDKDelegate {
    let notes = Notes()

    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        guard let buffer = rawData.buffer else { return }
        notes.add("mixed \(Data(bytes: buffer, count: rawData.bufferLen).count)")
    }

    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        notes.add("one-way \(user.getName() ?? "") \(rawData.sampleRate) \(rawData.channelNum)")
    }

    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        notes.add("share \(rawData.bufferLen)")
    }
}

/// Gets the audio of the others instead of a speaker, as the guide does.
class VirtualSpeakerExample: NSObject, ZoomVideoSDKVirtualAudioSpeaker {
    let notes = Notes()

    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) { note("mixed", rawData) }
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        note("one-way", rawData)
    }
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) { note("share", rawData) }

    private func note(_ name: String, _ rawData: ZoomVideoSDKAudioRawData) {
        notes.add(rawData.buffer == nil ? "empty" : name)
    }
}
