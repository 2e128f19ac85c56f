import CTwins
import Glibc
import StudioCore

/// Runs one loop in a separate process: `drive MODE WIDTH HEIGHT COUNT [PAUSE]`.
///
/// A pause after each send, in microseconds, models a real-time producer that never waits for capacity. Under the
/// allocation interposer the allocations of the second half are printed; the first half is a warm-up.
struct Driver {
    private enum Mode: String {
        case swiftCopy = "swift-copy"
        case swiftBorrow = "swift-borrow"
        case swiftAudio = "swift-audio"
        /// Publishes frames to a subscriber that gets them as they are.
        case swiftReceived = "swift-received"
        /// Allocates once per frame, which proves that the interposer works.
        case swiftAllocating = "swift-allocating"
        case twinCopy = "c-copy"
        case twinBorrow = "c-borrow"
    }

    private let mode: Mode
    private let size: Size
    private let count: Int
    private let pause: UInt32?

    init(_ arguments: [String]) throws {
        guard (4...5).contains(arguments.count), let mode = Mode(rawValue: arguments[0]), let width = Int(arguments[1]),
            let height = Int(arguments[2]), let count = Int(arguments[3])
        else { throw Invalid("usage: psbench drive MODE WIDTH HEIGHT COUNT [PAUSE]") }
        self.mode = mode
        size = Size(width: width, height: height)
        self.count = count
        pause = arguments.count == 5 ? UInt32(arguments[4]) : nil
    }

    func drive() throws {
        let source = Frame(size)
        switch mode {
        case .twinCopy, .twinBorrow:
            let session = try TwinSending(size)
            run { count in
                if mode == .twinCopy {
                    session.sendCopies(of: source.bytes, count)
                } else {
                    session.sendBorrowed(rendering: size.width, count)
                }
            }
            try session.close()
        case .swiftReceived:
            let session = try ReceiveSession(size, range: .full)
            try session.subscribe(VideoRequest(), 1)
            try run { try session.publish($0) }
        case .swiftCopy, .swiftBorrow, .swiftAudio, .swiftAllocating:
            let session = try SendSession(size)
            // More frames than the pipeline queues: its thread has begun before allocations are counted.
            if mode == .swiftAudio { try session.sendCopies(of: source.bytes, 100) }
            try run { count in
                switch mode {
                case .swiftBorrow: try session.sendBorrowed(rendering: size.width, count)
                case .swiftAudio: try session.sendAudioBlock(source.bytes, count)
                case .swiftAllocating:
                    for _ in 0..<count {
                        twin_allocate_deliberately()
                        try session.sendCopies(of: source.bytes, 1)
                    }
                default: try session.sendCopies(of: source.bytes, count)
                }
            }
            try session.close()
        }
    }

    private func run(_ body: (Int) throws -> Void) rethrows {
        if let pause {
            for _ in 0..<count {
                try body(1)
                usleep(pause)
            }
            return
        }
        guard twin_has_interposer() else { return try body(count) }
        try body(count / 2)
        twin_begin_counting()
        try body(count / 2)
        print(twin_end_counting())
    }
}

/// A frame in the app's own memory.
final class Frame {
    let bytes: UnsafeRawBufferPointer

    init(_ size: Size) {
        bytes = UnsafeRawBufferPointer(start: twin_allocate(size.frameBytes), count: size.frameBytes)
    }

    deinit {
        bytes.deallocate()
    }

    var target: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(mutating: bytes.baseAddress) }
}
