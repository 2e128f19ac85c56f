import ZegoExpressEngine

/// Writes the first frames of the preview and of each played stream as PNG files: `main-1.png`, `ada-1.png`.
public class FrameRenderer: NSObject, ZegoCustomVideoRenderHandler {
    private let folder: URL
    private let limit: Int
    private var counts: [String: Int] = [:]
    private let lock = NSLock()

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - folder: the folder of the files, which exists.
    ///   - limit: the number of files of each source.
    public init(folder: URL, limit: Int = 1) {
        (self.folder, self.limit) = (folder, limit)
        super.init()
    }

    /// Enters a room, and renders the preview and a stream. Custom rendering is enabled before anything starts.
    public func start(playing streamID: String) -> ZegoExpressEngine {
        let profile = ZegoEngineProfile()
        profile.appID = 1
        let engine = ZegoExpressEngine.createEngine(with: profile, eventHandler: nil)
        let config = ZegoCustomVideoRenderConfig()
        config.bufferType = .rawData
        config.frameFormatSeries = .YUV
        engine.enableCustomVideoRender(true, config: config)
        engine.setCustomVideoRenderHandler(self)
        engine.loginRoom("room", user: ZegoUser(userID: "renderer"))
        engine.setVideoConfig(ZegoVideoConfig(preset: .preset180P))
        engine.startPreview(nil)
        engine.startPlayingStream(streamID, canvas: nil)
        return engine
    }

    /// The bytes from one row of a plane to the next.
    func stride(of plane: Int, _ param: ZegoVideoFrameParam) -> Int { Int(param.strides[plane]) }

    private func render(
        _ source: String, _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, _ param: ZegoVideoFrameParam,
        isFlipped: Bool
    ) {
        guard param.format == .I420, let number = nextNumber(of: source) else { return }
        let (width, height) = (Int(param.size.width), Int(param.size.height))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for column in 0..<width {
                let x = isFlipped ? width - 1 - column : column
                let luma = data[0][y * stride(of: 0, param) + x]
                let u = data[1][y / 2 * stride(of: 1, param) + x / 2]
                let v = data[2][y / 2 * stride(of: 2, param) + x / 2]
                pixels += Self.rgb(luma, u, v)
            }
        }
        do {
            try PNG.encode(pixels, width: width, height: height)
                .write(to: folder.appendingPathComponent("\(source)-\(number).png"))
        } catch {
            print("cannot write a frame: \(error)")
        }
    }

    /// Sources have queues of their own.
    private func nextNumber(of source: String) -> Int? {
        lock.lock()
        defer { lock.unlock() }
        let number = counts[source, default: 0] + 1
        guard number <= limit else { return nil }
        counts[source] = number
        return number
    }

    /// BT.709 in limited range.
    private static func rgb(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> [UInt8] {
        let (luma, blue, red) = ((Double(y) - 16) * 255 / 219, (Double(u) - 128) / 224, (Double(v) - 128) / 224)
        return [luma + 401.6 * red, luma - 47.8 * blue - 119.4 * red, luma + 473.2 * blue].map {
            UInt8(max(0, min(255, $0.rounded())))
        }
    }

    /// A frame of the preview.
    public func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) {
        render("\(channel)", data, param, isFlipped: flipMode == .X)
    }

    /// A frame of a stream.
    public func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, streamID: String
    ) {
        render(streamID, data, param, isFlipped: false)
    }
}

/// The same with a bug that sizes without padding do not show: rows are assumed to follow each other.
public final class FaultyFrameRenderer: FrameRenderer {
    override func stride(of plane: Int, _ param: ZegoVideoFrameParam) -> Int {
        Int(param.size.width) / (plane == 0 ? 1 : 2)
    }
}
