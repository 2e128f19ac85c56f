// Macros, codes and types that all other headers use.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_ZOOM_SDK_DEF_H
#define PSSTUDIO_MEETINGSDK_ZOOM_SDK_DEF_H

#if defined(WIN32)
#if defined(__has_include)
#if !__has_include(<tchar.h>)
#error "WIN32 is defined, and the headers of that branch are not there: on Linux, use pkg-config psstudio-meetingsdk-win32"
#endif
#endif
#include <stdint.h>
#include <tchar.h>
#include <cstring>
typedef wchar_t zchar_t;
#define TLS_KEY_DEF uint32_t
/// A symbol of its own for the functions of the branch with wchar_t, because both branches are in one library.
#define PSSTUDIO_MEETINGSDK_SYMBOL(name) __asm__(name "_w")
#define PSSTUDIO_MEETINGSDK_TEXT(text) L##text
#else
#include <float.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>
#include <cstring>
typedef char zchar_t;
typedef uint64_t UINT64;
typedef int64_t INT64;
typedef float FLOAT;
typedef void* HWND;
#define TLS_KEY_DEF pthread_key_t
#define PSSTUDIO_MEETINGSDK_SYMBOL(name)
#define PSSTUDIO_MEETINGSDK_TEXT(text) text
#endif

#include "psstudio/names/zoom_sdk_def.h"

/// Defined here, and not by the vendor's headers.
#define PSSTUDIO_MEETINGSDK 1

#if defined(MEETINGSDK)  // inside the library
#define SDK_API __attribute__((visibility("default")))
#else
#define SDK_API
#endif
#define ZOOM_SDK_NAMESPACE ZOOMSDK
#define BEGIN_ZOOM_SDK_NAMESPACE namespace ZOOM_SDK_NAMESPACE {
#define END_ZOOM_SDK_NAMESPACE }
#define USING_ZOOM_SDK_NAMESPACE using namespace ZOOM_SDK_NAMESPACE;

BEGIN_ZOOM_SDK_NAMESPACE

#if defined(WIN32)
struct tagWndPosition {
    int left = 0;
    int top = 0;
    HWND hSelfWnd = nullptr;
    HWND hParent = nullptr;
};
typedef struct tagWndPosition WndPosition;

struct tagCustomizedLanguageInfo {
    const char* langName = nullptr;
    const char* langInfo = nullptr;
    CustomizedLanguageType langType = CustomizedLanguage_None;
};
typedef struct tagCustomizedLanguageInfo CustomizedLanguageInfo;
#define ENABLE_CUSTOMIZED_UI_FLAG (1 << 5)

struct tagZoomSDKRenderOptions {
    ZoomSDKVideoRenderMode videoRenderMode = ZoomSDKVideoRenderMode_None;
    ZoomSDKRenderPostProcessing renderPostProcessing = ZoomSDKRenderPostProcessing_Auto;
    ZoomSDKVideoCaptureMethod videoCaptureMethod = ZoomSDKVideoCaptureMethod_Auto;
};
typedef struct tagZoomSDKRenderOptions ZoomSDKRenderOptions;
#endif

/// Options that are rarely set.
struct tagConfigurableOptions {
#if defined(WIN32)
    CustomizedLanguageInfo customizedLang;
    int optionalFeatures = 0;
#endif
    const zchar_t* sdkPathPostfix = nullptr;
};
typedef struct tagConfigurableOptions ConfigurableOptions;

/// How received media is kept.
struct tagRawDataOptions {
    bool enableRawdataIntermediateMode = false;
    ZoomSDKRawDataMemoryMode videoRawdataMemoryMode = ZoomSDKRawDataMemoryModeStack;
    ZoomSDKRawDataMemoryMode shareRawdataMemoryMode = ZoomSDKRawDataMemoryModeStack;
    ZoomSDKRawDataMemoryMode audioRawdataMemoryMode = ZoomSDKRawDataMemoryModeStack;
};
typedef struct tagRawDataOptions RawDataOptions;

/// The argument of InitSDK. A client of an older version passes a shorter one.
struct tagInitParam {
    const zchar_t* strWebDomain = nullptr;
    const zchar_t* strBrandingName = nullptr;
    const zchar_t* strSupportUrl = nullptr;
    SDK_LANGUAGE_ID emLanguageID = LANGUAGE_Unknown;
    bool enableGenerateDump = false;
    bool enableLogByDefault = false;
    unsigned int uiLogFileSize = 5;
    RawDataOptions rawdataOpts;
    ConfigurableOptions obConfigOpts;
#if defined(WIN32)
    void* hResInstance = (void*)-1;
    unsigned int uiWindowIconSmallID = 0;
    unsigned int uiWindowIconBigID = 0;
    SDK_APP_Locale locale = SDK_APP_Locale_Default;
    ZoomSDKRenderOptions renderOpts;
    bool permonitor_awareness_mode = true;
#endif
    int wrapperType = 0;
};
typedef struct tagInitParam InitParam;

/// The last call that failed.
class IZoomLastError {
public:
    virtual LastErrorType GetErrorType() const = 0;
    virtual UINT64 GetErrorCode() const = 0;
    virtual const zchar_t* GetErrorDescription() const = 0;
    virtual ~IZoomLastError() {}
};

/// A list that the interface hands out; its indices start with 0.
template <class T>
class IList {
public:
    virtual ~IList() {}
    virtual int GetCount() = 0;
    virtual T GetItem(int index) = 0;
    virtual void AddItem(T /*item*/) {}
};

#if defined(WIN32)
#define SDK_NULL_AUDIO_FILE_HANDLE (0xffffffff)

const RECT _SDK_TEST_VIDEO_INIT_RECT = {0,0,0,0};
#endif

struct ZoomSDKColor {
    unsigned int red = 0;
    unsigned int green = 0;
    unsigned int blue = 0;
};

struct tagGrantCoOwnerAssetsInfo {
    GrantCoOwnerAssetsType assetType = GrantCoOwnerAssetsType_None;
    bool isAssetsLocked = false;
    bool isGranted = false;
    bool setGrant = false;
};
typedef struct tagGrantCoOwnerAssetsInfo GrantCoOwnerAssetsInfo;

END_ZOOM_SDK_NAMESPACE

#endif
