package import StudioCore

/// What follows from a call or an event. Actions are performed in the order in which they were decided.
package enum CustomRenderingAction: Hashable, Sendable {
    // The camera of a channel; opening creates its track, which stays.
    case open(channel: Int)
    case startCamera(channel: Int, number: Int, CaptureSettings)
    /// The frames of a running camera have another size or rate from now on.
    case changeCamera(channel: Int, number: Int, CaptureSettings)
    case stopCamera(channel: Int)
    // What a channel's camera captures is published.
    case publish(channel: Int, CaptureSettings)
    case endPublication(channel: Int)
    /// The streams of these channels have no video, or mirrored video; those of the others are as captured.
    case setGates(muted: Set<Int>, mirrored: Set<Int>)
    // The frames of a stream are awaited.
    case play(stream: String, number: Int, isHardwareDecoded: Bool)
    case endPlaying(stream: String)
    // The frames of a source are delivered to the handler.
    case render(RenderSource, number: Int, RenderConfiguration)
    case endRendering(RenderSource)
    /// All sources are attached to the tracks that carry them now. Published streams are given by channel.
    case attach(published: [Int: String])
    // The meeting of a room.
    case enter(room: String, number: Int)
    case leave
    // What the client gets.
    case report(StudioError)
    case warn(StudioError)
    case notify(CustomRenderingEvent)
}

/// What captures, publishes, plays and is rendered when all actions are performed.
///
/// Each start has a number, so that what an earlier start reports late is recognised.
package struct RunningMedia: Sendable {
    /// The channels with a track.
    private var channels: Set<Int> = []
    // The numbers of the starts by what was started.
    private var cameras: [Int: Int] = [:]
    private var captures: [Int: Int] = [:]
    private var publications: [Int: Int] = [:]
    private var plays: [String: Int] = [:]
    private var renderings: [RenderSource: Int] = [:]
    private var starts = 0

    package init() {}

    /// Whether the camera of a channel captures.
    package func isCapturing(_ channel: Int) -> Bool { cameras[channel] != nil }

    /// The number of the start of a channel's camera; `nil` while it does not capture.
    package func cameraNumber(of channel: Int) -> Int? { cameras[channel] }

    /// Whether a start of a stream is the current one.
    package func isPlaying(_ number: Int) -> Bool { plays.values.contains(number) }

    /// Whether a start of a rendering is the current one.
    package func isRendering(_ number: Int) -> Bool { renderings.values.contains(number) }

    /// A camera could not be started. It is tried again when the next call is followed.
    package mutating func cameraFailed(_ channel: Int, number: Int) {
        if cameras[channel] == number { cameras[channel] = nil }
    }

    /// Starts what an engine wants, and stops everything else.
    ///
    /// - Parameters:
    ///   - settings: those of the client, for what is published.
    ///   - frames: those of the captured frames, where traffic control may have reduced them.
    package mutating func follow(
        _ machine: CustomRenderingStateMachine, _ settings: [Int: CaptureSettings],
        _ frames: [Int: CaptureSettings] = [:], isHardwareDecoding: Bool
    ) -> [CustomRenderingAction] {
        let used = machine.cameras.union(machine.renderedChannels).union(machine.customChannels)
        let opened = used.subtracting(channels).sorted()
        channels.formUnion(opened)
        let published = channels.intersection(machine.published.keys)
        // A camera starts when what it captures is attached, and stops before.
        var actions: [CustomRenderingAction] = renderings.end(except: machine.rendered).map { .endRendering($0) }
        actions += plays.end(except: machine.played).map { .endPlaying(stream: $0) }
        actions += cameras.end(except: machine.cameras).map { .stopCamera(channel: $0) }
        actions += captures.end(except: machine.customChannels).map { .notify(.capture(channel: $0, isOn: false)) }
        actions += publications.end(except: published).map { .endPublication(channel: $0) }
        actions += opened.map { .open(channel: $0) }
        actions += plays.begin(machine.played, &starts).map {
            .play(stream: $0, number: $1, isHardwareDecoded: isHardwareDecoding)
        }
        if let configuration = machine.configuration {
            actions += renderings.begin(machine.rendered, &starts).map { .render($0, number: $1, configuration) }
        }
        actions.append(.attach(published: machine.published))
        actions += publications.begin(published.sorted(), &starts).map { channel, _ in
            .publish(channel: channel, settings[channel] ?? .standard)
        }
        actions += cameras.begin(machine.cameras.sorted(), &starts).map { channel, number in
            .startCamera(channel: channel, number: number, frames[channel] ?? settings[channel] ?? .standard)
        }
        actions += captures.begin(machine.customChannels.sorted(), &starts).map { channel, _ in
            .notify(.capture(channel: channel, isOn: true))
        }
        return actions
    }
}

extension Dictionary where Value == Int {
    /// Removes what is not wanted.
    ///
    /// - Returns: it, in the order of the starts.
    fileprivate mutating func end(except wanted: some Collection<Key>) -> [Key] {
        let ended = filter { !wanted.contains($0.key) }.sorted { $0.value < $1.value }.map(\.key)
        for key in ended { self[key] = nil }
        return ended
    }

    /// Adds the wanted media.
    ///
    /// - Returns: what is new, with its number.
    fileprivate mutating func begin(_ wanted: [Key], _ starts: inout Int) -> [(Key, Int)] {
        wanted.filter { self[$0] == nil }.map { key in
            starts += 1
            self[key] = starts
            return (key, starts)
        }
    }
}
