import GStreamer
package import StudioCore
import StudioMeeting
import StudioRuntime

/// What a client says about a frame that it has encoded itself.
package struct EncodedFrameForm: Hashable, Sendable {
    package let format: EncodedFrameFormat
    package let isKeyFrame: Bool
    /// How far the frame must be rotated counter-clockwise to be upright, in degrees.
    package let rotation: Int
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int

    package init(_ format: EncodedFrameFormat, isKeyFrame: Bool, rotation: Int = 0, width: Int, height: Int) {
        (self.format, self.isKeyFrame, self.rotation) = (format, isKeyFrame, rotation)
        (self.width, self.height) = (width, height)
    }

    /// Tracks count clockwise; `nil` for an angle that a frame cannot have.
    var trackRotation: FrameRotation? {
        (0..<360).contains(rotation) ? FrameRotation(rawValue: (360 - rotation) % 360) : nil
    }
}

/// Checks the encoded frames of a channel in their order. Decides, performs nothing.
package struct EncodedStreamCheck: Hashable, Sendable {
    /// The time without a key frame that is reported: two seconds are recommended, and a frame may come late.
    private static let keyFrameLimit = MediaTime.milliseconds(2500)
    /// A decoder keeps at most this number of frames back (ITU-T H.264, A.3.1: MaxDpbFrames).
    private static let reorderLimit = 16

    private var lastKeyFrame: MediaTime?
    private var hasBegun = false
    private var hasReportedGap = false
    /// The units since the last decoded frame.
    private var withoutFrame = 0

    package init() {}

    /// Takes the next frame.
    ///
    /// - Returns: what is wrong with it, and whether a decoder can use it.
    package mutating func take(
        _ unit: EncodedAccessUnit, _ form: EncodedFrameForm, at time: MediaTime
    ) -> (findings: [StudioError], isDecodable: Bool) {
        guard unit.hasPicture else {
            return ([.missingParameterSets("an encoded frame has no picture")], false)
        }
        var findings: [StudioError] = []
        // A recovery point is also a key frame; encoders put the parameter sets in front of it.
        let isStart = unit.isKeyFrame || form.isKeyFrame && unit.beginsWithParameterSets
        if isStart != form.isKeyFrame {
            findings.append(.wrongParam("isKeyFrame is \(form.isKeyFrame), and the picture says \(unit.isKeyFrame)"))
        }
        if form.trackRotation == nil { findings.append(.wrongParam("the rotation is \(form.rotation)")) }
        if unit.hasBidirectionalSlices {
            findings.append(
                StudioError(
                    .renderingEncodedReordering, "an encoded frame has bidirectional slices",
                    hint: "encode without B-frames: AllowFrameReordering is false in VideoToolbox"))
        }
        if isStart {
            if !unit.beginsWithParameterSets {
                findings.append(.missingParameterSets("a key frame does not begin with its parameter sets"))
            }
            (lastKeyFrame, hasReportedGap) = (time, false)
            hasBegun = hasBegun || unit.beginsWithParameterSets
        } else if let finding = missingKeyFrame(at: time) {
            findings.append(finding)
        }
        return (findings, hasBegun)
    }

    /// What is wrong when a frame comes that is not a key frame.
    private mutating func missingKeyFrame(at time: MediaTime) -> StudioError? {
        guard let lastKeyFrame else {
            return StudioError(
                .renderingEncodedBeginning, "the first encoded frame is not a key frame, and is not decoded",
                hint: "let the encoder begin with a key frame at onStart")
        }
        guard !hasReportedGap, time - lastKeyFrame > Self.keyFrameLimit else { return nil }
        hasReportedGap = true
        return StudioError(
            .renderingEncodedInterval, "no encoded key frame was sent since \(lastKeyFrame.timecode)",
            hint: "let the encoder make one every two seconds")
    }

    /// Takes what a decoder made of the frame.
    ///
    /// - Parameter size: of a decoded frame in pixels; `nil` when none came.
    package mutating func decoded(_ size: TrackControls.Size?, of form: EncodedFrameForm) -> StudioError? {
        guard let size else {
            withoutFrame += 1
            return withoutFrame == Self.reorderLimit + 1
                ? .undecodable("\(withoutFrame) encoded frames cannot be decoded") : nil
        }
        withoutFrame = 0
        guard size != TrackControls.Size(width: form.width, height: form.height) else { return nil }
        return .wrongParam("the size is \(form.width)x\(form.height), and the picture has \(size.width)x\(size.height)")
    }
}

extension StudioError {
    fileprivate static func wrongParam(_ what: String) -> StudioError {
        StudioError(
            .renderingEncodedParam, "the param of an encoded frame is wrong: \(what)",
            hint: "set isKeyFrame and size as the encoder does, and rotation to 0, 90, 180 or 270")
    }

