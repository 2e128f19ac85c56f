public import StudioCore
package import StudioRuntime

/// The tracks of the local user. The studio's sender publishes to the camera and the microphone.
///
/// A receiver of the program, such as an encoder, receives both.
public final class LocalTracks: Sendable {
    /// The frames that the sender accepts.
    public let camera: Track
    /// The audio blocks that the sender accepts.
    public let microphone: Track
    /// Video of the local user's shared screen.
    public let shareVideo: Track
    /// Audio of the local user's shared screen.
    public let shareAudio: Track
    /// Receivers report regained capacity here.
    package let backpressure = Backpressure()

    init() {
        let backpressure = backpressure
        func track(_ kind: TrackKind) -> Track {
            Track(TrackID(participant: .none, kind: kind), backpressure: backpressure)
        }
        camera = track(.camera)
        microphone = track(.microphone)
        shareVideo = track(.shareVideo)
        shareAudio = track(.shareAudio)
    }

    /// A track by its kind.
    public subscript(kind: TrackKind) -> Track {
        switch kind {
        case .camera: camera
        case .microphone: microphone
        case .shareVideo: shareVideo
        case .shareAudio: shareAudio
        }
    }

    /// Adds a receiver to camera and microphone, starting with the next accepted unit.
    public func add(_ receiver: any MediaReceiver) {
        camera.fanout.add(receiver)
        microphone.fanout.add(receiver)
    }

    /// Removes a receiver from camera and microphone; a unit that is being delivered may still reach it.
    public func remove(_ receiver: any MediaReceiver) {
        camera.fanout.remove(receiver)
        microphone.fanout.remove(receiver)
    }

    /// Waits until every receiver of camera and microphone has capacity; returns false after `seconds`.
    ///
    /// For producers that may wait, before the send call; a send itself never waits.
    public func waitForCapacity(seconds: Double) -> Bool {
        backpressure.wait(seconds: seconds) {
            camera.fanout.receivers.allSatisfy { $0.hasCapacity }
                && microphone.fanout.receivers.allSatisfy { $0.hasCapacity }
        }
    }

    /// Suspends all tracks while the meeting reconnects: media is accepted and dropped.
    func setSuspended(_ isSuspended: Bool) {
        for kind in TrackKind.allCases { self[kind].fanout.setSuspended(isSuspended) }
    }
}
