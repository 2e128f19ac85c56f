import CPSStudio
import EmbeddingRules
import ProductionStudio
import StudioCore
import StudioRuntime

/// The sender behind a handle.
final class SenderHandle: Sendable {
    let sender: Sender

    init(_ sender: Sender) {
        self.sender = sender
    }
}

/// The borrowed frame behind a handle.
final class FrameHandle: Sendable {
    private let frame: Lock<BorrowedFrame?>

    init(_ frame: consuming sending BorrowedFrame) {
        self.frame = Lock(frame)
    }

    /// Takes the frame; `nil` for a second call.
    func take() -> BorrowedFrame? { frame.withLock { $0.take() } }
}

/// Memory of the host that is lent to a sender, until the last reference ends.
final class Loan: @unchecked Sendable {
    // Safety: the host promises that both may be used from any thread.
    private let release: ps_release_callback
    private let user: UnsafeMutableRawPointer?

    init(_ release: ps_release_callback, _ user: UnsafeMutableRawPointer?) {
        self.release = release
        self.user = user
    }

    deinit {
        psc_enter_inner_callback()
        release(user)
        psc_leave_inner_callback()
    }
}

extension BorrowedFrame {
    /// A frame in the memory of the host, which is not copied; `nil` for planes of another layout.
    init?(_ planes: ps_planes, owner: Loan) {
        guard planes.width > 0, planes.height > 0, let start = planes.data.0 else { return nil }
        let layout = I420Layout.gstreamer(width: Int(planes.width), height: Int(planes.height))
        guard planes.have(layout, at: start) else { return nil }
        self.init(lending: UnsafeRawBufferPointer(start: start, count: layout.byteCount), layout: layout, owner: owner)
    }
}

extension FrameDataFormat {
    /// The format with a number of the header; unknown numbers are kept for the diagnosis.
    init(number: Int32) {
        self =
            switch Int(number) {
            case PS_FORMAT_I420_FULL: .i420Full
            case PS_FORMAT_I420_LIMITED: .i420Limited
            default: .unknown(UInt32(bitPattern: number))
            }
    }

    /// The number of the format in the header.
    var number: Int32 { Int32(self == .i420Limited ? PS_FORMAT_I420_LIMITED : PS_FORMAT_I420_FULL) }
}

extension AudioChannel {
    init(count: Int32) {
        self = count == 1 ? .mono : count == 2 ? .stereo : .unknown(UInt32(bitPattern: count))
    }
}

extension ps_planes {
    /// The planes of a layout, at this address.
    init(_ bytes: UnsafeMutableRawPointer, _ layout: I420Layout) {
        self.init()
        width = Int32(layout.width)
        height = Int32(layout.height)
        func address(_ plane: I420Layout.Plane) -> UnsafeMutablePointer<UInt8> {
            (bytes + plane.offset).assumingMemoryBound(to: UInt8.self)
        }
        data = (address(layout.y), address(layout.u), address(layout.v))
        stride = (Int32(layout.y.stride), Int32(layout.u.stride), Int32(layout.v.stride))
    }

    /// Whether the planes have this layout.
    ///
    /// The layout of a host's size may exceed the types of the header and the address space, so nothing is converted to them.
    fileprivate func have(_ layout: I420Layout, at start: UnsafeMutablePointer<UInt8>) -> Bool {
        func matches(_ data: UnsafeMutablePointer<UInt8>?, _ stride: Int32, _ plane: I420Layout.Plane) -> Bool {
            Int(stride) == plane.stride
                && UInt(bitPattern: data) == UInt(bitPattern: start) &+ UInt(plane.offset)
        }
        return matches(data.0, stride.0, layout.y) && matches(data.1, stride.1, layout.u)
            && matches(data.2, stride.2, layout.v)
    }
}

extension ps_statistics {
    init(_ statistics: StudioStatistics) {
        self.init()
        size = MemoryLayout<ps_statistics>.size
        (video_accepted, video_refused, video_dropped) = statistics.video.numbers
        (audio_accepted, audio_refused, audio_dropped) = statistics.audio.numbers
        overlapping_sends = Int64(statistics.overlappingSends)
    }
}

extension StudioStatistics.Media {
    fileprivate var numbers: (Int64, Int64, Int64) { (Int64(accepted), Int64(refused), Int64(dropped)) }
}

/// Fills the statistics of the host.
func fill(
    _ target: UnsafeMutablePointer<ps_statistics>?, _ statistics: StudioStatistics
) throws(CallFailure) {
    let target = try required(target, "statistics")
    _ = try structure(UnsafePointer(target), "statistics")
    target.pointee = ps_statistics(statistics)
}
