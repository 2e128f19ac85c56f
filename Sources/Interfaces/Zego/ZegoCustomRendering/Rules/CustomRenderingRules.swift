public import StudioCore

// The codes of the ZEGO interface; the facade assigns the numbers.
extension StudioError.Code {
    /// There is no engine: it was not created, or it was destroyed.
    public static let renderingNoEngine = StudioError.Code(rawValue: "EngineNotCreate")
    /// The call needs a room.
    public static let renderingNoRoom = StudioError.Code(rawValue: "NotLoginRoom")
    /// The stream ID has 256 bytes or more.
    public static let renderingStreamTooLong = StudioError.Code(rawValue: "StreamIdTooLong")
    /// The stream ID is empty.
    public static let renderingStreamEmpty = StudioError.Code(rawValue: "StreamIdNull")
    /// The stream ID has other characters than letters, digits, `-` and `_`.
    public static let renderingStreamCharacters = StudioError.Code(rawValue: "StreamIdInvalidCharacter")
    /// The stream ID is published already.
    public static let renderingStreamTaken = StudioError.Code(rawValue: "RepetitivePublishStream")
    /// The channel publishes another stream already.
    public static let renderingChannelPublishes = StudioError.Code(rawValue: "AlreadyDoPublish")
    /// An argument is out of range, or missing.
    public static let renderingIllegalArgument = StudioError.Code(rawValue: "IllegalParam")
    /// The app ID is 0.
    public static let renderingAppID = StudioError.Code(rawValue: "AppidZero")
    /// The app sign does not have 64 bytes.
    public static let renderingAppSignLength = StudioError.Code(rawValue: "AppsignInvalidLength")
    /// The app sign has other characters than hexadecimal digits.
    public static let renderingAppSignCharacters = StudioError.Code(rawValue: "AppsignInvalidCharacter")
    /// Another room is entered already.
    public static let renderingRoomCount = StudioError.Code(rawValue: "RoomCountExceed")
    /// The room that is left was not entered.
    public static let renderingOtherRoom = StudioError.Code(rawValue: "RoomidIncorrect")
    /// The user ID is empty.
    public static let renderingUserEmpty = StudioError.Code(rawValue: "UserIdNull")
    /// The user ID has 64 bytes or more.
    public static let renderingUserTooLong = StudioError.Code(rawValue: "UserIdTooLong")
    /// The room ID is empty.
    public static let renderingRoomEmpty = StudioError.Code(rawValue: "RoomidNull")
    /// The room ID has 128 bytes or more.
    public static let renderingRoomTooLong = StudioError.Code(rawValue: "RoomidTooLong")
    /// An event handler is set already.
    public static let renderingHandlerExists = StudioError.Code(rawValue: "EventHandlerExists")
    /// Custom input or output was switched while the engine runs.
    public static let renderingEngineRuns = StudioError.Code(rawValue: "EnableCustomIoFailed")
    /// The channel captures nothing.
    public static let renderingNoCapturer = StudioError.Code(rawValue: "NoCapturer")
    /// Custom capture of the channel is not enabled.
    public static let renderingCaptureDisabled = StudioError.Code(rawValue: "CustomCaptureNotEnabled")
    /// The format of a captured frame cannot be used, or the call is not that of the configured buffer type.
    public static let renderingCaptureFormat = StudioError.Code(rawValue: "NotSupportedFormat")
    /// The buffer type cannot be rendered.
    public static let renderingBufferType = StudioError.Code(rawValue: "NotSupportedBufferType")
}

