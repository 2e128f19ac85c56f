import Logging
package import SessionProtocol
package import StudioCore
package import StudioRuntime

/// Called once, on any thread, when a source is on air, or with the reason why it will not be.
package typealias SourceCompletion = @Sendable (SessionCommandError?) -> Void

/// A session with outputs, as commands see it.
package protocol CommandedSession: AnyObject, Sendable {
    /// Whether it has ended: nothing is published any more.
    var isOver: Bool { get }
    /// Whether commands can change its outputs.
    var hasChangeableOutputs: Bool { get }
    /// Whether commands can change its source.
    var hasChangeableSource: Bool { get }
    /// Whether it publishes events itself.
    var publishesEvents: Bool { get }
    /// A command is performed: before the events that it causes, or after a command to outputs was accepted.
    func announce(_ command: SessionCommand, origin: CommandOrigin)
    /// Adds an output.
    ///
    /// - Parameter folder: the folder outside of which it writes nothing; `nil` for no limit.
    /// - Returns: its number.
    func addOutput(_ address: String, below folder: RestrictedFolder?) throws(SessionCommandError) -> Int
    /// Finishes an output and removes it.
    func removeOutput(_ number: Int) throws(SessionCommandError)
    /// Finishes an output and adds a new one in its place: a file with a new name, anything else at the same address.
    ///
    /// - Parameter appends: whether the new one goes on in the HLS playlist of the old one.
    /// - Returns: the number of the new one.
    func restartOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> Int
    /// Requests another source.
    ///
    /// - Parameter folder: the folder outside of which it reads nothing; `nil` for no limit.
    /// - Throws: `notSending` before and after sending; the completion is then not called.
    func changeSource(
        video: String?, audio: String?, loops: Bool, startAt: MediaTime, below folder: RestrictedFolder?,
        completion: @escaping SourceCompletion
    ) throws(SessionCommandError)
    /// Puts the slate on air.
    ///
    /// - Returns: false when it is on air by request already.
    func showSlate() throws(SessionCommandError) -> Bool
    /// Ends a slate that was requested.
    ///
    /// - Returns: false when there is none.
    func endSlate() throws(SessionCommandError) -> Bool
    /// Finishes an output that can be started again.
    func stopOutput(_ number: Int) throws(SessionCommandError)
    /// Starts a stopped output.
    ///
    /// - Parameter appends: whether it goes on in its HLS playlist.
    /// - Returns: its address, redacted.
    func startOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> String
    /// Lets a file go on in another one from the next key frame on.
    ///
    /// - Returns: the path of the next file.
    func splitOutput(_ number: Int) throws(SessionCommandError) -> String
    /// Lets a chapter of a recording begin.
    ///
    /// - Parameter name: `nil` for its number.
    func addChapter(_ number: Int, name: String?) throws(SessionCommandError)
    /// Sets the volume of the program's audio, as a factor of the amplitude.
    func setVolume(_ factor: Double) throws(SessionCommandError)
    /// Makes the program silent, or audible again.
    func setMute(_ isMuted: Bool) throws(SessionCommandError)
    /// The folder for graphs of pipelines; `nil` for none.
    var graphFolder: String? { get }
    /// Whether graphs replace existing files.
    var overwritesFiles: Bool { get }
    /// Reports something in one line.
    func note(_ message: String)
    /// Stops the studio, finishes the outputs, and ends the session.
    func end()
}

/// A session without a folder for graphs, whose notes are log lines.
extension CommandedSession {
    package var graphFolder: String? { nil }
    package var overwritesFiles: Bool { false }
    package func note(_ message: String) { Logger(label: "psstudio").notice("\(message)") }
}

/// A session whose source commands cannot change.
extension CommandedSession {
    package var hasChangeableSource: Bool { false }

    package func changeSource(
        video: String?, audio: String?, loops: Bool, startAt: MediaTime, below folder: RestrictedFolder?,
        completion: @escaping SourceCompletion
    ) throws(SessionCommandError) { throw .unsupported("changeSource") }

    package func showSlate() throws(SessionCommandError) -> Bool { throw .unsupported("showSlate") }
    package func endSlate() throws(SessionCommandError) -> Bool { throw .unsupported("endSlate") }
}
