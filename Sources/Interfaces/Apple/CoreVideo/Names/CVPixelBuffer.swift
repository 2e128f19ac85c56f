// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Creates a buffer with zeroed memory of its own. Each stride is a multiple of 64 bytes, and exceeds the bytes of a row.
///
/// - Parameters:
///   - allocator: has no effect.
///   - width: the width in pixels, 1 to 16384.
///   - height: the height in pixels, 1 to 16384.
///   - pixelFormatType: `BGRA`, `420f`, `420v`, `y420` or `f420`.
///   - pixelBufferAttributes: the alignment of strides (``kCVPixelBufferBytesPerRowAlignmentKey``); others have no effect.
///   - pixelBufferOut: receives the buffer; `nil` after an error.
/// - Returns: ``kCVReturnSuccess``, or the code of the unusable argument.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: [String: Any]?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard !PixelBufferLayout.sampleBytes(pixelFormatType).isEmpty else { return kCVReturnInvalidPixelFormat }
    let value = pixelBufferAttributes?[kCVPixelBufferBytesPerRowAlignmentKey]
    let alignment = value.flatMap { strideAlignment($0) }
    guard value == nil || alignment != nil else { return kCVReturnInvalidPixelBufferAttributes }
    let layout = PixelBufferLayout(pixelFormatType, width: width, height: height, alignment: alignment)
    guard let layout else { return kCVReturnInvalidSize }
    guard let buffer = CVPixelBuffer(layout) else { return kCVReturnAllocationFailed }
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
}

/// `nil` for a value that is not a power of 2 from 1 to 4096.
private func strideAlignment(_ value: Any) -> Int? {
    guard let number = wholeNumber(value), PixelBufferLayout.alignments.contains(number), number.nonzeroBitCount == 1
    else { return nil }
    return number
}

// MARK: Memory

/// Makes the bytes accessible. Locks nest; each needs an unlock with the same flags.
///
/// - Returns: ``kCVReturnSuccess``; ``kCVReturnError`` when the memory cannot be mapped for this access.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.lock(lockFlags) }

/// Ends a lock. The addresses are invalid after the last one.
///
/// - Returns: ``kCVReturnSuccess``; ``kCVReturnError`` when it is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.unlock(unlockFlags) }

/// The first byte of a buffer with one plane; `nil` for a planar buffer, or outside a lock.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.layout.isPlanar ? nil : pixelBuffer.address(ofPlane: 0)
}

/// The first byte of a plane; `nil` for a plane that does not exist, or outside a lock.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    // A buffer with one plane is not planar, and has its address at index 0 too.
    pixelBuffer.layout.planes.indices.contains(planeIndex) ? pixelBuffer.address(ofPlane: planeIndex) : nil
}

// MARK: Form

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.width }

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.height }

/// The pixel format, such as ``kCVPixelFormatType_32BGRA``.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.layout.pixelFormat }

/// Whether it has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.layout.isPlanar }

/// The number of planes: 2 or 3; 0 for a buffer that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.layout.isPlanar ? pixelBuffer.layout.planes.count : 0
}

/// Bytes from one row to the next; for a planar buffer, rows of this size cover all planes.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    let layout = pixelBuffer.layout
    guard layout.isPlanar else {
        pixelBuffer.noteStride(0)
        return layout.planes[0].bytesPerRow
    }
    return (layout.byteCount + layout.height - 1) / layout.height
}

/// The size of the memory in bytes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.byteCount }

/// The width of a plane in samples, a pair of Cb and Cr is one; 0 for a plane that does not exist.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(pixelBuffer, planeIndex)?.width ?? 0
}

/// The number of rows of a plane; 0 for a plane that does not exist.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(pixelBuffer, planeIndex)?.height ?? 0
}

/// Bytes from one row of a plane to the next; 0 for a plane that does not exist.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    guard let plane = plane(pixelBuffer, planeIndex) else { return 0 }
    pixelBuffer.noteStride(planeIndex)
    return plane.bytesPerRow
}

private func plane(_ pixelBuffer: CVPixelBuffer, _ index: Int) -> PixelBufferLayout.Plane? {
    pixelBuffer.layout.planes.indices.contains(index) ? pixelBuffer.layout.planes[index] : nil
}