// The engine and its room.
extension Rule {
    /// ZG-ENGINE-001: An engine that was not created, or was destroyed, accepts no call of an instance.
    public static let renderingNoEngine = Rule(
        "ZG-ENGINE-001", .renderingNoEngine, .documented,
        "An engine that was not created, or was destroyed, accepts no call of an instance.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeCommonEngineNotCreate, non-static functions of an engine that "
            + "was not created; ZegoExpressEngine.h: sharedEngine of 3.x, an unusable engine also after the "
            + "destruction; in 2.15 it returns nil. That the code comes then too is inferred.")
    /// ZG-ENGINE-002: A process has one engine; creating it again returns the same one, with the same event handler.
    public static let renderingSecondEngine = Rule(
        "ZG-ENGINE-002", .success, .documented,
        "A process has one engine; creating it again returns the same one, with the same event handler.",
        source: "ZegoExpressEngine.h: createEngineWithProfile:eventHandler:, the caution about one instance, and "
            + "eventHandler, which a second call before destroyEngine does not update")
    /// ZG-ENGINE-003: In strict mode, the app ID is not 0.
    public static let renderingAppID = Rule(
        "ZG-ENGINE-003", .renderingAppID, .documented, "In strict mode, the app ID is not 0.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeEngineAppidZero; ZegoExpressDefines.h: ZegoEngineProfile.appID "
            + "permits 0 instead. Outside strict mode psstudio does without, so that tests need no app ID.")
    /// ZG-ENGINE-004: In strict mode, the app sign is empty or has 64 bytes.
    public static let renderingAppSignLength = Rule(
        "ZG-ENGINE-004", .renderingAppSignLength, .documented, "In strict mode, the app sign is empty or has 64 bytes.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeEngineAppsignInvalidLength; ZegoExpressDefines.h: "
            + "ZegoEngineProfile.appSign, which may be empty since 2.17, with a token at loginRoom. Outside strict "
            + "mode psstudio does without.")
    /// ZG-ENGINE-005: In strict mode, the app sign has hexadecimal digits only.
    public static let renderingAppSignCharacters = Rule(
        "ZG-ENGINE-005", .renderingAppSignCharacters, .documented,
        "In strict mode, the app sign has hexadecimal digits only.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeEngineAppsignInvalidCharacter; ZegoExpressDefines.h: "
            + "ZegoEngineProfile.appSign permits 0 to 9 and a to z instead. Outside strict mode psstudio does "
            + "without.")
    /// ZG-ENGINE-006: An event handler is removed before another one is set; until then another one has no effect.
    public static let renderingSecondHandler = Rule(
        "ZG-ENGINE-006", .renderingHandlerExists, .documented,
        "An event handler is removed before another one is set; until then another one has no effect.",
        source: "ZegoExpressEngine.h: setEventHandler:, the caution of 3.x, after createEngine as well; headers of 1.x "
            + "and 2.x replace the handler. ZegoExpressErrorCode.h: ZegoErrorCodeCommonEventHandlerExists. A test of "
            + "the vendor's sample for 1.x, testRepeatSetEventHandler, expects that code, for the same handler.")
    /// ZG-ROOM-001: A room ID is not empty.
    public static let renderingRoomEmpty = Rule(
        "ZG-ROOM-001", .renderingRoomEmpty, .documented, "A room ID is not empty.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeRoomRoomidNull")
    /// ZG-ROOM-002: A room ID has fewer than 128 bytes.
    public static let renderingRoomTooLong = Rule(
        "ZG-ROOM-002", .renderingRoomTooLong, .documented, "A room ID has fewer than 128 bytes.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeRoomRoomidTooLong, less than 128 bytes; "
            + "ZegoExpressEngine+Room.h: loginRoom:user: of 3.6 permits 128 as well.")
    /// ZG-ROOM-003: A user ID is not empty.
    public static let renderingUserEmpty = Rule(
        "ZG-ROOM-003", .renderingUserEmpty, .documented, "A user ID is not empty.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeRoomUserIdNull")
    /// ZG-ROOM-004: A user ID has fewer than 64 bytes.
    public static let renderingUserTooLong = Rule(
        "ZG-ROOM-004", .renderingUserTooLong, .documented, "A user ID has fewer than 64 bytes.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeRoomUserIdTooLong, less than 64 bytes; ZegoUser.userID of "
            + "ZegoExpressDefines.h permits 64 as well.")
    /// ZG-ROOM-005: In single-room mode, which is the default, an engine is in one room at a time.
    public static let renderingSecondRoom = Rule(
        "ZG-ROOM-005", .renderingRoomCount, .documented,
        "In single-room mode, which is the default, an engine is in one room at a time.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeRoomCountExceed, also for the same room again; "
            + "ZegoExpressEngine+Room.h: loginRoom:user:, the code of a second login; ZegoExpressEngine.h: "
            + "setRoomMode:, the default, which is psstudio's only mode")
    /// ZG-ROOM-006: A room that is left by its ID is the room that was entered; without an ID, leaving always succeeds.
    public static let renderingOtherRoom = Rule(
        "ZG-ROOM-006", .renderingOtherRoom, .documented,
        "A room that is left by its ID is the room that was entered; without an ID, leaving always succeeds.",
        source:
            "ZegoExpressErrorCode.h: ZegoErrorCodeRoomRoomidIncorrect; ZegoExpressEngine+Room.h: logoutRoom:, "
            + "caution 2; logoutRoom, caution 2, which succeeds outside a room. That nothing ends there is inferred; that a "
            + "room which the service has ended may be left by its ID as well is chosen: no client can avoid it.")
    /// ZG-ROOM-007: Publishing and playing need a room.
    public static let renderingNoRoom = Rule(
        "ZG-ROOM-007", .renderingNoRoom, .documented, "Publishing and playing need a room.",
        source: "ZegoExpressEngine+Room.h: loginRoom:user:, a login before publishing or playing; "
            + "ZegoExpressErrorCode.h: ZegoErrorCodeCommonNotLoginRoom, without the calls")
    /// ZG-STREAM-001: A stream ID is not empty.
    public static let renderingStreamEmpty = Rule(
        "ZG-STREAM-001", .renderingStreamEmpty, .documented, "A stream ID is not empty.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeCommonStreamIdNull")
    /// ZG-STREAM-002: A stream ID has fewer than 256 bytes.
    public static let renderingStreamTooLong = Rule(
        "ZG-STREAM-002", .renderingStreamTooLong, .documented, "A stream ID has fewer than 256 bytes.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeCommonStreamIdTooLong, less than 256 bytes; "
            + "ZegoExpressEngine+Publisher.h: startPublishingStream:, up to 256 characters instead")
    /// ZG-STREAM-003: A stream ID has letters and digits of ASCII, hyphens and underscores only.
    public static let renderingStreamCharacters = Rule(
        "ZG-STREAM-003", .renderingStreamCharacters, .documented,
        "A stream ID has letters and digits of ASCII, hyphens and underscores only.",
        source: "ZegoExpressErrorCode.h: ZegoErrorCodeCommonStreamIdInvalidCharacter, in 3.x; headers of 2.x allow "
            + "more.")
    /// ZG-STREAM-004: A channel publishes one stream; another one is refused until the first one is stopped.
    public static let renderingSecondPublish = Rule(
        "ZG-STREAM-004", .renderingChannelPublishes, .documented,
        "A channel publishes one stream; another one is refused until the first one is stopped.",
        source: "ZegoExpressEngine+Publisher.h: stopPublishingStream, the caution about a new stream ID; "
            + "ZegoExpressErrorCode.h: ZegoErrorCodePublisherErrorAlreadyDoPublish, which the caution does not name")
    /// ZG-STREAM-005: A stream ID is published by one user and one channel at a time.
    public static let renderingStreamTaken = Rule(
        "ZG-STREAM-005", .renderingStreamTaken, .inferred,
        "A stream ID is published by one user and one channel at a time.",
        source: "ZegoExpressEngine+Publisher.h: startPublishingStream:, an ID unique for all users of the app ID; "
            + "ZegoExpressErrorCode.h: ZegoErrorCodePublisherErrorRepetitivePublishStream, a stream that exists in "
            + "the room already. That a second channel counts so is inferred.")
}

