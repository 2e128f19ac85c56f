public import StudioCore

// Custom capture.
extension Rule {
    /// ZG-CAPTURE-001: Frames of custom capture are sent after enableCustomVideoCapture.
    public static let renderingCaptureDisabled = Rule(
        "ZG-CAPTURE-001", .renderingCaptureDisabled, .inferred,
        "Frames of custom capture are sent after enableCustomVideoCapture.",
        source:
            "ZegoExpressErrorCode.h: ZegoErrorCodeCustomVideoIONoCustomVideoCapture, 1011002, custom capture is not "
            + "enabled; which call it rejects is inferred.")
    /// ZG-CAPTURE-002: Frames of custom capture are sent from onStart to onStop: while the channel is previewed or
    /// published.
    public static let renderingNoCapturer = Rule(
        "ZG-CAPTURE-002", .renderingNoCapturer, .inferred,
        "Frames of custom capture are sent from onStart to onStop: while the channel is previewed or published.",
        source:
            "ZegoExpressEventHandler.h: ZegoCustomVideoCaptureHandler, onStart: and onStop:; ZegoExpressErrorCode.h: "
            + "ZegoErrorCodeCustomVideoIOCapturerNotCreated, 1011001. That it is the code then is inferred.")
    /// ZG-CAPTURE-003: The frames of a channel are sent by one thread; calls do not overlap.
    public static let renderingCaptureOverlap = Rule(
        "ZG-CAPTURE-003", .success, .chosen, "The frames of a channel are sent by one thread; calls do not overlap.",
        source:
            "The order of overlapping frames is undefined. psstudio lets a call wait for the other one, and reports it. "
            + "A trace of the real SDK with two threads would decide.")
    /// ZG-CAPTURE-004: A captured pixel buffer is 32BGRA, 32ARGB, 420v, 420f, y420 or f420, of an even size.
    public static let renderingCaptureFrame = Rule(
        "ZG-CAPTURE-004", .renderingCaptureFormat, .chosen,
        "A captured pixel buffer is 32BGRA, 32ARGB, 420v, 420f, y420 or f420, of an even size.",
        source:
            "ZegoExpressErrorCode.h: ZegoErrorCodeCustomVideoIONotSupportedFormat, 1011010, names no formats. "
            + "https://github.com/Faceunity/FUZegoExpressVideoDemo, the vendor's ZGCaptureDeviceImage.m, draws into 32BGRA "
            + "or 32ARGB. A trace with other formats would decide.")
    /// ZG-CAPTURE-005: Each call that sends captured frames needs the buffer type of its frames in
    /// enableCustomVideoCapture.
    public static let renderingCaptureType = Rule(
        "ZG-CAPTURE-005", .renderingCaptureFormat, .documented,
        "Each call that sends captured frames needs the buffer type of its frames in enableCustomVideoCapture.",
        source: "ZegoExpressEngine+CustomVideoIO.h: sendCustomVideoCapturePixelBuffer: and "
            + "sendCustomVideoCaptureEncodedData:, the cautions; ZegoExpressErrorCode.h: "
            + "ZegoErrorCodeCustomVideoIONotSupportedFormat, 1011010, a configured format that the call does not "
            + "support. That a channel without a type takes pixel buffers is chosen.")
}

// Encoded frames of custom capture.
extension Rule {
    /// ZG-CAPTURE-006: The data of an encoded frame has the format of its param: lengths of four bytes, or start codes.
    public static let renderingEncodedForm = Rule(
        "ZG-CAPTURE-006", .renderingIllegalArgument, .chosen,
        "The data of an encoded frame has the format of its param: lengths of four bytes, or start codes.",
        source: "ZegoExpressDefines.h: ZegoVideoEncodedFrameFormat names the formats, and no code for other data, "
            + "which no viewer can decode. A trace that sends start codes as AVCC would decide.")
    /// ZG-CAPTURE-007: Each encoded key frame begins with its parameter sets, in the same data.
    public static let renderingEncodedParameterSets = Rule(
        "ZG-CAPTURE-007", .success, .documented,
        "Each encoded key frame begins with its parameter sets, in the same data.",
        source: "ZegoExpressEngine+CustomVideoIO.h: sendCustomVideoCaptureEncodedData:params:timestamp:, the "
            + "caution: SPS and PPS in front, combined with the I frame. Until a key frame has them, psstudio "
            + "decodes nothing.")
    /// ZG-CAPTURE-008: The param of an encoded frame agrees with its picture, and has a rotation of 0, 90, 180 or 270.
    public static let renderingEncodedParam = Rule(
        "ZG-CAPTURE-008", .success, .inferred,
        "The param of an encoded frame agrees with its picture, and has a rotation of 0, 90, 180 or 270.",
        source: "ZegoExpressDefines.h: ZegoVideoEncodedFrameParam, isKeyFrame, size and rotation. That they agree "
            + "with the picture follows; no code is documented.")
    /// ZG-CAPTURE-009: The first encoded frame after onStart is a key frame.
    public static let renderingEncodedBeginning = Rule(
        "ZG-CAPTURE-009", .success, .inferred, "The first encoded frame after onStart is a key frame.",
        source: "ITU-T H.264, 7.4.1.2.4: no picture refers to one before an IDR picture; "
            + "ZegoExpressEventHandler.h: ZegoCustomVideoCaptureHandler, onStart:, where sending begins.")
    /// ZG-CAPTURE-010: Encoded frames have no bidirectional slices.
    public static let renderingEncodedReordering = Rule(
        "ZG-CAPTURE-010", .success, .documented, "Encoded frames have no bidirectional slices.",
        source: "ZegoExpressEngine+CustomVideoIO.h of 2.x and ZegoCustomVideoCaptureManager.h of the Flutter "
            + "plug-in: I and P frames only, B frames are not accepted. Headers of 3.x no longer say so. psstudio "
            + "decodes them.")
    /// ZG-CAPTURE-011: Encoded frames can be decoded, to 8-bit 4:2:0 of an even size.
    public static let renderingEncodedDecoding = Rule(
        "ZG-CAPTURE-011", .success, .own, "Encoded frames can be decoded, to 8-bit 4:2:0 of an even size.",
        source: "The vendor forwards encoded frames without a look at them. The streams of psstudio have raw "
            + "frames, so that it decodes them with libav.")
    /// ZG-QUALITY-002: Encoded frames have a key frame every two seconds.
    public static let renderingEncodedInterval = Rule(
        "ZG-QUALITY-002", .success, .documented, "Encoded frames have a key frame every two seconds.",
        source: "ZegoExpressEngine+CustomVideoIO.h: sendCustomVideoCaptureEncodedData:params:timestamp:, the "
            + "caution recommends a group of pictures of 2 s. psstudio names a channel without one for 2.5 s, as a "
            + "finding of quality; the half second is chosen.")
}
