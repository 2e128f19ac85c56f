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

/// The language of texts; the emulator has English only.
enum SDK_LANGUAGE_ID {
    LANGUAGE_Unknown = 0,
    LANGUAGE_English = 1,
    LANGUAGE_Chinese_Simplified = 2,
    LANGUAGE_Chinese_Traditional = 3,
    LANGUAGE_Japanese = 4,
    LANGUAGE_Spanish = 5,
    LANGUAGE_German = 6,
    LANGUAGE_French = 7,
    LANGUAGE_Portuguese = 8,
    LANGUAGE_Russian = 9,
    LANGUAGE_Korean = 10,
    LANGUAGE_Vietnamese = 11,
    LANGUAGE_Italian = 12,
    LANGUAGE_Polish = 13,
    LANGUAGE_Turkish = 14,
    LANGUAGE_Indonesian = 15,
    LANGUAGE_Dutch = 16,
    LANGUAGE_Swedish = 17,
};

#if defined(WIN32)
struct tagWndPosition {
    int left = 0;
    int top = 0;
    HWND hSelfWnd = nullptr;
    HWND hParent = nullptr;
};
typedef struct tagWndPosition WndPosition;

enum CustomizedLanguageType {
    CustomizedLanguage_None = 0,
    CustomizedLanguage_FilePath = 1,
    CustomizedLanguage_Content = 2,
};

struct tagCustomizedLanguageInfo {
    const char* langName = nullptr;
    const char* langInfo = nullptr;
    CustomizedLanguageType langType = CustomizedLanguage_None;
};
typedef struct tagCustomizedLanguageInfo CustomizedLanguageInfo;
#define ENABLE_CUSTOMIZED_UI_FLAG (1 << 5)

enum ZoomSDKVideoRenderMode {
    ZoomSDKVideoRenderMode_None = 0,
    ZoomSDKVideoRenderMode_Auto = 1,
    ZoomSDKVideoRenderMode_D3D11EnableFLIP = 2,
    ZoomSDKVideoRenderMode_D3D11 = 3,
    ZoomSDKVideoRenderMode_D3D9 = 4,
    ZoomSDKVideoRenderMode_GDI = 5,
};

enum ZoomSDKRenderPostProcessing {
    ZoomSDKRenderPostProcessing_None = 0,
    ZoomSDKRenderPostProcessing_Auto = 1,
    ZoomSDKRenderPostProcessing_Enable = 2,
    ZoomSDKRenderPostProcessing_Disable = 3,
};

enum ZoomSDKVideoCaptureMethod {
    ZoomSDKVideoCaptureMethod_None = 0,
    ZoomSDKVideoCaptureMethod_Auto = 1,
    ZoomSDKVideoCaptureMethod_DirectSHow = 2,
    ZoomSDKVideoCaptureMethod_MediaFoundation = 3,
};

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

/// What is shared.
enum ShareType {
    SHARE_TYPE_UNKNOWN = 0,
    SHARE_TYPE_AS = 1,
    SHARE_TYPE_DS = 2,
    SHARE_TYPE_WB = 3,
    SHARE_TYPE_AIRHOST = 4,
    SHARE_TYPE_CAMERA = 5,
    SHARE_TYPE_DATA = 6,
    SHARE_TYPE_VIDEO_FILE = 7,
    SHARE_TYPE_FRAME = 8,
    SHARE_TYPE_DOCUMENT = 9,
    SHARE_TYPE_COMPUTER_AUDIO = 10,
};

enum LastErrorType {
    LastErrorType_None = 0,
    LastErrorType_Auth = 1,
    LastErrorType_Login = 2,
    LastErrorType_Meeting = 3,
    LastErrorType_System = 4,
};

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

/// Why a share cannot start.
enum CannotShareReasonType {
    CannotShareReasonType_None = 0,
    CannotShareReasonType_Locked = 1,
    CannotShareReasonType_Disabled = 2,
    CannotShareReasonType_Other_Screen_Sharing = 3,
    CannotShareReasonType_Other_WB_Sharing = 4,
    CannotShareReasonType_Need_Grab_Myself_Screen_Sharing = 5,
    CannotShareReasonType_Need_Grab_Other_Screen_Sharing = 6,
    CannotShareReasonType_Need_Grab_Audio_Sharing = 7,
    CannotShareReasonType_Need_Grap_WB_Sharing = 8,
    CannotShareReasonType_Reach_Maximum = 9,
    CannotShareReasonType_Have_Share_From_Mainsession = 10,
    CannotShareReasonType_Other_DOCS_Sharing = 11,
    CannotShareReasonType_Need_Grab_DOCS_Sharing = 12,
    CannotShareReasonType_UnKnown = 13,
};

/// What happens to a share.
enum SharingStatus {
    Sharing_Self_Send_Begin = 0,
    Sharing_Self_Send_End = 1,
    Sharing_Self_Send_Pure_Audio_Begin = 2,
    Sharing_Self_Send_Pure_Audio_End = 3,
    Sharing_Other_Share_Begin = 4,
    Sharing_Other_Share_End = 5,
    Sharing_Other_Share_Pure_Audio_Begin = 6,
    Sharing_Other_Share_Pure_Audio_End = 7,
    Sharing_View_Other_Sharing = 8,
    Sharing_Pause = 9,
    Sharing_Resume = 10,
};

struct ZoomSDKColor {
    unsigned int red = 0;
    unsigned int green = 0;
    unsigned int blue = 0;
};

enum GrantCoOwnerAssetsType {
    GrantCoOwnerAssetsType_None = 0,
    GrantCoOwnerAssetsType_Summary = 1,
    GrantCoOwnerAssetsType_CloudRecording = 2,
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