// Rendering.
extension Rule {
    /// ZG-RENDER-001: Custom rendering and custom capture are switched while the engine does not run.
    public static let renderingEngineRuns = Rule(
        "ZG-RENDER-001", .renderingEngineRuns, .documented,
        "Custom rendering and custom capture are switched while the engine does not run.",
        source: "ZegoExpressEngine+CustomVideoIO.h: enableCustomVideoRender:config:, when to call; "
            + "ZegoExpressErrorCode.h: ZegoErrorCodeCustomVideoIOEnableCustomIoFailed")
    /// ZG-RENDER-002: Enabling needs a configuration; disabling does not.
    public static let renderingNoConfig = Rule(
        "ZG-RENDER-002", .renderingIllegalArgument, .chosen, "Enabling needs a configuration; disabling does not.",
        source: "The configuration names the form of the frames; disabling needs none, and the header permits "
            + "nil in both. A trace that enables with nil would decide.")
    /// ZG-RENDER-003: With a buffer type other than raw data, pixel buffers and encoded data, there are no frames.
    public static let renderingBufferType = Rule(
        "ZG-RENDER-003", .renderingBufferType, .documented,
        "With a buffer type other than raw data, pixel buffers and encoded data, there are no frames.",
        source: "https://www.zegocloud.com/docs/live-streaming-ios/video/custom-video-rendering, step 1: no frames "
            + "with an unsupported type; ZegoExpressErrorCode.h: ZegoErrorCodeCustomVideoIONotSupportedBufferType, "
            + "which names the same three types")
    /// ZG-RENDER-004: The encoded buffer type delivers the frames of played streams, for which an encoder is installed.
    public static let renderingEncoded = Rule(
        "ZG-RENDER-004", .success, .own,
        "The encoded buffer type delivers the frames of played streams, for which an encoder is installed.",
        source: "The vendor forwards what the publisher has encoded: ZegoExpressEventHandler.h: "
            + "onRemoteVideoFrameEncodedData. Streams of psstudio are not encoded, so that it encodes them with x264 for "
            + "a handler that asks for encoded data, and reports what cannot be encoded.")
    /// ZG-RENDER-005: A source is switched after custom rendering was enabled.
    public static let renderingSourceSwitch = Rule(
        "ZG-RENDER-005", .success, .documented, "A source is switched after custom rendering was enabled.",
        source: "ZegoExpressEngine+CustomVideoIO.h: enableCapturedVideoCustomVideoRender:channel: and "
            + "enableRemoteVideoCustomVideoRender:streamID:, the cautions, since 3.13. No code is documented, and "
            + "the call is applied.")
    /// ZG-RENDER-006: With custom capture, captured frames are not delivered.
    public static let renderingCustomCapture = Rule(
        "ZG-RENDER-006", .success, .documented, "With custom capture, captured frames are not delivered.",
        source: "ZegoExpressEngine+CustomVideoIO.h: enableCustomVideoRender:config:, the caution, which permits both "
            + "together")
    /// ZG-QUALITY-001: Captured frames are rendered while the channel has a preview.
    public static let renderingNoPreview = Rule(
        "ZG-QUALITY-001", .success, .documented, "Captured frames are rendered while the channel has a preview.",
        source:
            "https://www.zegocloud.com/docs/live-streaming-ios/video/custom-video-rendering: captured frames come after "
            + "startPreview, also for a stream that is published. psstudio names a render handler that has got no frame at "
            + "all for a second of publishing without a preview, as a finding of quality; the second is chosen.")
    /// ZG-VIDEO-001: The sizes of capture and encoding are even.
    public static let renderingVideoSize = Rule(
        "ZG-VIDEO-001", .renderingIllegalArgument, .documented, "The sizes of capture and encoding are even.",
        source: "ZegoExpressDefines.h: ZegoVideoConfig.captureResolution and encodeResolution. psstudio also refuses "
            + "less than 2 and more than 8192. These limits, and the code, are chosen.")
    /// ZG-VIDEO-002: The frame rate is 1 to 120 fps.
    public static let renderingVideoRate = Rule(
        "ZG-VIDEO-002", .renderingIllegalArgument, .chosen, "The frame rate is 1 to 120 fps.",
        source: "ZegoExpressDefines.h gives fps no limits; the range only finds mistakes. A trace with 0 and "
            + "with 240 would decide.")
    /// ZG-VIDEO-003: The capture size is set before the preview; a later one applies to the next start of the camera.
    public static let renderingLateSize = Rule(
        "ZG-VIDEO-003", .success, .inferred,
        "The capture size is set before the preview; a later one applies to the next start of the camera.",
        source: "ZegoExpressEngine+Publisher.h: setVideoConfig: comes before startPreview, and changes the encoding "
            + "only afterwards; ZegoExpressDefines.h: ZegoVideoConfig.captureResolution, effective while the camera "
            + "is not started. That a later one is kept for the next start is inferred.")
    /// ZG-BUFFER-001: A render handler keeps fewer pixel buffers of a source than 32.
    public static let renderingKeptBuffers = Rule(
        "ZG-BUFFER-001", .success, .chosen, "A render handler keeps fewer pixel buffers of a source than 32.",
        source: "Apps keep the buffer that they show; no limit is documented, and memory is limited. A trace "
            + "that keeps every buffer would decide.")
    /// ZG-VIDEO-004: The media of the emulated camera can be read.
    public static let renderingCamera = Rule(
        "ZG-VIDEO-004", .success, .own, "The media of the emulated camera can be read.",
        source: "A camera that cannot be opened delivers nothing, so that a missing file has to be named. The vendor "
            + "has no emulated camera.")
    /// ZG-VIDEO-005: While the uplink carries a share of a stream, enableTrafficControl reduces the rate of captured
    /// frames, their size, or both, as its property says.
    public static let renderingTrafficControl = Rule(
        "ZG-VIDEO-005", .success, .chosen,
        "While the uplink carries a share of a stream, enableTrafficControl reduces the rate of captured frames, their size, or "
            + "both, as its property says.",
        source:
            "https://www.zegocloud.com/docs/real-time-video-flutter/communication/traffic-control: bitrate, rate and size "
            + "are reduced by the configured options, and recover. That pixels a second fall to the share, and that "
            + "nothing but the bitrate is reduced without a call, is chosen. A trace with a limited uplink would decide."
    )
    /// ZG-CALL-001: The app keeps the handlers of events and frames as long as they are set.
    public static let renderingHandlerGone = Rule(
        "ZG-CALL-001", .success, .chosen, "The app keeps the handlers of events and frames as long as they are set.",
        source: "ZegoExpressEngine.h and ZegoExpressEngine+CustomVideoIO.h do not say how setEventHandler: and "
            + "setCustomVideoRenderHandler: hold them. psstudio does not retain them, so that a released one is "
            + "found. A trace with a released handler would decide.")
    /// ZG-CALL-002: A callback of the render handler receives the frames.
    public static let renderingNobodyReached = Rule(
        "ZG-CALL-002", .success, .inferred, "A callback of the render handler receives the frames.",
        source: "ZegoExpressEventHandler.h: ZegoCustomVideoRenderHandler has optional methods only, so that one "
            + "with a similar name is accepted, and never called.")
}

