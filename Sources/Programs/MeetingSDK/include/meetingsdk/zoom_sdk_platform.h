// Names of the platform that a client may use.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_ZOOM_SDK_PLATFORM_H
#define PSSTUDIO_MEETINGSDK_ZOOM_SDK_PLATFORM_H

#define ZOOMSDK_MODULE_API
#define ZOOM_RAWDATA_NAMESPACE ZOOMSDKRAWDATA
#define BEGIN_ZOOM_RAWDATA_NAMESPACE namespace ZOOM_RAWDATA_NAMESPACE {
#define END_ZOOM_RAWDATA_NAMESPACE }
#define USING_ZOOM_RAWDATA_NAMESPACE using namespace ZOOM_RAWDATA_NAMESPACE;

#if defined(WIN32)
#if defined(__has_include)
#if !__has_include(<tchar.h>)
#error "WIN32 is defined, and the headers of that branch are not there: on Linux, use pkg-config psstudio-meetingsdk-win32"
#endif
#endif
#include <tchar.h>
#define zTCHAR TCHAR
#else
#define zTCHAR char
#endif

/// A list of which the length is known.
template <class T>
class IVector {
public:
    virtual ~IVector() {}
    virtual int GetCount() = 0;
    virtual T GetItem(int index) = 0;
};

#endif
