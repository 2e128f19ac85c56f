package import MediaReceiving
package import StudioCore

// What others hear of the local user, and whom the local user hears.
extension RawAudioEngine {
    /// Whether the local user is kept from the channel. Record blocks continue.
    package var isMuted: Bool {
        get { shared.sources.publication.isMuted }
        set { publish { $0.isMuted = newValue } }
    }

    /// Changes what of the local user's audio reaches the channel, and whether there is audio.
    package func publish(_ change: (inout RawAudioPublication) -> Void) {
        shared.sources.publish(change)
        followSources()
        channel?.followSubscription()
    }

    /// The sources of the local user's audio have changed.
    func followSources() { channel?.followSources() }

    /// Changes which remote users are heard.
    package func subscribe(_ change: (inout AudioSubscription) -> Void) {
        shared.changeSubscription(change)
        channel?.followSubscription()
    }

    /// Whether a remote user is heard.
    package func hears(_ user: UserID) -> Bool { shared.subscription.hears(user) }

    /// Measures volumes from now on, in this and later channels.
    ///
    /// - Parameters:
    ///   - interval: the time between two measurements in milliseconds, more than 10; 0 or less for none.
    ///   - body: gets them, on the audio thread.
    package func measureVolumes(every interval: Int, _ body: @escaping @Sendable (RawAudioVolumes) -> Void) {
        if (1...10).contains(interval) {
            shared.reporter.warn(
                .rawAudioVolumeInterval, "the interval of the volume indication is \(interval) ms; no event comes",
                hint: "use 200 ms or more")
        }
        shared.volumes =
            interval <= 10 ? nil : Shared.VolumeRequest(interval: .milliseconds(Int64(interval)), body: body)
        channel?.followVolumes()
    }

    /// Reports the first call of a name.
    ///
    /// - Parameter consequence: what does not happen.
    package func reportNotEmulated(_ call: String, _ consequence: String) {
        guard shared.isFirst(call) else { return }
        shared.reporter.warn(.rawAudioNotEmulated, "\(call) has no effect: \(consequence)")
    }
}
