import MediaReceiving
import StudioCore
import ZoomVideoRawData

/// A frame, valid during its callback, and longer while it is referenced. All members may be used from any thread.
///
/// The planes have no padding; chroma has half the width and half the height, rounded up.
public final class ZoomVideoSDKVideoRawData: NSObject, @unchecked Sendable {
    // Safety: the native frame has a lock; the client synchronises its accesses to the bytes.
    private let frame: RawDataFrame
    private let start: Date

    init(_ frame: RawDataFrame, start: Date) {
        (self.frame, self.start) = (frame, start)
        super.init()
    }

    private func plane(_ number: Int) -> UnsafeMutablePointer<CChar>? {
        guard let base = frame.unit.bytes?.baseAddress else { return nil }
        return (base + frame.description.layout.planes[number].offset).assumingMemoryBound(to: CChar.self)
    }

    /// The luma, width × height bytes; `nil` when the frame is not valid any more.
    public var yBuffer: UnsafeMutablePointer<CChar>? { plane(0) }
    /// The blue difference; `nil` when the frame is not valid any more.
    public var uBuffer: UnsafeMutablePointer<CChar>? { plane(1) }
    /// The red difference; `nil` when the frame is not valid any more.
    public var vBuffer: UnsafeMutablePointer<CChar>? { plane(2) }
    /// Always `nil`: no emulated sender has an alpha channel.
    public var alphaBuffer: UnsafeMutablePointer<CChar>? { nil }
    /// 0.
    public var alphaBufferLen: UInt { 0 }

    /// Width and height in pixels; they may change from frame to frame.
    public var size: CGSize { CGSize(width: frame.description.layout.width, height: frame.description.layout.height) }
    /// Whether the samples have limited range.
    public var isLimited: Bool { frame.description.range == .limited }
    /// The format by its range.
    public var format: ZoomVideoSDKFrameDataFormat { isLimited ? .i420_Limit : .I420 }
    /// How far it must be rotated clockwise to be upright.
    public var rotation: ZoomVideoSDKVideoRawDataRotation { frame.description.rotation.vendor }
    /// The capture time.
    public var timeStamp: Date? { start.addingTimeInterval(frame.description.time.seconds) }

    /// Whether a reference can be taken: not in stack memory, and not after the frame became invalid.
    public func canAddRef() -> Bool { frame.unit.canAddReference }

    /// Takes a reference, which keeps the frame valid until `releaseRef`.
    ///
    /// - Parameters:
    ///   - file: the file that is reported if the reference is never released.
    ///   - line: the line that is reported if the reference is never released.
    /// - Returns: false when none can be taken.
    @discardableResult
    public func addRef(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        frame.unit.addReference(file, line)
    }

    /// Releases a reference.
    ///
    /// - Returns: the number of references that remain.
    @discardableResult
    public func releaseRef() -> Int { frame.unit.releaseReference() ?? 0 }
}

extension FrameRotation {
    var vendor: ZoomVideoSDKVideoRawDataRotation {
        switch self {
        case .none: .rotationNone
        case .quarter: .rotation90
        case .half: .rotation180
        case .threeQuarters: .rotation270
        }
    }
}

/// A block of signed 16-bit PCM, valid during its callback, and longer while it is referenced. All members may be used
/// from any thread.
public final class ZoomVideoSDKAudioRawData: NSObject, @unchecked Sendable {
    // Safety: the native block has a lock; the client synchronises its accesses to the bytes.
    private let block: ReceivedBlock
    private let start: Date

    init(_ block: ReceivedBlock, start: Date) {
        (self.block, self.start) = (block, start)
        super.init()
    }

    /// The samples, channels interleaved; `nil` when the block is not valid any more. Edits reach nobody.
    public var buffer: UnsafeMutablePointer<CChar>? {
        block.unit.bytes?.baseAddress?.assumingMemoryBound(to: CChar.self)
    }
    /// Bytes.
    public var bufferLen: Int { block.byteCount }
    /// Samples per second and channel.
    public var sampleRate: Int { Int(block.format.sampleRate) }
    /// 1 or 2.
    public var channelNum: Int { Int(block.format.channels) }
    /// The capture time of the first sample.
    public var timeStamp: Date? { start.addingTimeInterval(block.time.seconds) }

    /// Whether a reference can be taken: only in heap memory, which must be asked for, and not after the block became
    /// invalid.
    public func canAddRef() -> Bool { block.unit.canAddReference }

    /// Takes a reference, which keeps the block valid until `releaseRef`.
    ///
    /// - Parameters:
    ///   - file: the file that is reported if the reference is never released.
    ///   - line: the line that is reported if the reference is never released.
    /// - Returns: false when none can be taken.
    @discardableResult
    public func addRef(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        block.unit.addReference(file, line)
    }

    /// Releases a reference.
    ///
    /// - Returns: the number of references that remain.
    @discardableResult
    public func releaseRef() -> Int { block.unit.releaseReference() ?? 0 }
}