    fileprivate static func missingParameterSets(_ what: String) -> StudioError {
        StudioError(
            .renderingEncodedParameterSets, what,
            hint: "put SPS and PPS in front of each key frame, in the same data; H.265 has a VPS, too")
    }

    static func undecodable(_ what: String) -> StudioError {
        StudioError(
            .renderingEncodedDecoding, what,
            hint: "send whole frames of 8-bit 4:2:0 with an even size; psstudio needs gstreamer1.0-libav")
    }
}

/// The decoder of a channel, and what was sent of its stream.
struct EncodedProgress: Sendable {
    var check = EncodedStreamCheck()
    var decoder: VideoDecoder?
    var codec: VideoDecoder.Codec?
}

extension CustomCapture {
    /// The next encoded frame begins a stream.
    func beginStream() { mustBeginStream.set(true) }

    /// Decodes a frame, and publishes what the decoder returns, in its own size.
    ///
    /// - Returns: what is wrong with it, and whether another call was running.
    func send(
        _ unit: EncodedAccessUnit, _ form: EncodedFrameForm, time: MediaTime
    ) -> (findings: [StudioError], hasWaited: Bool) {
        let hasWaited = takeTurn()
        defer { endTurn() }
        var progress = mustBeginStream.exchange(false) ? EncodedProgress() : encoded.withLock { $0 }
        defer { encoded.set(progress) }
        let taken = progress.check.take(unit, form, at: time)
        guard taken.isDecodable else { return (taken.findings, hasWaited) }
        var findings = taken.findings
        if progress.codec != form.format.codec {
            (progress.codec, progress.decoder) = (form.format.codec, VideoDecoder(form.format.codec))
            if progress.decoder == nil {
                findings.append(.undecodable("the decoder \(form.format.codec.rawValue) is not installed"))
            }
        }
        guard let decoder = progress.decoder, let data = MediaBuffer(copying: unit.stream) else {
            return (findings, hasWaited)
        }
        data.time = time
        var size: TrackControls.Size?
        decoder.decode(data) { frame, info in
            size = TrackControls.Size(width: info.width, height: info.height)
            if !publish(frame, info, form.trackRotation ?? .none, time) {
                findings.append(.undecodable("an encoded frame is not 8-bit 4:2:0, or has an odd size"))
            }
        }
        if let finding = progress.check.decoded(size, of: form) { findings.append(finding) }
        return (findings, hasWaited)
    }

    /// - Returns: false for another format than I420, and for an odd size.
    private func publish(
        _ frame: borrowing MediaBuffer, _ info: VideoInfo, _ rotation: FrameRotation, _ time: MediaTime
    ) -> Bool {
        let layout = I420Layout.gstreamer(width: info.width, height: info.height)
        guard info.width.isMultiple(of: 2), info.height.isMultiple(of: 2),
            let copy = publisher.buffer(byteCount: layout.byteCount)
        else { return false }
        let isCopied: Void? =
            info.withPlanes(of: frame) { y, u, v in
                copy.withMutableBytes { target in
                    for (source, plane) in zip([y, u, v], [layout.y, layout.u, layout.v]) {
                        source.copy(to: target, plane)
                    }
                }
            } ?? nil
        guard isCopied != nil else { return false }
        publisher.publish(copy, layout: layout, range: info.range, rotation: rotation, time: time)
        return true
    }
}

extension VideoInfo.Plane {
    fileprivate func copy(to target: UnsafeMutableRawBufferPointer, _ plane: I420Layout.Plane) {
        guard let source = bytes.baseAddress, let target = target.baseAddress else { return }
        for row in 0..<plane.height {
            (target + plane.offset + row * plane.stride).copyMemory(
                from: source + row * stride, byteCount: plane.width)
        }
    }
}

extension CustomRenderingEngine {
    /// Publishes a frame that the client has captured and encoded itself: decoded, in its own size and not mirrored. The time
    /// is that of the call.
    ///
    /// - Parameters:
    ///   - data: an access unit.
    ///   - form: what the client says about it.
    package func sendEncoded(_ data: [UInt8], _ form: EncodedFrameForm, channel: Int) throws(StudioError) {
        try funnel.withState { state throws(StudioError) in
            try state.machine.requireCustomCapture(channel, sending: .encoded)
        }
        guard let unit = EncodedAccessUnit(data, form.format) else {
            throw StudioError(
                .renderingEncodedForm, "\(data.count) bytes are not a frame in the format \(form.format)",
                hint: "set the format of the param: VideoToolbox makes avcc, most other encoders make annexB")
        }
        guard let capture = customCaptures.withLock({ $0[channel] }) else { return }
        let (findings, hasWaited) = capture.send(unit, form, time: device.clock.now)
        for finding in findings { warn(finding) }
        if hasWaited { warnOfOverlap(channel) }
    }
}
