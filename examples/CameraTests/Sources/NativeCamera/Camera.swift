import ProductionStudio

/// An app's camera, written for the native interface: a grey picture and 20 ms of silence each time the app captures.
open class Camera: StudioDelegate, @unchecked Sendable {
    // Safety: everything happens on one queue, the one that the studio's callbacks come on.

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

    /// A camera that does nothing yet.
    public init(_ studio: StudioController) {
        self.studio = studio
    }

    /// What a light in the app shows.
    open var isReady: Bool { sender != nil }

    // MARK: What the app does

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
            try sendPicture(to: sender)
            try sendSound(to: sender)
        } catch {
            show(error)
        }
    }

    open func sendPicture(to sender: Sender) throws {
        let frame = try sender.borrowFrame()
        frame.withBytes { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 64)
            return
        }
        try sender.send(frame)
    }

    open func sendSound(to sender: Sender) throws {
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

    /// Tells the user.
    public func show(_ error: any Error) {
        message = "\(error)"
    }

    // MARK: What the studio says

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
