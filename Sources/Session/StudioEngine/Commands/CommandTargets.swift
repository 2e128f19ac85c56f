import MediaInputs
package import ProductionStudio
import SessionProtocol
import StudioCore
package import StudioMeeting
package import StudioRuntime
package import StudioScenario

/// What commands act on.
package struct CommandTargets: Sendable {
    /// The studio of the local user, and its meeting.
    package let studio: StudioController
    /// The media of the other participants.
    package let feeds: ParticipantFeeds
    /// The seed of published media.
    package let seed: UInt64
    /// The scenario of the step whose command is performed; its media files are found beside it.
    package var scenario: Scenario?
    /// The folder outside of which the command uses no file; `nil` for no limit.
    package var folder: RestrictedFolder?
    /// `nil` where a studio has no outputs that can be changed.
    package let session: (any CommandedSession)?

    /// Creates the targets; without `session`, commands to outputs are rejected.
    package init(
        _ studio: StudioController, _ feeds: ParticipantFeeds = ParticipantFeeds(), seed: UInt64 = 1,
        scenario: Scenario? = nil, below folder: RestrictedFolder? = nil, session: (any CommandedSession)? = nil
    ) {
        (self.studio, self.feeds, self.seed) = (studio, feeds, seed)
        (self.scenario, self.folder, self.session) = (scenario, folder, session)
    }

    /// The path of a source that a command names: beside the scenario, and below the folder if there is one.
    func sourcePath(_ text: String?) throws(SessionCommandError) -> String? {
        guard let text else { return nil }
        let path = scenario?.mediaPath(of: text) ?? text
        guard let folder, !CodedName.isMeant(by: path) else { return path }
        // Its key would stand in messages as part of a path.
        guard !path.contains("://") else { throw .source("a source must be a file or a pipe, not an address") }
        do throws(RestrictedFolder.Refusal) {
            return try folder.path(of: path)
        } catch {
            throw .outsideFolder("\(error)")
        }
    }

    /// Whether the session has ended: nothing is published any more.
    var isOver: Bool { session?.isOver == true }

    /// The meeting of the local user.
    package var meeting: Meeting { studio.meeting }

    func commandedSession() throws(SessionCommandError) -> any CommandedSession {
        guard let session else { throw .notSending }
        return session
    }
}

extension CommandTargets {
    /// Writes and draws the graphs of the running pipelines.
    ///
    /// - Parameter path: the folder; `nil` for that of the session.
    /// - Returns: the folder.
    /// - Throws: `rejected` without a folder, and for a file that cannot be written; `notSending` without a session.
    func writeGraphs(in path: String?) throws(SessionCommandError) -> String {
        let session = try commandedSession()
        guard let chosen = path ?? session.graphFolder else {
            throw .rejected("graph needs a folder, because the session has none; --pipeline-graphs gives it one")
        }
        // The folder of the session is its user's.
        let graphs = PipelineGraphFolder(
            chosen, overwrites: session.overwritesFiles, below: path == nil ? nil : folder)
        do throws(PipelineGraphFolder.WriteError) {
            let paths = try graphs.write()
            if let program = GraphProgram() {
                try graphs.draw(paths, with: program)
            } else {
                session.note(GraphProgram.absence)
            }
        } catch {
            throw .rejected("\(error)")
        }
        return graphs.path
    }

    /// Publishes a file, `coded:` or, without a source, a test pattern as camera and microphone or as a shared screen.
    ///
    /// - Throws: `participant` when there is no such participant, or the source cannot be opened; `notSending` when the
    ///   session has ended.
    func publish(
        _ source: String?, loops: Bool, isShare: Bool, of user: UserID
    ) throws(SessionCommandError) {
        guard !isOver else { throw .notSending }
        let path = try sourcePath(source)
        var media: ParticipantSource =
            feeds.areCameras && !isShare ? .camera(path, loops: loops, seed: seed) : ParticipantSource(seed: seed)
        (media.path, media.loops, media.isShare, media.folder) = (path, loops, isShare, folder)
        try feeds.begin(media, of: user, in: meeting)
    }

    /// Changes a track of a participant.
    ///
    /// - Throws: `participant` when there is no such participant, or the track does not have the change.
    func change(_ track: TrackKind, of user: UserID, _ change: TrackChange) throws(SessionCommandError) {
        do {
            try meeting.change(track, of: user, change)
        } catch {
            throw .participant("\(error)")
        }
    }
}
