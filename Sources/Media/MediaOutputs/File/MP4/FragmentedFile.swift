import Containers
import Glibc
import StudioRuntime

/// A fragmented MP4 file on the disk.
final class FragmentedFile {
    /// The most bytes that are read at once.
    private static let partBytes = 1 << 20
    /// No index of a fragment is longer: half a second of samples. The index of the movie has none.
    private static let longestIndex: UInt64 = 16 << 20

    private let descriptor: Int32

    /// - Parameter other: a descriptor of the file, which may be one for writing. The file may have been renamed.
    init(reopening other: Int32) throws(SystemError) {
        descriptor = open("/proc/self/fd/\(other)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Reads the tracks and the index of all fragments.
    func movie() throws -> FragmentedMovie {
        var (offset, movie): (UInt64, FragmentedMovie?) = (0, nil)
        while let (header, size) = try header(at: offset) {
            switch header.type {
            case "moov": movie = try FragmentedMovie(movie: read(size, at: offset))
            case "moof": try movie?.append(fragment: read(size, at: offset), at: offset)
            default: break
            }
            offset += size
        }
        guard let movie else { throw MP4FormatError("it has no box 'moov'") }
        return movie
    }

    /// The header of the box at an offset and its size; `nil` at the end.
    private func header(at offset: UInt64) throws -> (BoxHeader, UInt64)? {
        let bytes = try read(upTo: BoxHeader.maximumBytes, at: offset)
        if bytes.isEmpty { return nil }
        let header = try BoxHeader(bytes)
        guard let size = header.byteCount else { throw MP4FormatError("the box '\(header.type)' has no size") }
        return (header, size)
    }

    private func read(_ count: UInt64, at offset: UInt64) throws -> [UInt8] {
        guard count <= Self.longestIndex else { throw MP4FormatError("an index has \(count) bytes") }
        let bytes = try read(upTo: Int(count), at: offset)
        guard bytes.count == Int(count) else { throw MP4FormatError("an index is truncated") }
        return bytes
    }

    private func read(upTo count: Int, at offset: UInt64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withUnsafeMutableBytes { try read(into: $0, at: offset) }
        bytes.removeLast(count - got)
        return bytes
    }

    /// - Returns: fewer bytes than fit only at the end of the file.
    private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws -> Int {
        var got = 0
        while got < buffer.count, let address = buffer.baseAddress {
            let count = pread(descriptor, address + got, buffer.count - got, off_t(offset) + off_t(got))
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw SystemError(errno) }
            if count == 0 { break }
            got += count
        }
        return got
    }

    /// Calls `body` with the bytes of a range, part by part.
    func forEachPart(of range: Range<UInt64>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(Self.partBytes, range.count), alignment: 4096)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer.prefix(Int(min(UInt64(buffer.count), range.upperBound - offset))))
            guard try read(into: part, at: offset) == part.count else { throw MP4FormatError("the media is truncated") }
            try body(UnsafeRawBufferPointer(part))
            offset += UInt64(part.count)
        }
    }
}
