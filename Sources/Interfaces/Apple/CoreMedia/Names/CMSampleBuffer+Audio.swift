// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension CMSampleBuffer {
    /// Captured audio.
    ///
    /// - Parameters:
    ///   - data: the samples.
    ///   - time: the capture time of the first sample.
    ///   - stream: their form.
    package convenience init(_ data: CMBlockBuffer, at time: CMTime, _ stream: AudioStreamBasicDescription) {
        let count = data.dataLength / max(1, Int(stream.mBytesPerFrame))
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: Int64(count), timescale: CMTimeScale(stream.mSampleRate)),
            presentationTimeStamp: time, decodeTimeStamp: .invalid)
        self.init(nil, timing, format: CMFormatDescription(stream), data: data, count: count)
    }

    private var stream: AudioStreamBasicDescription? { formatDescription?.audioStreamBasicDescription }

    /// The buffer of all channels over the samples; `nil` without audio.
    fileprivate var audioBuffer: AudioBuffer? {
        guard let dataBuffer, let stream else { return nil }
        return AudioBuffer(
            mNumberChannels: stream.mChannelsPerFrame, mDataByteSize: UInt32(dataBuffer.dataLength),
            mData: dataBuffer.bytes.baseAddress)
    }

    /// Accesses the samples as a list of buffers, which is valid inside `body`.
    ///
    /// - Throws: an error without audio, and those of `body`.
    public func withAudioBufferList<Result>(
        blockBufferMemoryAllocator: CFAllocator? = nil, flags: UInt32 = 0,
        body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> Result
    ) throws -> Result {
        guard let audioBuffer, let dataBuffer else {
            throw CMSampleBufferError(status: kCMSampleBufferError_BufferNotReady)
        }
        var list = AudioBufferList(mNumberBuffers: 1, mBuffers: audioBuffer)
        return try withUnsafeMutablePointer(to: &list) {
            try body(UnsafeMutableAudioBufferListPointer($0), dataBuffer)
        }
    }

    /// The bytes of one sample of all channels; zero without audio.
    fileprivate var frameBytes: Int { Int(stream?.mBytesPerFrame ?? 0) }
}

/// The list of buffers is too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// The buffer has no data.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// A parameter is invalid.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// Samples begin at multiples of 16 bytes; they always do.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1

/// The samples of a captured buffer; `nil` for video.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// The bytes of a sample; of all channels for audio, zero for video.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemCount) -> Int { sbuf.frameBytes }

/// The bytes of all samples; zero for video.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.dataBuffer?.dataLength ?? 0 }

/// The samples as a list of one buffer: channels are interleaved. They are valid as long as the block buffer is referenced.
///
/// - Parameters:
///   - sbuf: the sample buffer.
///   - bufferListSizeNeededOut: receives the bytes of the list.
///   - bufferListOut: receives the list; `nil` to ask for its size.
///   - bufferListSize: the bytes at `bufferListOut`.
///   - blockBufferAllocator: has no effect.
///   - blockBufferMemoryAllocator: has no effect.
///   - flags: have no effect.
///   - blockBufferOut: receives the block buffer.
/// - Returns: `noErr`, ``kCMSampleBufferError_BufferNotReady`` without audio, or ``kCMSampleBufferError_ArrayTooSmall``.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int, blockBufferAllocator: CFAllocator?,
    blockBufferMemoryAllocator: CFAllocator?, flags: UInt32, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
    guard let buffer = sbuf.audioBuffer else { return kCMSampleBufferError_BufferNotReady }
    let needed = AudioBufferList.sizeInBytes(maximumBuffers: 1)
    bufferListSizeNeededOut?.pointee = needed
    guard let bufferListOut else { return noErr }
    guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
    bufferListOut.pointee = AudioBufferList(mNumberBuffers: 1, mBuffers: buffer)
    blockBufferOut?.pointee = sbuf.dataBuffer
    return noErr
}

/// Copies samples into the first buffer of a list.
///
/// - Parameters:
///   - sbuf: the sample buffer.
///   - frameOffset: the first sample.
///   - numFrames: the number of samples.
///   - bufferList: the list, whose buffer has memory.
/// - Returns: `noErr`, or an error of the sample buffer.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let data = sbuf.dataBuffer else { return kCMSampleBufferError_BufferNotReady }
    let (offset, count) = (Int(frameOffset) * sbuf.frameBytes, Int(numFrames) * sbuf.frameBytes)
    let buffer = bufferList.pointee.mBuffers
    guard let target = buffer.mData, offset >= 0, count >= 0 else {
        return kCMSampleBufferError_RequiredParameterMissing
    }
    guard Int(buffer.mDataByteSize) >= count else { return kCMSampleBufferError_ArrayTooSmall }
    return CMBlockBufferCopyDataBytes(data, atOffset: offset, dataLength: count, destination: target)
}
