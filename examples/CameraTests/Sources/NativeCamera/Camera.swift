import ProductionStudio

/// An app's camera for the native interface: it sends a grey frame and 20 ms of silence per capture.
open class Camera: StudioDelegate, @unchecked Sendable {
    // Safety: everything happens on one queue, the studio's callback queue.

    /// Width in pixels.
    public static let width = 404
    /// Height in pixels.
    public static let height = 710

    /// The meeting's studio.
    public let studio: StudioController
    /// From `didStartSending` to `studioDidStopSending`.
    public var sender: Sender?
    private var isWanted = false
    private var isEnding = false
    private var wantsRestart = false

    /// Creates an idle camera.
    public init(_ studio: StudioController) {
        self.studio = studio
    }

    /// The state of an indicator in the app.
    open var isReady: Bool { sender != nil }

    // MARK: App

    open func begin() {
        guard mayBegin() else { return }
        listen()
        do {
            try studio.start(VideoCapability(width: Int32(Self.width), height: Int32(Self.height)))
            isWanted = true
        } catch {
            show(error)
        }
    }

    open func mayBegin() -> Bool { studio.isSupported && studio.canStart }

    open func listen() { studio.delegate = self }

    /// The app's timer calls this.
    open func capture() {
        guard let sender else { return }
        do {
            try sendFrame(to: sender)
            try sendAudioBlock(to: sender)
        } catch {
            show(error)
        }
    }

    open func sendFrame(to sender: Sender) throws {
        let frame = try sender.borrowFrame()
        frame.withBytes { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 64)
            return
        }
        try sender.send(frame)
    }

    open func sendAudioBlock(to sender: Sender) throws {
        let samples = [UInt8](repeating: 0, count: 1920)
        try samples.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: .mono) }
    }

    /// The user presses the button, perhaps twice.
    open func end() {
        guard isWanted, !isEnding else { return }
        isEnding = true
        do { try studio.stop() } catch { show(error) }
    }

    /// The user changes the settings.
    open func restart() {
        wantsRestart = true
        end()
    }

    /// The last error that the user saw.
    public private(set) var message: String?

    /// Shows the error to the user.
    public func show(_ error: any Error) {
        message = "\(error)"
    }

    // MARK: Studio callbacks

    open func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        if !accepted { isWanted = false }
    }

    open func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        self.sender = sender
    }

    open func studioDidStopSending(_ studio: StudioController) {
        sender = nil
        isWanted = false
        isEnding = false
        guard wantsRestart else { return }
        wantsRestart = false
        begin()
    }
}
