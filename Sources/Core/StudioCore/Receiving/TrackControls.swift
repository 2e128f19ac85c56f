/// A change of a remote participant's track.
public enum TrackChange: Hashable, Sendable, Codable {
    /// Nothing is published until `unmute`.
    case mute
    /// Publishing continues at the present.
    case unmute
    /// Media is due and does not arrive until `resume`.
    case stall
    /// Media arrives again. The media of the stall, at most the last second of it, arrives at once if it catches up;
    /// otherwise it is lost.
    case resume(catchesUp: Bool)
    /// Frames have this size, in pixels, even.
    case setSize(width: Int, height: Int)
    /// Frames have the size of the source again.
    case useSourceSize
    /// Frames per second, 0.1 to 1000.
    case setFrameRate(perSecond: Double)
    /// Frames must be rotated clockwise by this angle to be upright.
    case rotate(rotation: FrameRotation)
    /// The participant speaks: audio is that of the source.
    case speak
    /// The participant is silent: audio is zeros.
    case silence
    /// The system takes the camera away from its app until `endInterruption`; nothing is published.
    case interrupt(reason: CameraInterruption)
    /// The app has the camera again.
    case endInterruption
}

/// Why a system takes a camera away from an app.
public enum CameraInterruption: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app is in the background.
    case background
    /// Another app uses the microphone, as a phone call does.
    case microphoneInUse
    /// Another app uses the camera.
    case cameraInUse
    /// Several apps are visible.
    case severalApps
    /// The system is too hot, or has too little power.
    case systemPressure
}

/// How a remote participant's track is published. Sources follow it from unit to unit.
public struct TrackControls: Hashable, Sendable {
    /// A size in pixels.
    public struct Size: Hashable, Sendable {
        /// Width in pixels.
        public let width: Int
        /// Height in pixels.
        public let height: Int

        /// Creates a size.
        public init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    /// Whether nothing is published.
    public private(set) var isMuted = false
    /// Whether media is due and does not arrive.
    public private(set) var isStalled = false
    /// Whether the media of the last stall arrives at its end; otherwise it is lost.
    public private(set) var catchesUp = true
    /// The size of frames; that of the source if nil.
    public private(set) var size: Size?
    /// Frames per second; those of the source if nil.
    public private(set) var frameRate: Double?
    /// How far frames must be rotated to be upright.
    public private(set) var rotation = FrameRotation.none
    /// Whether audio is that of the source; otherwise zeros.
    public private(set) var isSpeaking = true
    /// Why the system has taken the camera away; `nil` while the app has it.
    public private(set) var interruption: CameraInterruption?

    /// Creates the controls of a track that publishes its source as it is.
    public init() {}

    /// The valid widths and heights of frames.
    public static let sizes = 2...8192
    /// The valid frame rates.
    public static let frameRates = 0.1...1000.0

    /// Applies a change.
    ///
    /// - Parameter kind: the kind of the track.
    /// - Throws: a ``TrackChangeError`` for a value out of range, or a change that this kind does not have.
    public mutating func apply(_ change: TrackChange, to kind: TrackKind) throws(TrackChangeError) {
        switch change {
        case .mute: isMuted = true
        case .unmute: isMuted = false
        case .stall: isStalled = true
        case .resume(let catchesUp):
            isStalled = false
            self.catchesUp = catchesUp
        case .setSize, .useSourceSize, .setFrameRate, .rotate:
            guard kind.isVideo else { throw TrackChangeError("\(kind.rawValue) has no frames; change a camera") }
            try applyToVideo(change)
        case .speak, .silence:
            guard !kind.isVideo else { throw TrackChangeError("\(kind.rawValue) has no audio; change a microphone") }
            isSpeaking = change == .speak
        case .interrupt, .endInterruption:
            guard kind == .camera else {
                throw TrackChangeError("\(kind.rawValue) is not a camera; interrupt a camera")
            }
            interruption = if case .interrupt(let reason) = change { reason } else { nil }
        }
    }

    private mutating func applyToVideo(_ change: TrackChange) throws(TrackChangeError) {
        switch change {
        case .setSize(let width, let height):
            guard [width, height].allSatisfy({ Self.sizes.contains($0) && $0.isMultiple(of: 2) }) else {
                throw TrackChangeError("the size is \(width)x\(height); use even values from 2 to 8192")
            }
            size = Size(width: width, height: height)
        case .useSourceSize: size = nil
        case .setFrameRate(let rate):
            guard Self.frameRates.contains(rate) else {
                throw TrackChangeError("the frame rate is \(rate); use 0.1 to 1000")
            }
            frameRate = rate
        case .rotate(let rotation): self.rotation = rotation
        case .mute, .unmute, .stall, .resume, .speak, .silence, .interrupt, .endInterruption: break
        }
    }
}

/// Why a track cannot be changed so.
public struct TrackChangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: the value, and what was expected.
    public let description: String

    package init(_ description: String) {
        self.description = description
    }
}
