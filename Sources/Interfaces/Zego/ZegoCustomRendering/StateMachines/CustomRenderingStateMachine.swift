package import StudioCore

/// The life of an engine: its room, what runs in it, and custom rendering. Decides, performs nothing.
package struct CustomRenderingStateMachine: Sendable {
    /// An entered room.
    package struct Room: Hashable, Sendable {
        package let id: String
        package let user: String
    }

    /// What ends when a room is left.
    package struct Departure: Hashable, Sendable {
        package let room: Room
        /// The streams that were published, in the order of their channels.
        package let published: [String]
        /// The streams that were played, in the order of the calls.
        package let played: [String]
        package let change: Change?
    }

    /// What keeps the engine running.
    private struct Activity: Hashable, Sendable {
        var previews: Set<Int> = []
        /// Streams by channel.
        var published: [Int: String] = [:]
        /// In the order of the calls.
        var played: [String] = []

        var isEmpty: Bool { previews.isEmpty && published.isEmpty && played.isEmpty }
    }

    /// A change of the engine's state that the client is notified of.
    package enum Change: Hashable, Sendable {
        case started, stopped
    }

    package private(set) var isDestroyed: Bool
    package private(set) var room: Room?
    /// The room that the service has ended last. To leave it is a teardown.
    private var endedRoom: String?
    /// `nil` while custom rendering is disabled.
    package private(set) var configuration: RenderConfiguration?
    /// What the client sends of each channel with custom capture.
    package private(set) var captureTypes: [Int: CaptureType] = [:]
    private var activity = Activity()
    private var silencedChannels: Set<Int> = []
    private var silencedStreams: Set<String> = []
    private var disabledCameras: Set<Int> = []
    /// The channels whose streams have no video.
    package private(set) var mutedChannels: Set<Int> = []
    /// Stops whose event was not delivered yet.
    private var pendingStops = 0
    private let stopsWithEvent: Bool

    /// - Parameters:
    ///   - stopsWithEvent: whether the engine counts as stopped only when its event was delivered; otherwise as soon as
    ///     the call returns.
    ///   - isDestroyed: whether it accepts no call from the beginning.
    package init(stopsWithEvent: Bool = false, isDestroyed: Bool = false) {
        (self.stopsWithEvent, self.isDestroyed) = (stopsWithEvent, isDestroyed)
    }

    // MARK: Wanted media

    /// Whether custom rendering and capture may not be switched.
    package var isRunning: Bool { !activity.isEmpty || pendingStops > 0 }

    /// Whether anything is previewed, published or played.
    package var isActive: Bool { !activity.isEmpty }

    /// The played streams, in the order of the calls.
    package var played: [String] { activity.played }

    /// The published streams by channel.
    package var published: [Int: String] { activity.published }

    /// The channels whose camera captures: those with a preview and those that publish.
    package var cameras: Set<Int> {
        activity.previews.union(activity.published.keys).subtracting(customCapture).subtracting(disabledCameras)
    }

    /// Channels with custom capture.
    package var customCapture: Set<Int> { Set(captureTypes.keys) }

    /// The channels whose frames the client captures itself: those with a preview and those that publish.
    package var customChannels: Set<Int> {
        activity.previews.union(activity.published.keys).intersection(customCapture)
    }

    /// Rejects a frame that the client has captured itself.
    ///
    /// - Parameter sent: what the call sends.
    package func requireCustomCapture(_ channel: Int, sending sent: CaptureType) throws(StudioError) {
        try requireEngine()
        guard let type = captureTypes[channel] else {
            throw StudioError(
                .renderingCaptureDisabled, "custom capture of channel \(channel) is not enabled",
                hint: "call enableCustomVideoCapture before startPreview and startPublishingStream")
        }
        guard customChannels.contains(channel) else {
            throw StudioError(
                .renderingNoCapturer, "channel \(channel) is neither previewed nor published",
                hint: "send from onStart to onStop")
        }
        guard type == sent else {
            throw StudioError(
                .renderingCaptureType,
                "custom capture of channel \(channel) was enabled for \(type), and \(sent) was sent",
                hint: "set bufferType of ZegoCustomVideoCaptureConfig to cvPixelBuffer or encodedData")
        }
    }

    /// Whether a stream is published whose captured frames would be rendered if the channel had a preview.
    package func lacksPreview(_ channel: Int, of stream: String) -> Bool {
        configuration?.deliversCaptured == true && activity.published[channel] == stream
            && !activity.previews.contains(channel) && !silencedChannels.contains(channel)
            && !customCapture.contains(channel)
    }

    /// The channels whose captured frames are rendered: only those with a preview.
    package var renderedChannels: Set<Int> {
        guard configuration?.deliversCaptured == true else { return [] }
        return activity.previews.subtracting(silencedChannels).subtracting(customCapture)
    }

    /// The played streams whose frames are rendered.
    package var renderedStreams: Set<String> {
        guard configuration?.deliversPlayed == true else { return [] }
        return Set(activity.played).subtracting(silencedStreams)
    }

    /// The sources that are rendered: channels in their order, then streams in the order of the calls.
    package var rendered: [RenderSource] {
        renderedChannels.sorted().map { .captured(channel: $0) }
            + played.filter(renderedStreams.contains).map { .remote(stream: $0) }
    }

    // MARK: Life

    /// Rejects a call without an engine.
    package func requireEngine() throws(StudioError) {
        guard isDestroyed else { return }
        throw StudioError(
            .renderingNoEngine, "there is no engine: it was not created, or it was destroyed",
            hint: "call createEngine first")
    }

    /// Ends the engine. Nothing is notified.
    package mutating func destroy() {
        self = CustomRenderingStateMachine(stopsWithEvent: stopsWithEvent, isDestroyed: true)
    }

    private mutating func change(_ body: (inout Activity) -> Void) -> Change? {
        let wasEmpty = activity.isEmpty
        body(&activity)
        guard wasEmpty != activity.isEmpty else { return nil }
        if wasEmpty { return .started }
        if stopsWithEvent { pendingStops += 1 }
        return .stopped
    }

    /// The event of a stop is being delivered.
    package mutating func stopDelivered() { pendingStops = max(0, pendingStops - 1) }

    // MARK: Room

    /// Enters a room.
    package mutating func login(_ room: String, user: String) throws(StudioError) -> Room {
        try requireEngine()
        try Self.validate(room, of: "room", most: 127, .renderingRoomEmpty, .renderingRoomTooLong)
        try Self.validate(user, of: "user", most: 63, .renderingUserEmpty, .renderingUserTooLong)
        if let entered = self.room {
            throw StudioError(
                .renderingSecondRoom, "the room '\(entered.id)' is entered already", hint: "call logoutRoom first")
        }
        let entered = Room(id: room, user: user)
        (self.room, endedRoom) = (entered, nil)
        return entered
    }

    private static func validate(
        _ id: String, of name: String, most: Int, _ empty: Rule, _ tooLong: Rule
    ) throws(StudioError) {
        if id.isEmpty { throw StudioError(empty, "the \(name) ID is empty", hint: "use 1 to \(most) bytes") }
        guard id.utf8.count > most else { return }
        throw StudioError(
            tooLong, "the \(name) ID has \(id.utf8.count) bytes, expected at most \(most)", hint: "use a short ID")
    }

    /// Leaves the room: preview, publishing and playing stop; custom rendering stays enabled.
    ///
    /// - Parameter room: the room; `nil` for the entered one, if any.
    /// - Returns: `nil` outside a room, where nothing ends.
    package mutating func logout(_ room: String? = nil) throws(StudioError) -> Departure? {
        try requireEngine()
        if let room, room != self.room?.id {
            if room == endedRoom {
                endedRoom = nil
                return nil
            }
            throw StudioError(
                .renderingOtherRoom, "the room '\(room)' was not entered",
                hint: "call loginRoom first, or logoutRoom without an ID")
        }
        return leave()
    }

    /// The service ends the entered room, or expels the user from it; `nil` without one.
    package mutating func end() -> Departure? {
        endedRoom = room?.id
        return leave()
    }

    /// Leaves the entered room; `nil` without one.
    private mutating func leave() -> Departure? {
        guard let entered = room else { return nil }
        room = nil
        let before = activity
        return Departure(
            room: entered, published: before.published.sorted { $0.key < $1.key }.map(\.value), played: before.played,
            change: change { $0 = Activity() })
    }

    // MARK: Activities

    package mutating func startPreview(_ channel: Int) throws(StudioError) -> Change? {
        try requireEngine()
        return change { $0.previews.insert(channel) }
    }

    package mutating func stopPreview(_ channel: Int) throws(StudioError) -> Change? {
        try requireEngine()
        return change { $0.previews.remove(channel) }
    }

    /// - Parameter isTaken: whether another user publishes the stream.
    package mutating func startPublishing(
        _ stream: String, channel: Int, isTaken: Bool = false
    ) throws(StudioError) -> Change? {
        try requireRoom(for: stream)
        if let first = activity.published[channel], first != stream {
            throw StudioError(
                .renderingSecondPublish, "the channel \(channel) publishes '\(first)', not '\(stream)'",
                hint: "call stopPublishingStream first")
        }
        let own = activity.published.first { $0.value == stream && $0.key != channel }
        if isTaken || own != nil {
            let publisher = own.map { "the channel \($0.key) of this engine" } ?? "another user"
            throw StudioError(
                .renderingStreamTaken, "the stream '\(stream)' is published by \(publisher)",
                hint: "use an ID that nobody else uses, such as one with the user ID")
        }
        return change { $0.published[channel] = stream }
    }

    /// - Returns: the change, and the stream that the channel published.
    package mutating func stopPublishing(
        channel: Int
    ) throws(StudioError) -> (change: Change?, stream: String?) {
        try requireEngine()
        let stream = activity.published[channel]
        return (change { $0.published[channel] = nil }, stream)
    }

    /// - Returns: the change, and whether the stream was not played before.
    package mutating func startPlaying(_ stream: String) throws(StudioError) -> (change: Change?, isNew: Bool) {
        try requireRoom(for: stream)
        guard !activity.played.contains(stream) else { return (nil, false) }
        return (change { $0.played.append(stream) }, true)
    }

    /// - Returns: the change, and whether the stream was played.
    package mutating func stopPlaying(_ stream: String) throws(StudioError) -> (change: Change?, wasPlayed: Bool) {
        try requireEngine()
        guard activity.played.contains(stream) else { return (nil, false) }
        return (change { $0.played.removeAll { $0 == stream } }, true)
    }

    private func requireRoom(for stream: String) throws(StudioError) {
        try requireEngine()
        guard room != nil else {
            throw StudioError(.renderingNoRoom, "no room was entered", hint: "call loginRoom first")
        }
        try Self.validate(stream, of: "stream", most: 255, .renderingStreamEmpty, .renderingStreamTooLong)
        if let other = stream.first(where: { !Self.isValid($0) }) {
            throw StudioError(
                .renderingStreamCharacters, "the stream ID '\(stream)' contains '\(other)'",
                hint: "use letters, digits, - and _")
        }
    }

    /// Whether a stream ID may contain a character.
    package static func isValid(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }

    // MARK: Custom rendering

    /// Enables custom rendering with a configuration.
    package mutating func enable(_ configuration: RenderConfiguration?) throws(StudioError) {
        try requireStopped()
        guard let configuration else {
            throw StudioError(
                .renderingNoConfig, "custom rendering was enabled without a configuration",
                hint: "pass a ZegoCustomVideoRenderConfig")
        }
        self.configuration = configuration
        guard case .unsupported(let name) = configuration.bufferType else { return }
        throw StudioError(
            .renderingBufferType, "frames cannot be delivered with the buffer type \(name)",
            hint: "use rawData, cvPixelBuffer or encodedData")
    }

    /// Disables custom rendering.
    package mutating func disable() throws(StudioError) {
        try requireStopped()
        configuration = nil
        (silencedChannels, silencedStreams) = ([], [])
    }

    /// Switches custom capture of a channel.
    ///
    /// - Parameter type: what the client will send.
    package mutating func setCustomCapture(
        _ isOn: Bool, _ type: CaptureType = .pixelBuffer, channel: Int
    ) throws(StudioError) {
        try requireStopped()
        captureTypes[channel] = isOn ? type : nil
    }

    private func requireStopped() throws(StudioError) {
        try requireEngine()
        guard isRunning else { return }
        let causes =
            activity.previews.sorted().map { "the preview of channel \($0)" }
            + activity.published.values.sorted().map { "publishing '\($0)'" } + played.map { "playing '\($0)'" }
        let cause = causes.isEmpty ? "its stop was not notified yet" : causes.joined(separator: ", ")
        throw StudioError(
            .renderingEngineRuns, "the engine runs: \(cause)",
            hint: "switch it before they start, or after onEngineStateUpdate(.stop)")
    }

    /// Switches the rendering of a source.
    ///
    /// - Returns: whether custom rendering is enabled, as it should be.
    package mutating func setRendered(_ isOn: Bool, _ source: RenderSource) throws(StudioError) -> Bool {
        try requireEngine()
        switch source {
        case .captured(let channel):
            if isOn { silencedChannels.remove(channel) } else { silencedChannels.insert(channel) }
        case .remote(let stream):
            if isOn { silencedStreams.remove(stream) } else { silencedStreams.insert(stream) }
        }
        return configuration != nil
    }

    /// Switches the video of what a channel publishes. The preview stays.
    package mutating func setMuted(_ isOn: Bool, channel: Int) throws(StudioError) {
        try requireEngine()
        if isOn { mutedChannels.insert(channel) } else { mutedChannels.remove(channel) }
    }

    /// Switches a camera.
    package mutating func setCamera(_ isOn: Bool, channel: Int) throws(StudioError) {
        try requireEngine()
        if isOn { disabledCameras.remove(channel) } else { disabledCameras.insert(channel) }
    }
}
