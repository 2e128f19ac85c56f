import Glibc

/// Receives the bytes of a muxer. All methods are called on its streaming thread and may block it.
package protocol ByteDestination: AnyObject, Sendable {
    /// Whether written data can be rewritten.
    var isSeekable: Bool { get }
    /// Moves to an offset. Called only if it is seekable.
    ///
    /// - Returns: 0 or the error number.
    func seek(to offset: UInt64) -> Int32
    /// Writes all bytes.
    ///
    /// - Returns: 0 or the error number.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32
    /// Called after the last write of a stream that ended properly.
    ///
    /// - Returns: 0 or the error number.
    func end() -> Int32
}

extension ByteDestination {
    package var isSeekable: Bool { false }
    package func seek(to offset: UInt64) -> Int32 { ESPIPE }
    package func end() -> Int32 { 0 }
}

extension ByteWriter: ByteDestination {}
