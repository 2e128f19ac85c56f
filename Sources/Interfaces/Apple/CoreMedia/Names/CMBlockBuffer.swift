// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The bytes of a sample buffer, valid as long as one of the two is referenced.
///
/// May be used on any thread.
public final class CMBlockBuffer: @unchecked Sendable, Hashable {
    // Safety: the address is immutable; the client synchronises its accesses to the bytes.
    let bytes: UnsafeMutableRawBufferPointer
    private let owner: any Sendable

    /// - Parameter owner: what keeps the bytes.
    package init(_ bytes: UnsafeMutableRawBufferPointer, owner: any Sendable) {
        (self.bytes, self.owner) = (bytes, owner)
    }

    /// The number of bytes.
    public var dataLength: Int { bytes.count }

    /// Always true.
    public var isContiguous: Bool { true }

    /// Accesses the bytes from an offset on.
    ///
    /// - Throws: an error for an offset behind the end, and those of `body`.
    public func withUnsafeMutableBytes<Result>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard (0...bytes.count).contains(offset) else {
            throw CMBlockBufferError(status: kCMBlockBufferBadOffsetParameterErr, offset: offset, count: bytes.count)
        }
        return try body(UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]))
    }

    /// Reads the bytes.
    ///
    /// - Throws: the errors of `body`.
    public func withContiguousStorage<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try body(UnsafeRawBufferPointer(bytes))
    }

    /// A copy of the bytes. Never throws.
    public func dataBytes() throws -> Data { Data(bytes) }

    /// Copies the bytes.
    ///
    /// - Throws: an error for a destination of another length.
    public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
        guard destination.count <= bytes.count else {
            throw CMBlockBufferError(
                status: kCMBlockBufferBadLengthParameterErr, offset: destination.count, count: bytes.count)
        }
        destination.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<destination.count]))
    }

    /// Buffers are equal when they are the same object.
    public static func == (left: CMBlockBuffer, right: CMBlockBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct CMBlockBufferError: Error, CustomStringConvertible {
    let status: OSStatus
    let offset: Int
    let count: Int

    var description: String { "\(offset) is outside the \(count) bytes of the block buffer (\(status))" }
}

/// The call succeeded.
public let kCMBlockBufferNoErr: OSStatus = 0
/// An offset is behind the end of the buffer.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length reaches beyond the end of the buffer.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Always true: the bytes follow each other in memory.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
    offset >= 0 && length >= 0 && offset + length <= theBuffer.dataLength
}

/// The address of the bytes from an offset on, valid as long as the buffer is referenced.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - offset: of the first byte.
///   - lengthAtOffsetOut: receives the number of bytes from the offset on.
///   - totalLengthOut: receives the number of bytes of the buffer.
///   - dataPointerOut: receives the address.
/// - Returns: `noErr`, or ``kCMBlockBufferBadOffsetParameterErr``.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?,
    dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<Int8>?>?
) -> OSStatus {
    guard (0..<theBuffer.dataLength).contains(offset) else { return kCMBlockBufferBadOffsetParameterErr }
    lengthAtOffsetOut?.pointee = theBuffer.dataLength - offset
    totalLengthOut?.pointee = theBuffer.dataLength
    dataPointerOut?.pointee = theBuffer.bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: Int8.self) }
    return kCMBlockBufferNoErr
}

/// Copies bytes.
///
/// - Returns: `noErr`, ``kCMBlockBufferBadOffsetParameterErr``, or ``kCMBlockBufferBadLengthParameterErr``.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    guard (0...theSourceBuffer.dataLength).contains(offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= theSourceBuffer.dataLength - offsetToData else {
        return kCMBlockBufferBadLengthParameterErr
    }
    guard dataLength > 0, let start = theSourceBuffer.bytes.baseAddress else { return kCMBlockBufferNoErr }
    destination.copyMemory(from: start + offsetToData, byteCount: dataLength)
    return kCMBlockBufferNoErr
}
