// Received frames and audio; outside the namespace.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_ZOOM_SDK_RAW_DATA_DEF_H
#define PSSTUDIO_MEETINGSDK_ZOOM_SDK_RAW_DATA_DEF_H

/// Received 16-bit samples. They live during the callback, or until Release when AddRef was called.
class AudioRawData {
public:
    /// True in the memory mode of the heap.
    virtual bool CanAddRef() = 0;
    virtual bool AddRef() = 0;
    /// Returns how many references are left.
    virtual int Release() = 0;
    virtual char* GetBuffer() = 0;
    /// In bytes.
    virtual unsigned int GetBufferLen() = 0;
    virtual unsigned int GetSampleRate() = 0;
    virtual unsigned int GetChannelNum() = 0;
    /// In milliseconds.
    virtual unsigned long long GetTimeStamp() = 0;
    virtual ~AudioRawData() {}
};

/// A received frame: three planes, tightly packed in one piece. It lives during the callback, or until Release.
class YUVRawDataI420 {
public:
    virtual bool CanAddRef() = 0;
    virtual bool AddRef() = 0;
    virtual int Release() = 0;
    virtual char* GetYBuffer() = 0;
    virtual char* GetUBuffer() = 0;
    virtual char* GetVBuffer() = 0;
    virtual char* GetAlphaBuffer() = 0;
    /// The three planes.
    virtual char* GetBuffer() = 0;
    virtual unsigned int GetBufferLen() = 0;
    virtual unsigned int GetAlphaBufferLen() = 0;
    virtual bool IsLimitedI420() = 0;
    virtual unsigned int GetStreamWidth() = 0;
    virtual unsigned int GetStreamHeight() = 0;
    virtual unsigned int GetRotation() = 0;
    /// The participant, or the share.
    virtual unsigned int GetSourceID() = 0;
    virtual unsigned long long GetTimeStamp() = 0;
    virtual ~YUVRawDataI420() {}
};

/// A frame of the camera before it is sent; its lines may be changed.
class YUVProcessDataI420 {
public:
    virtual unsigned int GetWidth() = 0;
    virtual unsigned int GetHeight() = 0;
    virtual char* GetYBuffer(unsigned int line = 0) = 0;
    virtual char* GetUBuffer(unsigned int line = 0) = 0;
    virtual char* GetVBuffer(unsigned int line = 0) = 0;
    virtual unsigned int GetYStride() = 0;
    virtual unsigned int GetUStride() = 0;
    virtual unsigned int GetVStride() = 0;
    virtual unsigned int GetRotation() = 0;
    virtual bool IsLimitedI420() = 0;
    virtual ~YUVProcessDataI420() {}
};

/// Converts other frames; the emulator has none.
class IYUVRawDataI420Converter {
public:
    virtual YUVRawDataI420* ConvertToYUV() = 0;
    virtual YUVRawDataI420* ConvertToYUVViaExternalBuffer(char* buffer, int size) = 0;
    virtual void FillToPixelBuffer(char* y, int yRowBytes, char* uv, int uvRowBytes, int width, int height) = 0;
    virtual ~IYUVRawDataI420Converter() {}
};

#endif
