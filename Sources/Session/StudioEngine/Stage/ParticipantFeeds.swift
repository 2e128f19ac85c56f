package import MediaInputs
package import StudioCore
package import StudioMeeting
import StudioRuntime

/// The media of the remote participants of a session.
package final class ParticipantFeeds: Sendable {
    /// A participant has a feed of camera and microphone, and one of a shared screen.
    private struct Key: Hashable {
        let user: UserID
        let isShare: Bool
    }

    private let feeds = Lock<[Key: ParticipantFeed]>([:])
    private let cameras = Lock(false)

    package init() {}

    /// Whether published sources are cameras of the client's machine; otherwise they come over a network.
    package var areCameras: Bool {
        get { cameras.withLock { $0 } }
        set { cameras.set(newValue) }
    }

    /// Publishes a source to the tracks of a participant, instead of an earlier one for the same tracks.
    ///
    /// - Throws: `participant` when there is no such participant, or the source cannot be opened.
    package func begin(_ source: ParticipantSource, of user: UserID, in meeting: Meeting) throws(SessionCommandError) {
        let key = Key(user: user, isShare: source.isShare)
        feeds.withLock { $0.removeValue(forKey: key) }?.stop()
        do {
            let feed = try ParticipantFeed(source, of: user, in: meeting)
            feeds.withLock { $0[key] = feed }
        } catch {
            throw .participant("\(error)")
        }
    }

    /// Stops all; a unit that is being published may still arrive.
    package func stopAll() {
        for feed in feeds.exchange([:]).values { feed.stop() }
    }
}
