import ProductionStudio
public import StudioCore

// Receiving.
extension Rule {
    /// ZM-VIEW-001: Only a user in the meeting can be subscribed to.
    public static let rendererUser = Rule(
        "ZM-VIEW-001", .invalidParameter, .observed, "Only a user in the meeting can be subscribed to.",
        source: "https://github.com/iamfatness/CoreVideo/pull/171: subscribing by an ID of an earlier join, which "
            + "is not in the list of participants, fails. The code is chosen.")
    /// ZM-VIEW-002: The share of the local user is not received.
    public static let rendererOwnShare = Rule(
        "ZM-VIEW-002", .clientOwnShare, .documented, "The share of the local user is not received.",
        source: "zoom_sdk_def.h: SDKERR_SHARE_CANNOT_SUBSCRIBE_MYSELF")
    /// ZM-VIEW-003: The resolution is one of 90, 180, 360, 720 and 1080 lines.
    public static let rendererHeight = Rule(
        "ZM-VIEW-003", .invalidParameter, .documented, "The resolution is one of 90, 180, 360, 720 and 1080 lines.",
        source: "rawdata_renderer_interface.h: ZoomSDKResolution; its NoUse is none. The code is inferred.")
    /// ZM-VIEW-004: Unsubscribing a renderer that is not subscribed has a code, and is not a violation.
    public static let rendererIdle = Rule(
        "ZM-VIEW-004", .wrongUsage, .chosen,
        "Unsubscribing a renderer that is not subscribed has a code, and is not a violation.",
        source: "It is harmless. LetsDoVideo/feeds, engine/engine-video.cpp, Resubscribe: it unsubscribes before each "
            + "subscribe, whether the renderer is subscribed or not. A trace of the real SDK that unsubscribes twice "
            + "would decide the code.")
    /// ZM-VIEW-005: The end of the meeting ends all renderers: they are reported as destroyed, and are not subscribed
    /// again.
    public static let rendererOver = Rule(
        "ZM-VIEW-005", .notInMeeting, .inferred,
        "The end of the meeting ends all renderers: they are reported as destroyed, and are not subscribed again.",
        source: "rawdata_renderer_interface.h: onRendererBeDestroyed, after which the renderer is not used. That "
            + "the meeting's end is the time is inferred, the code too.")
    /// ZM-VIEW-006: After a renderer was reported as destroyed, its resolution is not set, and it is not unsubscribed.
    public static let rendererDestroyed = Rule(
        "ZM-VIEW-006", .success, .documented,
        "After a renderer was reported as destroyed, its resolution is not set, and it is not unsubscribed.",
        source: "rawdata_renderer_interface.h: onRendererBeDestroyed, after which the renderer should never be used. "
            + "Serving both, with a warning, is psstudio's choice: they have no effect.")
    /// ZM-QUALITY-001: A callback for frames returns before frames are missed.
    public static let rendererSlow = Rule(
        "ZM-QUALITY-001", .success, .chosen, "A callback for frames returns before frames are missed.",
        source: "rawdata_renderer_interface.h: onRawDataFrameReceived; that newer frames replace those that wait is "
            + "inferred. Three callbacks in a row of more than 100 ms, each of which costs a frame, are chosen: a loaded "
            + "machine delays a thread for less. It is a finding of quality. A trace of a callback of 500 ms would "
            + "decide what the SDK does with the frames.")
    /// ZM-QUALITY-002: The event loop takes an event within two seconds.
    public static let clientSlowLoop = Rule(
        "ZM-QUALITY-002", .success, .chosen, "The event loop takes an event within two seconds.",
        source:
            "A loop that works for longer delays every callback. That it is a finding of quality is chosen: the "
            + "vendor's SDK only waits. A loop that never ran is ZM-CALL-001. A trace of a blocked loop would decide.")
    /// ZM-SOUND-001: Subscribing to audio again with the same delegate succeeds, and changes nothing.
    public static let soundSubscribed = Rule(
        "ZM-SOUND-001", .success, .chosen,
        "Subscribing to audio again with the same delegate succeeds, and changes nothing.",
        source: "zoom/meetingsdk-linux-raw-recording-sample, demo/meeting_sdk_demo.cpp, CheckAndStartRawRecording, "
            + "zoom/meetingsdk-headless-linux-sample, src/Zoom.cpp, Zoom::startRawRecording, and "
            + "noah-duncan/py-zoom-meeting-sdk, sample_program/meeting_bot.py, start_raw_recording: they subscribe "
            + "with one delegate at each grant of the permission. What the call returns is not documented. A trace of "
            + "the real SDK that subscribes twice would decide.")
    /// ZM-QUALITY-003: One delegate receives audio.
    public static let soundDelegate = Rule(
        "ZM-QUALITY-003", .wrongUsage, .chosen, "One delegate receives audio.",
        source: "rawdata_audio_helper_interface.h: IZoomSDKAudioRawDataHelper has one subscribe without an identifier, "
            + "and unSubscribe names no delegate: one receiver is inferred from it. What subscribing with another "
            + "delegate does is not documented; that it is rejected, and that the first one stays, is chosen. "
            + "tanchunsiong/zoom_meetingsdk_linux_rawdatademos, GetRawVideoAndAudioExample, subscribes with a new one "
            + "for each participant. So it is a finding of quality. A trace of the real SDK with two delegates would "
            + "decide.")
    /// ZM-SOUND-002: Unsubscribing from audio that is not subscribed to has a code, and is not a violation.
    public static let soundIdle = Rule(
        "ZM-SOUND-002", .wrongUsage, .chosen,
        "Unsubscribing from audio that is not subscribed to has a code, and is not a violation.",
        source: "As for renderers, it is harmless. A trace of the real SDK that unsubscribes from audio twice would "
            + "decide the code.")
    /// ZM-SOUND-003: Audio needs a thread, which must be startable.
    public static let soundThread = Rule(
        "ZM-SOUND-003", .clientNoResources, .own, "Audio needs a thread, which must be startable.",
        source: "Without the thread there would be no callback, and nothing would show it. The thread and the code are "
            + "psstudio's own.")
    /// ZM-REF-001: Data in stack memory, the default, cannot be referenced.
    public static let referenceStack = Rule(
        "ZM-REF-001", .success, .inferred, "Data in stack memory, the default, cannot be referenced.",
        source: "zoom_sdk_raw_data_def.h: CanAddRef; zoom_sdk_def.h: tagRawDataOptions, the default. Zoom docs, "
            + "Meeting SDK for Linux, Use raw data, Compare stack-based and heap-based memory: stack memory is "
            + "deallocated automatically, and not transferred to other threads. What CanAddRef returns is inferred.")
    /// ZM-REF-002: The first reference is taken inside the callback.
    public static let referenceLate = Rule(
        "ZM-REF-002", .success, .inferred, "The first reference is taken inside the callback.",
        source: "zoom_sdk_raw_data_def.h: YUVRawDataI420.AddRef, without which the SDK destroys the object. That "
            + "it does so when the callback ends is documented for macOS: "
            + "https://zoom.github.io/zoom-sdk-macos/interface_zoom_s_d_k_audio_raw_data.html, addRef.")
    /// ZM-REF-003: Each release follows a reference.
    public static let referenceOverReleased = Rule(
        "ZM-REF-003", .success, .inferred, "Each release follows a reference.",
        source: "zoom_sdk_raw_data_def.h: Release, after which the SDK deletes the object when the count is 0, so "
            + "that one more uses freed memory.")
    /// ZM-REF-004: All references are released before the meeting is left.
    public static let referenceLeaked = Rule(
        "ZM-REF-004", .success, .inferred, "All references are released before the meeting is left.",
        source: "zoom_sdk_raw_data_def.h: YUVRawDataI420.AddRef, after which Release must follow, or memory leaks. "
            + "That it is so for audio, and before the meeting is left, is inferred.")
    /// ZM-REF-006: Received media is used inside its callback, or as long as it is referenced.
    public static let referenceOver = Rule(
        "ZM-REF-006", .success, .inferred,
        "Received media is used inside its callback, or as long as it is referenced.",
        source: "zoom_sdk_raw_data_def.h: YUVRawDataI420.AddRef, without which the SDK destroys the object, and "
            + "Release, after which it deletes it when the count is 0. That both are so for audio is inferred. That the object is "
            + "empty then is psstudio's choice.")
    /// ZM-REF-005: References are released in time: new data is dropped without buffers.
    public static let referenceExhausted = Rule(
        "ZM-REF-005", .success, .inferred, "References are released in time: new data is dropped without buffers.",
        source: "zoom_sdk_raw_data_def.h: YUVRawDataI420.AddRef, after which the SDK does not destroy the object. "
            + "That buffers run out, and that new data is dropped then, is inferred; their number is chosen.")
}
