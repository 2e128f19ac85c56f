import StudioCore

/// A kind of media that a session captures.
package enum CaptureMedia: Hashable, Sendable, CaseIterable {
    case video
    case audio

    /// The device that captures it.
    package var device: String {
        switch self {
        case .video: "camera"
        case .audio: "microphone"
        }
    }
}

/// What an input captures with.
package enum CaptureDevice: Sendable {
    case camera(CaptureCamera)
    case microphone(CaptureMicrophone)

    package var media: CaptureMedia {
        switch self {
        case .camera: .video
        case .microphone: .audio
        }
    }

    package var name: String {
        switch self {
        case .camera(let camera): camera.name
        case .microphone(let microphone): microphone.name
        }
    }

    package var camera: CaptureCamera? {
        if case .camera(let camera) = self { camera } else { nil }
    }

    package var microphone: CaptureMicrophone? {
        if case .microphone(let microphone) = self { microphone } else { nil }
    }

    /// Why the system, or another session, has taken it away from a session; `nil` while it captures.
    func interruption(of session: Int) -> CameraInterruption? {
        switch self {
        case .camera(let camera): camera.interruption ?? (camera.isTaken(from: session) ? .cameraInUse : nil)
        case .microphone(let microphone): microphone.interruption
        }
    }

    /// The sessions that had it as their input.
    var sessions: CaptureSessionList {
        switch self {
        case .camera(let camera): camera.sessions
        case .microphone(let microphone): microphone.sessions
        }
    }

    var host: CaptureHost {
        switch self {
        case .camera(let camera): camera.host
        case .microphone(let microphone): microphone.host
        }
    }

    /// Whether the user permits its use.
    package var isAuthorized: Bool {
        switch self {
        case .camera(let camera): camera.host.isAuthorized
        case .microphone(let microphone): microphone.host.isMicrophoneAuthorized
        }
    }
}

/// An output of a session.
package protocol CaptureDestination: AnyObject, Sendable {
    /// Unique in the process.
    var number: Int { get }
    var media: CaptureMedia { get }
    /// Claims it for a session; false when another one has it.
    func claim(_ owner: ObjectIdentifier) -> Bool
    func isFree(for owner: ObjectIdentifier) -> Bool
    func release(_ owner: ObjectIdentifier)
    /// Attaches it to a device of its media, or detaches it. A change with an older revision, or by a session that no longer
    /// has it, is ignored.
    func attach(_ device: CaptureDevice?, by owner: ObjectIdentifier, revision: Int)
    /// Whether its connection is enabled; without, the observer gets no calls.
    func setEnabled(_ isEnabled: Bool)
}

/// Which session has an output. Decides, performs nothing.
struct CaptureOwnership: Sendable {
    private var owner: ObjectIdentifier?
    /// The revision of the session that attached or detached the output.
    private var revision = 0

    func isFree(for owner: ObjectIdentifier) -> Bool { self.owner == nil || self.owner == owner }

    mutating func claim(_ owner: ObjectIdentifier) -> Bool {
        if self.owner == owner { return true }
        guard self.owner == nil else { return false }
        // Sessions count their revisions themselves.
        (self.owner, revision) = (owner, 0)
        return true
    }

    mutating func release(_ owner: ObjectIdentifier) {
        if self.owner == owner { self.owner = nil }
    }

    /// Whether a change of the session applies.
    mutating func accepts(_ owner: ObjectIdentifier, revision: Int) -> Bool {
        guard self.owner == owner, revision >= self.revision else { return false }
        self.revision = revision
        return true
    }
}
