import GStreamer
import StudioRuntime

/// The muxers of a program, one for each form that receivers share.
final class SharedMuxers: Sendable {
    private let muxers = Lock<[UnitForm: SharedMuxer]>([:])

    private var all: [SharedMuxer] { muxers.withLock { Array($0.values) } }

    /// The muxer of a form; `nil` before ``insert(_:for:)``.
    subscript(form: UnitForm) -> SharedMuxer? { muxers.withLock { $0[form] } }

    /// - Returns: whether it is the first one of this form; otherwise that one stays.
    func insert(_ muxer: SharedMuxer, for form: UnitForm) -> Bool {
        muxers.withLock { muxers in
            guard muxers[form] == nil else { return false }
            muxers[form] = muxer
            return true
        }
    }

    func remove(_ receiver: any EncodedReceiver) {
        for muxer in all { muxer.remove(receiver) }
    }

    func replace(_ former: [any EncodedReceiver], by other: any EncodedReceiver) {
        for muxer in all { muxer.replace(former, by: other) }
    }

    /// The failure of one of them, if any.
    var failure: GStreamerError? { all.lazy.compactMap { $0.failure() }.first }

    /// Waits for the last unit of each, at most `seconds` each; returns false when one of them has not ended.
    func finish(seconds: Double) -> Bool {
        // Each must end, whatever has become of the others.
        all.map { $0.finish(seconds: seconds) }.allSatisfy(\.self)
    }
}