extension RuleCatalogue {
    /// The rules of ZEGO's custom video rendering.
    public static let customRendering = RuleCatalogue(
        interface: "zego-custom-video-render", title: "ZEGO custom video rendering",
        rules: [
            .renderingNoEngine, .renderingSecondEngine, .renderingAppID, .renderingAppSignLength,
            .renderingAppSignCharacters, .renderingSecondHandler, .renderingRoomEmpty, .renderingRoomTooLong,
            .renderingUserEmpty,
            .renderingUserTooLong, .renderingSecondRoom, .renderingOtherRoom, .renderingNoRoom, .renderingStreamEmpty,
            .renderingStreamTooLong, .renderingStreamCharacters, .renderingSecondPublish, .renderingStreamTaken,
            .renderingEngineRuns,
            .renderingNoConfig, .renderingBufferType, .renderingEncoded, .renderingSourceSwitch,
            .renderingCustomCapture, .renderingNoPreview, .renderingCaptureDisabled, .renderingNoCapturer,
            .renderingCaptureOverlap, .renderingCaptureFrame, .renderingCaptureType, .renderingEncodedForm,
            .renderingEncodedParameterSets, .renderingEncodedParam, .renderingEncodedBeginning,
            .renderingEncodedReordering, .renderingEncodedDecoding, .renderingEncodedInterval, .renderingVideoSize,
            .renderingVideoRate,
            .renderingLateSize, .renderingCamera,
            .renderingTrafficControl,
            .renderingHandlerGone, .renderingNobodyReached, .renderingKeptBuffers, .renderingIgnoredStride,
            .renderingUnlockFlags, .renderingUnlockedAccess, .renderingReadOnlyWrite,
            .renderingMissingUnlock, .renderingUnlockedAddress,
        ])
}
